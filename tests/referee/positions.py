"""Seeded positions for the comparisons: from `random.Random(seed)`, never from the clock."""

import random
from itertools import product

from referee.rules.cards import mask_at
from referee.rules.legality import FollowRule

CARD_TEXTS = [suit + rank for suit in "DHSC" for rank in "6789TJQKA"]
MODE_TEXTS = "DHSCOU"


def deal(rng, players=4):
    """Masks of a whole pack dealt in equal hands."""
    pack = list(range(36))
    rng.shuffle(pack)
    size = 36 // players
    return [mask_at(pack[seat * size : (seat + 1) * size]) for seat in range(players)]


def position(rng):
    """Mode (0 to 5), hand of 1 to 9 and trick of 0 to 3 card indices; half of them trump-heavy."""
    mode = rng.randrange(6)
    pack = list(range(36))
    rng.shuffle(pack)
    if mode < 4 and rng.random() < 0.5:
        pack.sort(key=lambda card: card // 9 != mode or rng.random() < 0.4)
    lying = rng.randrange(4)
    hand = pack[: rng.randint(1, 9)]
    rest = pack[len(hand) :]
    rng.shuffle(rest)
    return mode, hand, rest[:lying]


def follow_rules():
    """All 24 combinations of the options of following."""
    switches = product((False, True), repeat=3)
    return [
        FollowRule(undertrump, *flags)
        for flags in switches
        for undertrump in ("only_trumps", "void", "free")
    ]


def numbers(rng):
    """One number for every card of a playout."""
    return [rng.randrange(720720) for _ in range(36)]


def seeded(seed):
    return random.Random(seed)
