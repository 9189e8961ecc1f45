"""Small pictures that answer one question each."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

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


PLOT, EDGE, MOST = 240, 34, 157
"""Side of the plot, room for its words, and the points of a hand."""


def forecast_plot(points: Sequence[tuple[Decimal, Decimal, bool]]) -> SafeString:
    """Points made against points predicted, one dot a band (hollow where few hands lie in it).

    On the diagonal exactly so much was made as was predicted. The numbers stand beside it.
    """
    dots = format_html_join(
        "",
        '<circle class="{}" cx="{}" cy="{}" r="5"/>',
        (("dot few" if few else "dot", _across(x), _upward(y)) for x, y, few in points),
    )
    return format_html(
        '<svg class="forecast" viewBox="0 0 {side} {side}" role="img" aria-label="{label}">'
        '<path class="axis" d="M{a} {a}V{b}H{c}"/><path class="axis" d="M{a} {b}L{c} {a}"/>'
        '<text x="{middle}" y="{low}" text-anchor="middle">{predicted}</text>'
        '<text x="{a}" y="{top}">{made}</text>'
        '<text x="{c}" y="{top}" text-anchor="end">{same}</text>{dots}</svg>',
        side=PLOT,
        a=EDGE,
        b=PLOT - EDGE,
        c=PLOT - EDGE,
        middle=PLOT // 2,
        low=PLOT - EDGE // 3,
        top=EDGE * 2 // 3,
        label=_("Gemachte Punkte gegen angesagte Punkte; die Zahlen stehen in der Tabelle."),
        predicted=_("angesagt"),
        made=_("gemacht"),
        same=_("wie angesagt"),
        dots=dots,
    )


def _across(value: Decimal) -> str:
    return f"{EDGE + float(value) / MOST * (PLOT - 2 * EDGE):.1f}"


def _upward(value: Decimal) -> str:
    return f"{PLOT - EDGE - float(value) / MOST * (PLOT - 2 * EDGE):.1f}"
