"""What tests of tournaments share."""

import pytest

from tests.tournaments.halls import hall


@pytest.fixture
def saal():
    """Two tables in their first round of two, four hands each."""
    found = hall()
    found.call()
    return found
