"""Small pictures that answer one question each."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from django.utils.html import format_html
from django.utils.safestring import SafeString

WIDTH, MIDDLE, MARGIN = 160, 14, 6
SPREAD = Decimal("1.96")
"""Standard errors to each side: where the average lies in 19 of 20 seasons like this one."""


class Scale:
    """One axis for a column of intervals, so that rows can be compared by eye."""

    def __init__(self, intervals: Sequence[tuple[Decimal, Decimal | None]]) -> None:
        ends = [mean + sign * reach(error) for mean, error in intervals for sign in (-1, 1)]
        self.low, self.high = min(ends, default=Decimal(0)), max(ends, default=Decimal(1))

    def x(self, value: Decimal) -> float:
        """Where a value lies in the picture."""
        span = (self.high - self.low) or Decimal(1)
        return MARGIN + float((value - self.low) / span) * (WIDTH - 2 * MARGIN)


def reach(error: Decimal | None) -> Decimal:
    """How far the interval goes to each side; nothing where one hand tells nothing."""
    return Decimal(0) if error is None else SPREAD * error


def whisker(mean: Decimal, error: Decimal | None, scale: Scale) -> SafeString:
    """An average with its interval: a dot on a bar. The numbers stand beside it in words."""
    left, right = scale.x(mean - reach(error)), scale.x(mean + reach(error))
    return format_html(
        '<svg class="whisker" viewBox="0 0 {w} {h}" aria-hidden="true">'
        '<path class="axis" d="M0 {y}H{w}"/><path class="span" d="M{a} {y}H{b}"/>'
        '<circle class="dot" cx="{x}" cy="{y}" r="5"/></svg>',
        w=WIDTH,
        h=2 * MIDDLE,
        y=MIDDLE,
        a=f"{left:.1f}",
        b=f"{right:.1f}",
        x=f"{scale.x(mean):.1f}",
    )
