"""The slate, drawn as people draw it: SVG from strokes, like chalk, the same at every rendering.

Hundreds stand on the upper bar of the Z (the fifth lies across four, five hundred is a V),
fifties on the slant (the second crosses the first), twenties on the lower bar, one rest number to
the right of it. No stroke is quite straight: its shake comes from the game, the side
and the stroke's own place, so a stroke that stands keeps its look when another is added.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, ngettext

from jassclub.core.typography import printed
from scoring.games.endings import Strokes

WIDTH, HEIGHT = 360, 110
BAR_LEFT, BAR_RIGHT = 16, 344
TOP, BOTTOM = 19, 88
SLANT_FROM, SLANT_TO = (338, TOP), (22, BOTTOM)
TALL = 26
PITCH, GROUP_GAP, V_WIDTH = 10.5, 13.0, 19.0
FIRST_HUNDRED, FIRST_TWENTY = BAR_LEFT + 14.0, BAR_LEFT + 44.0
REST_ROOM = 62
"""Width kept free on the lower bar for the rest number."""
FNV_START, FNV_PRIME, WORD = 2166136261, 16777619, 0xFFFFFFFF
"""Where the shake begins (FNV-1a, 32 bits); it goes on as a linear congruence."""


class Line(NamedTuple):
    """One straight pull of the chalk in the coordinates of the drawing."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True)
class Mark:
    """What one value on the slate is made of."""

    value: int
    lines: tuple[Line, ...]


def shaken(seed: str, place: str) -> Iterator[float]:
    """Small deviations between -1 and 1, without end, always the same for the same seed and the
    place where they are used; strokes.js draws the same ones."""
    state = FNV_START
    for byte in f"{seed}/{place}".encode():
        state = (state ^ byte) * FNV_PRIME & WORD
    while True:
        state = (state * 1664525 + 1013904223) & WORD
        yield (state >> 24) / 127.5 - 1


def draw(strokes: Strokes, *, seed: str) -> SafeString:
    """The SVG of one side. `seed` names game and side; equal input gives equal output."""
    return format_html(
        '<svg viewBox="0 0 {} {}" role="img" aria-label="{}">'
        '<g filter="url(#grain)">{}{}{}</g>{}</svg>',
        WIDTH,
        HEIGHT,
        aloud(strokes),
        _zed(seed),
        _groups(strokes, seed),
        _minus(strokes, seed),
        format_html(
            '<text class="rest" x="{}" y="{}">{}</text>', BAR_RIGHT - 2, BOTTOM - 8, strokes.rest
        )
        if strokes.rest
        else "",
    )


def aloud(strokes: Strokes) -> str:
    """The side read aloud: "7 Hunderter, 1 Fünfziger, 18. Zusammen 768.\""""
    count, five = strokes.hundreds, strokes.five_hundreds
    parts = [
        ngettext("%d Fünfhunderter", "%d Fünfhunderter", five) % five if five else "",
        ngettext("%d Hunderter", "%d Hunderter", count) % count if count else "",
        ngettext("%d Fünfziger", "%d Fünfziger", strokes.fifties) % strokes.fifties
        if strokes.fifties
        else "",
        ngettext("%d Zwanziger", "%d Zwanziger", strokes.twenties) % strokes.twenties
        if strokes.twenties
        else "",
        str(strokes.rest) if strokes.rest else "",
    ]
    said = ", ".join(part for part in parts if part) or _("noch nichts geschrieben")
    return _("%(strokes)s. Zusammen %(total)s.") % {
        "strokes": said,
        "total": printed(strokes.total),
    }


def marks(strokes: Strokes) -> tuple[Mark, ...]:
    """Every stroke with its place, before the shake; values add up to the total less the rest."""
    room = BAR_RIGHT - FIRST_TWENTY - REST_ROOM
    squeeze = min(1.0, room / max(_row_width(strokes.twenties), 1.0))
    return (
        *_upper_bar(strokes.five_hundreds, strokes.hundreds),
        *_slant(strokes.fifties),
        *_row(strokes.twenties, value=20, x=FIRST_TWENTY, y=BOTTOM, squeeze=squeeze),
    )


def _upper_bar(five_hundreds: int, hundreds: int) -> Iterator[Mark]:
    needed = five_hundreds * (V_WIDTH + GROUP_GAP) + _row_width(hundreds)
    squeeze = min(1.0, (BAR_RIGHT - 14 - FIRST_HUNDRED) / max(needed, 1.0))
    x = FIRST_HUNDRED
    for _index in range(five_hundreds):
        yield _vee(x, squeeze)
        x += (V_WIDTH + GROUP_GAP) * squeeze
    yield from _row(hundreds, value=100, x=x, y=TOP, squeeze=squeeze)


