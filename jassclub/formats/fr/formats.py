from jassclub.formats.en.formats import *  # noqa: F403
