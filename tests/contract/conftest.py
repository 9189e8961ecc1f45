"""The world that everything is sent at, as for hostile input."""

from tests.cast import *  # noqa: F403
from tests.jassclub.hostile_world import *  # noqa: F403
