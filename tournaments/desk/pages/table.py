"""One table of one round: every version of its result, and what the direction does about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from jassclub.clubs.models import Role
from jassclub.clubs.rights import require_role
from jassclub.core.errors import Conflict, DomainError, NotFound
from jassclub.web.form_state import Fields, FormState, line, new_key
from tournaments.core.desk_page import CommandInput, Desk
from tournaments.core.selectors import LETTERS
from tournaments.desk import seating
from tournaments.results import services as results
from tournaments.results.models import PasseSheet
from tournaments.results.pages.sheets import Row, SheetForm, rows_of, versions_of
from tournaments.results.pages.table_page import spoken
from tournaments.rounds.models import Round
from tournaments.rounds.selectors import round_in

WORDS_NEEDED = "words_needed"
"""Code of the finding that a decision lacks its reason."""
ORDER = tuple(f"seat_{seat}" for seat in range(4))
FIELDS = Fields(
    version=line(100),
    seat_0=line(100),
    seat_1=line(100),
    seat_2=line(100),
    seat_3=line(100),
    why=line(),
)


@dataclass
class TablePart:
    """What the page reads, and what the services are told."""

    desk: Desk
    row: Row
    round: Round
    form: SheetForm
    typed: FormState = field(default_factory=FormState)
    act: str = ""

    @classmethod
    def of(cls, desk: Desk, number: int, table: int) -> TablePart:
        """NotFound for a table that does not play in this round."""
        round_ = round_in(desk.tournament, number)
        rows = rows_of(desk, round_)
        found = [row for row in rows if row.table == table]
        if not found:
            text = _("An diesem Tisch wird in dieser Runde nicht gespielt.")
            raise NotFound("passe_not_found", text)
        return cls(desk, found[0], round_, SheetForm(desk, rows, fixed=found[0]))

    @cached_property
    def key(self) -> str:
        """So that sending a form twice is sending it once."""
        return new_key()

    @property
    def closed(self) -> bool:
        """Whether the round is closed, so that a change is a correction."""
        return self.round.state == Round.State.CLOSED

    @cached_property
    def versions(self) -> list[dict[str, Any]]:
        """Every version, the newest first, with who wrote it."""
        (found,) = versions_of(self.desk, [self.row])
        return found

    @property
    def chairs(self) -> list[dict[str, Any]]:
        """The seats with who was drawn and who really sits there."""
        chairs = enumerate(self.row.passe.sittings.all())
        return [
            {
                "letter": LETTERS[seat],
                "name": f"seat_{seat}",
                "sitting": sitting,
                "value": self.typed.values.get(f"seat_{seat}", str(sitting.entry.number)),
            }
            for seat, sitting in chairs
        ]

    @property
    def may_type(self) -> bool:
        """Whether the desk may write a total, as long as none counts."""
        return not (self.closed or self.desk.ended or self.row.sheet or self.row.passe.game_id)

    def read(self, post: QueryDict) -> TablePart:
        """Take over what was typed."""
        self.act = post.get("act", "")[:20]
        self.form.read(post)
        self.typed = FIELDS.read(post)
        return self

    def run(self) -> str:
        """Do what was asked; the sentence that says it is done."""
        work = _ACTS.get(self.act)
        if work is None:
            raise Conflict("unknown_act", _("Was soll geschehen?"))
        return work(self)

    def refuse(self, refusal: DomainError) -> None:
        """Say what is wrong at its field."""
        ours = [detail for detail in refusal.details if detail.code == WORDS_NEEDED]
        theirs = [detail for detail in refusal.details if detail.code != WORDS_NEEDED]
        self.form.refuse(replace(refusal, details=theirs))
        self.typed.refuse(replace(refusal, details=ours), {"/reason": "why"})
        self.typed.refuse(replace(refusal, details=theirs), _PLACES)

    @property
    def why(self) -> str:
        """The reason."""
        return self.typed.values["why"]

    @property
    def chosen(self) -> PasseSheet:
        """The version that was chosen; NotFound for one of another table."""
        ident = self.typed.values["version"]
        found = [sheet for sheet in self.row.passe.sheets.all() if str(sheet.pk) == ident]
        if not found:
            raise NotFound("sheet_not_found", _("Dieses Blatt gibt es nicht."))
        return found[0]


_PLACES = {
    "/lines": "points_0",
    "/hands": "hands",
    "/scribe": "scribe",
    "/reason": "sheet-reason",
    "/order": "seat_0",
    "/table": "seat_0",
}


def _accept(part: TablePart) -> str:
    """One of the versions is right."""
    what: Mapping[str, Any] = {"actor": part.desk.actor, "passe_id": part.row.passe.pk}
    chosen = part.chosen
    if part.closed:
        sheet = results.correct(**what, data=chosen.sheet, reason=part.why)
    else:
        sheet = results.decide(**what, sheet_id=chosen.pk, reason=part.why)
    return _told(part, sheet)


def _write(part: TablePart) -> str:
    """Other numbers than any version has."""
    service = results.correct if part.closed else results.decide
    sheet = service(
        actor=part.desk.actor, passe_id=part.row.passe.pk, data=part.form.data, reason=part.why
    )
    return _told(part, sheet)


def _strike(part: TablePart) -> str:
    results.strike(actor=part.desk.actor, passe_id=part.row.passe.pk, reason=part.why)
    return _("Das Resultat von Tisch %(table)s zählt nicht mehr.") % {"table": part.row.table}


def _confirm(part: TablePart) -> str:
    """The desk agrees with what a phone wrote."""
    return _told(part, results.confirm_sheet(actor=part.desk.actor, sheet_id=part.chosen.pk))


def _turn(part: TablePart) -> str:
    require_role(part.desk.actor, part.desk.club.pk, Role.DIRECTOR)
    sent = CommandInput(part.desk, part.typed)
    seating.turn_table(
        **part.desk.ids,
        number=part.round.number,
        table=part.row.table,
        order=[sent.entry(chair["name"]) for chair in part.chairs],
        reason=part.why,
    )
    return _("Tisch %(table)s sitzt jetzt so, wie gespielt wurde.") % {"table": part.row.table}


def _told(part: TablePart, sheet: PasseSheet) -> str:
    words = {"table": part.row.table, "points": spoken(sheet)}
    return _("Tisch %(table)s zählt: %(points)s.") % words


_ACTS: Mapping[str, Callable[[TablePart], str]] = {
    "accept": _accept,
    "write": _write,
    "strike": _strike,
    "confirm": _confirm,
    "turn": _turn,
}
