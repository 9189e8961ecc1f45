"""Cards without taking power: which they are, who then takes a trick, what may be led."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.cards import Card, Suit, cards_of, mask_at, mask_of
from referee.rules.modes import TrickMode
from referee.rules.ranking import ranking
from referee.rules.tricks import DeadRule
from referee.rulings.lead.barred import (
    Bar,
    after_wrong_lead,
    bar_after,
    leads_allowed,
    leads_demanded,
)
from referee.rulings.play.dead_cards import (
    dead_after_exchange,
    dead_after_holding_back,
    dead_after_revoke,
    dead_after_two_cards,
    trick_outcome,
    turned_trick_is_contested,
)
from tests.referee import naive
from tests.referee.positions import CARD_TEXTS, MODE_TEXTS, seeded

SCHILTEN = ranking(TrickMode.SCHILTEN)
OBENABE = ranking(TrickMode.OBENABE)
UNDENUFE = ranking(TrickMode.UNDENUFE)


def cards(text):
    return mask_of(Card.parse(word) for word in text.split())


def one(text):
    return Card.parse(text).index


def trick(text):
    return [one(word) for word in text.split()]


@pytest.mark.parametrize(
    ("table", "held", "lead", "wrong", "dead"),
    [
        (SCHILTEN, "SE7 SEK EI6", "SEA", "SI6", "SEK SI6"),
        (SCHILTEN, "SE7 SEK EI6", "SEA", None, "SEK"),
        (OBENABE, "RO6 RO7 ROB", "ROA", None, "ROB"),
        (UNDENUFE, "RO6 RO7 ROB", "ROA", None, "RO6"),
        (SCHILTEN, "SIU SI9 SI6 EIA", "SIA", None, "SI9 SI6"),
        (SCHILTEN, "SIU SI9 SI6 EIA", "SIA", "EI7", "SI9 SI6 EI7"),
        (SCHILTEN, "SIU EIA", "SIA", None, ""),
        (SCHILTEN, "EIA", "ROA", None, ""),
    ],
)
def test_of_a_suit_not_given_the_highest_dies_and_of_trumps_all_but_the_bauer(
    table, held, lead, wrong, dead
):
    given = None if wrong is None else one(wrong)
    assert dead_after_revoke(cards(held), one(lead), table, wrong=given) == cards(dead)
    assert dead_after_revoke(cards(held), one(lead), table, wrong=given, avoiding=True) == 0


def test_both_cards_of_an_exchange_and_both_of_two_cards_die():
    assert dead_after_exchange(one("RO6"), one("ROA")) == cards("RO6 ROA")
    assert dead_after_two_cards(trick("ROA SE7")) == cards("ROA SE7")
    assert dead_after_exchange(one("RO6"), one("ROA"), avoiding=True) == 0
    assert dead_after_two_cards(trick("ROA SE7"), avoiding=True) == 0


def test_a_trump_held_back_takes_the_other_trumps_along():
    held = cards("SIU SI9 SI6 EIA")
    assert dead_after_holding_back(held, one("SI6"), SCHILTEN) == cards("SI9 SI6")
    assert dead_after_holding_back(held, one("EIA"), SCHILTEN) == cards("EIA")
    assert dead_after_holding_back(held, one("EIA"), SCHILTEN, avoiding=True) == 0


OUTCOMES = {
    "nothing is dead": ("ROA RO6 RO7 RO8", 0, "", None, (0, "best_card")),
    "a dead Ass is no longer best": ("RO9 ROA RO7 RO8", 0, "ROA", None, (0, "best_card")),
    "a dead lead": ("ROA RO6 RO7 RO8", 0, "ROA", None, (1, "dead_lead")),
    "a dead lead by seat 3": ("ROA RO6 RO7 RO8", 3, "ROA", None, (0, "dead_lead")),
    "a dead lead that the partner ruffs": ("RO6 RO7 SI6 RO8", 0, "RO6", None, (1, "dead_lead")),
    "the right neighbour leads, though seat 3 is higher": (
        "RO6 RO7 RO8 ROA", 0, "RO6", None, (1, "dead_lead")),
    "the giver of a wrong card cannot take it": (
        "RO9 ROA RO7 RO8", 0, "", 1, (0, "best_card")),
    "his partner still can": ("RO9 ROA RO7 ROK", 0, "", 1, (3, "best_card")),
    "two cards at the lead": ("ROA RO6 RO7 RO8", 0, "ROA SE7", 0, (1, "dead_lead")),
}  # fmt: skip


@pytest.mark.parametrize(
    ("laid", "leader", "dead", "cannot", "expected"), OUTCOMES.values(), ids=OUTCOMES
)
def test_who_gets_a_trick_with_dead_cards(laid, leader, dead, cannot, expected):
    outcome = trick_outcome(trick(laid), leader, SCHILTEN, dead=cards(dead), cannot_win=cannot)
    assert (outcome.seat, outcome.cause) == expected
    assert outcome.next_leader == outcome.seat
    assert outcome.side == outcome.seat % 2
    assert (outcome.card is None) == (outcome.cause == "dead_lead")


def test_a_ruff_of_the_partner_may_rescue_a_dead_lead_where_the_table_says_so():
    rule = DeadRule(partner_ruff_rescues=True)
    rescued = trick_outcome(trick("RO6 RO7 SI6 RO8"), 0, SCHILTEN, dead=cards("RO6"), rule=rule)
    assert (rescued.seat, rescued.cause, rescued.card) == (2, "best_card", one("SI6"))


def test_each_for_himself_the_best_other_card_takes_a_dead_lead():
    rule = DeadRule(sides=False)
    taken = trick_outcome(trick("ROA RO6 RO9 RO8"), 0, OBENABE, dead=cards("ROA"), rule=rule)
    assert (taken.seat, taken.side, taken.cause) == (2, 2, "best_card")
    left = trick_outcome(trick("ROA EI6 EI9 EI8"), 0, OBENABE, dead=cards("ROA"), rule=rule)
    assert (left.seat, left.cause) == (1, "dead_lead")


def test_a_turned_trick_is_contested_only_where_a_dead_card_took_it():
    assert turned_trick_is_contested(trick("RO9 ROA RO7 RO8"), OBENABE, cards("ROA"))
    assert not turned_trick_is_contested(trick("RO9 ROA RO7 RO8"), OBENABE, cards("RO7"))
    assert not turned_trick_is_contested(trick("RO9 ROA RO7 RO8"), OBENABE, 0)


def outcomes_agree(count, seed):
    rng, given_away = seeded(seed), 0
    for _ in range(count):
        mode, leader = rng.randrange(6), rng.randrange(4)
        laid = rng.sample(range(36), 4)
        dead = [card for card in laid if rng.random() < 0.3]
        cannot = rng.choice((None, 1, 2, 3))
        cannot = None if cannot is None else (leader + cannot) % 4
        rule = DeadRule(sides=rng.random() < 0.6, partner_ruff_rescues=rng.random() < 0.4)
        table = ranking(TrickMode(mode))
        outcome = trick_outcome(
            laid, leader, table, dead=mask_at(dead), cannot_win=cannot, rule=rule
        )
        told = [CARD_TEXTS[card] for card in laid]
        lost = {CARD_TEXTS[card] for card in dead}
        if cannot is not None:  # his card takes nothing, as if it were dead
            lost.add(told[(cannot - leader) % 4])
        ways = {"sides": rule.sides, "partner_ruff_rescues": rule.partner_ruff_rescues}
        place = naive.winner(told, MODE_TEXTS[mode], lost, **ways)
        assert outcome.seat == (leader + place) % 4, (told, lost, rule)
        given_away += outcome.cause == "dead_lead"
        if outcome.card is not None:
            assert outcome.card not in dead
            assert laid[(outcome.seat - leader) % 4] == outcome.card
    assert given_away > count / 20


def test_two_thousand_tricks_go_where_the_second_writing_says():
    outcomes_agree(2_000, 41_01)


@pytest.mark.proof
def test_a_hundred_thousand_tricks_go_where_the_second_writing_says():
    outcomes_agree(100_000, 41_02)


def moved(mask, suits):
    return mask_of(Card(suits[card.suit], card.rank) for card in cards_of(mask))


@given(st.integers(0, 2**36 - 1), st.integers(0, 35), st.permutations(list(Suit)))
def test_suits_relabelled_kill_the_same_cards(held, lead, suits):
    held &= ~(1 << lead)
    other = moved(1 << lead, suits).bit_length() - 1
    before = dead_after_revoke(held, lead, SCHILTEN)
    table = ranking(TrickMode(suits[Suit.SCHILTEN]))
    assert dead_after_revoke(moved(held, suits), other, table) == moved(before, suits)


def test_a_side_suit_led_out_of_turn_is_dead_and_barred_to_the_side():
    found = after_wrong_lead(one("ROA"), 2, TrickMode.SCHILTEN)
    assert (found.dead, found.bar, found.opponents_choose) == (
        cards("ROA"),
        Bar(Suit.ROSEN, 0),
        False,
    )
    assert leads_allowed(cards("ROK EI6"), 0, found.bar) == cards("EI6")
    assert leads_allowed(cards("ROK EI6"), 1, found.bar) == cards("ROK EI6")
    assert leads_allowed(cards("ROK RO6"), 0, found.bar) == cards("ROK RO6")
    assert leads_allowed(cards("ROK EI6"), 0, None) == cards("ROK EI6")


def test_a_trump_led_out_of_turn_bars_nothing_but_the_opponents_may_call_for_trump():
    found = after_wrong_lead(one("SIU"), 1, TrickMode.SCHILTEN)
    assert (found.dead, found.bar, found.opponents_choose) == (cards("SIU"), None, True)
    assert leads_demanded(cards("SI6 ROA"), SCHILTEN) == cards("SI6")
    assert leads_demanded(cards("ROA EI6"), SCHILTEN) == cards("ROA EI6")


def test_where_tricks_are_avoided_the_card_keeps_its_power():
    found = after_wrong_lead(one("ROA"), 2, TrickMode.OBENABE, single=True, avoiding=True)
    assert (found.dead, found.bar) == (0, Bar(Suit.ROSEN, 2))


@pytest.mark.parametrize(
    ("takers", "barred"), [([], True), ([0, 0], True), ([0, 1], False), ([1, 0], False)]
)
def test_the_bar_ends_with_the_first_trick_of_the_opponents(takers, barred):
    bar = Bar(Suit.ROSEN, 0)
    assert bar_after(bar, takers) == (bar if barred else None)
    assert bar_after(None, takers) is None
