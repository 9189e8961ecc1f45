"""Swiss numbers: 1'234.5 as on a bill, whatever the language around them."""

DECIMAL_SEPARATOR = "."
THOUSAND_SEPARATOR = "’"
NUMBER_GROUPING = 3
DATE_FORMAT = "j. F Y"
SHORT_DATE_FORMAT = "d.m.Y"
SHORT_DATETIME_FORMAT = "d.m.Y H:i"
