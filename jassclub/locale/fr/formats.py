from jassclub.locale.en.formats import *  # noqa: F403
