"""What a table tells of a game afterwards: its Matsche, its turn, its biggest hand, what was
predicted exactly, the biggest Weis. From the sheet alone; columns and places are those of it."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.games.base import HandScore, Sheet

Kind = Literal["turn", "matsch", "kontermatsch", "swing", "exact", "weis"]
LEAST = 2
"""Columns, and hands that count, below which nothing compares."""
FAR_BEHIND = 10
"""A side was far behind where it lacked one part of so many of the highest total."""
AT_STAKE = 20
"""Points of a Weis that is worth a word: the smallest one is of every evening."""


@dataclass(frozen=True)
class Moment:
    """`column` did it in these hands; `points`: by how much, or how often it was exact.

    `turn`: it had been far behind, and from that hand on nobody was ahead of it.
    """

    kind: Kind
    column: int
    hands: tuple[int, ...]
    points: int = 0


Scored = Sequence[tuple[int, HandScore]]
"""The hands that count, with their numbers."""


def moments(sheet: Sheet, *, winner: int | None, lower_wins: bool) -> list[Moment]:
    """The best of them, in the order in which they are told; `winner` is None for several."""
    counted = [(row.number, row.score) for row in sheet.rows if row.score and row.score.counts]
    if len(sheet.totals) < LEAST:
        return []
    return [
        *_turn(sheet, winner, lower_wins=lower_wins),
        *_matsches(counted),
        *_swing(counted, lower_wins=lower_wins),
        *_exact(counted),
        *_weis(counted),
    ]


def margin(running: Sequence[int], column: int, *, lower_wins: bool) -> int:
    """How far a column is ahead of the best of the others; below zero where it is behind."""
    others = [total for at, total in enumerate(running) if at != column]
    return min(others) - running[column] if lower_wins else running[column] - max(others)


def _turn(sheet: Sheet, winner: int | None, *, lower_wins: bool) -> Iterator[Moment]:
    if winner is None:
        return
    ahead = [margin(row.running, winner, lower_wins=lower_wins) for row in sheet.rows]
    behind = [place for place, by in enumerate(ahead) if by < 0]
    lacked = -min(ahead, default=0)
    far = lacked * FAR_BEHIND >= max(sheet.totals)
    if behind and far and behind[-1] + 1 < len(ahead):
        yield Moment("turn", winner, (sheet.rows[behind[-1] + 1].number,), points=lacked)


def _matsches(counted: Scored) -> Iterator[Moment]:
    made: dict[tuple[Kind, int], list[int]] = defaultdict(list)
    for number, score in counted:
        if score.matsch is not None:
            made["kontermatsch" if score.kontermatsch else "matsch", score.matsch].append(number)
    for (kind, column), numbers in made.items():
        yield Moment(kind, column, tuple(numbers))


def _swing(counted: Scored, *, lower_wins: bool) -> Iterator[Moment]:
    if len(counted) < LEAST:
        return
    spread = [max(score.totals) - min(score.totals) for _number, score in counted]
    number, score = counted[spread.index(max(spread))]
    if max(spread):
        best = (min if lower_wins else max)(score.totals)
        yield Moment("swing", score.totals.index(best), (number,), points=max(spread))


def _exact(counted: Scored) -> Iterator[Moment]:
    """Whoever foresaw most hands; several where they are equal."""
    hit: dict[int, list[int]] = defaultdict(list)
    for number, score in counted:
        for column, line in enumerate(score.lines):
            if line.prediction is not None and line.prediction == line.made:
                hit[column].append(number)
    most = max(map(len, hit.values()), default=0)
    for column, numbers in sorted(hit.items()):
        if len(numbers) == most:
            yield Moment("exact", column, tuple(numbers), points=most)


def _weis(counted: Scored) -> Iterator[Moment]:
    """The most that one side showed in one hand, as it counts."""
    shown = [
        (line.parts.get("weis", 0), -number, column)
        for number, score in counted
        for column, line in enumerate(score.lines)
    ]
    points, before, column = max(shown, default=(0, 0, 0))
    if points > AT_STAKE:
        yield Moment("weis", column, (-before,), points=points)
