"""The library of plans that need no search: lattices, turned first rounds, stored plans.

A lattice has four lines of q people each; a table takes one of every line. Person x of line i sits
in round h at the table t with x = t + a(i, h) in an abelian group of order q. If for any two lines
the differences a(i, h) - a(j, h) are different in all rounds, nobody meets anybody twice; with a
fifth line of zeros nobody sees a table twice. For q coprime to 6 the product a(i, h) = (i + 1)h
does it. The stored rows are products in the field of q elements where that is a power of a prime,
else found by our own backtracking search.

A spread takes 2^k people as the elements of a field; the tables of a round are the shifts of one
plane. For even k the multiples of the four-element field inside are planes {0, g, gw, gw + g} that
share only 0: every pair differs by an element of one plane alone, so it meets once. That is
(2^k - 1) / 3 rounds: 5 for 16 people, 21 for 64, 85 for 256.

In a whist tournament each pair partners once and opposes twice. For a prime n = 4k + 1 with a
generator g, the tables of the first round are (g^i, -g^i | g^(i+k), -g^(i+k)); 0 sits out, and
every later round adds 1. For n = 4k the stored first rounds, found by our own search, are developed
modulo n - 1 around one person who stays.
"""

from collections.abc import Callable, Iterable, Sequence
from importlib.resources import files
from itertools import combinations
from math import gcd, prod

from tournaments.draw.pure.plan import FOUR, IN_TURN, NONE_IN_TURN, THREE, Seats, tables_of


def _digits(text: str) -> Seats:
    """People as they are stored, one digit each."""
    return tuple(int(digit, 36) for digit in text)


WHIST_STARTERS: dict[int, str] = {
    8: "6452 3107",
    12: "9a72 b861 0453",
    16: "5b08 f1ac e967 342d",
    20: "1ai6 78cf 02g3 j4ed hb95",
    24: "j3fl 58k1 bcdi 90an e64h g27m",
    28: "c3ke a9ho nd1q irgj 6p72 0fl5 b48m",
    32: "lmqb kn6e vfr9 sh4d 3815 2pic au0t 7gjo",
}
"""For each number of people the tables of the first round, one digit a person."""


def whist(players: int, rounds: int) -> list[list[Seats]] | None:
    """A plan with no partner twice and no opponents more than twice, or None."""
    if players in WHIST_STARTERS and rounds < players:
        first = [_digits(table) for table in WHIST_STARTERS[players].split()]
        return _developed(first, modulus=players - 1, rounds=rounds)
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
    start = _digits(digits)
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


