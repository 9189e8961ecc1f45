"""Lists on A4: who ranks where, who gets what.

A list in columns over as many A4 pages as it takes, each with the head row again.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4, landscape

from tournaments.papers.pdf.names import put_names
from tournaments.papers.pdf.paper import (
    BOLD,
    FAINT,
    MARGIN,
    PENCIL,
    REGULAR,
    SHADE,
    Align,
    Event,
    Paper,
    chunks,
    print_list,
)
from tournaments.papers.pdf.tags import Element

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
    """A list, ready to be printed; the rows `apart` follow a gap and a word of their own; `empty`
    stands where there are none."""

    event: Event
    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]
    apart: Sequence[Sequence[str]] = ()
    apart_heading: str = ""
    note: str = ""
    empty: str = ""
    foot: Sequence[str] = field(default=())
    row_height: float = 17.0
    size: float = 9.5
    page: tuple[float, float] = A4


def print_listing(listing: Listing) -> bytes:
    """The pages; an empty list is one page with its head."""
    paper = Paper(title=f"{listing.title} · {listing.event.name}", size=listing.page)
    put_listing(paper, listing)
    return paper.bytes()


def put_listing(paper: Paper, listing: Listing) -> None:
    """The same on further pages of a paper."""
    room = paper.height - 2 * MARGIN - FOOT - 67
    lines = list(listing.rows) or [(listing.empty,)] * bool(listing.empty)
    if listing.apart:
        lines += [(), (listing.apart_heading,), *listing.apart]
    print_list(
        paper,
        listing.event,
        listing.title,
        pages=chunks(lines, int(room // listing.row_height)),
        draw=partial(_page, paper, listing, Element("Table")),
        note=listing.note,
        foot=listing.foot,
    )


def _page(
    paper: Paper, listing: Listing, table: Element, lines: Sequence[Sequence[str]], y: float
) -> None:
    tag = None if table.parent else "TH"
    with paper.inside(table):
        with paper.inside(Element("TR") if tag else None):
            for x, column in _places(listing.columns):
                _cell(paper, x, y + 9, column.heading, column=column, size=8, font=BOLD, tag=tag)
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
        cell = Element("TD", columns=len(listing.columns))
        with paper.inside(Element("TR")):
            paper.text(MARGIN, base, line[0], font=BOLD, ink=PENCIL, tag=cell)
        return
    if striped and line:
        paper.fill(
            MARGIN - 3, y, width=paper.width - 2 * MARGIN + 6, height=listing.row_height, ink=SHADE
        )
    with paper.inside(Element("TR") if line else None):
        for (x, column), text in zip(_places(listing.columns), line, strict=False):
            font = BOLD if column.bold else REGULAR
            _cell(paper, x, base, text, column=column, size=listing.size, font=font)
    bottom = y + listing.row_height
    paper.line((MARGIN, bottom), (paper.width - MARGIN, bottom), weight=0.3, ink=FAINT)


def _cell(
    paper: Paper, x: float, y: float, text: str, *, column: Column, size: float, font: str,
    tag: str | None = "",
) -> None:  # fmt: skip
    if column.align == "left" and tag == "":
        put_names(paper, x, y, text, size=size, least=size * 0.8, width=column.width, font=font)
        return
    least = size * (0.6 if column.align == "right" else 0.8)  # a figure is never cut
    x += {"left": 0.0, "centre": 0.5, "right": 1.0}[column.align] * column.width
    paper.shrinking(x, y, text, size=size, width=column.width, font=font, least=least,
                    align=column.align, tag=tag)  # fmt: skip


USABLE = A4[0] - 2 * MARGIN
WIDEST_ROUND, NARROWEST_ROUND, LEAST_NAME = 34.0, 12.0, 120.0
"""Points for the column of a round, as wide as there is room for, and for that of the names."""
UPRIGHT = 5
"""Rounds that stand beside each other on an upright page."""


@dataclass(frozen=True, kw_only=True)
class RankingRow:
    """A line of the ranking, all as it is printed: rank "3", "3.-5." or nothing, penalty "-20", and
    for each round that the list has a result or nothing."""

    rank: str
    name: str
    total: str
    rounds: tuple[str, ...] = ()
    penalty: str = ""
    decided_by: str = ""


def ranking_list(
    event: Event,
    rows: Sequence[RankingRow],
    *,
    rounds: Sequence[str] = (),
    stand_ins: Sequence[RankingRow] = (),
    title: str = "",
    as_of: str = "",
    empty: str = "",
    notes: Sequence[str] = (),
) -> bytes:
    """The ranking on A4, those who only filled a seat apart and without a rank. A provisional one
    says `as_of` when; `title` is of whom alone it is; `notes` are for the foot."""
    everybody = (*rows, *stand_ins)
    penalties = any(row.penalty for row in everybody)
    decided = any(row.decided_by for row in everybody)
    page = A4 if len(rounds) <= UPRIGHT else landscape(A4)
    return print_listing(
        Listing(
            event=event,
            title=" · ".join(filter(None, (_("Rangliste"), title))),
            columns=_ranking_columns(page[0], rounds, penalties=penalties, decided=decided),
            page=page,
            rows=[_ranking_line(row, penalties, decided) for row in rows],
            apart=[_ranking_line(row, penalties, decided) for row in stand_ins],
            apart_heading=_("Ersatzleute, ohne Rang"),
            note=_("vorläufig") + f" · {as_of}" if as_of else "",
            empty=empty,
            foot=notes,
        )
    )


def _ranking_columns(
    page_width: float, rounds: Sequence[str], *, penalties: bool, decided: bool
) -> list[Column]:
    fixed = [Column(heading=_("Rang"), width=32, align="right", bold=True)]
    total = Column(heading=_("Total"), width=44, align="right", bold=True)
    last = [Column(heading=_("Strafe"), width=36, align="right")] * penalties
    last += [Column(heading=_("Entschieden durch"), width=92)] * decided
    taken = sum(column.width + GAP for column in [*fixed, total, *last])
    room = page_width - 2 * MARGIN - taken
    each = max(NARROWEST_ROUND, min(WIDEST_ROUND, (room - LEAST_NAME) / max(1, len(rounds)) - GAP))
    name = Column(heading=_("Name"), width=room - len(rounds) * (each + GAP))
    columns = [Column(heading=number, width=each, align="right") for number in rounds]
    return [*fixed, name, total, *columns, *last]


def _ranking_line(row: RankingRow, penalties: bool, decided: bool) -> list[str]:
    return [
        row.rank,
        row.name,
        row.total,
        *row.rounds,
        *[row.penalty] * penalties,
        *[row.decided_by] * decided,
    ]


def prize_list(event: Event, prizes: Sequence[tuple[str, str, str]]) -> bytes:
    """The prizes in the order given: for which rank or feat, what it is, and who got it (empty: a
    line to write on)."""
    widths = (130.0, 210.0)
    return print_listing(
        Listing(
            event=event,
            title=_("Preise"),
            columns=[
                Column(heading=_("Wofür"), width=widths[0], bold=True),
                Column(heading=_("Preis"), width=widths[1]),
                Column(heading=_("Gewonnen von"), width=USABLE - sum(widths) - 2 * GAP),
            ],
            rows=prizes,
            empty=_("Dieses Turnier hat keine Preise zu vergeben."),
            row_height=24,
            size=11,
        )
    )


GUTTER = 18.0
MOST_ROUNDS_IN_TWO_COLUMNS = 4


@dataclass(frozen=True, kw_only=True)
class SeatedPerson:
    """Somebody with a seat ("3B") for each round of the list; "" where he sits out."""

    number: int
    name: str
    seats: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class _Plan:
    """Measures of a page, in points."""

    columns: int
    width: float
    row: float
    size: float
    seat: float
    rows: int


def seating_list(
    event: Event,
    people: Sequence[SeatedPerson],
    *,
    rounds: Sequence[int],
    certificate: str = "",
    commitment: str = "",
) -> bytes:
    """Who sits where in these rounds, in the order given; one round is printed larger than
    several."""
    title = _("Sitzplan")
    if len(rounds) == 1:
        title = _("Sitzplan · Runde %(number)s") % {"number": rounds[0]}
    paper = Paper(title=f"{title} · {event.name}")
    plan = _plan(paper, len(rounds))
    pledge = _("Prüfsumme der Auslosung: %(hash)s") % {"hash": commitment}
    print_list(
        paper,
        event,
        title,
        pages=chunks(people, plan.columns * plan.rows),
        draw=partial(_seating_page, paper, (rounds, plan, Element("Table"))),
        note=_("nach Namen"),
        foot=[line for line in (certificate, pledge if commitment else "") if line],
    )
    return paper.bytes()


def _plan(paper: Paper, rounds: int) -> _Plan:
    columns = 2 if rounds <= MOST_ROUNDS_IN_TWO_COLUMNS else 1
    alone = rounds == 1
    width = (paper.width - 2 * MARGIN - (columns - 1) * GUTTER) / columns
    row = 19.0 if alone else 16.0
    size = 12.5 if alone else 10.0
    seat = 44.0 if alone else min(34.0, (width - 122) / max(1, rounds))
    room = paper.height - 2 * MARGIN - FOOT - 66
    return _Plan(columns=columns, width=width, row=row, size=size, seat=seat, rows=int(room // row))


def _seating_page(
    paper: Paper,
    list_: tuple[Sequence[int], _Plan, Element],
    people: Sequence[SeatedPerson],
    y: float,
) -> None:
    rounds, plan, table = list_
    with paper.inside(table):
        for place, some in enumerate(chunks(people, plan.rows) if people else ()):
            x = MARGIN + place * (plan.width + GUTTER)
            tag = None if table.kids else "TH"
            with paper.inside(Element("TR") if tag else None):
                _head_row(paper, rounds, plan, x, y + 9, tag=tag)
            for index, person in enumerate(some):
                _seating_row(paper, plan, x, y + 15 + index * plan.row, person)


def _head_row(
    paper: Paper, rounds: Sequence[int], plan: _Plan, x: float, y: float, *, tag: str | None
) -> None:
    right = x + plan.width
    paper.text(x + 18, y, _("Nr."), size=8, font=BOLD, align="right", tag=tag)
    paper.text(x + 26, y, _("Name"), size=8, font=BOLD, tag=tag)
    if len(rounds) == 1:
        paper.text(right, y, _("Tisch"), size=8, font=BOLD, align="right", tag=tag)
    else:
        for place, number in enumerate(rounds, 1 - len(rounds)):
            heading = _("R%(number)s") % {"number": number}
            paper.text(right + place * plan.seat, y, heading, size=8, font=BOLD, align="right",
                       tag=tag)  # fmt: skip
    paper.line((x, y + 5), (right, y + 5), weight=0.8)


def _seating_row(paper: Paper, plan: _Plan, x: float, y: float, person: SeatedPerson) -> None:
    base, right = y + plan.row * 0.72, x + plan.width
    name = plan.width - 26 - plan.seat * len(person.seats) - 2
    with paper.inside(Element("TR")):
        paper.text(x + 18, base, str(person.number), size=8, ink=PENCIL, align="right")
        paper.shrinking(x + 26, base, person.name, size=plan.size, width=name, font=REGULAR,
                        least=8)  # fmt: skip
        for place, seat in enumerate(person.seats, 1 - len(person.seats)):
            paper.shrinking(right + place * plan.seat, base, seat or "–", size=plan.size,
                            width=plan.seat - 3, align="right")  # fmt: skip
    paper.line((x, y + plan.row), (right, y + plan.row), weight=0.3, ink=FAINT)
