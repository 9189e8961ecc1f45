"""Duplicate Jass ranked, against a naive count."""

from fractions import Fraction

from hypothesis import given, strategies as st

from tournaments.draw.pure.duplicate import mitchell
from tournaments.standings.pure.duplicate import Played, duplicate_ranking, played_faults


def test_a_board_of_three_tables_by_hand():
    played = [Played(1, 1, 2, 100, 57), Played(1, 3, 4, 90, 67), Played(1, 5, 6, 90, 67)]
    found = {line.pair: line for line in duplicate_ranking(played)}
    assert [found[pair].matchpoints for pair in range(1, 7)] == [4, 0, 1, 3, 1, 3]
    assert found[1].against_mean == Fraction(100) - Fraction(280, 3)
    assert found[1].share == 1
    assert [line.pair for line in duplicate_ranking(played)][:1] == [1]


def test_who_alone_held_the_cards_has_a_half():
    (first, second) = duplicate_ranking([Played(1, 1, 2, 157, 0)])
    assert (first.share, second.share) == (Fraction(1, 2), Fraction(1, 2))
    assert first.against_mean == second.against_mean == 0


def test_what_cannot_be_is_named():
    twice = [Played(1, 1, 2, 100, 57), Played(1, 1, 4, 90, 67), Played(2, 3, 3, 90, 67)]
    assert played_faults(twice) == ["board 1: pair 1 comes twice", "board 2: pair 3 against itself"]


@given(st.sampled_from([6, 8, 10, 14]), st.data())
def test_the_ranking_is_that_of_a_naive_count(pairs, data):
    played = []
    for here in mitchell(pairs):
        for table in here:
            points = data.draw(st.integers(0, 157))
            sides = (table.north_south, table.east_west)
            played.append(Played(table.boards, *sides, points, 157 - points))
    assert played_faults(played) == []
    for line in duplicate_ranking(played):
        mine = [p for p in played if line.pair in {p.north_south, p.east_west}]
        assert line.boards == len(mine)
        won, mean = 0, Fraction(0)
        for own in mine:
            north = own.north_south == line.pair
            same = [p.points if north else p.against for p in played if p.board == own.board]
            me = own.points if north else own.against
            won += sum(2 for x in same if x < me) + sum(1 for x in same if x == me) - 1
            mean += me - Fraction(sum(same), len(same))
        assert (line.matchpoints, line.against_mean) == (won, mean)
    assert sum(line.against_mean for line in duplicate_ranking(played)) == 0
