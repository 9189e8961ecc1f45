"""The cast, for the pages of an evening."""

from tests.cast import *  # noqa: F403
