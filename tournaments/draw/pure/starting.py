"""Where the annealer starts: a random seating that keeps turns, couples and fixed places."""

from collections.abc import Iterable, Sequence

from tournaments.draw.pure.annealing import Costs, Seating, Shape
from tournaments.draw.pure.plan import FOUR, THREE, Round, Wishes, lot, short_turns


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
    shorts = short_turns(
        people, frozen=frozen, rounds=rounds, seed=seed, topic=topic,
        seats=len(shape.table) - first_short,
    )  # fmt: skip
    rows, free = [], []
    for number, (bench, short) in enumerate(zip(benches, shorts, strict=True)):
        playing = lot(set(people).difference(bench, short), seed=seed, topic=f"{topic} {number}")
        row, held = _row(playing, lot(short, seed=seed, topic=f"{topic} {number}"), wishes)
        rows.append([index[person] for person in row])
        free.append(_groups(shape, held, first_short))
    met = [[0] * len(people) for _ in people]
    tables = max([len(shape.sizes), *(len(r.tables) for r in frozen)])
    visits = [[0] * tables for _ in people]
    seating = Seating(shape=shape, rows=rows, met=met, visits=visits, free=free, costs=costs)
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
