"""Fixed pairs and teams: who plays whom."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations, count

from tournaments.draw.pure.plan import Reason, UnusableRequestError, lot

Meeting = tuple[int, int]
"""Two pairs or teams at one table."""
PATIENCE = 20_000
"""Choices tried before a round by standing is allowed one repeat more."""


def round_robin(sides: Collection[int], *, seed: str) -> list[list[Meeting]]:
    """Everybody against everybody once, by the circle method; with an odd number one sits out."""
    circle: list[int | None] = list(lot(sides, seed=seed))
    if len(circle) < 2:
        raise UnusableRequestError(Reason("too_few_pairs", count=len(circle)))
    circle += [None] * (len(circle) % 2)
    rounds = []
    for _ in range(len(circle) - 1):
        opposite = zip(circle[: len(circle) // 2], reversed(circle), strict=False)
        rounds.append([(a, b) for a, b in opposite if a is not None and b is not None])
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return rounds


def swiss(
    order: Sequence[int],
    *,
    played: Collection[Meeting],
    times_out: Mapping[int, int] | None = None,
) -> tuple[list[Meeting], int | None]:
    """The next round of a Swiss tournament: neighbours in the standings who have not met.

    With an odd number one of those sits out who did so least (`times_out`): the lowest whose
    absence spares the others a repeat. Where every choice repeats a meeting, the fewest are
    repeated. Gives the meetings and who sits out; raises UnusableRequestError where all have
    met all.
    """
    met = Counter(map(frozenset, played))
    if all(frozenset(two) in met for two in combinations(order, 2)):
        raise UnusableRequestError(Reason("all_have_met"))
    benches = _benches(order, times_out or {})
    for repeats in count():
        for out in benches:
            if meetings := _paired([side for side in order if side != out], met, repeats):
                return meetings, out
    raise AssertionError("enough repeats allow every pairing")


def by_standing(
    order: Sequence[int],
    *,
    played: Collection[Meeting],
    times_out: Mapping[int, int] | None = None,
) -> tuple[list[Meeting], int | None]:
    """Neighbours in the standings (1-2, 3-4 ...), even if they have met; and who sits out."""
    out = _benches(order, times_out or {})[0]
    sides = [side for side in order if side != out]
    return list(zip(sides[::2], sides[1::2], strict=True)), out


def _benches(order: Sequence[int], times_out: Mapping[int, int]) -> Sequence[int | None]:
    """Who may sit out, the lowest first; nobody in an even field."""
    if len(order) % 2 == 0:
        return [None]
    least = min(times_out.get(side, 0) for side in order)
    return [side for side in reversed(order) if times_out.get(side, 0) == least]


def _paired(sides: list[int], met: Counter[frozenset[int]], repeats: int) -> list[Meeting]:
    """The first pairing, best placed first, with at most so many repeats; empty without one."""
    budget = [PATIENCE]

    def pair(left: list[int], repeats: int) -> list[Meeting] | None:
        if not left:
            return []
        first, *others = left
        for other in others:
            budget[0] -= 1
            if budget[0] < 0:
                return None
            spare = repeats - met[frozenset((first, other))]
            if spare >= 0:
                rest = pair([side for side in others if side != other], spare)
                if rest is not None:
                    return [(first, other), *rest]
        return None

    return pair(sides, repeats) or []
