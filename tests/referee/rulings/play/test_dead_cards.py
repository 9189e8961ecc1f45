"""Cards without taking power: which they are."""

import pytest
from hypothesis import given, strategies as st

from referee.rules.cards import Card, Suit, cards_of, mask_of
from referee.rules.modes import TrickMode, ranking
from referee.rulings.play.misplay import dead_after_revoke

SCHILTEN = ranking(TrickMode.SCHILTEN)
OBENABE = ranking(TrickMode.OBENABE)
UNDENUFE = ranking(TrickMode.UNDENUFE)


def cards(text):
    return mask_of(Card.parse(word) for word in text.split())


def one(text):
    return Card.parse(text).index


@pytest.mark.parametrize(
    ("table", "held", "lead", "dead"),
    [
        (SCHILTEN, "SE7 SEK EI6", "SEA", "SEK"),
        (OBENABE, "RO6 RO7 ROB", "ROA", "ROB"),
        (UNDENUFE, "RO6 RO7 ROB", "ROA", "RO6"),
        (SCHILTEN, "SIU SI9 SI6 EIA", "SIA", "SI9 SI6"),
        (SCHILTEN, "SIU EIA", "SIA", ""),
        (SCHILTEN, "EIA", "ROA", ""),
    ],
)
def test_of_a_suit_not_given_the_highest_dies_and_of_trumps_all_but_the_bauer(
    table, held, lead, dead
):
    assert dead_after_revoke(cards(held), one(lead), table) == cards(dead)


def moved(mask, suits):
    return mask_of(Card(suits[card.suit], card.rank) for card in cards_of(mask))


@given(st.integers(0, 2**36 - 1), st.integers(0, 35), st.permutations(list(Suit)))
def test_suits_relabelled_kill_the_same_cards(held, lead, suits):
    held &= ~(1 << lead)
    other = moved(1 << lead, suits).bit_length() - 1
    before = dead_after_revoke(held, lead, SCHILTEN)
    table = ranking(TrickMode(suits[Suit.SCHILTEN]))
    assert dead_after_revoke(moved(held, suits), other, table) == moved(before, suits)
