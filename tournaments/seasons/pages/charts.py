"""Small pictures that answer one question each."""

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, ngettext

from jassclub.core.speaking import sign

WIDTH, MIDDLE, MARGIN = 160, 14, 6
SPREAD = Decimal("1.96")
"""Standard errors to each side: where the average lies in 19 of 20 seasons like this one."""


class Scale:
    """One axis for a column of intervals, so that rows can be compared by eye."""

    def __init__(
        self, intervals: Sequence[tuple[Decimal, Decimal | None]], *, width: int = WIDTH
    ) -> None:
        self.width = width
        ends = [mean + side * reach(error) for mean, error in intervals for side in (-1, 1)]
        self.low, self.high = min(ends, default=Decimal(0)), max(ends, default=Decimal(1))

    def x(self, value: Decimal) -> float:
        """Where a value lies in the picture."""
        span = (self.high - self.low) or Decimal(1)
        return MARGIN + float((value - self.low) / span) * (self.width - 2 * MARGIN)


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


def share_bar(percent: int, ends: tuple[int, int]) -> SafeString:
    """A share of a hundred with its interval, and where the half lies."""
    left, right, dot, half = (
        MARGIN + value / 100 * (WIDTH - 2 * MARGIN) for value in (*ends, percent, 50)
    )
    return format_html(
        '<svg class="whisker" viewBox="0 0 {w} {h}" aria-hidden="true"><path class="axis" '
        'd="M0 {y}H{w}M{half} 4V{low}"/><path class="span" d="M{a} {y}H{b}"/>'
        '<circle class="dot" cx="{x}" cy="{y}" r="5"/></svg>',
        w=WIDTH,
        h=2 * MIDDLE,
        y=MIDDLE,
        low=2 * MIDDLE - 4,
        half=f"{half:.1f}",
        a=f"{left:.1f}",
        b=f"{right:.1f}",
        x=f"{dot:.1f}",
    )


WIDE, STEP = 360, 46
"""Width of a picture that fills a phone, and the height of one of its rows."""


class Interval(NamedTuple):
    """An average with its standard error, and what it is the average of."""

    label: str
    mean: Decimal
    error: Decimal | None


def interval_chart(rows: Sequence[Interval]) -> SafeString:
    """Averages below each other on one scale, each with its bar and its numbers; "" for none."""
    if not rows:
        return SafeString("")
    scale = Scale([(row.mean, row.error) for row in rows], width=WIDE)
    return format_html(
        '<svg class="picture" viewBox="0 0 {w} {h}" role="img" aria-label="{label}">{lines}</svg>',
        w=WIDE,
        h=len(rows) * STEP,
        label=f"{sign(';')} ".join(f"{row.label}{sign()} {_figures(row)}" for row in rows),
        lines=format_html_join("", "{}", ((_interval(r, scale, n),) for n, r in enumerate(rows))),
    )


def _interval(row: Interval, scale: Scale, number: int) -> SafeString:
    y = number * STEP + 32
    return format_html(
        '<text x="0" y="{t}">{label}</text><text class="strong" x="{w}" y="{t}" '
        'text-anchor="end">{figures}</text><path class="axis" d="M0 {y}H{w}"/>'
        '<path class="span" d="M{a} {y}H{b}"/><circle class="dot" cx="{x}" cy="{y}" r="6"/>',
        t=y - 14,
        y=y,
        w=WIDE,
        label=row.label,
        figures=_figures(row),
        a=f"{scale.x(row.mean - reach(row.error)):.1f}",
        b=f"{scale.x(row.mean + reach(row.error)):.1f}",
        x=f"{scale.x(row.mean):.1f}",
    )


def _figures(row: Interval) -> str:
    """As far as the bar reaches."""
    return f"{row.mean}" if row.error is None else f"{row.mean} ± {reach(row.error):.1f}"


class Evening(NamedTuple):
    """How many played on a day, and their mean; None where that game was not played."""

    day: str
    people: int
    mean: Decimal | None


TALL, TOP, FOOT = 168, 26, 46
"""Height of the picture of evenings, and the room for its words above and below."""


def _people(count: int) -> str:
    words = ngettext("%(people)s Person", "%(people)s Personen", count)
    return words % {"people": count}


