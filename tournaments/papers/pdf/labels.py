"""Sheets of labels for names, in the sizes that are sold, and numbers for the tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm

from tournaments.papers.pdf.paper import (
    BOLD,
    PENCIL,
    REGULAR,
    Event,
    Paper,
    chunks,
    one_a_page,
    printable,
    size_for,
    width_of,
)
from tournaments.papers.pdf.tags import Element

SMALLEST = 15.0
"""Points of a name on one line."""


@dataclass(frozen=True)
class LabelSheet:
    """An A4 sheet of labels, in millimetres: columns and rows, size of a label, where the first
    one begins, and how far it is from one to the next."""

    across: int
    down: int
    width: float
    height: float
    left: float
    top: float
    step_x: float
    step_y: float


SHEETS: Mapping[str, LabelSheet] = {
    "l7160": LabelSheet(3, 7, 63.5, 38.1, 7.2, 15.1, 66.04, 38.1),
    "l7163": LabelSheet(2, 7, 99.1, 38.1, 4.65, 15.15, 101.6, 38.1),
    "l4785": LabelSheet(2, 5, 80.0, 50.0, 17.5, 13.5, 95.0, 55.0),
}
"""By the number of Avery Zweckform: addresses in three columns, in two, badges for cloth."""


@dataclass(frozen=True, kw_only=True)
class NameLabel:
    """A name with its start number, and whom it is with."""

    number: int
    name: str
    with_whom: str = ""


def name_labels(event: Event, labels: Sequence[NameLabel], *, sheet: LabelSheet) -> bytes:
    """Sheets full of labels, row by row."""
    paper = Paper(title=f"{_('Namensschilder')} · {event.name}")
    for page in chunks(labels, sheet.across * sheet.down):
        for place, label in enumerate(page):
            down, across = divmod(place, sheet.across)
            x, y = sheet.left + across * sheet.step_x, sheet.top + down * sheet.step_y
            with paper.inside(Element("Sect")):
                _label(paper, event, label, sheet, (x * mm, y * mm))
        paper.turn()
    return paper.bytes()


def _lines(name: str, width: float) -> list[str]:
    """A name too long for a line that can be read across a table takes two, parted where they are
    most alike in length."""
    if width_of(printable(name, BOLD), font=BOLD, size=SMALLEST) <= width or " " not in name:
        return [name]
    spaces = [at for at, sign in enumerate(name) if sign == " "]
    middle = min(spaces, key=lambda at: abs(2 * at + 1 - len(name)))
    return [name[:middle], name[middle + 1 :]]


def _label(
    paper: Paper, event: Event, label: NameLabel, sheet: LabelSheet, corner: tuple[float, float]
) -> None:
    x, y = corner
    edge, width, height = 4 * mm, sheet.width * mm, sheet.height * mm
    inside = width - 2 * edge
    number = str(label.number)
    paper.text(x + edge, y + 7 * mm, event.name, size=8, ink=PENCIL, width=inside - 16 * mm)
    paper.text(x + width - edge, y + 8.5 * mm, number, size=15, font=BOLD, align="right")
    lines, tag = _lines(label.name, inside), Element("H1")
    for place, line in enumerate(lines, 1 - len(lines)):
        base = y + height * 0.6 + place * 17
        paper.shrinking(x + width / 2, base, line, size=24 if len(lines) == 1 else SMALLEST,
                        least=8, font=BOLD, width=inside, align="centre", tag=tag)  # fmt: skip
    paper.shrinking(x + width / 2, y + height * 0.6 + 7 * mm, label.with_whom, size=11, least=7,
                    font=REGULAR, ink=PENCIL, width=inside, align="centre")  # fmt: skip


def table_numbers(event: Event, tables: Sequence[int]) -> bytes:
    """A page a table in landscape, its number as large as the page."""
    title = f"{_('Tischnummern')} · {event.name}"

    def draw(number: int, paper: Paper) -> None:
        text = str(number)
        room = paper.width - 40 * mm
        size = size_for(text, font=BOLD, size=430, width=room, least=100)
        paper.text(paper.width / 2, paper.height / 2 + 0.32 * size, text, size=size, font=BOLD,
                   align="centre", tag="H1")  # fmt: skip
        paper.text(paper.width / 2, paper.height - 12 * mm, event.name, size=14, ink=PENCIL,
                   align="centre", width=room)  # fmt: skip

    return one_a_page(title, landscape(A4), (partial(draw, number) for number in tables))
