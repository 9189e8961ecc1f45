"""Boxes: products of sets of values, one set for each fact, as bit masks.

A decision table over finite facts is a set of boxes. What a row decides, what no row decides
(a gap) and what two rows decide differently (a conflict) are intersections and differences of
boxes, so that a table of 150 rows is checked in a fraction of a second, without enumerating.
"""

from collections.abc import Iterable, Sequence
from operator import and_

Box = tuple[int, ...]


def meet(box: Box, other: Box) -> Box | None:
    """What lies in both boxes, None if nothing does."""
    common = tuple(left & right for left, right in zip(box, other, strict=True))
    return common if all(common) else None


def touch(box: Box, other: Box) -> bool:
    """Whether anything lies in both boxes."""
    return all(map(and_, box, other))


def within(box: Box, other: Box) -> bool:
    """Whether the first box lies wholly in the second."""
    return all(left & ~right == 0 for left, right in zip(box, other, strict=True))


def minus(box: Box, hole: Box) -> list[Box]:
    """`box` without `hole`, as boxes that do not overlap."""
    if meet(box, hole) is None:
        return [box]
    parts, rest = [], list(box)
    for axis, cut in enumerate(hole):
        if outside := rest[axis] & ~cut:
            parts.append((*rest[:axis], outside, *rest[axis + 1 :]))
        rest[axis] &= cut
    return parts


def without(boxes: Iterable[Box], holes: Iterable[Box]) -> list[Box]:
    """All `boxes` without all `holes`."""
    left = list(boxes)
    for hole in holes:
        left = [part for box in left for part in minus(box, hole)]
    return left


def full(sizes: Sequence[int]) -> Box:
    """The box of everything; `sizes` is the number of values of each fact."""
    return tuple((1 << size) - 1 for size in sizes)


def bits(mask: int) -> list[int]:
    """The places of the bits in a mask, ascending."""
    return [place for place in range(mask.bit_length()) if mask >> place & 1]