def evening_chart(evenings: Sequence[Evening]) -> SafeString:
    """Evening by evening: a dot for the mean, below it the day and how many people came."""
    if not evenings:
        return SafeString("")
    means = [evening.mean for evening in evenings if evening.mean is not None]
    low, high = min(means, default=Decimal(0)), max(means, default=Decimal(1))
    step = WIDE / len(evenings)
    places = [(step * (n + 0.5), _height(e.mean, low, high), e) for n, e in enumerate(evenings)]
    ways = " L".join(f"{x:.1f} {y:.1f}" for x, y, e in places if e.mean is not None)
    return format_html(
        '<svg class="picture" viewBox="0 0 {w} {h}" role="img" aria-label="{label}">'
        '<path class="axis" d="M0 {base}H{w}"/>{way}{marks}</svg>',
        w=WIDE,
        h=TALL,
        base=TALL - FOOT,
        label=f"{sign(';')} ".join(
            f"{e.day}{sign()} {_people(e.people)}, {e.mean or '–'}" for e in evenings
        ),
        way=format_html('<path class="way" d="M{}"/>', ways) if ways else "",
        marks=format_html_join("", "{}", ((_evening(x, y, e),) for x, y, e in places)),
    )


def _height(mean: Decimal | None, low: Decimal, high: Decimal) -> float:
    share = 0.5 if mean is None or high == low else float((mean - low) / (high - low))
    return TALL - FOOT - 14 - share * (TALL - FOOT - TOP - 20)


def _evening(x: float, y: float, evening: Evening) -> SafeString:
    below = format_html(
        '<g text-anchor="middle"><text class="faint" x="{x}" y="{t}">{day}</text>'
        '<text x="{x}" y="{b}">{people}</text></g>',
        x=f"{x:.1f}",
        t=TALL - 28,
        b=TALL - 8,
        day=evening.day,
        people=evening.people,
    )
    if evening.mean is None:
        return below
    return format_html(
        '{below}<circle class="dot" cx="{x}" cy="{y}" r="5"/>'
        '<text class="strong" text-anchor="middle" x="{x}" y="{t}">{mean}</text>',
        below=below,
        x=f"{x:.1f}",
        y=f"{y:.1f}",
        t=f"{y - 10:.1f}",
        mean=evening.mean,
    )


PLOT, EDGE, MOST = 240, 34, 157
"""Side of the plot, room for its words, and the points of a hand."""


def forecast_plot(points: Sequence[tuple[Decimal, Decimal, bool]]) -> SafeString:
    """Points made against points predicted, one dot a band (hollow where few hands lie in it).

    On the diagonal exactly so much was made as was predicted. The numbers stand beside it.
    """
    return format_html(
        '<svg class="forecast" viewBox="0 0 {side} {side}" role="img" aria-label="{label}">'
        '<path class="axis" d="M{a} {a}V{b}H{c}"/><path class="axis" d="M{a} {b}L{c} {a}"/>'
        '<text x="{middle}" y="{low}" text-anchor="middle">{predicted}</text>'
        '<text x="{a}" y="{top}">{made}</text>'
        '<text x="{c}" y="{top}" text-anchor="end">{same}</text>'
        '<text x="{a}" y="{low}">0</text>'
        '<text x="{c}" y="{low}" text-anchor="end">{most}</text>{dots}</svg>',
        side=PLOT,
        a=EDGE,
        b=PLOT - EDGE,
        c=PLOT - EDGE,
        middle=PLOT // 2,
        low=PLOT - EDGE // 3,
        top=EDGE * 2 // 3,
        label=_("Gemachte Punkte gegen angesagte Punkte; die Zahlen stehen in der Tabelle."),
        most=MOST,
        predicted=_("angesagt"),
        made=_("gemacht"),
        same=_("wie angesagt"),
        dots=format_html_join(
            "",
            '<circle class="{}" cx="{}" cy="{}" r="5"/>',
            (
                (
                    "dot few" if few else "dot",
                    f"{EDGE + float(x) / MOST * (PLOT - 2 * EDGE):.1f}",
                    f"{PLOT - EDGE - float(y) / MOST * (PLOT - 2 * EDGE):.1f}",
                )
                for x, y, few in points
            ),
        ),
    )
