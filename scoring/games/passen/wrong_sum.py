"""What the sides are given or lose where a sum is wrong, so that it stands again.

`off` is what is missing of the control sum, negative where too much was written.
"""

from collections.abc import Sequence


def halved(off: int, points: Sequence[int]) -> tuple[int, ...]:
    """As much to each; odd points go one each to those with fewest, with as many to the first."""
    each, odd = divmod(off, len(points))
    weakest = sorted(range(len(points)), key=lambda column: points[column])[:odd]
    return tuple(each + (column in weakest) for column in range(len(points)))


def charged(off: int, points: Sequence[int], *, scribe: int) -> tuple[int, ...]:
    """Points missing are shared by the others, points too many come off the scribe's column."""
    if off <= 0:
        return tuple(off if column == scribe else 0 for column in range(len(points)))
    others = [column for column in range(len(points)) if column != scribe]
    shares = dict(zip(others, halved(off, [points[column] for column in others]), strict=True))
    return tuple(shares.get(column, 0) for column in range(len(points)))
