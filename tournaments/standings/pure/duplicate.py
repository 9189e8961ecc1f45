"""Duplicate Jass ranked: what a pair made of the cards that others held as well.

Matchpoints: on each board two for every pair of the same side that made less, one for an equal.
Against the mean: the points more than the mean of the side on that board. Both are exact.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.format.pure import Compare, Number

BEATEN, EQUAL = 2, 1
HALF, WHOLE = Fraction(50), 100


def board_worth(held: Sequence[Number], compare: Compare) -> dict[Number, Fraction]:
    """What a board brings by what was made, among all who held these cards: percent of the
    matchpoints (a half where nobody else did), or the points more than the mean."""
    others = len(held) - 1
    if compare is Compare.MEAN:
        mean = Fraction(sum(held), len(held))
        return {made: made - mean for made in set(held)}
    return {
        made: Fraction(WHOLE * matchpoints(made, held), BEATEN * others) if others else HALF
        for made in set(held)
    }


def matchpoints(made: Number, held: Sequence[Number]) -> int:
    """Two for each of the others who made less, one for each who made as much; `made` is one of
    those held."""
    return BEATEN * sum(other < made for other in held) + EQUAL * (held.count(made) - 1)


@dataclass(frozen=True, slots=True)
class Played:
    """A board at a table: who sat there, and the points of both sides."""

    board: int
    north_south: int
    east_west: int
    points: int
    against: int


@dataclass(frozen=True, slots=True)
class Line:
    """What a pair has: its boards, matchpoints of so many possible, points against the mean."""

    pair: int
    boards: int
    matchpoints: int
    possible: int
    against_mean: Fraction

    @property
    def share(self) -> Fraction:
        """Of the matchpoints that were to be had; a half where nobody else held these cards."""
        return Fraction(self.matchpoints, self.possible) if self.possible else Fraction(1, 2)


def duplicate_ranking(played: Iterable[Played]) -> list[Line]:
    """By the share of matchpoints, then against the mean, then by number."""
    sides: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for one in played:
        sides[one.board, 0].append((one.north_south, one.points))
        sides[one.board, 1].append((one.east_west, one.against))
    lines: dict[int, Line] = {}
    for held in sides.values():
        _count(held, lines)
    return sorted(lines.values(), key=lambda line: (-line.share, -line.against_mean, line.pair))


def _count(held: Sequence[tuple[int, int]], lines: dict[int, Line]) -> None:
    """Add to the lines what each of those who held the same cards has of them."""
    mean = Fraction(sum(points for _pair, points in held), len(held))
    for pair, points in held:
        before = lines.get(pair, Line(pair, 0, 0, 0, Fraction(0)))
        won = matchpoints(points, [theirs for _pair, theirs in held])
        lines[pair] = Line(
            pair,
            before.boards + 1,
            before.matchpoints + won,
            before.possible + BEATEN * (len(held) - 1),
            before.against_mean + points - mean,
        )


def played_faults(played: Sequence[Played]) -> list[str]:
    """A board that a pair has played twice, a pair against itself."""
    seen: set[tuple[int, int]] = set()
    faults = []
    for one in played:
        if one.north_south == one.east_west:
            faults.append(f"board {one.board}: pair {one.north_south} against itself")
        for pair in {one.north_south, one.east_west}:
            if (pair, one.board) in seen:
                faults.append(f"board {one.board}: pair {pair} comes twice")
            seen.add((pair, one.board))
    return faults
