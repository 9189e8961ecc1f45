"""Packets and cut (article spiel-geben)."""

import pytest

from referee.rulings.dealing.derive import PACKETS, cut_is_enough, packets_are_regular


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
