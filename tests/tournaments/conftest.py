"""What tests of tournaments share."""

import pytest

from tests.tournaments.halls import hall
from tests.tournaments.office import Office


@pytest.fixture
def saal():
    """Two tables in their first round of two, four hands each."""
    found = hall()
    found.call()
    return found


@pytest.fixture
def office():
    """A tournament that is set up and not open yet."""
    return Office()
