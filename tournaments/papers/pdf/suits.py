"""The drawings of the suits on paper: the same paths as on the screen, read from its sprite."""

import math
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject
from reportlab.pdfgen.pdfgeom import bezierArc

import jassclub.web
from tournaments.papers.pdf.paper import SLATE

SPRITE = Path(jassclub.web.__file__).parent / "static" / "jassclub" / "suits.svg"
SVG = "{http://www.w3.org/2000/svg}"
SIDE = 24.0
"""Both sides of a drawing, in its own units."""
_TOKEN = re.compile(r"[a-zA-Z]|-?(?:\d+\.\d*|\.\d+|\d+)")
_ARGUMENTS = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "a": 7, "z": 0}
Point = tuple[float, float]


@cache
def _symbols() -> dict[str, ElementTree.Element]:
    root = ElementTree.parse(SPRITE).getroot()  # noqa: S314  our own file
    return {symbol.get("id", ""): symbol for symbol in root.iter(f"{SVG}symbol")}


def draw_suit(canvas: Canvas, suit: str, *, x: float, y: float, side: float) -> None:
    """The suit (EI, SI, RO, SE, D, H, S, C) with its lower left corner at x, y."""
    canvas.saveState()
    canvas.translate(x, y + side)
    canvas.scale(side / SIDE, -side / SIDE)
    for child in _symbols()[suit]:
        _draw(canvas, child, {})
    canvas.restoreState()


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
        self.handle: Point | None = None

    def follow(self, described: str) -> None:
        for command, numbers in _commands(described):
            handle, self.handle = self.handle, None
            self._step(command, numbers, handle)

    def _step(self, command: str, numbers: list[float], handle: Point | None) -> None:
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

    def _points(self, numbers: list[float], relative: bool) -> list[Point]:
        x, y = self.point if relative else (0.0, 0.0)
        return [(x + a, y + b) for a, b in zip(numbers[::2], numbers[1::2], strict=True)]

    def _straight(self, kind: str, value: float, relative: bool) -> None:
        x, y = self.point
        if kind == "h":
            self.point = (x + value if relative else value, y)
        else:
            self.point = (x, y + value if relative else value)
        self.path.lineTo(*self.point)

    def _through(self, kind: str, points: list[Point], handle: Point | None) -> None:
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

    def _arc(self, numbers: list[float], end: Point) -> None:
        radius, large, sweep = numbers[0], bool(numbers[3]), bool(numbers[4])
        centre = _centre(self.point, end, radius, left=large == sweep)
        first = math.degrees(math.atan2(self.point[1] - centre[1], self.point[0] - centre[0]))
        last = math.degrees(math.atan2(end[1] - centre[1], end[0] - centre[0]))
        extent = (last - first) % 360 if sweep else -((first - last) % 360)
        box = centre[0] - radius, centre[1] - radius, centre[0] + radius, centre[1] + radius
        for curve in bezierArc(*box, first, extent):  # type: ignore[arg-type]  # takes any number
            self.path.curveTo(*curve[2:])
        self.point = end


def _centre(start: Point, end: Point, radius: float, *, left: bool) -> Point:
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
