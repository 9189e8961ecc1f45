"""Lists on A4: who ranks where, who gets what."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4, landscape

from tournaments.papers.pdf.listing import GAP, Column, Listing, print_listing
from tournaments.papers.pdf.paper import MARGIN, Event

USABLE = A4[0] - 2 * MARGIN
WIDEST_ROUND, NARROWEST_ROUND, LEAST_NAME = 34.0, 12.0, 120.0
"""Points for the column of a round, as wide as there is room for, and for that of the names."""
UPRIGHT = 5
"""Rounds that stand beside each other on an upright page."""


@dataclass(frozen=True, kw_only=True)
class RoundResult:
    """What somebody made in a round, as written; a dropped one is printed in brackets."""

    text: str
    dropped: bool = False

    def __str__(self) -> str:
        return f"({self.text})" if self.dropped else self.text


@dataclass(frozen=True, kw_only=True)
class RankingRow:
    """A line of the ranking; `rank` is text ("3", "3.-5." or nothing), penalty points "-20"."""

    rank: str
    name: str
    total: str
    rounds: tuple[RoundResult, ...] = ()
    penalty: str = ""
    decided_by: str = ""


@dataclass(frozen=True, kw_only=True)
class RankingList:
    """A ranking; `provisional` with the time as people write it, `notes` for the foot."""

    event: Event
    rows: tuple[RankingRow, ...]
    stand_ins: tuple[RankingRow, ...] = ()
    provisional: bool = False
    as_of: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class PrizeLine:
    """A prize: for which rank or feat, what it is, and who got it (empty: a line to write on)."""

    award: str
    prize: str
    winner: str = ""


def ranking_list(ranking: RankingList) -> bytes:
    """The ranking on A4, those who only filled a seat apart and without a rank."""
    everybody = (*ranking.rows, *ranking.stand_ins)
    rounds = max((len(row.rounds) for row in everybody), default=0)
    penalties = any(row.penalty for row in everybody)
    decided = any(row.decided_by for row in everybody)
    page = A4 if rounds <= UPRIGHT else landscape(A4)
    listing = Listing(
        event=ranking.event,
        title=_("Rangliste"),
        columns=_ranking_columns(page[0], rounds, penalties=penalties, decided=decided),
        page=page,
        rows=[_ranking_line(row, rounds, penalties, decided) for row in ranking.rows],
        apart=[_ranking_line(row, rounds, penalties, decided) for row in ranking.stand_ins],
        apart_heading=_("Ersatzleute, ohne Rang"),
        note=_state(ranking),
        foot=ranking.notes,
    )
    return print_listing(listing)


def _state(ranking: RankingList) -> str:
    state = _("vorläufig") if ranking.provisional else ""
    return " · ".join(part for part in (state, ranking.as_of) if part)


def _ranking_columns(
    page_width: float, rounds: int, *, penalties: bool, decided: bool
) -> list[Column]:
    fixed = [Column(heading=_("Rang"), width=32, align="right", bold=True)]
    total = Column(heading=_("Total"), width=44, align="right", bold=True)
    last = [Column(heading=_("Strafe"), width=36, align="right")] * penalties
    last += [Column(heading=_("Entschieden durch"), width=92)] * decided
    room = page_width - 2 * MARGIN - sum(one.width + GAP for one in [*fixed, total, *last])
    each = max(NARROWEST_ROUND, min(WIDEST_ROUND, (room - LEAST_NAME) / max(1, rounds) - GAP))
    name = Column(heading=_("Name"), width=room - rounds * (each + GAP))
    columns = [
        Column(heading=str(number + 1), width=each, align="right") for number in range(rounds)
    ]
    return [*fixed, name, total, *columns, *last]


def _ranking_line(row: RankingRow, rounds: int, penalties: bool, decided: bool) -> list[str]:
    made = [str(one) for one, _place in zip_longest(row.rounds, range(rounds), fillvalue="")]
    return [
        row.rank,
        row.name,
        row.total,
        *made,
        *[row.penalty] * penalties,
        *[row.decided_by] * decided,
    ]


def prize_list(event: Event, prizes: Sequence[PrizeLine], *, notes: Sequence[str] = ()) -> bytes:
    """The prizes in the order given, with the winner or room to write him."""
    widths = (130.0, 210.0)
    columns = [
        Column(heading=_("Wofür"), width=widths[0], bold=True),
        Column(heading=_("Preis"), width=widths[1]),
        Column(heading=_("Gewonnen von"), width=USABLE - sum(widths) - 2 * GAP),
    ]
    rows = [(line.award, line.prize, line.winner) for line in prizes]
    listing = Listing(
        event=event,
        title=_("Preise"),
        columns=columns,
        rows=rows,
        foot=notes,
        row_height=24,
        size=11,
    )
    return print_listing(listing)
