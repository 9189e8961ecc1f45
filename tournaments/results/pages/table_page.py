"""What the page of a table shows: who sits there in the open round, the clock, what to write.

The total of a passe, written at its table: a line a column, as on the paper sheet."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _, ngettext

from jassclub.clubs.actors import Actor, phones_at
from jassclub.core.typography import printed
from jassclub.web.form_state import Fields, FormState, line
from tournaments.core.models import Tournament
from tournaments.core.selectors import LETTERS, SEATS, TABLE
from tournaments.format.pure import Format, Writing
from tournaments.format.selectors import format_of
from tournaments.results.hands import may_write
from tournaments.results.models import PasseSheet
from tournaments.results.pages.boards import BOARDS, BOARDS_AT, board_rows, boards_typed
from tournaments.results.pure.sheet import Terms
from tournaments.results.selectors import current_passe, is_sealed, terms_of
from tournaments.rounds.boards import boards_at
from tournaments.rounds.hall import open_round
from tournaments.rounds.models import Passe, Round, Table

State = PasseSheet.State


TOTALS = Fields(
    "hands",
    *(f"{kind}_{column}" for kind in ("points", "extra") for column in range(SEATS)),
    *BOARDS,
    reason=line(),
    places={f"/lines/{column}": f"points_{column}" for column in range(SEATS)} | BOARDS_AT,
)
"""The fields of the total of a passe, a column each side."""


@dataclass
class TablePage:
    """A table for one reader. Everything is about the round that is open, if one is."""

    table: Table
    actor: Actor
    typed: FormState = field(default_factory=TOTALS.empty)
    """The total of the passe, as far as it was typed."""

    @property
    def tournament(self) -> Tournament:
        """The event that the table stands in."""
        return self.table.tournament

    @cached_property
    def format(self) -> Format:
        """Its settings."""
        return format_of(self.tournament)

    @cached_property
    def passe(self) -> Passe | None:
        """What is played here now."""
        return current_passe(self.table.pk)

    @cached_property
    def round(self) -> Round | None:
        """The round that is open, played here or not."""
        return self.passe.round if self.passe else open_round(self.tournament)

    @cached_property
    def terms(self) -> Terms:
        """What the regulation says about the sheet of what is played."""
        assert self.passe is not None  # noqa: S101 a sheet is asked for where somebody plays
        return terms_of(self.passe)

    @cached_property
    def chairs(self) -> Sequence[dict[str, Any]]:
        """The seats in playing order: who sits there and with whom, how many other phones speak
        for it."""
        if self.passe is None:
            return ()
        names = [sitting.seated.name for sitting in self.passe.sittings.all()]
        taken, partners = self._taken(), self.terms.partners
        return [
            {
                "seat": seat,
                "letter": LETTERS[seat],
                "name": name,
                "partner": names[(seat + 2) % 4] if partners else "",
                "phones": taken[seat],
            }
            for seat, name in enumerate(names)
        ]

    @property
    def sides(self) -> list[str]:
        """The names behind each column of the sheet."""
        names = [chair["name"] for chair in self.chairs]
        return [" & ".join(side) for side in self.terms.by_column(names)]

    @property
    def own(self) -> dict[str, Any] | None:
        """The seat that the reader's phone speaks for."""
        return next((chair for chair in self.chairs if chair["seat"] == self.actor.seat), None)

    @cached_property
    def may_write(self) -> bool:
        """Whether the reader writes here, once his phone has a seat."""
        return self.passe is not None and may_write(self.actor, self.passe)

    @property
    def ready(self) -> bool:
        """Whether he could write at once."""
        return self.may_write and (self.own is not None or not self.actor.is_device)

    @property
    def hands(self) -> bool:
        """Whether every hand is written, not the total alone."""
        return self.format.writing is Writing.HANDS

    @cached_property
    def sheet(self) -> PasseSheet | None:
        """The result: the one that counts, else the last one that waits. Nobody at the table
        reads what the desk has to type a second time."""
        if self.passe is None:
            return None
        rows = self.passe.sheets.exclude(state=State.SUPERSEDED).order_by("-number")
        told = [
            row for row in rows if not is_sealed(self.format, state=row.state, origin=row.origin)
        ]
        return next((row for row in told if row.state == State.CONFIRMED), next(iter(told), None))

    @property
    def result(self) -> str:
        """The points of the result as they are said, 404 : 224, and what stands beside them."""
        return "" if self.sheet is None else self._told(self.sheet)

    @cached_property
    def versions(self) -> list[dict[str, str]]:
        """What stands against each other and who says it, the first first; none where nothing is
        contested."""
        if self.passe is None or self.sheet is None or self.sheet.state != State.CONTESTED:
            return []
        return [
            {
                "who": self.side_of(row),
                "points": self._told(row) + (f" ({row.reason})" if row.reason else ""),
            }
            for row in self.passe.sheets.filter(state=State.CONTESTED).order_by("number")
        ]

    @property
    def writer(self) -> str:
        """Who wrote the result that is shown."""
        return "" if self.sheet is None else self.side_of(self.sheet)

    def side_of(self, sheet: PasseSheet) -> str:
        """Who wrote a version: the names of the side of the phone, the desk, or the hands."""
        if sheet.origin == PasseSheet.Origin.HANDS:
            return capfirst(sheet.get_origin_display())
        if sheet.seat is None:
            return _("Büro")
        return self.sides[self.terms.column_of(sheet.seat)]

    @property
    def waiting(self) -> bool:
        """Whether the other side has written what the reader's may confirm."""
        sheet, own = self.sheet, self.own
        if sheet is None or own is None or sheet.state != State.TYPED or sheet.seat is None:
            return False
        return self.terms.column_of(sheet.seat) != self.terms.column_of(own["seat"])

    @property
    def may_contest(self) -> bool:
        """Whether the reader's phone can say that the result is wrong."""
        if self.sheet is None or self.own is None:
            return False
        written_here = self.sheet.origin == PasseSheet.Origin.PHONE
        return written_here and (self.sheet.state == State.CONFIRMED or self.waiting)

    @property
    def extra(self) -> str:
        """What is counted beside the points."""
        return "exact" if self.terms.counts == "differences" else "matsches"

    @property
    def columns(self) -> list[dict[str, Any]]:
        """The lines of the form in the order of the seats: for whom, what stands in their fields,
        what is wrong there."""
        value = self.typed.values.get
        return [
            {
                "index": at,
                "name": name,
                "points": value(f"points_{at}", ""),
                "extra": value(f"extra_{at}", ""),
                "errors": self.typed.errors.get(f"points_{at}", ()),
            }
            for at, name in enumerate(self.sides)
        ]

    @property
    def boards(self) -> list[dict[str, Any]]:
        """Of a duplicate a line a board."""
        if self.passe is None or not self.terms.boards:
            return []
        return board_rows(boards_at(self.passe), self.typed)

    @property
    def data(self) -> dict[str, Any]:
        """The sheet as `read_sheet` takes it."""
        number, scribe = self.typed.number, None if self.own is None else self.own["seat"]
        if self.terms.boards:
            boards = boards_typed(self.typed, hands=self.terms.hands)
            return {"boards": boards, "scribe": scribe, "reason": self.typed.values["reason"]}
        return {
            "hands": number("hands"),
            "lines": [
                {"points": number(f"points_{at}"), self.extra: number(f"extra_{at}")}
                for at in range(self.terms.columns)
            ],
            "scribe": scribe,
            "reason": self.typed.values["reason"],
        }

    @property
    def clock(self) -> str:
        """Where the round stands in time, in words."""
        return clock_words(self.round) if self.round else ""

    @property
    def silence(self) -> str:
        """Why nobody plays here now; empty where somebody does."""
        if self.passe is not None:
            return ""
        if self.tournament.state == Tournament.State.FINISHED:
            return _("Das Turnier ist zu Ende. Danke fürs Mitspielen!")
        if self.round is not None:
            return _("In dieser Runde wird an diesem Tisch nicht gespielt.")
        return _("Gerade läuft keine Runde. Wird die nächste aufgerufen, steht hier, wer da sitzt.")

    def _told(self, sheet: PasseSheet) -> str:
        return ", ".join([spoken(sheet), *beside(sheet.sheet, hands=self.format.hands)])

    def _taken(self) -> Counter[int]:
        """How many phones speak for each seat, the reader's own left out."""
        seats = phones_at([(TABLE, str(self.table.pk))]).values_list("pk", "seat")
        own = self.actor.device_id
        return Counter(seat for ident, seat in seats if seat is not None and ident != own)


