"""Penalties of no round: they count from when they were given, whatever is corrected later."""

import pytest

from tests.tournaments.events import Event, event
from tests.tournaments.playing import correct, live, play, row_of
from tournaments.desk import rounds
from tournaments.desk.services import change_tournament
from tournaments.results import penalties
from tournaments.results.models import PenaltyPoints

pytestmark = pytest.mark.django_db


def day_of_eight(rounds_: int = 3) -> Event:
    """Eight people, the first round played."""
    day = event(hands=4, rounds=rounds_)
    day.enter(8)
    play(day)
    return day


def fine(day: Event, number: int = 1) -> PenaltyPoints:
    """Fifty points for nothing in particular."""
    return penalties.give_penalty(**day.ids, number=number, points=50, reason="Lärm")


def costs(day: Event, number: int = 1) -> list[tuple[int, int, int]]:
    """Round, revision and penalties of somebody, in every ranking that was kept."""
    kept = day.tournament.rankings.exclude(after_round=0).order_by("after_round", "revision")
    return [
        (one.after_round, one.revision, row["penalties"])
        for one in kept
        for row in one.rows
        if row["number"] == number
    ]


def test_what_was_closed_before_it_was_given_stays_as_it_was_kept() -> None:
    day = day_of_eight()
    fine(day)
    assert costs(day) == [(1, 1, 0)]
    assert row_of(day, 1)["penalties"] == 50
    play(day)
    assert costs(day) == [(1, 1, 0), (2, 1, 50)]


def test_a_later_correction_of_an_earlier_round_does_not_bring_it_in() -> None:
    day = day_of_eight()
    play(day)
    day.call()
    fine(day)
    correct(day, 1, [400, 228], number=1)
    assert costs(day) == [(1, 1, 0), (1, 2, 0), (2, 1, 0), (2, 2, 0)]
    assert row_of(day, 1)["penalties"] == 50


def test_after_the_last_round_it_revises_the_ranking_of_the_end() -> None:
    day = day_of_eight(2)
    play(day)
    fine(day)
    assert costs(day) == [(1, 1, 0), (2, 1, 0), (2, 2, 50)]
    assert day.tournament.rankings.get(after_round=2, revision=2).rows == live(day).rows


def test_it_comes_into_the_ranking_of_a_round_that_becomes_the_last_one() -> None:
    day = day_of_eight(3)
    play(day)
    fine(day)
    day.tournament.refresh_from_db()
    version = day.tournament.version
    change_tournament(**day.ids, version=version, values={}, settings={"rounds": 2})
    assert costs(day) == [(1, 1, 0), (2, 1, 0), (2, 2, 50)]


def test_cancelled_it_goes_from_every_ranking_that_knew_of_it() -> None:
    day = day_of_eight(4)
    given = fine(day)
    play(day)
    play(day)
    penalties.cancel_penalty(
        actor=day.director, tournament_id=day.tournament.pk, penalty_id=given.pk, reason="Irrtum"
    )
    assert costs(day) == [(1, 1, 0), (2, 1, 50), (2, 2, 0), (3, 1, 50), (3, 2, 0)]


def test_a_round_that_was_opened_again_takes_it_in_when_it_is_closed() -> None:
    day = day_of_eight()
    rounds.reopen_round(**day.ids, number=1, reason="ein Blatt fehlt")
    fine(day)
    assert costs(day) == [(1, 1, 0)]
    rounds.close_round(**day.ids, number=1)
    assert costs(day) == [(1, 1, 0), (1, 2, 50)]