def _row_width(count: int) -> float:
    return count * PITCH + (count // 5) * (GROUP_GAP - PITCH)


def _row(count: int, *, value: int, x: float, y: float, squeeze: float) -> Iterator[Mark]:
    """Upright strokes on a bar; every fifth lies across the four before it."""
    pitch, gap = PITCH * squeeze, GROUP_GAP * squeeze
    for index in range(count):
        if index % 5 == 4:
            start = x - 4 * pitch - 0.4 * pitch
            line = Line(start, y + TALL * 0.34, x - 0.5 * pitch, y - TALL * 0.34)
            x += gap
        else:
            line = Line(x, y - TALL / 2, x, y + TALL / 2)
            x += pitch
        yield Mark(value, (line,))


def _vee(x: float, squeeze: float) -> Mark:
    width = V_WIDTH * squeeze
    foot = x + width / 2
    high, low = TOP - TALL / 2, TOP + TALL / 2
    return Mark(500, (Line(x, high, foot, low), Line(foot, low, x + width, high)))


def _slant(fifties: int) -> Iterator[Mark]:
    """Crosses along the slant, from the upper right down; an odd one stays a single stroke."""
    crosses = max((fifties + 1) // 2, 3)
    for index in range(fifties):
        part = 0.3 + 0.5 * ((index // 2 + 0.5) / crosses)
        x = SLANT_FROM[0] + (SLANT_TO[0] - SLANT_FROM[0]) * part
        y = SLANT_FROM[1] + (SLANT_TO[1] - SLANT_FROM[1]) * part
        lean = 11 if index % 2 == 0 else -11
        yield Mark(50, (Line(x - 11, y - lean, x + 11, y + lean),))


def _groups(strokes: Strokes, seed: str) -> SafeString:
    paths, drawn = [], Counter[int]()
    for mark in marks(strokes):
        place = f"{mark.value}/{drawn[mark.value]}"
        pulls = [
            _pull(line, shaken(seed, f"{place}/{part}"), joined=part > 0)
            for part, line in enumerate(mark.lines)
        ]
        width = 2.9 + 0.45 * next(shaken(seed, f"{place}/width"))
        paths.append((mark.value, " ".join(pulls), f"{width:.2f}"))
        drawn[mark.value] += 1
    return format_html_join(
        "", '<path class="chalk" data-value="{}" d="{}" stroke-width="{}"/>', paths
    )


def _pull(line: Line, by: Iterator[float], *, joined: bool) -> str:
    """One stroke: both ends off by up to 1.6, the middle by up to 1.3."""
    off = [next(by) for _ in range(6)]
    start = "" if joined else f"M{line.x1 + 1.2 * off[0]:.1f} {line.y1 + 1.6 * off[1]:.1f}"
    bend_x = (line.x1 + line.x2) / 2 + 1.3 * off[2]
    bend_y = (line.y1 + line.y2) / 2 + 1.3 * off[3]
    end_x, end_y = line.x2 + 1.2 * off[4], line.y2 + 1.6 * off[5]
    return f"{start}Q{bend_x:.1f} {bend_y:.1f} {end_x:.1f} {end_y:.1f}"


def _zed(seed: str) -> SafeString:
    """The Z that the strokes stand on, in red chalk and one pull."""
    pulls = (
        Line(BAR_LEFT, TOP, BAR_RIGHT, TOP),
        Line(BAR_RIGHT, TOP, BAR_LEFT, BOTTOM),
        Line(BAR_LEFT, BOTTOM, BAR_RIGHT, BOTTOM),
    )
    path = "".join(
        _pull(line, shaken(seed, f"zed/{index}"), joined=index > 0)
        for index, line in enumerate(pulls)
    )
    return format_html('<path class="zed" d="{}" stroke-width="2.6"/>', path)


def _minus(strokes: Strokes, seed: str) -> SafeString:
    """More penalties than points: a bar before the Z takes everything below nothing."""
    if not strokes.negative:
        return SafeString("")
    middle = (TOP + BOTTOM) / 2
    path = _pull(Line(18, middle, 40, middle), shaken(seed, "minus"), joined=False)
    return format_html('<path class="chalk" data-sign="-" d="{}" stroke-width="3.2"/>', path)
