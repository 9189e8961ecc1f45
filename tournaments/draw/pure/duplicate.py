"""Duplicate Jass: the same deals at every table, and the way of pairs and boards between them.

A board is a deal that stays as it is and is carried on. Pairs and sets of boards count from 1.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tournaments.draw.pure.plan import Reason, UnusableRequestError, lot

CARDS, SEATS = 36, 4
FEWEST_MITCHELL, MOST_MITCHELL = 6, 40
FEWEST_HOWELL, MOST_HOWELL = 4, 18
SHARING = (4, 6)
"""Pairs. With four or six no Howell lets every set lie at one table a round: there all tables play
the set of the round and pass its boards to and fro. A larger one than eighteen takes long to find,
and longer to play."""
SWITCHED = 8
"""One round in so many, at least one, is played with the sides exchanged (the arrow switch of
bridge clubs), so that those who always sit north-south are compared with the others."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A table of a round: the pair north-south, the other one, their set of boards."""

    north_south: int
    east_west: int
    boards: int


Movement = tuple[tuple[Meeting, ...], ...]
"""Rounds of meetings in the order of the tables."""


def deal(board: int, *, seed: str) -> tuple[tuple[int, ...], ...]:
    """Nine cards (0 to 35) for each seat, in their order: the lot of this board."""
    drawn = lot(range(CARDS), seed=seed, topic=f"board {board}")
    return tuple(tuple(sorted(drawn[seat::SEATS])) for seat in range(SEATS))


def movement_for(pairs: int, rounds: int, *, howell_: bool) -> Movement:
    """The rounds that so many pairs play; with an odd number the last pair of `mitchell` and of
    `howell` is nobody, and who meets it sits out.

    UnusableRequestError where there is none for so many pairs or rounds. Of a Mitchell the first
    rounds will do; a Howell is played to its end, so that every set is compared.
    """
    seats = pairs + pairs % 2
    least, most = (FEWEST_HOWELL, MOST_HOWELL) if howell_ else (FEWEST_MITCHELL, MOST_MITCHELL)
    if not least <= seats <= most:
        raise UnusableRequestError(
            Reason("pairs_for_movement", count=pairs, least=least - 1, most=most)
        )
    whole = howell(seats) if howell_ else mitchell(seats)
    if rounds > len(whole) or (howell_ and rounds < len(whole)):
        raise UnusableRequestError(
            Reason("rounds_of_movement", pairs=pairs, rounds=rounds, most=len(whole))
        )
    return whole if howell_ else switched(whole[:rounds])


def nobody(pairs: int, *, howell_: bool) -> int:
    """The place in the movement that is empty with an odd number of pairs: its table is the last
    one of a Mitchell and the first one of a Howell, so that the others keep their numbers."""
    return pairs + 1 if howell_ else pairs


def switched(movement: Movement) -> Movement:
    """With the sides exchanged in the last rounds, so that all pairs make one ranking."""
    if len(movement) < 2:
        return movement
    last = max(1, round(len(movement) / SWITCHED))
    turned = tuple(
        tuple(Meeting(at.east_west, at.north_south, at.boards) for at in tables)
        for tables in movement[-last:]
    )
    return (*movement[:-last], *turned)


def mitchell(pairs: int) -> Movement:
    """North-south stays (odd numbers); east-west moves a table up, the boards a table down.

    With an even number of tables east-west leaves out a table half way, and one round less is
    played, so that nobody meets a board or a pair again.
    """
    _refuse(pairs, FEWEST_MITCHELL, MOST_MITCHELL)
    tables = pairs // 2
    rounds = tables if tables % 2 else tables - 1
    return tuple(
        tuple(
            Meeting(
                north_south=2 * table + 1,
                east_west=2 * ((table - n - _skipped(n, tables)) % tables) + 2,
                boards=(table + n) % tables + 1,
            )
            for table in range(tables)
        )
        for n in range(rounds)
    )


