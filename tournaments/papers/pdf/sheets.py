"""The sheets that are written at the table, on A5: the score sheet and the personal one."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from django.utils.translation import gettext as _

from jassclub.core.reader import number_in
from tournaments.papers.pdf.names import put_names
from tournaments.papers.pdf.paper import (
    BOLD,
    PENCIL,
    REGULAR,
    SHADE,
    Event,
    Paper,
    half_sheets,
    in_its_language,
)
from tournaments.papers.pdf.tags import Element

EDGE = 28.0
TALLEST, MOST_ROWS = 34.0, 24
"""Points of the tallest row; rows on a page before the sheet goes on overleaf."""
Counting = Literal["sides", "alone", "difference"]


@dataclass(frozen=True, kw_only=True)
class Player:
    """Somebody at a table."""

    letter: str
    name: str
    number: int


@dataclass(frozen=True, kw_only=True)
class ScoreSheet:
    """The sheet of one table in one round.

    `players` sit in playing order, so that every second one is a partner where sides count;
    `matsch` is the bonus in points, 0 where it does not count. `rows` are what its hands are
    called, `control` the sum that they make, empty where there is none.
    """

    round: int
    table: int
    players: tuple[Player, ...]
    rows: tuple[str, ...]
    control: str = ""
    counting: Counting = "sides"
    matsch: int = 0


@dataclass(frozen=True, kw_only=True)
class PersonalRound:
    """A round on somebody's own sheet; what is not known is left blank to be written."""

    round: int
    seat: str = ""
    partner: str = ""
    opponents: str = ""
    sits_out: bool = False


@dataclass(frozen=True, kw_only=True)
class PersonalSheet:
    """The sheet that stays with a player all day."""

    event: Event
    number: int
    name: str
    rounds: tuple[PersonalRound, ...]


def score_sheets(event: Event, sheets: Sequence[ScoreSheet], *, two_up: bool = False) -> bytes:
    """A sheet per table and round; two on an A4 to be cut, where wished."""
    drawings = [
        partial(_score_sheet, event=event, sheet=sheet, first=first)
        for sheet in sheets
        for first in range(0, len(sheet.rows), MOST_ROWS)
    ]
    return half_sheets(f"{_('Jasszettel')} · {event.name}", drawings, two_up=two_up)


def _score_sheet(paper: Paper, *, event: Event, sheet: ScoreSheet, first: int) -> None:
    title = _("Runde %(round)s · Tisch %(table)s") % {"round": sheet.round, "table": sheet.table}
    top = sheet_head(paper, event, title)
    top = _people(paper, sheet, top)
    columns = _columns(sheet)
    last = first + MOST_ROWS >= len(sheet.rows)
    rows = [*sheet.rows[first : first + MOST_ROWS], *([_("Summe")] * last)]
    bottom = paper.height - EDGE - (86 if last else 20)
    height = min(TALLEST, (bottom - top - 26) / len(rows))
    end = _grid(paper, columns, rows, y=top, height=height)
    if last:
        _control(paper, sheet, end + 16)
        _signatures(paper, sheet)


def sheet_head(paper: Paper, event: Event, title: str) -> float:
    """What and whose a sheet is; returns the y where it may go on."""
    right = paper.width - EDGE
    who = " · ".join(filter(None, (event.name, event.club)))
    when = " · ".join(filter(None, (event.date, event.draw)))
    paper.text(EDGE, EDGE + 6, who, size=9, ink=PENCIL, width=right - EDGE - 145)
    paper.text(right, EDGE + 6, when, size=9, ink=PENCIL, width=140, align="right")
    room = (right - EDGE) / 2 if event.logos else 0.0
    paper.shrinking(EDGE, EDGE + 30, title, size=20, width=right - EDGE - room, tag="H1")
    paper.logos(right, EDGE + 10, event.logos, width=room - 8, height=25)
    paper.line((EDGE, EDGE + 38), (right, EDGE + 38), weight=1.2)
    return EDGE + 52


