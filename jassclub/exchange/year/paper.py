"""The pack of a season as one PDF: tables, regulation, attendance, records, the kitty with a page
for the auditors to sign, the way into the next season, and a page for each member."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from functools import partial

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _, pgettext

from jassclub.clubs.models import Player, Season
from jassclub.core.speaking import sign
from jassclub.core.typography import printed
from jassclub.exchange.grids import Cell, Grid
from jassclub.exchange.year.tables import (
    Part,
    Year,
    attendance,
    carried,
    counting_days,
    final_tables,
    member_lines,
    records,
    titled,
)
from tournaments.format.pure import as_decimal
from tournaments.format.regulation import NUMBERS_STAY, Point
from tournaments.papers.pdf.lists import GAP, USABLE, Column, Listing, put_listing
from tournaments.papers.pdf.pages import put_points
from tournaments.papers.pdf.paper import (
    BOLD,
    FAINT,
    INK,
    MARGIN,
    PENCIL,
    REGULAR,
    SHADE,
    Event,
    Paper,
    heading,
    printable,
    width_of,
    wrapped,
)
from tournaments.papers.pdf.tags import Element
from tournaments.seasons.carrying import next_season
from tournaments.seasons.regulation import history, regulation

MOST_DAYS_ON_A_PAGE = 13
WIDEST = 150.0
"""Points that a column of words may take before it shrinks."""
SHARE_OF_GAMES = 0.4
"""Of the height of a member's page, at most: a line a game above the lines of the evenings."""


def year_paper(year: Year, *, large: bool) -> bytes:
    """All of it; the pages of the members in large print if wished."""
    season, event = year.season, _event(year.season)
    paper = Paper(title=f"{_('Jahresmappe')} {season.name} · {season.club.name}")
    for grid in final_tables(year):
        put_listing(paper, listing_of(event, grid))
    _regulation(paper, event, year)
    for grid in _by_days(attendance(year)):
        put_listing(paper, listing_of(event, grid))
    put_listing(paper, listing_of(event, records(year)))
    for grid in year.books.grids()[1:]:  # the first stands on the page of the auditors
        put_listing(paper, listing_of(event, grid))
    _auditors(paper, event, year)
    put_points(paper, event, _("Nächste Saison"), _next_points(year))
    put_listing(paper, listing_of(event, carried(year)))
    for ident, name in year.names.items():
        if year.parts.get(ident) and ident not in year.guests:
            _member(paper, event, year, ident, name=name, large=large, money=True)
            paper.turn()
    return paper.bytes()


def member_paper(year: Year, player: Player, *, large: bool, money: bool) -> bytes:
    """The page of one person, as it lies in the pack; `money` with his account in the kitty."""
    paper = Paper(title=f"{player.name} · {year.season.name} · {year.season.club.name}")
    ident = str(player.pk)
    _member(paper, _event(year.season), year, ident, name=player.name, large=large, money=money)
    paper.turn()
    return paper.bytes()


def _event(season: Season) -> Event:
    return Event(
        name=season.name,
        date=f"{date_format(season.starts)} – {date_format(season.ends)}",
        club=season.club.name,
    )


def listing_of(event: Event, grid: Grid) -> Listing:
    """A grid on A4: each column as wide as what stands in it, names take what is left."""
    cells = [[_text(cell) for cell in row] for row in grid.rows]
    widths = [
        min(
            WIDEST,
            max(
                width_of(printable(head, BOLD), font=BOLD, size=8),
                *(width_of(printable(row[at]), font=REGULAR, size=9.5) for row in cells),
                6.0,
            ),
        )
        + 1
        for at, head in enumerate(grid.head)
    ]
    room = USABLE - GAP * (len(widths) - 1)
    if sum(widths) > room:
        widths = [width * room / sum(widths) for width in widths]
    else:
        name = grid.head.index(_("Name")) if _("Name") in grid.head else len(widths) - 1
        widths[name] += min(room - sum(widths), 160)
    columns = [
        Column(heading=head, width=width, align="right" if _figures(grid.rows, at) else "left")
        for at, (head, width) in enumerate(zip(grid.head, widths, strict=True))
    ]
    return Listing(event=event, title=grid.title, columns=columns, rows=cells)


