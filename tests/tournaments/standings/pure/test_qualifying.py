"""Who goes on: finals, promotion, relegation."""

from fractions import Fraction
from typing import NamedTuple

import pytest
from hypothesis import given, strategies as st

from tournaments.format.pure import Cut
from tournaments.standings.pure import QualifyingRoute, moves, qualify


class Row(NamedTuple):
    player: str
    rank: int | None


def league(*ranks, name="P"):
    return [Row(f"{name}{number}", rank) for number, rank in enumerate(ranks, start=1)]


def through(rows, places, **who):
    return [(q.player, q.way) for q in qualify(rows, Cut(places), **who)]


def test_a_third_of_the_field_goes_on():
    assert len(qualify(league(*range(1, 26)), Cut(Fraction(1, 3)))) == 8


def test_for_the_absent_the_next_ones_move_up():
    found = through(league(*range(1, 26)), Fraction(1, 3), absent={"P1", "P8"})
    assert [player for player, _ in found] == ["P2", "P3", "P4", "P5", "P6", "P7", "P9", "P10"]
    assert [player for player, way in found if way is QualifyingRoute.MOVED_UP] == ["P9", "P10"]


def test_all_who_share_the_last_rank_are_in():
    found = through(league(1, 2, 2, 2, 5), 2)
    assert found == [
        ("P1", QualifyingRoute.RANK),
        ("P2", QualifyingRoute.RANK),
        ("P3", QualifyingRoute.TIE),
        ("P4", QualifyingRoute.TIE),
    ]


def test_a_shared_rank_that_still_holds_enough_moves_nobody_up():
    assert through(league(1, 2, 2, 4), 2, absent={"P2"}) == [
        ("P1", QualifyingRoute.RANK),
        ("P3", QualifyingRoute.RANK),
    ]


def test_the_defender_comes_beyond_the_places():
    found = through(league(1, 2, 3), 2, seeded={"P2", "X"})
    assert found == [
        ("P2", QualifyingRoute.SEEDED),
        ("X", QualifyingRoute.SEEDED),
        ("P1", QualifyingRoute.RANK),
        ("P3", QualifyingRoute.RANK),
    ]
    assert through(league(1, 2), 1, seeded={"X"}, absent={"X"}) == [("P1", QualifyingRoute.RANK)]


def test_who_has_no_rank_does_not_go_on_and_makes_no_place():
    assert through(league(1, None, 2, None), Fraction(1, 2)) == [("P1", QualifyingRoute.RANK)]


@pytest.mark.parametrize("places", [-1, Fraction(5, 4), Fraction(-1, 2)])
def test_a_cut_that_cannot_be_is_refused(places):
    with pytest.raises(ValueError, match="places"):
        Cut(places)


@st.composite
def rankings(draw):
    """Ranks as a ranking gives them: after a shared one, numbers are left out."""
    sizes = draw(st.lists(st.integers(1, 3), max_size=5))
    starts = [1 + sum(sizes[:n]) for n in range(len(sizes))]
    return league(*(s for s, size in zip(starts, sizes, strict=True) for _ in range(size)))


@given(rankings(), st.integers(0, 8), st.data())
def test_nobody_is_left_out_before_somebody_no_better(rows, places, data):
    absent = set(data.draw(st.lists(st.sampled_from([r.player for r in rows] or ["-"]))))
    present = [r for r in rows if r.player not in absent]
    found = qualify(rows, Cut(places), absent=absent)
    inside = {q.player for q in found}
    assert len(inside) == len(found) >= min(places, len(present))
    worst = max((q.rank or 0 for q in found), default=0)
    assert inside == {r.player for r in present if (r.rank or 0) <= worst}
    assert sum((q.rank or 0) < worst for q in found) < max(places, 1)


def test_the_winner_rises_and_the_last_falls():
    leagues = [league(1, 2, 3, name="A"), league(1, 2, 3, name="B"), league(1, 2, 3, name="C")]
    assert [(m.player, m.league, m.to, m.open) for m in moves(leagues)] == [
        ("A3", 0, 1, False),
        ("B1", 1, 0, False),
        ("B3", 1, 2, False),
        ("C1", 2, 1, False),
    ]


def test_who_shares_the_rank_at_the_edge_is_open():
    leagues = [league(1, 2, 3, name="A"), league(1, 1, 3, 4, name="B")]
    assert [(m.player, m.to, m.open) for m in moves(leagues)] == [
        ("A3", 1, False),
        ("B1", 0, True),
        ("B2", 0, True),
    ]


def test_those_ahead_of_an_open_edge_are_certain():
    leagues = [league(1, 2, 3, name="A"), league(1, 2, 2, 4, name="B")]
    rising = [(m.player, m.open) for m in moves(leagues, up=2, down=1) if m.to == 0]
    assert rising == [("B1", False), ("B2", True), ("B3", True)]


def test_a_league_too_small_to_move_both_ways_is_refused():
    leagues = [league(1, 2), league(1, name="B"), league(1, 2, name="C")]
    with pytest.raises(ValueError, match="too small"):
        moves(leagues)
