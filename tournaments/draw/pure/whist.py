"""Whist tournaments: each pair partners once and opposes twice.

For a prime n = 4k + 1 with a generator g, the tables of the first round are
(g^i, -g^i | g^(i+k), -g^(i+k)); 0 sits out, and every later round adds 1. For n = 4k the
stored first rounds, found by our own search, are developed modulo n - 1 around one person who
stays.
"""

from tournaments.draw.pure.plan import FOUR, Seats

WHIST_STARTERS: dict[int, list[tuple[int, ...]]] = {
    8: [(6, 4, 5, 2), (3, 1, 0, 7)],
    12: [(9, 10, 7, 2), (11, 8, 6, 1), (0, 4, 5, 3)],
    16: [(5, 11, 0, 8), (15, 1, 10, 12), (14, 9, 6, 7), (3, 4, 2, 13)],
    20: [(1, 10, 18, 6), (7, 8, 12, 15), (0, 2, 16, 3), (19, 4, 14, 13), (17, 11, 9, 5)],
    24: [
        (19, 3, 15, 21),
        (5, 8, 20, 1),
        (11, 12, 13, 18),
        (9, 0, 10, 23),
        (14, 6, 4, 17),
        (16, 2, 7, 22),
    ],
    28: [
        (12, 3, 20, 14),
        (10, 9, 17, 24),
        (23, 13, 1, 26),
        (18, 27, 16, 19),
        (6, 25, 7, 2),
        (0, 15, 21, 5),
        (11, 4, 8, 22),
    ],
    32: [
        (21, 22, 26, 11),
        (20, 23, 6, 14),
        (31, 15, 27, 9),
        (28, 17, 4, 13),
        (3, 8, 1, 5),
        (2, 25, 18, 12),
        (10, 30, 0, 29),
        (7, 16, 19, 24),
    ],
}


def whist(players: int, rounds: int) -> list[list[Seats]] | None:
    """A plan with no partner twice and no opponents more than twice, or None."""
    if players in WHIST_STARTERS and rounds < players:
        return _developed(WHIST_STARTERS[players], modulus=players - 1, rounds=rounds)
    is_prime = players > 1 and all(players % d for d in range(2, int(players**0.5) + 1))
    if players % FOUR == 1 and rounds <= players and is_prime:
        return _developed(_first_round(players), modulus=players, rounds=rounds)
    return None


def _first_round(n: int) -> list[Seats]:
    g, k = _generator(n), n // FOUR
    powers = [pow(g, i, n) for i in range(2 * k)]
    return [(x, powers[i + k], n - x, n - powers[i + k]) for i, x in enumerate(powers[:k])]


def _developed(start: list[Seats], *, modulus: int, rounds: int) -> list[list[Seats]]:
    return [
        [tuple((x + h) % modulus if x < modulus else x for x in table) for table in start]
        for h in range(rounds)
    ]


def _generator(n: int) -> int:
    """The least number whose powers are all of 1 .. n - 1."""
    divisors = [d for d in range(1, n - 1) if (n - 1) % d == 0]
    return next(g for g in range(2, n) if all(pow(g, d, n) != 1 for d in divisors))
