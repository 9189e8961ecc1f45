"""The kernel and the naive writing of the rules say the same, position by position."""

from dataclasses import asdict

import pytest

from referee.rules.cards import indices_of, mask_at
from referee.rules.legality import DeadRule, legal_mask, trick_points, why_not, winner
from referee.rules.modes import TrickMode, ranking
from referee.rules.weis import (
    SIMPLE,
    SWISS,
    VORARLBERG,
    WHAT_IS_JASS,
    WeisRule,
    melds_of,
    weis_points,
)
from tests.referee import naive
from tests.referee.positions import CARD_TEXTS, MODE_TEXTS, deal, follow_rules, position, seeded

POSITIONS = 100_000
TRICKS = 40_000
DEALS = 3_000
RULES = [(rule, asdict(rule)) for rule in follow_rules()]


def texts(cards):
    return [CARD_TEXTS[card] for card in cards]


def test_the_same_cards_are_legal_in_a_hundred_thousand_positions():
    rng = seeded(20_26)
    for _ in range(POSITIONS):
        mode, hand, trick = position(rng)
        rule, options = rng.choice(RULES)
        kernel = legal_mask(mask_at(hand), trick, ranking(TrickMode(mode)), rule)
        second = naive.legal(set(texts(hand)), texts(trick), MODE_TEXTS[mode], options)
        assert set(texts(indices_of(kernel))) == second, (MODE_TEXTS[mode], hand, trick, rule)


def test_a_reason_is_given_for_every_card_that_is_not_legal_and_for_no_other():
    rng = seeded(20_27)
    for _ in range(10_000):
        mode, hand, trick = position(rng)
        rule, _ = rng.choice(RULES)
        table = ranking(TrickMode(mode))
        legal = legal_mask(mask_at(hand), trick, table, rule)
        for card in hand:
            reason = why_not(card, mask_at(hand), trick, table, rule)
            assert (reason is None) == bool(legal >> card & 1)


def test_the_same_card_takes_the_trick_whichever_cards_are_dead():
    rng = seeded(20_28)
    for _ in range(TRICKS):
        mode = rng.randrange(6)
        trick = rng.sample(range(36), 4)
        dead = [card for card in trick if rng.random() < 0.25]
        rule = DeadRule(sides=rng.random() < 0.6, partner_ruff_rescues=rng.random() < 0.5)
        kernel = winner(trick, ranking(TrickMode(mode)), mask_at(dead), rule=rule)
        second = naive.winner(
            texts(trick),
            MODE_TEXTS[mode],
            texts(dead),
            sides=rule.sides,
            partner_ruff_rescues=rule.partner_ruff_rescues,
        )
        assert kernel == second, (MODE_TEXTS[mode], texts(trick), texts(dead), rule)


def test_the_same_card_takes_the_trick_and_it_counts_the_same_with_all_cards_alive():
    rng = seeded(20_29)
    for _ in range(TRICKS):
        mode = rng.randrange(6)
        trick = rng.sample(range(36), rng.randint(1, 4))
        table = ranking(TrickMode(mode))
        assert winner(trick, table) == naive.winner(texts(trick), MODE_TEXTS[mode])
        counted = sum(naive.points_of(card, MODE_TEXTS[mode]) for card in texts(trick))
        assert trick_points(trick, table) == counted


SWISS_FOURS = dict.fromkeys("678TQKA", 100) | {"J": 200, "9": 150}
HIGH_FOURS = {rank: value for rank, value in SWISS_FOURS.items() if rank not in "678"}
BOOKS = {
    SWISS: (dict(zip(range(3, 10), (20, 50, 100, 150, 200, 250, 300), strict=True)), SWISS_FOURS),
    SIMPLE: (dict(zip(range(3, 10), (20, 50, *[100] * 5), strict=True)), SWISS_FOURS),
    VORARLBERG: (
        dict(zip(range(3, 10), (20, 50, 100, 120, 140, 160, 180), strict=True)),
        HIGH_FOURS,
    ),
    WHAT_IS_JASS: ({3: 20, 4: 50, 5: 100}, {"J": 200, "9": 150, "A": 100}),
}


def rich_holding(rng):
    """Nine to twelve cards in few suits and ranks, so that long runs and quartets are common."""
    ranks = rng.sample(range(9), 3)
    suits = rng.sample(range(4), 2)
    pool = [c for c in range(36) if c % 9 in ranks or c // 9 in suits]
    return mask_at(rng.sample(pool, rng.choice([9, 9, 12])))


def holdings(seed):
    rng = seeded(seed)
    plain = [holding for _ in range(DEALS // 4) for holding in deal(rng)]
    return plain + [rich_holding(rng) for _ in range(DEALS)]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("table", [SWISS, SIMPLE, VORARLBERG], ids=lambda table: table.name)
def test_crossing_weise_bring_the_same_points(table):
    rule = WeisRule(table, kreuzweis=True)
    drawn = holdings(20_30)
    second = [naive.crossing_points(set(texts(indices_of(h))), *BOOKS[table]) for h in drawn]
    assert [weis_points(holding, rule) for holding in drawn] == second
    assert [sum(meld.points for meld in melds_of(h, rule)) for h in drawn] == second


@pytest.mark.sampled(1)
@pytest.mark.parametrize("table", [SWISS, VORARLBERG, WHAT_IS_JASS], ids=lambda table: table.name)
def test_with_one_card_in_one_meld_the_best_choice_brings_the_same_points(table):
    rule = WeisRule(table, kreuzweis=False)
    drawn = holdings(20_31)
    second = [naive.disjoint_points(set(texts(indices_of(h))), *BOOKS[table]) for h in drawn]
    assert [weis_points(holding, rule) for holding in drawn] == second