_FOUND: dict[int, tuple[tuple[int, ...], str]] = {
    6: ((6,), "15420 45301 52340 54021"),
    8: ((2, 2, 2), "01234567 02463175 03657412 04376251"),
    9: ((3, 3), "012345678 021687354 036471825 048723561"),
    10: ((10,), "81435967 75260983 50496382 18925703"),
    12: ((12,), "b91a605278 78a162b950 13269b0758 65b1a94782"),
    14: ((14,), "0a4d9c8b3176 5dab38c62147 158b092da46c 05a186b9d2c3"),
    15: ((15,), "e1b23967a04d eda9b702c354 2b7910a84e63 38b09e5462d1"),
    16: ((2, 2, 2, 2), "0123456789abcdef 02468ace3175b9fd 0365cfa9b8de7412 048c37bf62ea51d9"),
    18: ((18,), "2df80gc75413bh6 4d0gac12b9he835 72963bg8f40cd5h 5agc0781f39eh6b"),
    20: ((20,), "13cjag5b2h97i06f bhi41953ad627j8g 3djf1he57gc064ia d92h1c0afegbi574"),
    21: ((21,), "e98ak20gf7jh14d3 i5g21b7d8a460j3f bied07gf9k83c461 60j317fb2hi54aek"),
    22: ((22,), "g98c5eai31fk0d6l i5gdc1260ek4fb93 bjeh741i289dklfa 6i5hd72e9c31048j"),
    24: ((24,), "ik6j9ca57gl23fd4 i512mk9j48h6e3fa lhfbn7egci92kmj3 kl27854gh60amfb9"),
    26: ((26,), "mig8j1ohc7k52l06 ahij17mbcn4698fp d18felo39n2ihj6k ekcfgi325a948mo0"),
    27: (
        (3, 3, 3),
        (
            "0123456789abcdefghijklmnopq 021687354ikjoqplnm9bafhgced "
            "0369cfilo582ehbnqk714gadpjm 048cgbojnefaqim237pkl156dh9"
        ),
    ),
    28: ((28,), "chirfbp0ode319la g2bpajmro4f67l30 lkcj14qf7aed95rn 9q8grml1oc7ih4jn"),
    30: ((30,), "i2tpgl608ea1hds4 3jim47qa6ro2ghnf 6q2m34gjtscold50 q1pd2iak85tojn9g"),
    32: ((32,), "m2ht9as6dk8liq10 n2lgujvika6tfceb kqujl5ghre18n2a4 igfjtl8b672k4hu9"),
    33: ((33,), "wkcsfuemt2lrqpv8 nsw7e0t53umdjlvp kjguwmp5n0scv483 gsvt01jiabe938mk"),
    34: ((34,), "xhl7fg059m6qapdt 4v85x2aof0hgdqml kt2f4rmuni75sjal ht8u9n2lq350wki4"),
    36: ((36,), "5k1y7zmq3xw9no86 lb3y1varmke7swuh 9tob8u4xd0f5pw2y 2dc6x1q5aweijok0"),
}

LATTICE_ROWS = {
    order: (moduli, [_digits(row) for row in rows.split()])
    for order, (moduli, rows) in _FOUND.items()
}
"""For each order the moduli of its group, and four rows."""


