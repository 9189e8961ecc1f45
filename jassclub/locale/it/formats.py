from jassclub.locale.de.formats import *  # noqa: F403
