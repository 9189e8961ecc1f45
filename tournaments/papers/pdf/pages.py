"""Papers of a page each, card and diploma, and the regulation point by point.

The drawings of the suits: the same paths as on the screen, read from its sprite.
"""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import Literal
from xml.etree import ElementTree

import segno
from django.utils.translation import gettext as _
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4, A5, A6, landscape
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject
from reportlab.pdfgen.pdfgeom import bezierArc

import jassclub.web
from tournaments.format.regulation import NUMBERS_STAY, Point
from tournaments.papers.pdf.paper import (
    BOLD,
    CHALK,
    FELT,
    INK,
    MARGIN,
    PENCIL,
    REGULAR,
    SERIF,
    SLATE,
    Event,
    Paper,
    in_its_language,
    one_a_page,
    print_list,
    size_for,
    wrapped,
)
from tournaments.papers.pdf.tags import Element

SPRITE = Path(jassclub.web.__file__).parent / "static" / "jassclub" / "suits.svg"
SVG = "{http://www.w3.org/2000/svg}"
SIDE = 24.0
"""Both sides of a drawing, in its own units."""
_TOKEN = re.compile(r"[a-zA-Z]|-?(?:\d+\.\d*|\.\d+|\d+)")
_ARGUMENTS = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "a": 7, "z": 0}
_Spot = tuple[float, float]


@cache
def _symbols() -> dict[str, ElementTree.Element]:
    root = ElementTree.parse(SPRITE).getroot()  # noqa: S314  our own file
    return {symbol.get("id", ""): symbol for symbol in root.iter(f"{SVG}symbol")}


def draw_suit(
    paper: Paper, suit: str, *, x: float, y: float, side: float, tag: Element | None = None
) -> None:
    """The suit (EI, SI, RO, SE, D, H, S, C) with its upper left corner at x, y."""
    with paper.marked(tag):
        paper.canvas.saveState()
        paper.canvas.translate(x, paper.height - y)
        paper.canvas.scale(side / SIDE, -side / SIDE)
        for child in _symbols()[suit]:
            _draw(paper.canvas, child, {})
        paper.canvas.restoreState()


def _draw(canvas: Canvas, shape: ElementTree.Element, inherited: dict[str, str]) -> None:
    style = {**inherited, **shape.attrib}
    if shape.tag == f"{SVG}g":
        for child in shape:
            _draw(canvas, child, style)
        return
    fills, strokes = _prepare(canvas, style)
    path = canvas.beginPath()
    if shape.tag == f"{SVG}circle":
        path.circle(*(float(style[key]) for key in ("cx", "cy", "r")))
    else:
        _Pen(path).follow(style["d"])
    canvas.drawPath(path, stroke=int(strokes), fill=int(fills))


def _prepare(canvas: Canvas, style: dict[str, str]) -> tuple[bool, bool]:
    fill, stroke = style.get("fill", "currentColor"), style.get("stroke", "none")
    if fill != "none":
        canvas.setFillColor(SLATE if fill == "currentColor" else HexColor(fill))
    if stroke != "none":
        canvas.setStrokeColor(SLATE if stroke == "currentColor" else HexColor(stroke))
    canvas.setLineWidth(float(style.get("stroke-width", 1)))
    canvas.setLineCap(1 if style.get("stroke-linecap") == "round" else 0)
    canvas.setDash([float(part) for part in style.get("stroke-dasharray", "").split()])
    return fill != "none", stroke != "none"


