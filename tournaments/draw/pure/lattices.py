"""Four lines of q people each; a table takes one of every line.

Person x of line i sits in round h at the table t with x = t + a(i, h) in an abelian group of
order q. If for any two lines the differences a(i, h) - a(j, h) are different in all rounds,
nobody meets anybody twice; with a fifth line of zeros nobody sees a table twice. For q coprime
to 6 the product a(i, h) = (i + 1)h does it. The stored rows are products in the field of q
elements where that is a power of a prime, else found by our own backtracking search.
"""

from math import gcd, prod

from tournaments.draw.pure.lattice_rows import LATTICE_ROWS
from tournaments.draw.pure.plan import FOUR, Seats

LINES = range(FOUR)


def lattice(players: int, rounds: int) -> list[list[Seats]] | None:
    """A plan without any repeat, of people or of tables, or None where we have none.

    Where the lines themselves fill tables they give one round more, at tables seen before.
    """
    q, rest = divmod(players, FOUR)
    if rest:
        return None
    if q % FOUR == 0 and rounds == q + 1 and (found := lattice(players, q)):
        return [*found, [tuple(range(first, first + FOUR)) for first in range(0, players, FOUR)]]
    if rounds <= _reach(q):
        return _seated(((q,), [[(i + 1) * h for h in range(rounds)] for i in LINES]))
    moduli, rows = LATTICE_ROWS.get(q, ((q,), [[]] * FOUR))
    return _seated((moduli, [row[:rounds] for row in rows])) if rounds <= len(rows[0]) else None


def _reach(q: int) -> int:
    """Rounds that products i x h give: until a difference of lines times h is 0 modulo q."""
    return min(q // gcd(q, difference) for difference in range(1, FOUR + 1))


def _seated(table: tuple[tuple[int, ...], list[list[int]]]) -> list[list[Seats]]:
    moduli, rows = table
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
