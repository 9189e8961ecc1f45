"""How a game went, as a picture: the totals of all columns hand by hand, each named at its end."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from jassclub.core.speaking import sign
from jassclub.core.typography import printed

WIDE, TALL, TOP, BASE = 360, 214, 26, 194
"""The picture, and where its highest and its lowest total may lie."""
LINE = 15
"""Height of a name, where several stand below each other."""
LETTER = 8
"""About how wide a letter of a name is."""
PAIR = 2


class Course(NamedTuple):
    """One column of a game: its name, its total after each hand, and whether it won."""

    name: str
    running: Sequence[int]
    won: bool = False


class _Frame:
    """Where a hand and a total lie in the picture; names of many stand to the right of it."""

    def __init__(self, lines: Sequence[Course], targets: Collection[int]) -> None:
        self.hands = len(lines[0].running)
        totals = [0, *targets, *(total for line in lines for total in line.running)]
        self.low, self.high = min(totals), max(*totals, min(totals) + 1)
        self.right = WIDE if len(lines) <= PAIR else WIDE - 96

    def x(self, hand: int) -> float:
        return self.right * hand / self.hands

    def y(self, total: int) -> float:
        return BASE - (total - self.low) / (self.high - self.low) * (BASE - TOP)

    def way(self, line: Course) -> list[float]:
        """The heights of a line, from nothing on."""
        return [self.y(total) for total in (0, *line.running)]


def course_chart(lines: Sequence[Course], *, targets: Collection[int] = ()) -> SafeString:
    """All columns, the winner's line whole and strong; a target of 0 is none.

    Nothing is drawn of a single column, or where there are less than two hands.
    """
    if len(lines) < PAIR or len(lines[0].running) < PAIR:
        return SafeString("")
    frame = _Frame(lines, targets)
    names = _beside(frame, lines) if len(lines) == PAIR else _below_each_other(frame, lines)
    return format_html(
        '<svg class="picture" viewBox="0 0 {w} {h}" role="img" aria-label="{label}">'
        '<path class="axis" d="M0 {base}H{right}"/>{goal}'
        '<text class="faint" x="0" y="{foot}">1</text>'
        '<text class="faint" x="{right}" y="{foot}" text-anchor="end">{hands}</text>'
        "{ways}{names}</svg>",
        w=WIDE,
        h=TALL,
        label=f"{sign(';')} ".join(f"{line.name} {printed(line.running[-1])}" for line in lines),
        base=f"{frame.y(0):.1f}",
        right=frame.right,
        goal=_joined(_goal(frame, target) for target in sorted({*targets} - {0})),
        foot=TALL - 4,
        hands=frame.hands,
        ways=_joined(_way(frame, line) for line in sorted(lines, key=lambda line: line.won)),
        names=_joined(
            _name(x, y, line, anchor) for line, (x, y, anchor) in zip(lines, names, strict=True)
        ),
    )


def _joined(parts: Iterable[SafeString]) -> SafeString:
    return format_html_join("", "{}", ((part,) for part in parts))


def _goal(frame: _Frame, target: int) -> SafeString:
    y = frame.y(target)
    return format_html(
        '<path class="axis goal" d="M0 {y}H{right}"/>'
        '<text class="faint" x="0" y="{above}">{n}</text>',
        y=f"{y:.1f}",
        above=f"{y - 5:.1f}",
        right=frame.right,
        n=printed(target),
    )


def _way(frame: _Frame, line: Course) -> SafeString:
    points = " L".join(f"{frame.x(n):.1f} {y:.1f}" for n, y in enumerate(frame.way(line)))
    return format_html('<path class="way{}" d="M{}"/>', "" if line.won else " other", points)


Place = tuple[float, float, str]
"""Where a name stands, and which of its ends."""


def _beside(frame: _Frame, lines: Sequence[Course]) -> list[Place]:
    """Two names along the ends of their lines, the higher one above, the other below its own: or
    above it, where that one would lie on the axis and there is room between the two."""
    upper, lower = sorted(range(PAIR), key=lambda at: frame.way(lines[at])[-1])
    over, under = _along(frame, lines[upper]), _along(frame, lines[lower])
    below = max(under) + 18
    if below > BASE and min(under) - LINE - 18 > max(over):
        below = min(under) - 8
    heights = {upper: min(over) - 8, lower: min(below, BASE + 14.0)}
    return [(WIDE * 1.0, heights[at], "end") for at in range(PAIR)]


def _along(frame: _Frame, line: Course) -> list[float]:
    """The heights of a line where its name stands."""
    way, wide = frame.way(line), LETTER * len(f"{line.name} {printed(line.running[-1])}")
    return way[max(0, int(len(way) * (1 - wide / WIDE)) - 1) :]


def _below_each_other(frame: _Frame, lines: Sequence[Course]) -> list[Place]:
    """Many names to the right, each as near to the end of its line as the others leave room."""
    order = sorted(range(len(lines)), key=lambda at: frame.way(lines[at])[-1])
    places: dict[int, float] = {}
    lowest = float(TOP - LINE)
    for left, at in zip(range(len(order) - 1, -1, -1), order, strict=True):
        wish = min(frame.way(lines[at])[-1] + 5, BASE + 5 - left * LINE)
        places[at] = lowest = max(wish, lowest + LINE)
    return [(frame.right + 6.0, places[at], "start") for at in range(len(lines))]


def _name(x: float, y: float, line: Course, anchor: str) -> SafeString:
    return format_html(
        '<text class="{}" x="{}" y="{}" text-anchor="{}">{} {}</text>',
        "strong" if line.won else "named",
        f"{x:.1f}",
        f"{y:.1f}",
        anchor,
        line.name,
        printed(line.running[-1]),
    )
