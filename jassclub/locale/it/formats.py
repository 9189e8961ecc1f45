from jassclub.locale.en.formats import *  # noqa: F403

DATE_FORMAT = SHORT_DATE_FORMAT = "d.m.Y"
"""Django has the Italian names of months with a capital, where nobody writes one."""
SHORT_DATETIME_FORMAT = "d.m.Y H:i"