def _people(paper: Paper, sheet: ScoreSheet, y: float) -> float:
    """The names, two on a line, partners one below the other; returns the y below them."""
    half = (paper.width - 2 * EDGE) / 2
    for place, player in enumerate(sheet.players):
        x, base = EDGE + half * (place % 2), y + 6 + 17 * (place // 2)
        tag = Element("P")
        paper.text(x, base, player.letter, size=12, font=BOLD, tag=tag)
        paper.shrinking(x + 16, base, f"{player.name} ({player.number})", size=11, least=8.5,
                        width=half - 24, font=REGULAR, tag=tag)  # fmt: skip
    return y + 17 * ((len(sheet.players) + 1) // 2) + 6


def _sides(sheet: ScoreSheet) -> list[str]:
    letters = [player.letter for player in sheet.players]
    return [" + ".join(letters[0::2]), " + ".join(letters[1::2])]


@dataclass(frozen=True, kw_only=True)
class _Group:
    """Columns under one heading; the parts are words below it."""

    heading: str
    parts: tuple[str, ...] = ("",)
    weight: float = 1.0


def _columns(sheet: ScoreSheet) -> list[_Group]:
    letters = [player.letter for player in sheet.players]
    if sheet.counting == "difference":
        parts = (_("Ansage"), _("gemacht"), _("Diff."))
        return [_Group(heading=letter, parts=parts, weight=3) for letter in letters]
    owners = _sides(sheet) if sheet.counting == "sides" else letters
    groups = [_Group(heading=owner, weight=2) for owner in owners]
    return [*groups, _Group(heading=_("Matsch"), weight=0.9)] if sheet.matsch else groups


def _grid(
    paper: Paper, groups: Sequence[_Group], rows: Sequence[str], *, y: float, height: float
) -> float:
    """The empty table with numbered rows; returns the y of its lower edge."""
    first, right, head = 44.0, paper.width - EDGE, 26.0
    end = y + head + height * len(rows)
    if rows[-1] == _("Summe"):
        paper.fill(EDGE, end - height, width=right - EDGE, height=height, ink=SHADE)
    blank = sum(len(group.parts) for group in groups)
    with paper.inside(Element("Table")):
        _uprights(paper, groups, x=EDGE + first, y=y, end=end)
        for place, row in enumerate(rows):
            top = y + head + place * height
            size = min(11, height * 0.7)
            label = 8.5 if place == len(rows) - 1 and number_in(row) is None else size
            with paper.inside(Element("TR")):
                paper.text(EDGE + first / 2, top + height / 2 + size * 0.35, row, size=label,
                           font=BOLD, align="centre", width=first - 4)  # fmt: skip
                paper.tags.leave_empty(Element("TD", columns=blank))
            paper.line((EDGE, top), (right, top), weight=0.4)
    paper.frame(EDGE, y, width=right - EDGE, height=end - y, weight=1.2)
    return end


def _uprights(paper: Paper, groups: Sequence[_Group], *, x: float, y: float, end: float) -> None:
    unit = (paper.width - EDGE - x) / sum(group.weight for group in groups)
    heads, below = Element("TR"), Element("TR")
    for row in (heads, below) if any(len(group.parts) > 1 for group in groups) else (heads,):
        with paper.inside(row):
            paper.tags.leave_empty(Element("TD"))
    for group in groups:
        width = group.weight * unit
        paper.line((x, y), (x, end), weight=1.0)
        named = len(group.parts) > 1
        with paper.inside(heads):
            paper.text(x + width / 2, y + (11 if named else 17), group.heading, size=11, font=BOLD,
                       align="centre", width=width - 4,
                       tag=Element("TH", columns=len(group.parts)))  # fmt: skip
        each = width / len(group.parts)
        for place, part in enumerate(group.parts):
            with paper.inside(below if named else None):
                paper.shrinking(x + each * (place + 0.5), y + 22, part, size=6.5, ink=PENCIL,
                                least=4, font=REGULAR, align="centre", width=each - 2,
                                tag="TH")  # fmt: skip
            if place:
                left = x + each * place
                paper.line((left, y + 14), (left, end), weight=0.3, ink=PENCIL)
        x += width


def _control(paper: Paper, sheet: ScoreSheet, y: float) -> None:
    if not sheet.control:
        return
    counted = _("gemacht") if sheet.counting == "difference" else _("Kartenpunkte")
    sentence = _("Kontrolle (%(what)s): %(figures)s") % {"what": counted, "figures": sheet.control}
    paper.text(EDGE, y, sentence, size=11, font=BOLD, width=paper.width - 2 * EDGE)
    if sheet.matsch:
        extra = _("Matsch: je %(points)s Punkte dazu, ausserhalb der Kontrolle")
        paper.text(EDGE, y + 12, extra % {"points": sheet.matsch}, size=8, ink=PENCIL)


def _signatures(paper: Paper, sheet: ScoreSheet) -> None:
    by_side = sheet.counting == "sides"
    signers = _sides(sheet) if by_side else [player.letter for player in sheet.players]
    y, each = paper.height - EDGE - 12, (paper.width - 2 * EDGE) / len(signers)
    for place, signer in enumerate(signers):
        x = EDGE + each * place
        paper.line((x, y), (x + each - 12, y), weight=0.6)
        words = _("Unterschrift %(who)s") % {"who": signer}
        paper.text(x, y + 10, words, size=8, ink=PENCIL, width=each - 12)


def personal_sheets(name: str, sheets: Sequence[PersonalSheet], *, two_up: bool = False) -> bytes:
    """The Standblatt of each player, in the language of his event; `name` is that of the day."""
    drawings = [in_its_language(one.event, partial(_personal_sheet, sheet=one)) for one in sheets]
    title = f"{_('Standblätter')} · {name}"
    return half_sheets(title, drawings, two_up=two_up)


def _personal_sheet(paper: Paper, *, sheet: PersonalSheet) -> None:
    y = sheet_head(paper, sheet.event, f"{sheet.number} · {sheet.name}")
    names = [_("Runde"), _("Tisch"), _("mit / gegen"), _("Resultat"), _("Total")]
    widths = [40, 52, paper.width - 2 * EDGE - 216, 62, 62]
    lefts = [EDGE + sum(widths[:place]) for place in range(len(widths))]
    room = paper.height - EDGE - 30 - (y + 18)
    height = min(60.0, room / max(1, len(sheet.rounds)))
    with paper.inside(Element("Table")):
        with paper.inside(Element("TR")):
            for x, width, name in zip(lefts, widths, names, strict=True):
                paper.text(x + width / 2, y + 10, name, size=8, font=BOLD, align="centre",
                           width=width - 4, tag="TH")  # fmt: skip
        for place, row in enumerate(sheet.rounds):
            with paper.inside(Element("TR")):
                _personal_row(paper, widths, y + 18 + place * height, height, row)
    end = y + 18 + len(sheet.rounds) * height
    for x in lefts[1:]:
        paper.line((x, y + 18), (x, end), weight=0.4)
    paper.frame(EDGE, y + 18, width=paper.width - 2 * EDGE, height=end - y - 18, weight=1.2)
    notice = _("Dieses Blatt bleibt bei dir; es gilt, was am Büro abgegeben wird.")
    paper.text(
        EDGE, paper.height - EDGE + 4, notice, size=8, ink=PENCIL, width=paper.width - 2 * EDGE
    )


def _personal_row(
    paper: Paper, widths: Sequence[float], y: float, height: float, row: PersonalRound
) -> None:
    middle, x = y + height / 2, EDGE
    paper.text(x + widths[0] / 2, middle + 5, str(row.round), size=13, font=BOLD, align="centre")
    seat = "–" if row.sits_out else row.seat
    paper.text(x + widths[0] + widths[1] / 2, middle + 5, seat, size=13, font=BOLD, align="centre")
    x, tag = x + widths[0] + widths[1] + 5, Element("TD")
    if row.sits_out:
        paper.text(x, middle + 3, _("setzt aus"), size=9, ink=PENCIL, tag=tag)
    else:
        paper.shrinking(x, middle - height * 0.16, row.partner, size=10, width=widths[2] - 8,
                        font=REGULAR, tag=tag)  # fmt: skip
        put_names(paper, x, middle + height * 0.24, row.opponents, size=9, least=8, ink=PENCIL,
                  width=widths[2] - 8, tag=tag)  # fmt: skip
    paper.tags.leave_empty(Element("TD", columns=2))
    paper.line((EDGE, y), (paper.width - EDGE, y), weight=0.4)
