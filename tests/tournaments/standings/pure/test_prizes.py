"""Who gets what."""

from collections import Counter
from fractions import Fraction
from typing import NamedTuple

import pytest
from hypothesis import given, strategies as st

from tournaments.format.pure import Prize, PrizeKind
from tournaments.standings.pure import Award, prizes_for


class Row(NamedTuple):
    player: str
    rank: int | None
    points: int | Fraction = 0
    matsches: int = 0
    exact: int = 0


def field_of(*ranks):
    return [Row(f"P{number}", rank) for number, rank in enumerate(ranks, start=1)]


def numbers_of(rows):
    return {row.player: number for number, row in enumerate(rows, start=1)}


def awards(rows, *prizes, **options):
    return prizes_for(rows, prizes, numbers=numbers_of(rows), **options)


def money(rows, *prizes, **options):
    return {award.player: award.rappen for award in awards(rows, *prizes, **options)}


PODIUM = (
    Prize(first=1, last=1, rappen=10_000),
    Prize(first=2, last=2, rappen=5_000),
    Prize(first=3, last=5, rappen=2_000),
)


def test_each_rank_gets_its_prize_and_the_rest_nothing():
    assert money(field_of(1, 2, 3, 4, 5, 6), *PODIUM) == {
        "P1": 10_000,
        "P2": 5_000,
        "P3": 2_000,
        "P4": 2_000,
        "P5": 2_000,
    }


def test_two_winners_share_the_first_and_the_second_prize():
    assert money(field_of(1, 1, 3), *PODIUM) == {"P1": 7_500, "P2": 7_500, "P3": 2_000}


def test_what_cannot_be_split_goes_to_the_lowest_number():
    rows = field_of(1, 1, 1)
    found = prizes_for(rows, [Prize(rappen=1_000)], numbers={"P1": 9, "P2": 4, "P3": 7})
    assert [(a.player, a.rappen) for a in found] == [("P2", 334), ("P3", 333), ("P1", 333)]


def test_things_are_shared_by_all_who_share_the_places():
    prizes = (Prize(text="Schinken"), Prize(first=2, last=2, text="Käse"))
    assert awards(field_of(1, 1), *prizes) == [
        Award(
            player=player,
            kind=PrizeKind.RANK,
            rappen=0,
            texts=("Schinken", "Käse"),
            among=2,
            rank=1,
        )
        for player in ("P1", "P2")
    ]


def test_a_tie_at_the_edge_shares_the_prizes_that_are_left():
    assert money(field_of(1, 2, 2, 2), *PODIUM[:2]) == {
        "P1": 10_000,
        "P2": 1_668,
        "P3": 1_666,
        "P4": 1_666,
    }


def test_who_has_no_rank_gets_nothing():
    rows = [Row("stand-in", None, points=900, matsches=9), Row("P", 1, points=1, matsches=1)]
    prizes = (*PODIUM, Prize(kind=PrizeKind.MATSCHES, rappen=100), Prize(kind=PrizeKind.LAST))
    assert {award.player for award in awards(rows, *prizes)} == {"P"}


SPECIAL = [
    Row("A", 1, points=4000, matsches=1, exact=0),
    Row("B", 2, points=3900, matsches=3, exact=2),
    Row("C", 3, points=3800, matsches=3, exact=1),
    Row("D", 3, points=3800, matsches=0, exact=2),
]


@pytest.mark.parametrize(
    ("kind", "drawn", "winners"),
    [
        (PrizeKind.MATSCHES, None, {"B": 500, "C": 500}),
        (PrizeKind.EXACT, None, {"B": 500, "D": 500}),
        (PrizeKind.LAST, None, {"C": 500, "D": 500}),
        (PrizeKind.NEAREST, 3990, {"A": 1_000}),
        (PrizeKind.NEAREST, 3950, {"A": 500, "B": 500}),
        (PrizeKind.NEAREST, Fraction(7901, 2), {"A": 1_000}),
        (PrizeKind.NEAREST, None, {}),
    ],
)
def test_special_prizes_go_to_those_they_are_for(kind, drawn, winners):
    assert money(SPECIAL, Prize(kind=kind, rappen=1_000), drawn=drawn) == winners


@pytest.mark.parametrize("kind", [PrizeKind.MATSCHES, PrizeKind.EXACT, PrizeKind.LAST])
def test_nobody_wins_where_nothing_happened(kind):
    assert awards(field_of(1, 1), Prize(kind=kind, rappen=1_000)) == []
    assert awards([], Prize(kind=kind, rappen=1_000), drawn=5) == []


@st.composite
def rankings(draw):
    """Ranks as a list has them: shared ones take up places."""
    sizes = draw(st.lists(st.integers(1, 4), max_size=5))
    ranks = [1 + sum(sizes[:n]) for n, size in enumerate(sizes) for _ in range(size)]
    return field_of(*ranks, *([None] * draw(st.integers(0, 2))))


@st.composite
def rank_prizes(draw):
    first = draw(st.integers(1, 8))
    return Prize(first=first, last=draw(st.integers(first, 12)), rappen=draw(st.integers(1, 999)))


def naively(rows, prizes):
    """Coin by coin: the places a group fills, their money in one pot, dealt out and the rest."""
    places = [sum(p.rappen for p in prizes if p.first <= n <= p.last) for n in range(1, 40)]
    paid: Counter[str] = Counter()
    ranked = [row for row in rows if row.rank]
    while ranked:
        group = [row for row in ranked if row.rank == ranked[0].rank]
        ranked = ranked[len(group) :]
        pot = 0
        for _ in group:
            pot += places.pop(0)
        while pot >= len(group):
            for row in group:
                paid[row.player] += 1
                pot -= 1
        paid[group[0].player] += pot
    return paid


@given(rankings(), st.lists(rank_prizes(), max_size=4))
def test_money_is_shared_as_a_naive_writing_shares_it(rows, prizes):
    found = awards(rows, *prizes)
    assert Counter({a.player: a.rappen for a in found}) == naively(rows, prizes)


@given(rankings(), st.lists(rank_prizes(), max_size=4), st.permutations(range(22)))
def test_neither_the_order_of_the_rows_nor_the_numbers_change_what_is_paid(rows, prizes, lot):
    numbers = dict(zip((row.player for row in rows), lot, strict=False))
    one = prizes_for(rows, prizes, numbers=numbers)
    other = prizes_for(rows[::-1], prizes[::-1], numbers=numbers)
    assert sorted(one, key=str) == sorted(other, key=str)
    paid = sorted(award.rappen for award in awards(rows, *prizes))
    assert sorted(award.rappen for award in one) == paid