def _skipped(number: int, tables: int) -> int:
    return int(tables % 2 == 0 and number >= tables // 2)


def howell(pairs: int) -> Movement:
    """Everybody meets everybody once, and plays every set of boards but once.

    One pair stays, the others move on by one each round; found as a starter and its adder.
    """
    _refuse(pairs, FEWEST_HOWELL, MOST_HOWELL)
    size = pairs - 1
    if pairs in SHARING:
        return tuple(tuple(_shared(n, size)) for n in range(size))
    found = next(_starters(size, frozenset(range(1, size)), frozenset(range(1, size)), ()))
    # The pair that stays meets 0, then 1 ..., with the set of the same number.
    starts = [(size, 0, 0), *found]
    return tuple(tuple(_moved(start, n, size) for start in starts) for n in range(size))


def _shared(number: int, size: int) -> Iterator[Meeting]:
    """All tables of a round with its set: one pair stays, the others go round."""
    for table in range((size + 1) // 2):
        one = size if table == 0 else (number + table) % size
        two = (one, (number - table) % size)[:: -1 if number % 2 else 1]
        yield Meeting(two[0] + 1, two[1] + 1, number + 1)


def _refuse(pairs: int, least: int, most: int) -> None:
    if pairs % 2 or not least <= pairs <= most:
        raise ValueError(f"{pairs} pairs: an even number from {least} to {most} is needed")


def _moved(start: tuple[int, int, int], steps: int, size: int) -> Meeting:
    one, other, boards = start
    here = [pair if pair == size else (pair + steps) % size for pair in (one, other)]
    # Who stays sits north-south in every second round, so that both sides are played by all.
    if steps % 2:
        here.reverse()
    return Meeting(here[0] + 1, here[1] + 1, (boards + steps) % size + 1)


Found = tuple[tuple[int, int, int], ...]


def _starters(
    size: int, left: frozenset[int], differences: frozenset[int], found: Found
) -> Iterator[Found]:
    """Pairs of what is left with all differences, each with a set that none has met: a set less
    the pair is another number for each of them, 0 for who meets the pair that stays."""
    if not left:
        yield found
        return
    one = min(left)
    used = {boards for _a, _b, boards in found} | {0}
    met = {(boards - pair) % size for a, b, boards in found for pair in (a, b)} | {0}
    for other in sorted(left - {one}):
        gap = other - one
        if gap not in differences:
            continue
        for boards in range(1, size):
            new = {(boards - one) % size, (boards - other) % size}
            if boards in used or new & met:
                continue
            yield from _starters(
                size,
                left - {one, other},
                differences - {gap, size - gap},
                (*found, (one, other, boards)),
            )


def movement_faults(movement: Sequence[Iterable[Meeting]]) -> list[str]:
    """What an independent count finds wrong: a pair twice in a round, a set at several tables but
    not at all of them, two pairs that meet again, a pair that meets a set again, sets of unequal
    play."""
    faults = []
    met: Counter[frozenset[int]] = Counter()
    played: Counter[tuple[int, int]] = Counter()
    sets: Counter[int] = Counter()
    for number, tables in enumerate(movement, start=1):
        here = [pair for table in tables for pair in (table.north_south, table.east_west)]
        boards = [table.boards for table in tables]
        if len(set(here)) < len(here):
            faults.append(f"round {number}: a pair sits twice")
        if 1 < len(set(boards)) < len(boards):
            faults.append(f"round {number}: boards lie at two tables")
        sets.update(boards)
        for table in tables:
            met[frozenset((table.north_south, table.east_west))] += 1
            played[table.north_south, table.boards] += 1
            played[table.east_west, table.boards] += 1
    faults += [f"pairs {sorted(two)} meet {times} times" for two, times in met.items() if times > 1]
    faults += [
        f"pair {pair} plays set {boards} {times} times"
        for (pair, boards), times in played.items()
        if times > 1
    ]
    if len(set(sets.values())) > 1:
        faults.append("not every set is played as often")
    return faults