class _Pen:
    """Follows the letters of an SVG path; arcs are circular ones, as in the sprite."""

    def __init__(self, path: PDFPathObject) -> None:
        self.path = path
        self.point = self.start = (0.0, 0.0)
        self.handle: _Spot | None = None

    def follow(self, described: str) -> None:
        for command, numbers in _commands(described):
            handle, self.handle = self.handle, None
            self._step(command, numbers, handle)

    def _step(self, command: str, numbers: list[float], handle: _Spot | None) -> None:
        kind, relative = command.lower(), command.islower()
        if kind == "z":
            self.path.close()
            self.point = self.start
        elif kind in "hv":
            self._straight(kind, numbers[0], relative)
        elif kind == "a":
            self._arc(numbers, self._points(numbers[5:], relative)[0])
        else:
            self._through(kind, self._points(numbers, relative), handle)

    def _points(self, numbers: list[float], relative: bool) -> list[_Spot]:
        x, y = self.point if relative else (0.0, 0.0)
        return [(x + a, y + b) for a, b in zip(numbers[::2], numbers[1::2], strict=True)]

    def _straight(self, kind: str, value: float, relative: bool) -> None:
        x, y = self.point
        if kind == "h":
            self.point = (x + value if relative else value, y)
        else:
            self.point = (x, y + value if relative else value)
        self.path.lineTo(*self.point)

    def _through(self, kind: str, points: list[_Spot], handle: _Spot | None) -> None:
        if kind == "m":
            self.path.moveTo(*points[0])
            self.start = points[0]
        elif kind == "l":
            self.path.lineTo(*points[0])
        else:
            if kind == "s":
                # A smooth curve sets out opposite to where the last one came in.
                x, y = self.point
                back = handle or self.point
                points = [(2 * x - back[0], 2 * y - back[1]), *points]
            self.path.curveTo(*points[0], *points[1], *points[2])
            self.handle = points[1]
        self.point = points[-1]

    def _arc(self, numbers: list[float], end: _Spot) -> None:
        radius, large, sweep = numbers[0], bool(numbers[3]), bool(numbers[4])
        centre = _centre(self.point, end, radius, left=large == sweep)
        first = math.degrees(math.atan2(self.point[1] - centre[1], self.point[0] - centre[0]))
        last = math.degrees(math.atan2(end[1] - centre[1], end[0] - centre[0]))
        extent = (last - first) % 360 if sweep else -((first - last) % 360)
        box = centre[0] - radius, centre[1] - radius, centre[0] + radius, centre[1] + radius
        for curve in bezierArc(*box, first, extent):  # type: ignore[arg-type]  # takes any number
            self.path.curveTo(*curve[2:])
        self.point = end


def _centre(start: _Spot, end: _Spot, radius: float, *, left: bool) -> _Spot:
    """The centre of the circle through both points, on the side of the line between them."""
    across, down = end[0] - start[0], end[1] - start[1]
    apart = math.hypot(across, down)
    away = math.sqrt(max(0.0, radius * radius - apart * apart / 4)) / apart
    sign = 1 if left else -1
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    return middle[0] + sign * away * down, middle[1] - sign * away * across


