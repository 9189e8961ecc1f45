"""Days on which somebody has a ticket."""

import pytest

from tests.tournaments.entries.pages.test_public_sign_up import send
from tests.tournaments.fair import Fair, fair
from tournaments.entries.models import Entry


@pytest.fixture
def day() -> Fair:
    """Rosa has a ticket of a day with four people, all of them here."""
    own = fair(0)
    own.ticket = send().url  # type: ignore[attr-defined]
    own.enter(3)
    own.tournament.entries.update(state=Entry.State.PRESENT)
    own.draw()
    return own
