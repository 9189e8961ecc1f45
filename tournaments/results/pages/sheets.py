"""The results of a round as the desk sees them, and the form that types a sheet from paper."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.clubs.rights import named
from jassclub.core.errors import DomainError, Invalid
from jassclub.core.typography import printed
from jassclub.web.form_state import Fields, FormState, line, new_key
from tournaments.core.desk_page import Desk
from tournaments.core.selectors import LETTERS, SEATS
from tournaments.format.pure import HAND_POINTS, Control, Format, PrizeKind
from tournaments.format.selectors import format_of
from tournaments.results.models import PasseSheet
from tournaments.results.pages.boards import (
    BOARDS,
    BOARDS_AT,
    board_rows,
    boards_typed,
    names_trump,
)
from tournaments.results.pages.table_page import beside, spoken
from tournaments.results.pure.sheet import Terms, complete
from tournaments.results.selectors import (
    seated_at,
    sheet_that_counts,
    sheets_of,
    state_of_result,
    terms_for,
)
from tournaments.results.services import Typed as Outcome
from tournaments.rounds.boards import boards_in
from tournaments.rounds.hall import passen_of
from tournaments.rounds.models import Passe, Round

State = PasseSheet.State
LINE = ("points", "matsches", "exact", "made")
FIELDS = Fields(
    "table",
    "hands",
    "scribe",
    *(f"{kind}_{column}" for kind in LINE for column in range(SEATS)),
    *BOARDS,
    reason=line(),
    places={
        **BOARDS_AT,
        **{f"/lines/{column}": f"points_{column}" for column in range(SEATS)},
        **{f"/lines/{at}/{kind}": f"{kind}_{at}" for kind in LINE for at in range(SEATS)},
        "/lines": "points_0",
        "/reason": "sheet-reason",
    },
)


@dataclass(frozen=True)
class Row:
    """A table of a round: who sits there, how far its result is."""

    passe: Passe
    terms: Terms
    boards: Sequence[int] = ()
    """Of a duplicate the numbers of what lies there."""

    @property
    def told_boards(self) -> str:
        """Each with who names trump, for the form that changes tables: 4A 5B."""
        return " ".join(f"{board}{names_trump(board)}" for board in self.boards)

    @property
    def table(self) -> int:
        """Its number."""
        return self.passe.table.number

    @cached_property
    def columns(self) -> list[str]:
        """The names behind each number of the sheet."""
        names = [entry.name for entry in seated_at(self.passe)]
        return [" & ".join(side) for side in self.terms.by_column(names)]

    @cached_property
    def sheet(self) -> PasseSheet | None:
        """The version that counts."""
        return sheet_that_counts(self.passe)

    @property
    def result(self) -> str:
        """Its points as they are said: 1’012 : 872."""
        return "" if self.sheet is None else spoken(self.sheet)

    @cached_property
    def state(self) -> str:
        """How far it is."""
        return state_of_result(self.passe)


def rows_of(desk: Desk, round_: Round) -> list[Row]:
    """All tables of a round, by number."""
    boards = boards_in(round_.draw, round_.number)
    settings = format_of(desk.tournament)
    return [
        Row(
            passe,
            terms_for(settings, round_, seats=len(passe.sittings.all())),
            boards.get(passe.table.number, ()),
        )
        for passe in passen_of(round_)
    ]


def next_to_type(rows: Sequence[Row], actor: Actor, *, after: int = 0) -> Row | None:
    """The next table without a result that he has not typed yet; around, from the first again."""
    waiting = [row for row in rows if row.sheet is None]
    typists = {row.table: [sheet.actor for sheet in row.passe.sheets.all()] for row in waiting}
    his = [row for row in waiting if str(actor) not in typists[row.table]] or waiting
    return next((row for row in his if row.table > after), his[0] if his else None)


def versions_of(desk: Desk, rows: Sequence[Row]) -> list[list[dict[str, Any]]]:
    """Of each table every version with its numbers in words and whose it is, the newest first;
    sealed ones without numbers."""
    found = [sheets_of(row.passe, direction=desk.may["director"]) for row in rows]
    names = named(desk.club, [version["actor"] for versions in found for version in versions])
    return [
        [_version(row, version, names[version["actor"]]) for version in reversed(versions)]
        for row, versions in zip(rows, found, strict=True)
    ]


def _version(row: Row, version: Mapping[str, Any], writer: str) -> dict[str, Any]:
    sheet, seat = version["sheet"], version["seat"]
    # The side whose phone wrote it.
    side = "" if seat is None else row.columns[row.terms.column_of(seat)]
    return {
        **version,
        "words": " : ".join(printed(line["points"]) for line in sheet["lines"]) if sheet else "",
        "beside": beside(sheet, hands=row.terms.hands) if sheet else (),
        "counts": " : ".join(map(printed, (version["counted"] or {}).get("points", []))),
        "state_words": State(version["state"]).label,
        "origin_words": PasseSheet.Origin(version["origin"]).label,
        "side": side,
        "writer": writer,
        "whose": side or writer,
    }


@dataclass
class SheetForm:
    """The form that types a sheet: for the open round by number of the table, or for one table."""

    desk: Desk
    rows: Sequence[Row]
    typed: FormState = field(default_factory=FIELDS.empty)
    fixed: Row | None = None
    """The table whose page it stands on."""

    @cached_property
    def key(self) -> str:
        """So that sending it twice is sending it once."""
        return new_key()

    @property
    def row(self) -> Row | None:
        """The table that is meant, if it plays in this round."""
        number = self.typed.values.get("table", "")
        wanted = [row for row in self.rows if str(row.table) == number]
        return self.fixed or (wanted[0] if wanted else None)

    @property
    def terms(self) -> Terms:
        """What the regulation says: of the table that is meant, else of any full one."""
        if self.row is not None:
            return self.row.terms
        return max((row.terms for row in self.rows), key=lambda terms: terms.seats)

    @property
    def extras(self) -> list[str]:
        """What is written beside the points."""
        if self.terms.boards:
            return []
        if self.terms.counts == "differences":
            return ["exact", "made"]
        return ["matsches"] if counts_matsches(format_of(self.desk.tournament)) else []

    @property
    def control_sum(self) -> int | None:
        """What both sides make together without a matsch; None where nothing adds up."""
        terms = self.terms
        summed = terms.counts == "points" and terms.adds == "cards" and not terms.boards
        return self.terms.expected(self.terms.hands) if summed else None

    @property
    def hand_points(self) -> int:
        """What a hand adds to the control sum; 0 where nothing adds up, or another sum."""
        return HAND_POINTS if self.terms.adds == "cards" else 0

    @property
    def asks_scribe(self) -> bool:
        """Whether it matters who wrote."""
        return format_of(self.desk.tournament).control is Control.SCRIBE

    @property
    def seats(self) -> list[tuple[str, str]]:
        """The seats to choose the scribe from."""
        return [(str(seat), LETTERS[seat]) for seat in range(self.terms.seats)]

    @property
    def columns(self) -> list[dict[str, Any]]:
        """The columns in the order of the paper: for whom, and what stands in their fields."""
        terms, value = self.terms, self.typed.values.get
        return [
            {
                "index": at,
                "letters": " + ".join(letters),
                "names": self.row.columns[at] if self.row else "",
                "values": {kind: value(f"{kind}_{at}", "") for kind in LINE},
            }
            for at, letters in enumerate(terms.by_column(LETTERS[: terms.seats]))
        ]

    @property
    def boards(self) -> list[dict[str, Any]]:
        """Of a duplicate a line a board, of the table that is meant."""
        return board_rows(self.row.boards, self.typed) if self.row else []

    def read(self, post: QueryDict) -> "SheetForm":
        """Take over what was typed."""
        self.typed = FIELDS.read(post)
        return self

    @property
    def passe(self) -> Passe:
        """What is meant; Invalid for a table that does not play."""
        if self.row is not None:
            return self.row.passe
        raise Invalid.at(
            "/table", "no_such_table", _("An diesem Tisch wird in dieser Runde nicht gespielt.")
        )

    @property
    def derives(self) -> bool:
        """Whether the last number may be left out.

        Two typists check each other, and a sum that sends a sheet back checks what was written:
        a derived number would prove neither.
        """
        rules = format_of(self.desk.tournament)
        return not rules.double_entry and rules.control is not Control.REJECT

    @property
    def data(self) -> object:
        """The sheet as it is read."""
        if self.terms.boards:
            boards = boards_typed(self.typed, hands=self.terms.hands)
            return {"boards": boards, "reason": self.typed.values["reason"]}
        kinds = ("points", *self.extras)
        data = {
            "hands": self.typed.number("hands"),
            "lines": [
                {kind: self.typed.number(f"{kind}_{index}") for kind in kinds}
                for index in range(self.terms.columns)
            ],
            "scribe": self.typed.number("scribe") if self.asks_scribe else None,
            "reason": self.typed.values["reason"],
        }
        return complete(data, self.terms) if self.derives else data

    def refuse(self, refusal: DomainError) -> None:
        """Say what is wrong at its field."""
        self.typed.refuse(refusal)

    @property
    def folded(self) -> bool:
        """Whether nothing is said about a passe that was cut short."""
        values, errors = self.typed.values, self.typed.errors
        said = (values.get("hands"), values.get("reason"))
        return not any((*said, errors.get("hands"), errors.get("sheet-reason")))


def counts_matsches(settings: Format) -> bool:
    """Whether matsches are written: they have a bonus, a prize, or part equals."""
    if settings.use.differences:
        return False
    kinds = {prize.kind for prize in settings.prizes}
    wanted = PrizeKind.MATSCHES in kinds or "matsches" in settings.ranking.ties
    return wanted or settings.matsch_bonus > 0


def in_words(row: Row, outcome: Outcome) -> str:
    """What became of a sheet, in a sentence."""
    words = {
        "confirmed": _("Tisch %(table)s zählt: %(points)s."),
        "typed": _("Tisch %(table)s ist einmal erfasst; jetzt tippt jemand anders das Blatt."),
        "merged": _("Tisch %(table)s stand schon so da."),
        "contested": _("Tisch %(table)s: da stehen verschiedene Zahlen. Die Turnierleitung "
                       "entscheidet."),
    }  # fmt: skip
    return words[outcome.outcome] % {"table": row.table, "points": spoken(outcome.sheet)}
