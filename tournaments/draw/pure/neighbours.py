"""The next round by the standings: neighbours in rank at one table."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from tournaments.draw.pure.benches import last_in_turn
from tournaments.draw.pure.pairs import Meeting
from tournaments.draw.pure.plan import FOUR, THREE, Round, Seats
from tournaments.draw.pure.reasons import Reason, UnusableRequestError

_SIDES = ((0, 1, 3, 2), (0, 1, 2, 3), (0, 2, 1, 3))
"""Orders of four neighbours around a table, the favourite first: best with last, best with
third, best with second."""


def by_rank(
    order: Sequence[int],
    *,
    partners: Collection[frozenset[int]] = (),
    times_out: Mapping[int, int] | None = None,
    alone: bool = False,
) -> Round:
    """Four neighbours in the standings at each table, the leaders at the first.

    The best plays with the last of the four, unless that repeats one of `partners`. Games
    without partners (`alone`) fill up with tables of three at the end; else the lowest of those
    who sat out least (`times_out`) sit out. Raises UnusableRequestError for fewer people than a
    table needs.
    """
    least = 6 if alone else FOUR
    if len(order) < least:
        raise UnusableRequestError(Reason("too_few", count=len(order), least=least))
    out = () if alone else last_in_turn(order, len(order) % FOUR, times_out or {})
    seated = [person for person in order if person not in out]
    short = -len(seated) % FOUR
    sizes = [FOUR] * ((len(seated) - THREE * short) // FOUR) + [THREE] * short
    tables = tuple(_around(four, partners) for four in _cut(seated, sizes))
    return Round(tables, tuple(sorted(out)))


def seated_pairs(
    meetings: Iterable[Meeting], members: dict[int, Sequence[int]], out: Sequence[int] = ()
) -> Round:
    """Tables of meetings between pairs or teams; a team sends its pairs in their order.

    `members` are the people of each side, two for each table it sends; `out` the sides without
    a meeting, all of whose people sit out.
    """
    tables = [
        (one[n], other[n], one[n + 1], other[n + 1])
        for one, other in ((members[a], members[b]) for a, b in meetings)
        for n in range(0, len(one), 2)
    ]
    return Round(tuple(tables), tuple(sorted(person for side in out for person in members[side])))


def _cut(people: Sequence[int], sizes: Iterable[int]) -> Iterable[Sequence[int]]:
    start = 0
    for size in sizes:
        yield people[start : start + size]
        start += size


def _around(people: Sequence[int], partners: Collection[frozenset[int]]) -> Seats:
    if len(people) < FOUR:
        return tuple(people)
    choices = [tuple(people[place] for place in places) for places in _SIDES]
    return min(
        choices,
        key=lambda seats: sum(frozenset((seats[s], seats[s + 2])) in partners for s in (0, 1)),
    )
