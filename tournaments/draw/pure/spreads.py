"""2^k people as the elements of a field; the tables of a round are the shifts of one plane.

For even k the multiples of the four-element field inside are planes {0, g, gw, gw + g} that
share only 0: every pair differs by an element of one plane alone, so it meets once. That is
(2^k - 1) / 3 rounds: 5 for 16 people, 21 for 64, 85 for 256.
"""

from itertools import combinations

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


PEOPLE, CUBES, CORNERS = 32, 4, 8
FIRST_TABLES = ((0, 0, 0), (1, 2, 3), (2, 3, 4), (3, 4, 6), (4, 1, 5), (5, 7, 1))
"""For six rounds, the corners of cubes 1 to 3 that sit with corner 0 of cube 0."""
HALVES = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))
"""Which cubes play each other in the next three rounds."""


def cubes(players: int, rounds: int) -> list[list[Seats]] | None:
    """A plan in which nobody meets anybody twice, or None where we have none."""
    if players != PEOPLE or rounds > len(FIRST_TABLES) + len(HALVES) + 1:
        return None
    # One person of each cube at a table, shifted to all corners.
    across: list[list[Seats]] = [
        [
            tuple(CORNERS * cube + (corner ^ by) for cube, corner in enumerate((0, *corners)))
            for by in range(CORNERS)
        ]
        for corners in FIRST_TABLES
    ]
    between = [[t for pair in halves for t in _between(*pair)] for halves in HALVES]
    return [*across, *between, [table for cube in range(CUBES) for table in _planes(cube)]][:rounds]


def _left(cube: int, other: int) -> tuple[int, int]:
    """The two differences between two cubes that the first six rounds leave."""
    tables = [(0, *corners) for corners in FIRST_TABLES]
    low, high = sorted(set(range(CORNERS)) - {table[cube] ^ table[other] for table in tables})
    return low, high


def _between(cube: int, other: int) -> list[Seats]:
    low, high = _left(cube, other)
    step = low ^ high
    return [
        (
            CORNERS * cube + corner,
            CORNERS * other + (corner ^ low),
            CORNERS * cube + (corner ^ step),
            CORNERS * other + (corner ^ high),
        )
        for corner in range(CORNERS)
        if corner < corner ^ step
    ]


def _planes(cube: int) -> list[Seats]:
    """The two halves of a cube along a plane that holds none of its steps to other cubes."""
    pairs = (_left(*sorted((cube, other))) for other in range(CUBES) if other != cube)
    taken = {low ^ high for low, high in pairs}
    free = [corner for corner in range(1, CORNERS) if corner not in taken]
    a, b = next((a, b) for a, b in combinations(free, 2) if a ^ b in free)
    plane = (0, a, b, a ^ b)
    away = next(corner for corner in range(CORNERS) if corner not in plane)
    return [tuple(CORNERS * cube + (corner ^ by) for corner in plane) for by in (0, away)]
