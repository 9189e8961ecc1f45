"""Packets, order and cut (article spiel-geben)."""

import pytest

from referee.rulings.dealing.packets import (
    PACKETS,
    cut_is_enough,
    deal_faults,
    dealing_order,
    packets_are_regular,
)


def dealt(order, *sizes):
    return [(seat, size) for size in sizes for seat in order]


def codes(faults):
    return [(fault.code, fault.at) for fault in faults]


@pytest.mark.parametrize(
    ("each", "packets", "regular"),
    [
        (12, (4, 4, 4), True),
        (12, (3, 3, 3, 3), True),
        (12, (6, 6), False),
        (12, (5, 4, 3), False),
        (10, (5, 5), True),
        (10, (4, 3, 3), False),
        (9, (3, 3, 3), True),
        (9, (4, 5), False),
        (8, (4, 4), True),
        (8, (3, 3, 2), False),
        (7, (4, 3), True),
        (7, (3, 4), True),
        (7, (7,), False),
        (6, (3, 3), None),
    ],
)
def test_packets_are_those_of_the_article(each, packets, regular):
    assert packets_are_regular(each, packets) is regular


def test_every_listed_deal_gives_each_player_his_cards():
    assert all(sum(packets) == each for each, ways in PACKETS.items() for packets in ways)


@pytest.mark.parametrize(("cards", "enough"), [(0, False), (2, False), (3, True), (35, True)])
def test_three_cards_at_least_are_cut(cards, enough):
    assert cut_is_enough(cards) is enough
    assert not cut_is_enough(36)


def test_the_right_neighbour_gets_the_first_cards_and_the_dealer_the_last():
    assert dealing_order(2) == (3, 0, 1, 2)
    assert dealing_order(0, 3) == (1, 2, 0)


FAULTS = {
    "regular": (dealt((1, 2, 3, 0), 3, 3, 3), []),
    "the other way round": (
        dealt((3, 2, 1, 0), 3, 3, 3),
        [("wrong_order", at) for at in (0, 2, 4, 6, 8, 10)],
    ),
    "big packets": (dealt((1, 2, 3, 0), 4, 5), [("wrong_packets", None)]),
    "too few cards": (dealt((1, 2, 3, 0), 4, 4), [("wrong_total", None)]),
    "one player gets two": (
        [(1, 3), (2, 2), (3, 3), (0, 3), *dealt((1, 2, 3, 0), 3, 3)],
        [("unequal_round", 0)],
    ),
    "the last round is cut short": (
        [*dealt((1, 2, 3, 0), 3, 3), (1, 3), (2, 3)],
        [("unequal_round", 8)],
    ),
    "nothing dealt": ([], [("wrong_total", None)]),
}


@pytest.mark.parametrize(("packets", "expected"), FAULTS.values(), ids=FAULTS)
def test_everything_wrong_with_a_deal_is_named(packets, expected):
    faults = deal_faults(0, packets, each=9)
    assert codes(faults) == expected
    assert [fault.redeal for fault in faults] == [code == "unequal_round" for code, _ in expected]
