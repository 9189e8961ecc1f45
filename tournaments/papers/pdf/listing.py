"""A list in columns over as many A4 pages as it takes, each with the head row again."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from reportlab.lib.pagesizes import A4

from tournaments.papers.pdf.lettering import BOLD, REGULAR
from tournaments.papers.pdf.paper import (
    FAINT,
    MARGIN,
    PENCIL,
    SHADE,
    Align,
    Event,
    Paper,
    chunks,
    print_list,
)

GAP = 6.0
"""Points between two columns."""
FOOT = 20.0
"""Points kept free above the lower margin, for the foot."""


@dataclass(frozen=True, kw_only=True)
class Column:
    """A column, `width` in points without the gap that follows."""

    heading: str
    width: float
    align: Align = "left"
    bold: bool = False


@dataclass(frozen=True, kw_only=True)
class Listing:
    """A list, ready to be printed; rows after `apart_from` follow a gap and a word of their own."""

    event: Event
    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]
    apart: Sequence[Sequence[str]] = ()
    apart_heading: str = ""
    note: str = ""
    foot: Sequence[str] = field(default=())
    row_height: float = 17.0
    size: float = 9.5
    page: tuple[float, float] = A4


def print_listing(listing: Listing) -> bytes:
    """The pages; an empty list is one page with its head."""
    paper = Paper(title=f"{listing.title} · {listing.event.name}", size=listing.page)
    room = paper.height - 2 * MARGIN - FOOT - 67
    lines = list(listing.rows)
    if listing.apart:
        lines += [(), (listing.apart_heading,), *listing.apart]
    return print_list(
        paper,
        listing.event,
        listing.title,
        pages=chunks(lines, int(room // listing.row_height)),
        draw=partial(_page, paper, listing),
        note=listing.note,
        foot=listing.foot,
    )


def _page(paper: Paper, listing: Listing, lines: Sequence[Sequence[str]], y: float) -> None:
    for x, column in _places(listing.columns):
        _cell(paper, x, y + 9, column.heading, column=column, size=8, font=BOLD)
    paper.line((MARGIN, y + 14), (paper.width - MARGIN, y + 14), weight=0.8)
    for place, line in enumerate(lines):
        _row(paper, listing, y + 15 + place * listing.row_height, line, striped=place % 2 == 1)


def _places(columns: Sequence[Column]) -> Iterator[tuple[float, Column]]:
    x = MARGIN
    for column in columns:
        yield x, column
        x += column.width + GAP


def _row(paper: Paper, listing: Listing, y: float, line: Sequence[str], *, striped: bool) -> None:
    base = y + listing.row_height * 0.7
    if len(line) == 1:
        paper.text(MARGIN, base, line[0], font=BOLD, ink=PENCIL)
        return
    if striped and line:
        paper.fill(
            MARGIN - 3, y, width=paper.width - 2 * MARGIN + 6, height=listing.row_height, ink=SHADE
        )
    for (x, column), text in zip(_places(listing.columns), line, strict=False):
        font = BOLD if column.bold else REGULAR
        _cell(paper, x, base, text, column=column, size=listing.size, font=font)
    bottom = y + listing.row_height
    paper.line((MARGIN, bottom), (paper.width - MARGIN, bottom), weight=0.3, ink=FAINT)


def _cell(
    paper: Paper, x: float, y: float, text: str, *, column: Column, size: float, font: str
) -> None:
    least = size * (0.6 if column.align == "right" else 0.8)  # a figure is never cut
    at = x + {"left": 0.0, "centre": 0.5, "right": 1.0}[column.align] * column.width
    paper.shrinking(
        at, y, text, size=size, width=column.width, font=font, least=least, align=column.align
    )
