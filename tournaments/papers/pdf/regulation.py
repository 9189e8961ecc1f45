"""The regulation on A4, point by point."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _

from tournaments.papers.pdf.lettering import BOLD, REGULAR, wrapped
from tournaments.papers.pdf.paper import INK, MARGIN, PENCIL, Event, Paper, print_list

INDENT, SIZE, LEADING = 34.0, 10.5, 14.5
"""Points before the text, of its letters, and from line to line."""


@dataclass(frozen=True, kw_only=True)
class RegulationPoint:
    """A numbered point; `cited` says where its rule comes from."""

    number: str
    heading: str
    text: str
    cited: str = ""


@dataclass(frozen=True, kw_only=True)
class _Line:
    """A line of print, its number in the margin, and how far it is below the one before."""

    text: str
    number: str = ""
    font: str = REGULAR
    small: bool = False
    down: float = LEADING
    keep: bool = False


def regulation_sheet(event: Event, points: Sequence[RegulationPoint]) -> bytes:
    """As many pages as the points take; a heading never stands alone at the foot of a page."""
    paper = Paper(title=_("Reglement · %(event)s") % {"event": event.name})
    width = paper.width - 2 * MARGIN - INDENT
    lines = [line for point in points for line in _lines(point, width)]
    pages = list(_pages(lines, paper.height - 2 * MARGIN - 52 - 30))
    return print_list(paper, event, _("Reglement"), pages=pages, draw=partial(_page, paper))


def _lines(point: RegulationPoint, width: float) -> Iterator[_Line]:
    titles = wrapped(point.heading, font=BOLD, size=SIZE + 0.5, width=width) or [""]
    for place, title in enumerate(titles):
        number = point.number if place == 0 else ""
        down = LEADING + (9 if place == 0 else 0)
        yield _Line(text=title, number=number, font=BOLD, down=down, keep=True)
    for paragraph in point.text.splitlines():
        for text in wrapped(paragraph, font=REGULAR, size=SIZE, width=width):
            yield _Line(text=text)
    for text in wrapped(point.cited, font=REGULAR, size=8, width=width):
        yield _Line(text=text, small=True, down=LEADING - 3)


def _pages(lines: Sequence[_Line], room: float) -> Iterator[list[_Line]]:
    page: list[_Line] = []
    for line in lines:
        if page and sum(printed.down for printed in page) + line.down > room:
            # Headings go to the next page with their text, unless they are all there is.
            end = max(
                (n for n, printed in enumerate(page, 1) if not printed.keep), default=len(page)
            )
            yield page[:end]
            page = page[end:]
        page.append(line)
    yield page


def _page(paper: Paper, lines: Sequence[_Line], y: float) -> None:
    for line in lines:
        y += line.down
        size = 8 if line.small else SIZE + 0.5 * (line.font == BOLD)
        paper.text(MARGIN, y, line.number, font=BOLD, size=SIZE + 0.5, width=INDENT - 4)
        paper.text(MARGIN + INDENT, y, line.text, font=line.font, size=size,
                   ink=PENCIL if line.small else INK)  # fmt: skip
