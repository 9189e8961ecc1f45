"""Fixed pairs and teams: who plays whom."""

from collections.abc import Collection, Sequence

from tournaments.planning.chance import lot
from tournaments.planning.reasons import Reason, UnusableRequestError

Meeting = tuple[int, int]
"""Two pairs or teams at one table."""
PATIENCE = 20_000
"""Choices tried before a round by standing is given up."""


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


def by_standing(
    order: Sequence[int], *, played: Collection[Meeting], sat_out: Sequence[int] = ()
) -> tuple[list[Meeting], int | None]:
    """The next round of a Swiss tournament: neighbours in the standings who have not met.

    With an odd number the lowest of those who sat out least sits out. Gives the meetings and
    who sits out; raises UnusableRequestError where every choice repeats a meeting.
    """
    met = {frozenset(meeting) for meeting in played}
    if len(order) % 2 == 0 and (found := _paired(list(order), met)):
        return found, None
    for out in _next_out(order, sat_out) if len(order) % 2 else ():
        if found := _paired([side for side in order if side != out], met):
            return found, out
    raise UnusableRequestError(Reason("all_have_met"))


def _next_out(order: Sequence[int], sat_out: Sequence[int]) -> list[int]:
    lowest_first = order[::-1]
    return sorted(lowest_first, key=sat_out.count)


def _paired(sides: list[int], met: set[frozenset[int]]) -> list[Meeting]:
    """The first pairing, best placed first, without a repeat; empty where there is none."""
    budget = [PATIENCE]

    def pair(left: list[int]) -> list[Meeting] | None:
        if not left:
            return []
        first, *others = left
        for other in others:
            budget[0] -= 1
            if budget[0] < 0:
                return None
            if frozenset((first, other)) not in met:
                rest = pair([side for side in others if side != other])
                if rest is not None:
                    return [(first, other), *rest]
        return None

    return pair(sides) or []
