"""Ten rounds for 32 people in which nobody meets anybody twice: four cubes of eight corners.

Person 8c + v stands at corner v of cube c; adding a corner (bit by bit, so XOR) to everybody's
maps each round onto itself. So only differences count: 7 within each cube and 8 between any two.
Six rounds have a table with one person of each cube, found by trying all of them; between two
cubes they leave two differences, d and d + t. Three rounds seat {0, t} of one cube with {d, d + t}
of another. In the last round every cube plays for itself, in planes that avoid its three t. Each
person is left with one whom he never meets.
"""

from itertools import combinations

from tournaments.draw.pure.plan import Seats

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
