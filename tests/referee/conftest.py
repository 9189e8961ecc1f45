"""The cast, for the rulings that clubs keep."""

from tests.cast import *  # noqa: F403
