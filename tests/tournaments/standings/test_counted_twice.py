"""Whole events with made-up results, each ranking counted a second time by hand."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from jassclub.exchange.tournament_grids import View, results
from tests.tournaments.events import Event, event, pairs
from tests.tournaments.playing import live, play
from tournaments.entries import services as entries
from tournaments.entries.entrants import Person
from tournaments.format.pure import PrizeKind
from tournaments.format.selectors import format_of
from tournaments.results.hands import rules_of
from tournaments.standings.categories import groups_for_prizes
from tournaments.standings.contests import day_of
from tournaments.standings.pure.scores import number_as_json

pytestmark = pytest.mark.django_db
Made = Mapping[int, dict[int, int]]
"""What everybody made, by round and start number."""


def played(day: Event, *, seed: int) -> Made:
    """All rounds with results by lot."""
    chance, made = Random(seed), defaultdict[int, dict[int, int]](dict)
    settings = format_of(day.tournament)
    for number in range(1, settings.rounds + 1):
        alone = settings.of_round(number).use.differences

        def by_lot(seated: Any, number: int = number, alone: bool = alone) -> list[int]:
            first = chance.randint(300, settings.hands * 157 - 300)
            points = [chance.randint(10, 90) for _seat in seated]
            points = points if alone else [first, settings.hands * 157 - first]
            made[number].update(zip(seated, points * (1 if alone else 2), strict=True))
            return points

        play(day, by_lot)
    return made


def percent(own: int, others: list[int], *, lower: bool) -> Fraction:
    """How many of the others are worse, half of those who are equal."""
    worse = sum(one > own if lower else one < own for one in others)
    return Fraction(100 * (2 * worse + others.count(own)), 2 * len(others))


def over_the_mean(own: int, others: list[int], *, lower: bool) -> Fraction:
    gap = own - Fraction(sum(others) + own, len(others) + 1)
    return -gap if lower else gap


def summed(worth: Mapping[int, dict[int, Fraction]], people: range, rounds: int) -> dict[int, Any]:
    """The sum of everybody; who sat out has the mean of his own other rounds for it."""
    total = {}
    for one in people:
        own = [found[one] for found in worth.values() if one in found]
        total[one] = sum(own) + Fraction(sum(own)) / len(own) * (rounds - len(own))
    return total


def values(day: Event, of: str = "rows") -> dict[int, Any]:
    return {row["number"]: row["value"] for row in getattr(live(day), of)}


@pytest.mark.parametrize(("worth", "each"), [("matchpoints", percent), ("mean", over_the_mean)])
def test_rounds_of_two_games_count_against_all_who_played_them(worth: str, each: Any) -> None:
    day = event("schieber-differenzler-6x8", ranking={"worth": worth})
    day.enter(18)  # two sit out in every round
    made = played(day, seed=7)
    assert [len(made[number]) for number in made] == [16] * 6
    games = [str(rules_of(one.passen.all()[0]).game) for one in day.tournament.rounds.all()]
    assert sorted(games) == ["differenzler"] * 3 + ["schieber"] * 3
    found = {
        number: {
            one: each(own, [*others.values()][:at] + [*others.values()][at + 1 :], lower=number > 3)
            for at, (one, own) in enumerate(others.items())
        }
        for number, others in made.items()
    }
    expected = summed(found, range(1, 19), 6)
    assert values(day) == {one: number_as_json(Fraction(it)) for one, it in expected.items()}
    ranked = [expected[row["number"]] for row in live(day).rows]
    assert ranked == sorted(ranked, reverse=True)
    assert live(day).findings == []
    told = results(View(day.tournament, for_desk=True)).rows
    assert {(row[0], row[3]): row[6] for row in told} == {
        (number, one): own for number, others in made.items() for one, own in others.items()
    }


@pytest.mark.parametrize(("odd", "bye"), [("mean", None), ("joker", 500), ("sit_out", 0)])
def test_a_bye_of_swiss_pairs_is_worth_what_the_regulation_says(odd: str, bye: int | None) -> None:
    day = pairs(
        7, "pairs-5x8-swiss", knockout={}, odd=odd, ranking={"joker": {"points": 500, "hands": 4}}
    )
    made = played(day, seed=3)
    of_pairs = {
        number: {(one + 1) // 2: Fraction(own) for one, own in others.items()}
        for number, others in made.items()
    }
    assert [len(found) for found in of_pairs.values()] == [6] * 5
    if bye is None:
        expected = summed(of_pairs, range(1, 8), 5)
    else:
        expected = {
            pair: sum(found.get(pair, Fraction(bye)) for found in of_pairs.values())
            for pair in range(1, 8)
        }
    assert values(day, "teams") == {
        pair: number_as_json(Fraction(it)) for pair, it in expected.items()
    }


def test_a_team_counts_its_best_people() -> None:
    day = event(hands=4, rounds=4, squad_best=3)
    people = [Person(f"Gast {n}", squad="ABCD"[n % 4]) for n in range(16)]
    entries.add_entries(**day.ids, people=people, present=True)
    made = played(day, seed=5)
    total = {one: sum(found[one] for found in made.values()) for one in range(1, 17)}
    expected = {
        squad: sum(sorted((total[one] for one in range(at + 1, 17, 4)), reverse=True)[:3])
        for at, squad in enumerate("ABCD")
    }
    found = groups_for_prizes(day.tournament, day_of(day.tournament))[PrizeKind.SQUAD]
    assert {row.name: row.value for row in found} == expected
