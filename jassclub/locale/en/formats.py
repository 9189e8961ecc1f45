from jassclub.locale.de.formats import *  # noqa: F403

DATE_FORMAT = SHORT_DATE_FORMAT = "j M Y"
SHORT_DATETIME_FORMAT = "j M Y H:i"
MONTH_DAY_FORMAT = "j M"