def _figures(rows: Sequence[Sequence[Cell]], at: int) -> bool:
    stands = [row[at] for row in rows if row[at] not in (None, "")]
    return bool(stands) and all(isinstance(cell, int | Decimal) for cell in stands)


def _text(cell: Cell) -> str:
    if isinstance(cell, date):
        return date_format(cell)
    return cell if isinstance(cell, str) else "" if cell is None else printed(cell)


def _by_days(grid: Grid) -> Iterator[Grid]:
    """As many evenings on each page, with the names and the total of the whole season."""
    first, evenings = 2, max(len(grid.head) - 2, 1)
    pages = -(-evenings // MOST_DAYS_ON_A_PAGE)
    each = -(-evenings // pages)
    for start in range(first, first + evenings, each):
        columns = [0, 1, *range(start, min(start + each, len(grid.head)))]
        span = f" {grid.head[columns[2]]} – {grid.head[columns[-1]]}" if pages > 1 else ""
        yield replace(
            grid,
            title=grid.title + span,
            head=[grid.head[at] for at in columns],
            rows=[[row[at] for at in columns] for row in grid.rows],
        )


def _regulation(paper: Paper, event: Event, year: Year) -> None:
    """With what was changed, and why, as further points."""
    played = [table.variant for table in year.tables]
    points = regulation(year.season, played)
    changes = [
        Point(
            number="",
            heading=f"{date_format(timezone.localdate(changed.change.at))}, {changed.who}",
            text="\n".join(
                [
                    changed.change.reason,
                    *(
                        f"{head}{sign()} {old or '–'} → {new or '–'}"
                        for head, old, new in changed.points
                    ),
                ]
            ).strip(),
        )
        for changed in history(year.season, played)
    ]
    if changes:
        points += [Point(number="", heading=_("Änderungen")), *changes]
    put_points(paper, event, _("Reglement"), points, foot=str(NUMBERS_STAY))


def _auditors(paper: Paper, event: Event, year: Year) -> None:
    """A page to sign: what was looked at, what the books say, and room for two names."""
    y = heading(paper, event, _("Bericht der Revisoren"))
    text = _(
        "Wir haben die Konten und die Belege dieser Saison geprüft und mit dem Bestand von Kasse "
        "und Bank verglichen. Aufgehobene Buchungen stehen mit ihrer Gegenbuchung in der Liste."
    )
    tag = Element("P")
    for line in wrapped(text, font=REGULAR, size=11, width=USABLE):
        y += 17
        paper.text(MARGIN, y, line, size=11, tag=tag)
    y += 24
    books = year.books
    running = books.until < year.season.ends
    text = (
        _("Am %(day)s nach den Büchern; die Saison läuft noch")
        if running
        else _("Am %(day)s nach den Büchern")
    )
    at_the_end = text % {"day": date_format(books.until)}
    paper.text(MARGIN, y, at_the_end, size=10, font=BOLD, tag="H2")
    accounts, _both, own = books.totals()
    lines = [["", *books.money.head[1:]], *books.money.rows]
    lines += [[one[0], *[""] * 3, one[-1]] for one in (accounts, own)]
    with paper.inside(Element("Table")):
        for words, *cells in lines:
            y += 17
            with paper.inside(Element("TR")):
                paper.text(MARGIN, y, str(words), size=11)
                for place, cell in enumerate(cells, 1):
                    paper.text(MARGIN + 150 + 85 * place, y, str(cell), size=11, align="right")
    for words in (
        _("Bestand gezählt am"),
        _("Abweichung und Grund"),
        _("Antrag an die Versammlung"),
    ):
        y += 54
        paper.text(MARGIN, y, words, size=10, font=BOLD)
        paper.line((MARGIN + 170, y + 3), (paper.width - MARGIN, y + 3), ink=PENCIL)
    for place in (0, 1):
        left = MARGIN + place * (USABLE / 2 + 10)
        paper.line((left, y + 90), (left + USABLE / 2 - 20, y + 90))
        paper.text(left, y + 103, _("Ort, Datum, Unterschrift"), size=8, ink=PENCIL)
    paper.turn()


def _next_points(year: Year) -> list[Point]:
    coming = next_season(year.season)
    span = _("%(name)s: vom %(first)s bis am %(last)s.") % {
        "name": coming.name,
        "first": date_format(coming.starts),
        "last": date_format(coming.ends),
    }
    told = [
        (_("Dauer"), span),
        (_("Regeln"), _("Es gilt das Reglement dieser Saison, ohne den Tag des Finals.")),
        (_("Punkte"), _("Alle beginnen bei null. In den Schnitten aller Jahre bleibt alles.")),
        (_("Kasse"), _("Jedes Konto geht mit seinem Saldo weiter.")),
        (_("Ligen"), _undecided(coming.open_moves) if "leagues" in coming.rules else ""),
    ]
    return [
        Point(number=str(place), heading=head, text=text)
        for place, (head, text) in enumerate(told, 1)
        if text
    ]


def _undecided(moves: dict[str, list[str]]) -> str:
    from_names = [f"{titled(game)} ({len(people)})" for game, people in moves.items()]
    if not from_names:
        return _("Auf- und Abstieg sind eingerechnet.")
    text = _("Auf- und Abstieg sind eingerechnet; offen wegen gleichem Rang: %(games)s.")
    return text % {"games": ", ".join(from_names)}


def _member(
    paper: Paper, event: Event, year: Year, ident: str, *, name: str, large: bool, money: bool
) -> None:
    """One page, whatever somebody has played: more lines are smaller, and stand in two columns."""
    size = 15.0 if large else 11.0
    y = heading(paper, event, name)
    parts = member_lines(year, ident)
    days = (counting_days(year, ident, table.variant) for table in year.tables)
    games = [told for told in days if told]
    # Whoever plays every game there is still has room for the evenings.
    step = min(size * 1.9, paper.height * SHARE_OF_GAMES / max(len(games), 1))
    for told in games:
        y += step
        paper.shrinking(
            MARGIN, y, told, size=min(size, step / 1.5), width=USABLE, font=BOLD, least=8
        )
    there = sum(day.get(ident) == "✓" for day in year.attended.values())
    y += size * 1.9
    told = _("Dabei an %(there)s von %(all)s Abenden") % {
        "there": there,
        "all": len(year.attended),
    }
    paper.text(MARGIN, y, told, size=size, width=USABLE)
    if money and (told := year.books.account_of(ident)):
        y += size * 1.9
        told = f"{_('Kasse')}{sign()} {told}"
        paper.shrinking(MARGIN, y, told, size=size, width=USABLE, font=REGULAR, least=8)
    _lines(paper, parts, y + size * 2, size=size)


def _lines(paper: Paper, parts: Sequence[Part], y: float, *, size: float) -> None:
    room, want = paper.height - MARGIN - y - 10, size * 1.7
    columns = 1 if (len(parts) + 1) * want <= room else 2
    each = -(-len(parts) // columns)
    height = min(want, room / (each + 1))
    width = (USABLE - (columns - 1) * 24) / columns
    draw = partial(_line, paper, width=width, size=min(size, height * 0.62))
    head = (_("Abend"), pgettext("welcher Jass", "Spiel"), _("Spiele"), _("Schnitt"))
    table = Element("Table")
    for column in range(columns):
        left, tag = MARGIN + column * (width + 24), None if column else "TH"
        with paper.inside(table):
            draw(left, y, head, font=BOLD, tag=tag)
            for place, part in enumerate(parts[column * each : (column + 1) * each], 1):
                top = y + place * height
                if place % 2:
                    paper.fill(left - 3, top - height * 0.72, width=width + 6, height=height,
                               ink=SHADE)  # fmt: skip
                cells = (
                    date_format(part.day),
                    titled(part.game),
                    printed(part.hands),
                    printed(as_decimal(part.mean)),
                )
                draw(left, top, cells, font=REGULAR, tag="TD")
        paper.line((left, y + height * 0.28), (left + width, y + height * 0.28), ink=FAINT)


def _line(
    paper: Paper, left: float, y: float, cells: Sequence[str], *, width: float, size: float,
    font: str, tag: str | None,
) -> None:  # fmt: skip
    day, game, hands, mean = cells
    with paper.inside(Element("TR") if tag else None):
        paper.text(left, y, day, size=size, font=font, ink=INK, tag=tag)
        paper.shrinking(left + width * 0.27, y, game, size=size, width=width * 0.29, font=font,
                        tag=tag)  # fmt: skip
        paper.text(left + width * 0.71, y, hands, size=size, font=font, align="right", tag=tag)
        paper.text(left + width, y, mean, size=size, font=font, align="right", tag=tag)