def _commands(described: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with the numbers of one step; repeated ones are written out."""
    tokens = _TOKEN.findall(described)
    while tokens:
        command = tokens.pop(0)
        count = _ARGUMENTS[command.lower()]
        yield command, [float(tokens.pop(0)) for _number in range(count)]
        again = {"m": "l", "M": "L"}.get(command, command)
        while tokens and not tokens[0].isalpha():
            yield again, [float(tokens.pop(0)) for _number in range(count)]


SIZES = {"a5": landscape(A5), "a6": landscape(A6)}
QUIET = 4
"""Modules of white around a code, without which telephones do not find it."""


def table_cards(
    event: Event, cards: Sequence[tuple[int, str]], *, paper: Literal["a5", "a6"] = "a5"
) -> bytes:
    """A page per table, in landscape: its number and the address that its code opens."""
    title = f"{_('Tischkarten')} · {event.name}"
    return one_a_page(title, SIZES[paper], (partial(_card, event, *card) for card in cards))


def _card(event: Event, table: int, url: str, paper: Paper) -> None:
    unit = paper.height / 100
    edge, code = 6 * unit, 62 * unit
    left, right = edge, paper.width - edge
    middle = (right - code + left) / 2
    paper.fill(0, 0, width=paper.width, height=2.2 * unit, ink=FELT)
    paper.text(left, 11 * unit, event.name, size=4.2 * unit, font=BOLD, width=right - left)
    head = Element("H1")
    paper.text(middle, 24 * unit, _("Tisch"), size=7 * unit, align="centre", ink=PENCIL, tag=head)
    room = right - code - left - 2 * unit
    _number(paper, str(table), x=middle, y=52 * unit, room=room, tag=head)
    _code(paper, url, x=right - code, y=15 * unit, side=code)
    _how_to(paper, url, y=85 * unit, unit=unit)


def _number(paper: Paper, number: str, *, x: float, y: float, room: float, tag: Element) -> None:
    """The number as large as there is room for, its middle at x, y."""
    size = size_for(number, font=BOLD, size=0.54 * paper.height, width=room, least=8)
    paper.text(x, y + 0.36 * size, number, size=size, font=BOLD, align="centre", tag=tag)


def _how_to(paper: Paper, url: str, *, y: float, unit: float) -> None:
    width = paper.width - 12 * unit
    text = _("Code mit dem Telefon scannen: Euer Tisch geht auf, und ihr tippt das Resultat ein.")
    lines = wrapped(text, font=BOLD, size=3.6 * unit, width=width)
    told, address = Element("P"), Element("P")
    for place, line in enumerate(lines):
        base = y + (place - len(lines) + 1) * 4.6 * unit
        paper.text(6 * unit, base, line, size=3.6 * unit, font=BOLD, tag=told)
    for place, line in enumerate(wrapped(url, font=REGULAR, size=3 * unit, width=width)[:2]):
        paper.text(6 * unit, y + (5.5 + 4 * place) * unit, line, size=3 * unit, ink=PENCIL,
                   tag=address)  # fmt: skip


def _code(paper: Paper, url: str, *, x: float, y: float, side: float) -> None:
    rows = list(segno.make(url, error="m", micro=False).matrix)
    module = side / (len(rows) + 2 * QUIET)
    with paper.marked(Element("Figure", alt=_("QR-Code: %(address)s") % {"address": url})):
        for down, row in enumerate(rows):
            for across, dark in enumerate(row):
                if dark:
                    corner = x + (across + QUIET) * module, y + (down + QUIET) * module
                    paper.fill(*corner, width=module * 1.02, height=module * 1.02, ink=INK)


DECKS = {"german": ("EI", "SI", "RO", "SE"), "french": ("S", "H", "D", "C")}


@dataclass(frozen=True, kw_only=True)
class Diploma:
    """For whom and which rank; the result as written. `people` are those of a pair or a team;
    `category` is that within which the rank is."""

    event: Event
    name: str
    rank: int
    people: str = ""
    category: str = ""
    result: str = ""
    signers: tuple[str, ...] = ()
    deck: Literal["german", "french"] = "german"


def diploma(*diplomas: Diploma) -> bytes:
    """A page for each in the language of his event, A4 in landscape."""
    drawings = [in_its_language(one.event, partial(_diploma, one)) for one in diplomas]
    return one_a_page(_("Diplom"), landscape(A4), drawings)


def _diploma(content: Diploma, paper: Paper) -> None:
    paper.fill(0, 0, width=paper.width, height=paper.height, ink=CHALK)
    paper.fill(0, 0, width=paper.width, height=118, ink=SLATE)
    paper.fill(0, 118, width=paper.width, height=5, ink=FELT)
    below = paper.height - 145 - 22
    paper.frame(22, 145, width=paper.width - 44, height=below, weight=0.8, ink=FELT)
    _words(paper, content)
    side, gap = 44.0, 26.0
    left = (paper.width - 4 * side - 3 * gap) / 2
    for place, suit in enumerate(DECKS[content.deck]):
        x = left + place * (side + gap)
        draw_suit(paper, suit, x=x, y=206 - side, side=side)
    _sponsors(paper, content.event)
    _signatures(paper, content.signers)


def _words(paper: Paper, content: Diploma) -> None:
    middle, width = paper.width / 2, paper.width - 160
    paper.text(middle, 86, _("Diplom"), size=50, font=SERIF, align="centre", ink=CHALK, tag="H1")
    rank = _("%(rank)s. Rang") % {"rank": content.rank}
    rank = " · ".join(filter(None, (rank, content.category)))
    paper.shrinking(middle, 262, rank, size=30, width=width, font=SERIF,
                    align="centre", ink=FELT)  # fmt: skip
    above = 16 if content.people else 0
    paper.shrinking(middle, 322 - above, content.name, size=46, width=width, least=16, font=SERIF,
                    align="centre", ink=SLATE)  # fmt: skip
    paper.shrinking(middle, 332, content.people, size=18, width=width, least=9, font=REGULAR,
                    align="centre", ink=SLATE)  # fmt: skip
    paper.line((middle - 90, 342), (middle + 90, 342), weight=1, ink=FELT)
    paper.shrinking(middle, 368, content.result, size=16, width=width, font=REGULAR,
                    align="centre", ink=SLATE)  # fmt: skip
    paper.shrinking(middle, 408, content.event.name, size=22, width=width, font=SERIF,
                    align="centre", ink=SLATE)  # fmt: skip
    paper.text(middle, 430, content.event.when_and_where(), size=12, width=width, align="centre",
               ink=PENCIL)  # fmt: skip


def _sponsors(paper: Paper, event: Event) -> None:
    high, width = 46.0, paper.width - 160
    wide = high * sum(logo.ratio for logo in event.logos) + high / 4 * (len(event.logos) - 1)
    right = (paper.width + min(wide, width)) / 2
    paper.logos(right, 446, event.logos, width=width, height=high)


def _signatures(paper: Paper, signers: tuple[str, ...]) -> None:
    if not signers:
        return
    each = min(260.0, (paper.width - 160) / len(signers))
    left, y = (paper.width - each * len(signers)) / 2, paper.height - 78
    for place, signer in enumerate(signers):
        x = left + each * place
        paper.line((x + 20, y), (x + each - 20, y), weight=0.6, ink=SLATE)
        paper.text(x + each / 2, y + 14, signer, size=10, ink=PENCIL, align="centre",
                   width=each - 40)  # fmt: skip


INDENT, SIZE, LEADING = 34.0, 10.5, 14.5
"""Points before the text, of its letters, and from line to line."""


@dataclass(frozen=True, kw_only=True)
class _Line:
    """A line of print, its number in the margin, and how far it is below the one before."""

    text: str
    number: str = ""
    font: str = REGULAR
    small: bool = False
    down: float = LEADING
    keep: bool = False
    tag: Element


def regulation_sheet(event: Event, points: Sequence[Point]) -> bytes:
    """As many pages as the points take; no point is torn apart that fits on one."""
    paper = Paper(title=f"{_('Reglement')} · {event.name}")
    put_points(paper, event, _("Reglement"), points, foot=str(NUMBERS_STAY))
    return paper.bytes()


def put_points(
    paper: Paper, event: Event, title: str, points: Sequence[Point], *, foot: str = ""
) -> None:
    """Numbered points on further pages of a paper, and what is said in small print after them."""
    width = paper.width - 2 * MARGIN - INDENT
    said = chain(*(_lines(point, width) for point in points), _paragraph(foot, width, small=True))
    pages = list(_pages(said, paper.height - 2 * MARGIN - 52 - 30))
    print_list(paper, event, title, pages=pages, draw=partial(_page, paper))


def _lines(point: Point, width: float) -> Iterator[_Line]:
    """All but the last line are kept together with the next one; without a text all are."""
    lines = list(_written(point, width))
    for place, line in enumerate(lines, 1):
        yield replace(line, keep=place < len(lines) or not point.text)


def _written(point: Point, width: float) -> Iterator[_Line]:
    titles = wrapped(point.heading, font=BOLD, size=SIZE + 0.5, width=width) or [""]
    head, numbers = Element("H2"), [point.number, *[""] * len(titles)]
    for number, title in zip(numbers, titles, strict=False):
        yield _Line(text=title, number=number, font=BOLD, down=LEADING + 9 * bool(number), tag=head)
    for paragraph in point.text.splitlines():
        yield from _paragraph(paragraph, width)
    yield from _paragraph(", ".join(point.articles), width, small=True)


def _paragraph(text: str, width: float, *, small: bool = False) -> Iterator[_Line]:
    tag = Element("P")
    for line in wrapped(text, font=REGULAR, size=8 if small else SIZE, width=width):
        yield _Line(text=line, small=small, down=LEADING - 3 * small, tag=tag)


def _pages(lines: Iterable[_Line], room: float) -> Iterator[list[_Line]]:
    page: list[_Line] = []
    for line in lines:
        if page and sum(printed.down for printed in page) + line.down > room:
            # A point goes to the next page whole, unless it is all there is.
            ends = [n for n, printed in enumerate(page, 1) if not printed.keep] or [len(page)]
            yield page[: ends[-1]]
            page = page[ends[-1] :]
        page.append(line)
    yield page


def _page(paper: Paper, lines: Sequence[_Line], y: float) -> None:
    for line in lines:
        y += line.down
        size, ink = (8, PENCIL) if line.small else (SIZE + 0.5 * (line.font == BOLD), INK)
        for x, text, font in ((0, line.number, BOLD), (INDENT, line.text, line.font)):
            paper.text(MARGIN + x, y, text, font=font, size=size, tag=line.tag, ink=ink)
