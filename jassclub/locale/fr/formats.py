from jassclub.locale.en.formats import *  # noqa: F403

SHORT_DATE_FORMAT = "d.m.Y"
SHORT_DATETIME_FORMAT = "d.m.Y H:i"
