"""Claims to the rest, tried out card by card: no tables, no masks, no cuts.

Cards are two-letter texts, hands are sets; shares no code with the program.
"""

from functools import cache
from itertools import combinations

from tests.referee import naive

RULE = {
    "undertrump": "only_trumps",
    "bauer_must_follow": False,
    "only_trumps_must_overtrump": False,
    "strict_follow": False,
}


def first_takers(table, keepers, *, dead=frozenset(), rule=None):
    """The seats that can be the first outside `keepers` to take a trick, everybody playing
    whatever is legal. `table`: hands by seat, leader, cards that lie, and what rules the open
    trick and each later one."""
    hands, leader, trick, modes = table
    options = rule or RULE

    @cache
    def taken(hands, leader, trick, modes):
        if len(trick) == len(hands):
            return turned(hands, leader, trick, modes)
        seat = (leader + len(trick)) % len(hands)
        found: frozenset[int] = frozenset()
        for card in naive.legal(hands[seat], list(trick), modes[0], options):
            left = tuple(h - {card} if at == seat else h for at, h in enumerate(hands))
            found |= taken(left, leader, (*trick, card), modes)
        return found

    def turned(hands, leader, trick, modes):
        seat = (leader + naive.winner(list(trick), modes[0], dead)) % len(hands)
        if seat not in keepers:
            return frozenset({seat})
        return taken(hands, seat, (), modes[1:]) if hands[seat] else frozenset()

    return taken(tuple(map(frozenset, hands)), leader, tuple(trick), tuple(modes))


def beaten_by(cards, others, mode):
    """Whether one of `others` beats one of `cards` that is led."""
    return any(naive.beats(other, card, mode) for card in cards for other in others)


def parts(cards, sizes):
    """Every way to deal the cards to seats that take so many."""
    if not sizes:
        yield ()
        return
    for chosen in combinations(sorted(cards), sizes[0]):
        for rest in parts(set(cards) - set(chosen), sizes[1:]):
            yield (set(chosen), *rest)