def spoken(sheet: PasseSheet) -> str:
    """The points of a version as they count."""
    return " : ".join(map(printed, sheet.counted["points"]))


def beside(sheet: Mapping[str, Any], *, hands: int) -> list[str]:
    """What a sheet says besides its points; `hands` is how many there were to play."""
    names = {"matsches": _("Matsche"), "exact": _("genau angesagt")}
    tallies = {name: [line[name] or 0 for line in sheet["lines"]] for name in names}
    played = ngettext("%(hands)s Spiel", "%(hands)s Spiele", sheet["hands"])
    return [
        *(
            f"{names[name]} {' : '.join(map(str, each))}"
            for name, each in tallies.items()
            if any(each)
        ),
        *([played % {"hands": sheet["hands"]}] if sheet["hands"] != hands else []),
        *(":".join(map(printed, board)) if board else "–" for board in sheet.get("boards", ())),
    ]


def clock_words(round_: Round) -> str:
    """The clock of a round: not started, running until, standing with so much left."""
    if round_.state == Round.State.CALLED:
        return _("aufgerufen, noch nicht gestartet")
    if round_.seconds_left is not None:
        return _("Uhr angehalten, noch %(minutes)s Minuten") % {
            "minutes": -(-round_.seconds_left // 60)
        }
    if round_.ends_at is None:
        return _("läuft")
    if round_.ends_at <= timezone.now():
        return _("Die Zeit ist abgelaufen.")
    return _("läuft bis %(time)s Uhr") % {"time": f"{timezone.localtime(round_.ends_at):%H:%M}"}
