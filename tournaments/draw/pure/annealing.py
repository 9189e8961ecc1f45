"""A whole event improved by small exchanges, counted in moves.

Two people of one round change seats; the change stays when repeats get fewer, or by chance when
they get a little more, less and less often. Rounds already played only count, they stay as
they are. Costs weigh partners above opponents above meetings above tables.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp

from tournaments.draw.pure.plan import (
    FOUR,
    MODULUS,
    MULTIPLIER,
    THREE,
    Round,
    Wishes,
    at_three,
    following,
    lot,
    turns,
)

PARTNER, OPPONENT, MEETING, TABLE = 24, 16, 8, 1
WISH = 400
"""What it costs when two who wish to be partners are not, or two who wish to be apart meet."""
COOLING = 60
"""Number of steps from the first to the last temperature."""
PATIENCE = 6
"""One in so many moves starts at a seat where nothing is wrong."""


@dataclass(frozen=True, slots=True)
class Shape:
    """Which seats of a round belong together, seat by seat."""

    sizes: tuple[int, ...]
    table: tuple[int, ...]
    partners: tuple[tuple[int, ...], ...]
    opponents: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, sizes: Sequence[int], *, alone: bool) -> "Shape":
        table = tuple(number for number, size in enumerate(sizes) for _ in range(size))
        first = [sum(sizes[:number]) for number in range(len(sizes))]
        partners, opponents = [], []
        for seat, number in enumerate(table):
            others = [first[number] + k for k in range(sizes[number]) if first[number] + k != seat]
            across = first[number] + (seat - first[number] + 2) % FOUR
            sides = sizes[number] == FOUR and not alone
            partners.append(tuple(s for s in others if sides and s == across))
            opponents.append(tuple(s for s in others if not (sides and s == across)))
        return cls(tuple(sizes), table, tuple(partners), tuple(opponents))


class Costs:
    """What each history of a pair costs.

    A history is one number: times partners x `base` + times opponents, plus `couple` for two
    who wish to be partners, or `apart` for two who wish never to meet.
    """

    def __init__(self, rounds: int) -> None:
        self.base = rounds + 3
        self.couple = self.base * self.base
        self.apart = 2 * self.couple
        strangers = [self._repeats(code) for code in range(self.couple)]
        couples = [WISH * max(0, rounds - code // self.base) for code in range(self.couple)]
        apart = [WISH * sum(divmod(code, self.base)) for code in range(self.couple)]
        self.cost = strangers + couples + apart
        self.partner_more = self._change(self.base)
        self.partner_less = self._change(-self.base)
        self.opponent_more = self._change(1)
        self.opponent_less = self._change(-1)
        self.turn_away = self._change(1 - self.base)
        self.turn_to = self._change(self.base - 1)
        self.visit = [TABLE * max(0, times - 1) for times in range(self.base)]

    def _repeats(self, code: int) -> int:
        partners, opponents = divmod(code, self.base)
        return (
            PARTNER * max(0, partners - 1)
            + OPPONENT * max(0, opponents - 1)
            + MEETING * max(0, partners + opponents - 1)
        )

    def _change(self, step: int) -> list[int]:
        size = len(self.cost)
        return [self.cost[(code + step) % size] - self.cost[code] for code in range(size)]


@dataclass(slots=True, kw_only=True)
class Seating:
    """The rounds to be planned, people as 0 .. n - 1, with the history of every pair.

    `free` lists for each round groups of seats whose people may change places.
    """

    shape: Shape
    rows: list[list[int]]
    met: list[list[int]]
    visits: list[list[int]]
    free: list[list[list[int]]]
    costs: Costs

    def take_seats(self) -> None:
        """Adds the rows to the history."""
        for row in self.rows:
            for seat, person in enumerate(row):
                self.visits[person][self.shape.table[seat]] += 1
                for other in self.shape.partners[seat]:
                    self.met[person][row[other]] += self.costs.base
                for other in self.shape.opponents[seat]:
                    self.met[person][row[other]] += 1

    def cost(self) -> int:
        cost, visit = self.costs.cost, self.costs.visit
        pairs = sum(cost[code] for person in self.met for code in person)
        return pairs // 2 + sum(visit[times] for person in self.visits for times in person)


def anneal(seating: Seating, *, state: int, moves: int, warm: float) -> list[list[int]]:
    """The best rows found in so many moves; `state` is where the chance starts.

    `warm` is the first temperature; the last one is 0.2.
    """
    seats = [(number, group) for number, f in enumerate(seating.free) for group in f]
    choice = [(number, group, seat) for number, group in seats for seat in group]
    best, best_cost = [list(row) for row in seating.rows], seating.cost()
    cost = best_cost
    for step in range(COOLING):
        if not best_cost or not choice:
            break
        heat = warm * (0.2 / warm) ** (step / (COOLING - 1))
        state, cost, best_cost = _stretch(
            seating, choice, state=state, moves=moves // COOLING, heat=heat,
            cost=cost, best=best, best_cost=best_cost,
        )  # fmt: skip
    return best


def _stretch(  # noqa: PLR0912, PLR0915 - the inner loop, written out for speed
    seating: Seating,
    choice: list[tuple[int, list[int], int]],
    *,
    state: int,
    moves: int,
    heat: float,
    cost: int,
    best: list[list[int]],
    best_cost: int,
) -> tuple[int, int, int]:
    """Tries `moves` exchanges at one temperature; keeps `best` the best rows seen."""
    shape, costs = seating.shape, seating.costs
    partners, opponents, table = shape.partners, shape.opponents, shape.table
    rows, met, visits, visit = seating.rows, seating.met, seating.visits, costs.visit
    price, base = costs.cost, costs.base
    partner_more, partner_less = costs.partner_more, costs.partner_less
    opponent_more, opponent_less = costs.opponent_more, costs.opponent_less
    odds = [int(MODULUS * exp(-loss / heat)) for loss in range(int(heat * 16) + 2)]
    for _ in range(moves):
        state = state * MULTIPLIER % MODULUS
        number, group, i = choice[state % len(choice)]
        row = rows[number]
        a = row[i]
        of_a = met[a]
        if not (
            visits[a][table[i]] > 1
            or any(price[of_a[row[k]]] > 0 for k in partners[i])
            or any(price[of_a[row[k]]] > 0 for k in opponents[i])
        ):
            state = state * MULTIPLIER % MODULUS
            if state % PATIENCE:
                continue
        state = state * MULTIPLIER % MODULUS
        j = group[state % len(group)]
        if i == j or j in partners[i]:
            continue
        b = row[j]
        of_b = met[b]
        s, t = table[i], table[j]
        if s == t:
            if not partners[i]:
                continue
            of_c, of_d = met[row[partners[i][0]]], met[row[partners[j][0]]]
            change = (
                costs.turn_away[of_c[a]] + costs.turn_to[of_d[a]]
                + costs.turn_away[of_d[b]] + costs.turn_to[of_c[b]]
            )  # fmt: skip
        else:
            change = (
                visit[visits[a][s] - 1] - visit[visits[a][s]]
                + visit[visits[a][t] + 1] - visit[visits[a][t]]
                + visit[visits[b][t] - 1] - visit[visits[b][t]]
                + visit[visits[b][s] + 1] - visit[visits[b][s]]
            )  # fmt: skip
            for k in partners[i]:
                change += partner_less[of_a[row[k]]] + partner_more[of_b[row[k]]]
            for k in opponents[i]:
                change += opponent_less[of_a[row[k]]] + opponent_more[of_b[row[k]]]
            for k in partners[j]:
                change += partner_less[of_b[row[k]]] + partner_more[of_a[row[k]]]
            for k in opponents[j]:
                change += opponent_less[of_b[row[k]]] + opponent_more[of_a[row[k]]]
        if change > 0:
            state = state * MULTIPLIER % MODULUS
            if change >= len(odds) or state > odds[change]:
                continue
        for seat, gone, come in ((i, a, b), (j, b, a)):
            for k in partners[seat]:
                if k not in (i, j):
                    _shift(met, row[k], gone, come, base)
            for k in opponents[seat]:
                if k not in (i, j):
                    _shift(met, row[k], gone, come, 1)
        row[i], row[j] = b, a
        if s != t:
            visits[a][s] -= 1
            visits[a][t] += 1
            visits[b][t] -= 1
            visits[b][s] += 1
        cost += change
        if cost < best_cost:
            best_cost = cost
            best[:] = [list(seats) for seats in rows]
            if not cost:
                break
    return following(state), cost, best_cost


def _shift(met: list[list[int]], other: int, gone: int, come: int, step: int) -> None:
    """`other` sits with `come` instead of `gone`."""
    met[other][gone] -= step
    met[gone][other] -= step
    met[other][come] += step
    met[come][other] += step


def start(
    people: Sequence[int],
    *,
    frozen: Sequence[Round],
    rounds: int,
    wishes: Wishes,
    shape: Shape,
    costs: Costs,
    benches: Sequence[tuple[int, ...]],
    seed: str,
    topic: str,
    alone: bool,
) -> Seating:
    """The rounds after the frozen ones, seated by lot, with the history of the frozen ones."""
    index = {person: number for number, person in enumerate(people)}
    first_short = sum(size for size in shape.sizes if size == FOUR)
    shorts = turns(
        people, frozen=frozen, rounds=rounds, seed=seed, topic=f"{topic} short",
        places=len(shape.table) - first_short, whose=at_three,
    )  # fmt: skip
    rows, free = [], []
    for number, (bench, short) in enumerate(zip(benches, shorts, strict=True)):
        playing = lot(set(people).difference(bench, short), seed=seed, topic=f"{topic} {number}")
        row, held = _row(playing, lot(short, seed=seed, topic=f"{topic} {number}"), wishes)
        rows.append([index[person] for person in row])
        free.append(_groups(shape, held, first_short))
    met = [[0] * len(people) for _ in people]
    tables = max([len(shape.sizes), *(len(r.tables) for r in frozen)])
    seating = Seating(
        shape=shape,
        rows=rows,
        met=met,
        visits=[[0] * tables for _ in people],
        free=free,
        costs=costs,
    )
    _remember(seating, frozen, index, alone)
    _wish(seating, wishes, index)
    seating.take_seats()
    return seating


def _groups(shape: Shape, held: set[int], first_short: int) -> list[list[int]]:
    """Seats whose people may change places: those at tables of four, those at tables of three."""
    seats = [seat for seat in range(len(shape.table)) if seat not in held]
    groups = [
        [seat for seat in seats if seat < first_short],
        [seat for seat in seats if seat >= first_short],
    ]
    return [group for group in groups if len(group) > 1]


def _row(playing: list[int], short: list[int], wishes: Wishes) -> tuple[list[int], set[int]]:
    """Seats the people in order, then moves couples together and the fixed to their places.

    Gives the row and the seats that must stay as they are.
    """
    row, fours = playing + short, len(playing)
    held: set[int] = set()
    for person, (table, seat) in wishes.fixed.items():
        place = _first_seat(table, fours) + seat
        # Who plays at a table of three in this round stays there.
        if person in row and (row.index(person) < fours) == (place < fours):
            _swap(row, row.index(person), place)
            held.add(place)
    for person, partner in wishes.together:
        if person in row and partner in row:
            held |= _join(row, person, partner, held)
    return row, held


def _first_seat(table: int, fours: int) -> int:
    """First seat of a table; those of three come after `fours` seats at tables of four."""
    return FOUR * table if FOUR * table < fours else fours + THREE * (table - fours // FOUR)


def _join(row: list[int], person: int, partner: int, held: set[int]) -> set[int]:
    """Seats two people as partners, on the side of the first where that is free."""
    sides = ((seat, seat + 2) for table in range(0, len(row), FOUR) for seat in (table, table + 1))
    mine = row.index(person)
    across = mine - mine % FOUR + (mine + 2) % FOUR
    near = sorted(sides, key=lambda side: side != (min(mine, across), max(mine, across)))
    side = next((side for side in near if not held & set(side)), None)
    if side is None:
        return set()
    _swap(row, row.index(person), side[0])
    _swap(row, row.index(partner), side[1])
    return set(side)


def _swap(row: list[int], seat: int, other: int) -> None:
    row[seat], row[other] = row[other], row[seat]


def _remember(
    seating: Seating, frozen: Iterable[Round], index: dict[int, int], alone: bool
) -> None:
    """Adds the rounds already played to the history of those who are still there."""
    for r in frozen:
        shape = Shape.of([len(table) for table in r.tables], alone=alone)
        row = [index.get(person, -1) for table in r.tables for person in table]
        for seat, person in enumerate(row):
            if person < 0:
                continue
            seating.visits[person][shape.table[seat]] += 1
            for seats, step in (
                (shape.partners[seat], seating.costs.base), (shape.opponents[seat], 1),
            ):  # fmt: skip
                for other in seats:
                    if row[other] >= 0:
                        seating.met[person][row[other]] += step


def _wish(seating: Seating, wishes: Wishes, index: dict[int, int]) -> None:
    """Wishes have prices of their own, since a plan that breaks one is no plan."""
    for pairs, history in (
        (wishes.together, seating.costs.couple),
        (wishes.apart, seating.costs.apart),
    ):
        for person, other in pairs:
            seating.met[index[person]][index[other]] += history
            seating.met[index[other]][index[person]] += history