def lattice(players: int, rounds: int) -> list[list[Seats]] | None:
    """A plan without any repeat, of people or of tables, or None where we have none.

    Where the lines themselves fill tables they give one round more, at tables seen before.
    """
    q, rest = divmod(players, FOUR)
    if rest:
        return None
    if q % FOUR == 0 and rounds == q + 1 and (plan := lattice(players, q)):
        return [*plan, [tuple(range(first, first + FOUR)) for first in range(0, players, FOUR)]]
    # As many as products i x h give: until a difference of lines times h is 0 modulo q.
    if rounds <= min(q // gcd(q, difference) for difference in range(1, FOUR + 1)):
        return _seated((q,), [tuple((i + 1) * h for h in range(rounds)) for i in range(FOUR)])
    moduli, rows = LATTICE_ROWS.get(q, ((q,), [()] * FOUR))
    return _seated(moduli, [row[:rounds] for row in rows]) if rounds <= len(rows[0]) else None


def _seated(moduli: tuple[int, ...], rows: list[tuple[int, ...]]) -> list[list[Seats]]:
    order = prod(moduli)
    return [
        [
            tuple(line * order + _sum(t, row[h], moduli) for line, row in enumerate(rows))
            for t in range(order)
        ]
        for h in range(len(rows[0]))
    ]


def _sum(a: int, b: int, moduli: tuple[int, ...]) -> int:
    """Sum of two elements, written as numbers whose digits count modulo the moduli."""
    total, place = 0, 1
    for modulus in moduli:
        total += (a + b) % modulus * place
        a, b, place = a // modulus, b // modulus, place * modulus
    return total


def renumber(rounds: list[list[Seats]]) -> list[list[Seats]]:
    """The same tables in another order: exchanged in pairs as long as that saves repeats."""
    rounds = [list(tables) for tables in rounds]
    visits: dict[tuple[int, int], int] = {}
    for tables in rounds:
        for number, table in enumerate(tables):
            _visit(visits, table, number, 1)
    while sum(_improved(tables, visits) for tables in rounds):
        pass
    return rounds


def renumber_next(tables: Sequence[Seats], played: Iterable[Sequence[Seats]]) -> list[Seats]:
    """The tables of one more round, exchanged so that fewer people return to where they sat."""
    ordered = list(tables)
    visits: dict[tuple[int, int], int] = {}
    for earlier in (*played, ordered):
        for number, table in enumerate(earlier):
            _visit(visits, table, number, 1)
    while _improved(ordered, visits):
        pass
    return ordered


def _improved(tables: list[Seats], visits: dict[tuple[int, int], int]) -> bool:
    better = False
    for s, t in combinations(range(len(tables)), 2):
        for table, number in ((tables[s], s), (tables[t], t)):
            _visit(visits, table, number, -1)
        stay = _cost(visits, tables[s], s) + _cost(visits, tables[t], t)
        if _cost(visits, tables[s], t) + _cost(visits, tables[t], s) < stay:
            tables[s], tables[t] = tables[t], tables[s]
            better = True
        for table, number in ((tables[s], s), (tables[t], t)):
            _visit(visits, table, number, 1)
    return better


def _visit(visits: dict[tuple[int, int], int], table: Seats, number: int, step: int) -> None:
    for person in table:
        visits[person, number] = visits.get((person, number), 0) + step


def _cost(visits: dict[tuple[int, int], int], table: Seats, number: int) -> int:
    return sum(visits.get((person, number), 0) > 0 for person in table)


_SYMBOLS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
STORED_PLANS: dict[tuple[int, int], list[str]] = {
    (int(players), int(rounds)): rows
    for players, rounds, *rows in (
        line.split()
        for line in (files(__package__) / "plans.txt").read_text("ascii").splitlines()
        if not line.startswith("#")
    )
}
"""For people and rounds the seats of each round, one symbol a person."""


Design = Callable[[int, int], list[list[Seats]] | None]


def stored(players: int, rounds: int) -> list[list[Seats]] | None:
    """A stored plan, or the first rounds of a longer one in which nobody meets anybody twice."""
    longer = [number for people, number in sorted(STORED_PLANS) if people == players]
    for number in longer:
        if number == rounds or (number > rounds and _all_new(_tables(players, number))):
            return _tables(players, number)[:rounds]
    return None


def _tables(players: int, rounds: int) -> list[list[Seats]]:
    seated = players - players % FOUR
    return [
        [
            tuple(_SYMBOLS.index(symbol) for symbol in row[first : first + FOUR])
            for first in range(0, seated, FOUR)
        ]
        for row in STORED_PLANS[players, rounds]
    ]


def without_partners(players: int, rounds: int) -> list[list[Seats]] | None:
    """A stored plan for a game without partners with tables of three, or None."""
    _least, stored_rows = IN_TURN.get((players, rounds), NONE_IN_TURN)
    short = -players % FOUR
    sizes = (FOUR,) * ((players - THREE * short) // FOUR) + (THREE,) * short
    return [list(tables_of(_digits(row), sizes)) for row in stored_rows.split()] or None


def _all_new(plan: list[list[Seats]]) -> bool:
    """Whether nobody meets anybody twice."""
    met = [frozenset(two) for tables in plan for table in tables for two in combinations(table, 2)]
    return len(set(met)) == len(met)


PERFECT: tuple[tuple[str, Design], ...] = (
    ("lattice", lattice),
    ("stored", stored),
    ("developed", lambda players, rounds: _renumbered(developed(players, rounds))),
    ("cubes", lambda players, rounds: _renumbered(cubes(players, rounds))),
    ("spread", lambda players, rounds: _renumbered(spread(players, rounds))),
)
"""In the order of what they promise."""


def design(players: int, rounds: int) -> tuple[str, list[list[Seats]]] | None:
    """The name and the tables of the first design that fits, or None."""
    plans = ((name, make(players, rounds)) for name, make in PERFECT)
    return next(((name, plan) for name, plan in plans if plan), None)


def complete(players: int, rounds: int) -> list[list[Seats]] | None:
    """A whist tournament: opponents come twice, but nobody has a partner again."""
    return _renumbered(whist(players, rounds))


def _renumbered(rounds: list[list[Seats]] | None) -> list[list[Seats]] | None:
    return renumber(rounds) if rounds else None
