"""The card that lies on a table: its number for the hall, its code for the telephone."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

import segno
from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A5, A6, landscape

from tournaments.papers.pdf.lettering import BOLD, REGULAR, size_for, wrapped
from tournaments.papers.pdf.paper import FELT, INK, PENCIL, Event, Paper, one_a_page

SIZES = {"a5": landscape(A5), "a6": landscape(A6)}
QUIET = 4
"""Modules of white around a code, without which telephones do not find it."""


@dataclass(frozen=True, kw_only=True)
class TableCard:
    """A table of the hall and the address that its code opens."""

    table: int
    url: str


def table_cards(
    event: Event, cards: Sequence[TableCard], *, paper: Literal["a5", "a6"] = "a5"
) -> bytes:
    """A page per table, in landscape."""
    title = _("Tischkarten · %(event)s") % {"event": event.name}
    return one_a_page(title, SIZES[paper], (partial(_card, event, card) for card in cards))


def _card(event: Event, card: TableCard, paper: Paper) -> None:
    unit = paper.height / 100
    edge, code = 6 * unit, 62 * unit
    left, right = edge, paper.width - edge
    middle = (right - code + left) / 2
    paper.fill(0, 0, width=paper.width, height=2.2 * unit, ink=FELT)
    paper.text(left, 11 * unit, event.name, size=4.2 * unit, font=BOLD, width=right - left)
    paper.text(middle, 24 * unit, _("Tisch"), size=7 * unit, align="centre", ink=PENCIL)
    _number(paper, str(card.table), x=middle, y=52 * unit, room=right - code - left - 2 * unit)
    _code(paper, card.url, x=right - code, y=15 * unit, side=code)
    _how_to(paper, card.url, y=85 * unit, unit=unit)


def _number(paper: Paper, number: str, *, x: float, y: float, room: float) -> None:
    """The number as large as there is room for, its middle at x, y."""
    largest = 0.54 * paper.height
    size = size_for(number, font=BOLD, size=largest, width=room, least=8)
    paper.text(x, y + 0.36 * size, number, size=size, font=BOLD, align="centre")


def _how_to(paper: Paper, url: str, *, y: float, unit: float) -> None:
    width = paper.width - 12 * unit
    text = _("Code mit dem Telefon scannen: Euer Tisch geht auf, und ihr tippt das Resultat ein.")
    lines = wrapped(text, font=BOLD, size=3.6 * unit, width=width)
    for place, line in enumerate(lines):
        base = y + (place - len(lines) + 1) * 4.6 * unit
        paper.text(6 * unit, base, line, size=3.6 * unit, font=BOLD)
    for place, line in enumerate(wrapped(url, font=REGULAR, size=3 * unit, width=width)[:2]):
        paper.text(6 * unit, y + (5.5 + 4 * place) * unit, line, size=3 * unit, ink=PENCIL)


def _code(paper: Paper, url: str, *, x: float, y: float, side: float) -> None:
    rows = list(segno.make(url, error="m", micro=False).matrix)
    module = side / (len(rows) + 2 * QUIET)
    for down, row in enumerate(rows):
        for across, dark in enumerate(row):
            if dark:
                corner = x + (across + QUIET) * module, y + (down + QUIET) * module
                paper.fill(*corner, width=module * 1.02, height=module * 1.02, ink=INK)
