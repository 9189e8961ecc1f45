"""The cast, the world that hostile input is sent at, and a game for table links to lead to."""

from dataclasses import replace
from uuid import UUID, uuid4

import pytest

from jassclub.clubs import actors
from jassclub.clubs.models import Club
from tests.cast import *  # noqa: F403
from tests.jassclub.hostile_world import *  # noqa: F403


@pytest.fixture
def game(club: Club, monkeypatch: pytest.MonkeyPatch) -> UUID:
    """The id of something that belongs to the club; the room of real games is above this one."""
    game_id = uuid4()
    known = replace(actors._kinds["game"], owner={game_id: club.pk}.get)
    monkeypatch.setitem(actors._kinds, "game", known)
    return game_id
