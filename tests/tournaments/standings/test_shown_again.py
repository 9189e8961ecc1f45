"""Kept rankings after the prize-giving and after the drawing of a number."""

import pytest

from tests.tournaments.events import Event, event
from tests.tournaments.playing import live, play, ranks
from tournaments.desk import services as desk

pytestmark = pytest.mark.django_db


def kept(day: Event) -> list[tuple[int, int, int]]:
    """Round, revision and version of every kept ranking."""
    rows = day.tournament.rankings.exclude(after_round=0).order_by("after_round", "revision")
    return [(one.after_round, one.revision, one.version) for one in rows]


def test_the_hall_sees_the_hidden_rounds_after_the_prize_giving_and_nothing_else_changes() -> None:
    day = event(hands=4, rounds=2, ranking={"hidden_from": 2})
    day.enter(8)
    play(day)
    play(day)
    hidden = day.tournament.rankings.get(after_round=2)
    assert {row["rank"] for row in hidden.hall_rows} == {None}
    desk.reveal(**day.ids)
    shown = day.tournament.rankings.get(after_round=2)
    assert ranks(shown.hall_rows) == ranks(shown.rows) == ranks(hidden.rows)
    assert (shown.rows, shown.computed_at) == (hidden.rows, hidden.computed_at)
    assert kept(day) == [(1, 1, 1), (2, 1, 2)]
    assert ranks(live(day).hall_rows) == ranks(shown.rows)


def test_a_number_that_is_drawn_makes_a_revision_of_the_last_ranking_alone() -> None:
    day = event("nearest-2x8", hands=4)
    day.enter(8)
    play(day)
    play(day)
    before = day.tournament.rankings.get(after_round=2).rows
    target = live(day).rows[3]["points"]
    desk.draw_number(**day.ids, number=target)
    rows = live(day).rows
    assert (rows[0]["rank"], rows[0]["points"]) == (1, target)
    assert [abs(row["points"] - target) for row in rows] == sorted(
        abs(row["points"] - target) for row in rows
    )
    assert kept(day) == [(1, 1, 1), (2, 1, 1), (2, 2, 1)]
    assert day.tournament.rankings.get(after_round=2, revision=1).rows == before
    assert day.tournament.rankings.get(after_round=2, revision=2).rows == rows
