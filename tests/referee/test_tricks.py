"""Who takes a trick, with and without Stechwert."""

import pytest

from referee.rules.cards import Card, Suit, after, mask_of, side_count, side_of
from referee.rules.legality import STRICT, DeadRule, trick_points, winner
from referee.rules.modes import Mode, ranking
from referee.rules.plays import stoeck_holder

SINGLE = DeadRule(sides=False)
RESCUE = DeadRule(partner_ruff_rescues=True)


def indices(text):
    return [Card.parse(word).index for word in text.split()]


def mask(text):
    return mask_of(Card.parse(word) for word in text.split())


@pytest.mark.parametrize(
    ("mode", "trick", "taker"),
    [
        ("H", "D6 DA DK D9", 1),
        ("H", "D6 DA H6 HJ", 3),
        ("H", "H9 HA HJ HK", 2),
        ("H", "D6 SA CA S9", 0),
        ("O", "D6 HA D7 DK", 3),
        ("U", "D9 D7 D6 H6", 2),
        ("U", "D9 DA H6 S6", 0),
    ],
)
def test_the_best_card_takes_the_trick(mode, trick, taker):
    assert winner(indices(trick), ranking(Mode.parse(mode).start)) == taker


@pytest.mark.parametrize(
    ("why", "trick", "dead", "rule", "taker"),
    [
        ("a dead card takes nothing", "D6 DA DK D9", "DA", STRICT, 2),
        ("a dead ruff takes nothing", "D6 DA HJ D9", "HJ", STRICT, 1),
        ("a dead lead goes to the right neighbour", "DA D6 DK D7", "DA", STRICT, 1),
        ("even where the partner is higher", "DA D6 HJ D7", "DA", STRICT, 1),
        ("some clubs let the partner's ruff rescue it", "DA D6 HJ D7", "DA", RESCUE, 2),
        ("but not the partner's higher card", "DK D6 DA D7", "DK", RESCUE, 1),
        ("nor a ruff that is topped", "DA D6 H9 HJ", "DA", RESCUE, 1),
        ("alone the best of the others takes it", "DA D6 D7 DK", "DA", SINGLE, 3),
        ("alone a ruff takes it", "DA D6 H6 DK", "DA", SINGLE, 2),
        ("alone with nothing live it goes to the right", "DA S6 C7 SK", "DA", SINGLE, 1),
        ("alone, also where the neighbour's is dead", "DA S6 C7 SK", "DA S6", SINGLE, 1),
        ("a dead card that lies alone has nobody yet to go to", "DA", "DA", STRICT, 0),
        ("with every card dead it goes to the right", "DA D6 DK D7", "DA D6 DK D7", STRICT, 1),
        ("with the rest dead the leader keeps it", "D6 DA DK D7", "DA DK D7", STRICT, 0),
    ],
)
def test_cards_without_stechwert(why, trick, dead, rule, taker):
    assert winner(indices(trick), ranking(Mode.parse("H").start), mask(dead), rule=rule) == taker, (
        why
    )


def test_a_dead_card_keeps_its_points_and_the_last_trick_counts_five():
    table = ranking(Mode.parse("H").start)
    assert trick_points(indices("DA D6 HJ H9"), table) == 45
    assert trick_points(indices("DA D6 HJ H9"), table, last=True) == 50


def test_partners_sit_two_seats_apart_and_three_play_each_for_himself():
    assert [side_of(seat) for seat in range(4)] == [0, 1, 0, 1]
    assert [side_of(seat, 3) for seat in range(3)] == [0, 1, 2]
    assert [side_of(seat, single=True) for seat in range(4)] == [0, 1, 2, 3]
    assert (side_count(), side_count(3), side_count(single=True)) == (2, 3, 4)
    assert after(3, 2) == 1


def test_the_stoeck_belong_to_one_who_holds_both():
    hands = [mask("HK DA"), mask("HQ D6"), mask("DK DQ"), mask("S6 S7")]
    assert stoeck_holder(hands, Suit.EICHELN) == 2
    assert stoeck_holder(hands, Suit.ROSEN) is None
    assert stoeck_holder(hands, None) is None
