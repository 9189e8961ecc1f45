"""Swiss numbers: 1'234.5 as on a bill, whatever the language around them; days as 22.11.2026."""

DECIMAL_SEPARATOR = "."
THOUSAND_SEPARATOR = "’"
NUMBER_GROUPING = 3
TIME_FORMAT = "H:i"
DATE_FORMAT = SHORT_DATE_FORMAT = "d.m.Y"
SHORT_DATETIME_FORMAT = "d.m.Y H:i"
MONTH_DAY_FORMAT = "j.n."
