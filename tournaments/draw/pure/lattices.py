"""Four lines of q people each; a table takes one of every line.

Person x of line i sits in round h at the table t with x = t + a(i, h) in an abelian group of
order q. If for any two lines the differences a(i, h) - a(j, h) are different in all rounds,
nobody meets anybody twice; with a fifth line of zeros nobody sees a table twice. For q coprime
to 6 the product a(i, h) = (i + 1)h does it. The stored rows are products in the field of q
elements where that is a power of a prime, else found by our own backtracking search.
"""

from math import gcd, prod

from tournaments.draw.pure.plan import FOUR, Seats

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
    order: (moduli, [[int(digit, 36) for digit in row] for row in rows.split()])
    for order, (moduli, rows) in _FOUND.items()
}
"""For each order the moduli of its group, and four rows."""


LINES = range(FOUR)


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
        return _seated(((q,), [[(i + 1) * h for h in range(rounds)] for i in LINES]))
    moduli, rows = LATTICE_ROWS.get(q, ((q,), [[]] * FOUR))
    return _seated((moduli, [row[:rounds] for row in rows])) if rounds <= len(rows[0]) else None


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
