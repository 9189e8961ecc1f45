"""The slate: strokes of 500, 100, 50 and 20 and one rest number, derived from a total."""

from dataclasses import dataclass

VALUES = (500, 100, 50, 20)


@dataclass(frozen=True, kw_only=True)
class Strokes:
    """How many strokes of each value stand on the slate; `rest` is the one number, 0 to 19.

    A total below zero (penalties) is written with `negative`, the strokes hold its amount.
    Source: schreibregeln.
    """

    five_hundreds: int
    hundreds: int
    fifties: int
    twenties: int
    rest: int
    negative: bool = False

    @property
    def total(self) -> int:
        """The total these strokes stand for."""
        counts = (self.five_hundreds, self.hundreds, self.fifties, self.twenties)
        amount = sum(value * count for value, count in zip(VALUES, counts, strict=True))
        return -(amount + self.rest) if self.negative else amount + self.rest


def strokes(total: int) -> Strokes:
    """The strokes of a total, with as few marks as the four values allow."""
    counts, rest = [], abs(total)
    for value in VALUES:
        count, rest = divmod(rest, value)
        counts.append(count)
    return Strokes(
        five_hundreds=counts[0],
        hundreds=counts[1],
        fifties=counts[2],
        twenties=counts[3],
        rest=rest,
        negative=total < 0,
    )
