"""Duplicate Jass: certified deals, and movements against a second naive count."""

from itertools import combinations

import pytest

from tournaments.draw.pure.duplicate import Meeting, deal, howell, mitchell, movement_faults

MITCHELLS = range(6, 41, 2)
HOWELLS = range(4, 17, 2)


def test_a_deal_gives_every_card_once_and_depends_on_seed_and_board():
    hands = deal(3, seed="s")
    assert [len(cards) for cards in hands] == [9, 9, 9, 9]
    assert sorted(card for cards in hands for card in cards) == list(range(36))
    assert deal(3, seed="s") == hands
    assert len({deal(board, seed=seed) for board in (3, 4) for seed in "st"}) == 4


def naive(movement):
    """Every table against every other one, by hand."""
    tables = [(number, table) for number, here in enumerate(movement) for table in here]
    for (first, one), (second, other) in combinations(tables, 2):
        pairs = {one.north_south, one.east_west}
        others = {other.north_south, other.east_west}
        if first == second and pairs & others:
            return False
        sharing = len({t.boards for t in movement[first]}) == 1
        if first == second and one.boards == other.boards and not sharing:
            return False
        if pairs == others or (pairs & others and one.boards == other.boards):
            return False
    return True


@pytest.mark.parametrize("pairs", MITCHELLS)
def test_a_mitchell_meets_nobody_twice_and_no_board_twice(pairs):
    movement = mitchell(pairs)
    assert movement_faults(movement) == []
    assert naive(movement)
    assert len(movement) == pairs // 2 - (pairs // 2 + 1) % 2
    assert all(table.north_south % 2 and not table.east_west % 2 for r in movement for table in r)


@pytest.mark.parametrize("pairs", HOWELLS)
def test_in_a_howell_all_meet_all(pairs):
    movement = howell(pairs)
    assert movement_faults(movement) == []
    assert naive(movement)
    meetings = {frozenset((t.north_south, t.east_west)) for r in movement for t in r}
    assert len(meetings) == pairs * (pairs - 1) // 2


@pytest.mark.parametrize(
    ("make", "pairs"), [(mitchell, 4), (mitchell, 7), (howell, 2), (howell, 9)]
)
def test_a_number_without_a_movement_is_refused(make, pairs):
    with pytest.raises(ValueError, match="even number") as refused:
        make(pairs)
    assert str(pairs) in str(refused.value)


@pytest.mark.parametrize(
    ("movement", "fault"),
    [
        ([[Meeting(1, 2, 1), Meeting(1, 3, 2)]], "sits twice"),
        ([[Meeting(1, 2, 1), Meeting(3, 4, 1), Meeting(5, 6, 2)]], "at two tables"),
        ([[Meeting(1, 2, 1)], [Meeting(2, 1, 2)]], "meet 2 times"),
        ([[Meeting(1, 2, 1)], [Meeting(1, 3, 1)]], "plays set 1 2 times"),
        ([[Meeting(1, 2, 1)], [Meeting(3, 4, 1)], [Meeting(1, 3, 2)]], "as often"),
    ],
)
def test_the_checker_finds_what_is_wrong(movement, fault):
    assert any(fault in found for found in movement_faults(movement))
