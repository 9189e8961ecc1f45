"""The cast of all tests."""

from tests.cast import *  # noqa: F403
