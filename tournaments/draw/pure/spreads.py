"""2^k people as the elements of a field; the tables of a round are the shifts of one plane.

For even k the multiples of the four-element field inside are planes {0, g, gw, gw + g} that
share only 0: every pair differs by an element of one plane alone, so it meets once. That is
(2^k - 1) / 3 rounds: 5 for 16 people, 21 for 64, 85 for 256.
"""

from tournaments.draw.pure.plan import FOUR, Seats

REDUCTIONS = {16: 0b1_0011, 64: 0b100_0011, 256: 0b1_0001_1101}
"""Primitive polynomials: 2 generates the multiplication."""


def spread(players: int, rounds: int) -> list[list[Seats]] | None:
    """A plan in which nobody meets anybody twice, or None where we have none."""
    if players not in REDUCTIONS or rounds > (players - 1) // 3:
        return None
    powers = _powers(players)
    third = (players - 1) // 3
    return [_shifts(players, (powers[h], powers[h + third])) for h in range(rounds)]


def _powers(order: int) -> list[int]:
    powers = [1]
    while len(powers) < order - 1:
        doubled = powers[-1] << 1
        powers.append(doubled ^ REDUCTIONS[order] if doubled >= order else doubled)
    return powers


def _shifts(order: int, plane: tuple[int, int]) -> list[Seats]:
    """The tables of a round: the plane that two elements span, moved about."""
    low, high = plane
    tables: list[Seats] = []
    seated: set[int] = set()
    for first in range(order):
        if first not in seated:
            table = (first, first ^ low, first ^ high, first ^ low ^ high)
            tables.append(table)
            seated.update(table)
    return tables


FIRST_ROUNDS = {
    24: (7, "m70jal4khibfcne3d58961g2"),
    28: (9, "m7er18a4df5ij0qpk9o6cblh3gn2"),
}
"""For each number of people the modulus m, and the seats of the first round, one digit each."""


def developed(players: int, rounds: int) -> list[list[Seats]] | None:
    """A plan in which nobody meets anybody twice, or None where we have none."""
    modulus, digits = FIRST_ROUNDS.get(players, (0, ""))
    if rounds > modulus:
        return None
    start = [int(digit, 36) for digit in digits]
    turning = players // modulus * modulus
    return [
        [
            tuple(_turned(x, h, modulus) if x < turning else x for x in start[first : first + FOUR])
            for first in range(0, players, FOUR)
        ]
        for h in range(rounds)
    ]


def _turned(person: int, by: int, modulus: int) -> int:
    return person // modulus * modulus + (person + by - person // modulus * modulus) % modulus
