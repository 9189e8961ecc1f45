"""Everybody for himself: a Differenzler with tables of three, and a Handjass."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from jassclub.core.errors import Invalid
from tests.tournaments.events import Event, event
from tests.tournaments.playing import live, play, seated
from tournaments.desk import rounds
from tournaments.results import services as results

pytestmark = pytest.mark.django_db
RANKING = {"lower_wins": True, "missing": "unranked"}


def differenzler(people: int = 7, **settings: Any) -> Event:
    """Two rounds of four hands; with seven one table has three."""
    day = event("differenzler-4x4", **{"rounds": 2, **settings})
    day.enter(people)
    return day


def tens(numbers: Sequence[int]) -> list[int]:
    """Everybody is off by ten times the own number."""
    return [10 * number for number in numbers]


def test_the_lowest_wins_and_those_at_a_table_of_three_are_ranked_with_the_others() -> None:
    day = differenzler()
    round_ = play(day, tens)
    assert sorted(passe.sittings.count() for passe in round_.passen.all()) == [3, 4]
    rows = live(day).rows
    assert [row["number"] for row in rows] == [1, 2, 3, 4, 5, 6, 7]
    assert [(row["rank"], row["points"]) for row in rows] == [(n, 10 * n) for n in range(1, 8)]
    assert live(day).findings == []


def test_averages_are_taken_over_the_hands() -> None:
    day = differenzler(ranking={**RANKING, "count": "average", "per": "hand"})
    play(day, tens)
    play(day, tens)
    for row in live(day).rows:
        assert row["hands"] == 8
        assert Fraction(row["value"]) == Fraction(2 * 10 * row["number"], 8)
    assert [row["number"] for row in live(day).rows] == [1, 2, 3, 4, 5, 6, 7]


def test_of_those_who_are_off_alike_the_one_with_more_exact_hits_is_ahead() -> None:
    day = differenzler(8, rounds=1, ranking={**RANKING, "ties": ["exact", "shared"]})
    round_ = day.call()
    exact = {3: 2, 7: 1}
    for passe in round_.passen.all():
        lines = [{"points": 40, "exact": exact.get(number, 0)} for number in seated(passe)]
        results.type_sheet(actor=day.scribe, passe_id=passe.pk, data={"lines": lines})
    rounds.close_round(**day.ids, number=1)
    rows = live(day).rows
    assert [(row["rank"], row["number"]) for row in rows[:3]] == [(1, 3), (2, 7), (3, 1)]
    assert {row["rank"] for row in rows[2:]} == {3}
    assert rows[0]["decided_by"] == "exact"


def shares(numbers: Sequence[int]) -> list[int]:
    """All cards of four hands, and the lower the number the more of them."""
    weights = [100 - number for number in numbers]
    points = [628 * weight // sum(weights) for weight in weights]
    return [points[0] + 628 - sum(points), *points[1:]]


def test_in_a_handjass_each_has_the_points_of_the_own_column() -> None:
    day = event("handjass-6x4", rounds=2)
    day.enter(7)
    sums: dict[int, int] = defaultdict(int)
    played: dict[int, int] = defaultdict(int)
    for _round in range(2):
        round_ = play(day, shares)
        for passe in round_.passen.all():
            numbers = seated(passe)
            for number, points in zip(numbers, shares(numbers), strict=True):
                sums[number] += points
                played[number] += 1
    for number, points in sums.items():
        sums[number] = points * 2 // played[number]  # who sat out once has his mean for it
    found = {row["number"]: row["points"] for row in live(day).rows}
    assert found == sums
    values = [row["value"] for row in live(day).rows]
    assert values == sorted(sums.values(), reverse=True)
    assert live(day).findings == []


def test_the_columns_of_a_handjass_must_add_up() -> None:
    day = event("handjass-6x4", rounds=1)
    day.enter(8)
    passe = day.call().passen.get(table__number=1)
    lines = [{"points": points} for points in (157, 157, 157, 156)]
    with pytest.raises(Invalid):
        results.type_sheet(actor=day.scribe, passe_id=passe.pk, data={"lines": lines})
