"""A ranking that is asked for before a worker has counted says so."""

from typing import Any

import pytest

from jassclub.clubs.models import User
from tests.cast import Caller
from tests.tournaments.events import Event, event
from tests.tournaments.playing import live, play

pytestmark = pytest.mark.django_db


def asked(day: Event, **params: Any) -> Any:
    caller = Caller(user=User.objects.get(pk=str(day.director.user_id)))
    return caller.get(f"tournaments/{day.tournament.pk}/standings", **params)


def test_standings_right_after_a_round_is_closed_say_that_they_are_pending() -> None:
    day = event(hands=4, rounds=2)
    day.enter(8)
    play(day)
    before = asked(day)
    assert before.json()["pending"] is True
    assert asked(day, after=1).json()["pending"] is False
    live(day)
    counted = asked(day)
    assert counted.json()["pending"] is False
    assert len(counted.json()["rows"]) == 8
    assert counted["ETag"] != before["ETag"]
