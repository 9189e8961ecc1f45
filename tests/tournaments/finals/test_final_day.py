"""A final on the same day: who plays it, what he brings along, who moves up."""

from fractions import Fraction
from typing import Any

import pytest

from tests.tournaments.events import Event, event
from tests.tournaments.finals.qualifying import by_squares
from tests.tournaments.playing import live, play, ranks, row_of, type_table
from tournaments.desk import rounds, seating
from tournaments.entries import services as entries
from tournaments.results import penalties
from tournaments.standings.rankings import finalists

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def upside_down(seated: Any) -> list[int]:
    """The side with the higher numbers gets more."""
    return by_squares(seated)[::-1]


def day_with_final(carried: str) -> Event:
    """Twelve people, two preliminary rounds, a final of one round for four."""
    final = {"places": 4, "rounds": 1, "carried": carried}
    day = event(hands=4, rounds=3, final=final)
    day.tournament.seed = "fest"
    day.tournament.save(update_fields=["seed"])
    day.enter(12)
    play(day, by_squares)
    play(day, by_squares)
    return day


@pytest.mark.parametrize("carried", ["all", "nothing", "average"])
def test_those_of_the_final_are_ranked_ahead_by_what_they_bring(carried: str) -> None:
    day = day_with_final(carried)
    before = {row["number"]: row for row in live(day).rows}
    inside = finalists(day.tournament)
    assert len(inside) == 4
    play(day, upside_down)
    rows = live(day).rows
    assert {row["number"] for row in rows[:4]} == set(inside)
    for row in rows[:4]:
        final = next(unit["points"] for unit in row["units"] if unit["final"])
        points = before[row["number"]]["points"]
        brought = {"all": points, "nothing": 0, "average": points / 8}[carried]
        top, _slash, bottom = str(row["value"]).partition("/")
        assert int(top) / int(bottom or 1) == pytest.approx(final + brought)
    behind = [number for number in before if number not in inside]
    assert [row["number"] for row in rows[4:]] == behind
    assert rows[4]["rank"] == 5


def test_for_a_finalist_who_has_gone_the_next_one_moves_up() -> None:
    day = day_with_final("nothing")
    order = [number for _rank, number in ranks(live(day).rows)]
    gone, *rest = finalists(day.tournament)
    entries.drop_out(**day.ids, number=gone)
    assert (
        finalists(day.tournament)
        == rest + [number for number in order if number not in rest and number != gone][:1]
    )
    round_ = play(day)
    seated = set(round_.sittings.values_list("entry__number", flat=True))
    assert seated == set(finalists(day.tournament))
    assert row_of(day, gone)["rank"] > 4


@pytest.mark.sampled(3)
@pytest.mark.parametrize("credited", ["substitute", "entry"])
@pytest.mark.parametrize("carried", ["all", "nothing", "average"])
def test_whose_result_the_final_is_is_ranked_in_it(carried: str, credited: str) -> None:
    day = day_with_final(carried)
    order = [number for _rank, number in ranks(live(day).rows)]
    replaced, helper = finalists(day.tournament)[0], order[-1]
    day.draw()
    round_ = rounds.call_round(**day.ids)
    seating.step_in(
        **day.ids, number=round_.number, entry=replaced, substitute=helper, credited=credited
    )
    type_table(day, round_.passen.get().table.number, [400, 228])
    rows = live(day).rows
    inside, outside = (helper, replaced) if credited == "substitute" else (replaced, helper)
    assert inside in [row["number"] for row in rows[:4]]
    assert outside in [row["number"] for row in rows[4:]]
    assert all(row["rank"] for row in rows)
    assert replaced in finalists(day.tournament)


@pytest.mark.parametrize(("carried", "costs"), [("all", 50), ("nothing", 0), ("average", 0)])
def test_a_penalty_of_a_round_without_a_result_goes_with_its_round(
    carried: str, costs: int
) -> None:
    final = {"places": 4, "rounds": 1, "carried": carried}
    day = event(hands=4, rounds=3, odd="sit_out", final=final)
    day.enter(4)
    play(day)
    late = day.enter(1)[0].number
    day.tournament.entries.filter(number=4).update(state="away")
    play(day)
    penalties.give_penalty(
        **day.ids, number=late, points=50, reason="Handy am Tisch", round_number=1
    )
    before = row_of(day, late)["value"]
    round_ = play(day)
    assert round_.sittings.filter(entry__number=late).exists()
    row = row_of(day, late)
    score = next(unit["points"] for unit in row["units"] if unit["final"])
    points = {"all": before + 50, "nothing": 0, "average": Fraction(before + 50, 4)}[carried]
    assert Fraction(row["value"]) == score + points - costs
    assert row["penalties"] == costs
