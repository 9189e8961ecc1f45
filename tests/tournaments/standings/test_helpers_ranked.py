"""Somebody plays for somebody else, everybody for himself: whose result it is, in the ranking."""

from typing import Any

import pytest

from tests.tournaments.events import Event, event
from tests.tournaments.playing import live, play, row_of, type_table
from tournaments.desk import rounds, seating
from tournaments.entries.models import Entry

pytestmark = pytest.mark.django_db


def helped(credited: str, *, kind: str = Entry.Kind.PLAYER) -> tuple[Event, int]:
    """Nine people; who sits out plays round 1 for the first at table 1, who makes 400 points.

    The day and the number of whom he plays for; the helper has whatever is not in `numbers`.
    """
    day = event(hands=4, rounds=3, substitute=credited)
    day.enter(8)
    day.enter(1, kind=kind, name="Hilfe")
    round_ = day.call()
    bench = round_.sitting_out.get().entry.number
    first = round_.passen.get(table__number=1).sittings.get(index=0).entry.number
    seating.step_in(**day.ids, number=1, entry=first, substitute=bench)
    type_table(day, 1, [400, 228])
    type_table(day, 2, [314, 314])
    rounds.close_round(**day.ids, number=1)
    return day, first


def helper(day: Event) -> int:
    """The number of who stepped in."""
    found = day.tournament.rounds.get(number=1).sittings.get(substitute__isnull=False)
    assert found.substitute is not None
    return found.substitute.number


def units(day: Event, number: int) -> list[tuple[str, int]]:
    """What somebody has, round by round."""
    found = [unit for unit in row_of(day, number)["units"] if unit["kind"] == "played"]
    return [(unit["unit"], unit["points"]) for unit in found]


def test_the_regulation_gives_the_result_to_who_played() -> None:
    day, first = helped("substitute")
    bench = helper(day)
    assert units(day, bench) == [("1", 400)]
    assert units(day, first) == []
    assert (row_of(day, bench)["rank"], row_of(day, bench)["points"]) == (1, 400)
    assert row_of(day, first)["rank"] is None


def test_the_regulation_gives_the_result_to_whose_seat_it_is() -> None:
    day, first = helped("entry")
    assert units(day, first) == [("1", 400)]
    assert units(day, helper(day)) == []
    assert row_of(day, helper(day))["rank"] is None


def test_who_was_replaced_has_the_rounds_that_he_played_himself() -> None:
    day, first = helped("substitute")
    round_ = play(day, lambda _seated: [314, 314])
    if round_.sittings.filter(entry__number=first).exists():
        assert units(day, first) == [("2", 314)]
    seated = set(round_.sittings.values_list("entry__number", flat=True))
    assert units(day, helper(day)) == [("1", 400)] + [("2", 314)] * (helper(day) in seated)
    assert {found["code"] for found in live(day).findings} <= {"bye_counts_nothing"}


@pytest.mark.parametrize("credited", ["entry", "substitute"])
def test_a_correction_of_whose_result_it_is_moves_it_with_a_revision(credited: str) -> None:
    day, first = helped(credited)
    bench = helper(day)
    other = "entry" if credited == "substitute" else "substitute"
    before, after = (bench, first) if credited == "substitute" else (first, bench)
    ids: dict[str, Any] = {"number": 1, "entry": first, "reason": "anders abgemacht"}
    seating.step_in(**day.ids, **ids, substitute=None)
    seating.step_in(**day.ids, **ids, substitute=bench, credited=other)
    assert units(day, before) == []
    assert units(day, after) == [("1", 400)]
    kept = day.tournament.rankings.filter(after_round=1).latest("revision")
    assert kept.reason == "anders abgemacht"
    assert kept.rows == live(day).rows
