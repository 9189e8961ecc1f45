"""What tests of the desk share."""

import pytest

from tests.tournaments.web.desk_office import Office


@pytest.fixture
def office():
    """A tournament that is set up and not open yet."""
    return Office()
