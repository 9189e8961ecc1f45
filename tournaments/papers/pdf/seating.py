"""The seating on A4 for the notice board: sorted by name, several columns on a page."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _

from tournaments.papers.pdf.lettering import BOLD, REGULAR
from tournaments.papers.pdf.paper import FAINT, MARGIN, PENCIL, Event, Paper, chunks, print_list

GUTTER = 18.0
MOST_ROUNDS_IN_TWO_COLUMNS = 4
FOOT = 20.0


@dataclass(frozen=True, kw_only=True)
class Seat:
    """A chair: the number of the table and the letter of the seat."""

    table: int
    letter: str

    def __str__(self) -> str:
        return f"{self.table}{self.letter}"


@dataclass(frozen=True, kw_only=True)
class SeatedPerson:
    """Somebody with a seat for each round of the list; None where he sits out."""

    number: int
    name: str
    seats: tuple[Seat | None, ...]


@dataclass(frozen=True, kw_only=True)
class SeatingList:
    """Who sits where in these rounds; people are printed in the order given."""

    event: Event
    rounds: tuple[int, ...]
    people: tuple[SeatedPerson, ...]
    certificate: str = ""
    commitment: str = ""


@dataclass(frozen=True, kw_only=True)
class _Plan:
    """Measures of a page, in points."""

    columns: int
    width: float
    row: float
    size: float
    seat: float
    rows: int


def seating_list(seating: SeatingList) -> bytes:
    """The list; one round is printed larger than several."""
    title = _("Sitzplan")
    if len(seating.rounds) == 1:
        title = _("Sitzplan · Runde %(number)s") % {"number": seating.rounds[0]}
    paper = Paper(title=f"{title} · {seating.event.name}")
    plan = _plan(paper, len(seating.rounds))
    pledge = _("Prüfsumme der Auslosung: %(hash)s") % {"hash": seating.commitment}
    vouching = (seating.certificate, pledge if seating.commitment else "")
    return print_list(
        paper,
        seating.event,
        title,
        pages=chunks(seating.people, plan.columns * plan.rows),
        draw=partial(_page, paper, seating, plan),
        note=_("nach Namen"),
        foot=[line for line in vouching if line],
    )


def _plan(paper: Paper, rounds: int) -> _Plan:
    columns = 2 if rounds <= MOST_ROUNDS_IN_TWO_COLUMNS else 1
    alone = rounds == 1
    width = (paper.width - 2 * MARGIN - (columns - 1) * GUTTER) / columns
    row = 19.0 if alone else 16.0
    size = 12.5 if alone else 10.0
    seat = 44.0 if alone else min(34.0, (width - 122) / max(1, rounds))
    room = paper.height - 2 * MARGIN - FOOT - 66
    return _Plan(columns=columns, width=width, row=row, size=size, seat=seat, rows=int(room // row))


def _page(
    paper: Paper, seating: SeatingList, plan: _Plan, people: Sequence[SeatedPerson], y: float
) -> None:
    for place, some in enumerate(chunks(people, plan.rows) if people else ()):
        x = MARGIN + place * (plan.width + GUTTER)
        _head_row(paper, seating, plan, x, y + 9)
        for index, person in enumerate(some):
            _row(paper, plan, x, y + 15 + index * plan.row, person)


def _head_row(paper: Paper, seating: SeatingList, plan: _Plan, x: float, y: float) -> None:
    right = x + plan.width
    paper.text(x + 18, y, _("Nr."), size=8, font=BOLD, align="right")
    paper.text(x + 26, y, _("Name"), size=8, font=BOLD)
    if len(seating.rounds) == 1:
        paper.text(right, y, _("Tisch"), size=8, font=BOLD, align="right")
    else:
        for place, number in enumerate(reversed(seating.rounds)):
            heading = _("R%(number)s") % {"number": number}
            paper.text(right - place * plan.seat, y, heading, size=8, font=BOLD, align="right")
    paper.line((x, y + 5), (right, y + 5), weight=0.8)


def _row(paper: Paper, plan: _Plan, x: float, y: float, person: SeatedPerson) -> None:
    base, right = y + plan.row * 0.72, x + plan.width
    name = plan.width - 26 - plan.seat * len(person.seats) - 2
    paper.text(x + 18, base, str(person.number), size=8, ink=PENCIL, align="right")
    paper.shrinking(x + 26, base, person.name, size=plan.size, width=name, font=REGULAR, least=8)
    for place, seat in enumerate(reversed(person.seats)):
        text, end = "–" if seat is None else str(seat), right - place * plan.seat
        paper.shrinking(end, base, text, size=plan.size, width=plan.seat - 3, align="right")
    paper.line((x, y + plan.row), (right, y + plan.row), weight=0.3, ink=FAINT)
