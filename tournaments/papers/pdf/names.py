"""Names in the cells of a table: where a line would cut them, they go on over a second one."""

import re

from reportlab.lib.colors import Color

from tournaments.papers.pdf.paper import INK, REGULAR, Paper, printable, width_of
from tournaments.papers.pdf.tags import Element

BREAK = re.compile(r"(?<= [/–]) |(?<=,) ")
"""Where the names of a pair, or of several people, come apart."""


def put_names(
    paper: Paper,
    x: float,
    y: float,
    text: str,
    *,
    size: float,
    least: float,
    width: float,
    font: str = REGULAR,
    ink: Color = INK,
    tag: Element | None = None,
) -> None:
    """On the base line y, smaller down to `least`; what is longer on two lines around it."""
    lines = _lines(printable(text, font), font=font, size=least, width=width)
    tag = tag or Element("TD")
    for place, line in enumerate(lines):
        down = (least + 0.6) * (place - 0.55) if lines[1:] else 0.0
        paper.shrinking(x, y + down, line, size=least if lines[1:] else size, least=least * 0.6,
                        width=width, font=font, ink=ink, tag=tag)  # fmt: skip


def _lines(text: str, *, font: str, size: float, width: float) -> list[str]:
    """One line, or the two of which the longer is shortest."""
    breaks = list(BREAK.finditer(text))
    if not breaks or width_of(text, font=font, size=size) <= width:
        return [text]
    halves = [(text[: found.start()], text[found.end() :]) for found in breaks]
    return list(min(halves, key=lambda two: max(width_of(t, font=font, size=size) for t in two)))
