"""One table of one round: every version of its result, and what the direction does about it."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from jassclub.clubs.models import Role
from jassclub.clubs.rights import require_role
from jassclub.core.errors import Conflict, DomainError, NotFound
from jassclub.web.form_state import Fields, FormState, line, new_key
from jassclub.web.forms import done, page, sent_from, shown_page, submit
from jassclub.web.offline_queue import KEPT
from tournaments.boards import page as desk_boards
from tournaments.core.desk_page import CommandForm, CommandInput, Desk
from tournaments.core.selectors import LETTERS
from tournaments.desk import seating
from tournaments.desk.pages import overview as desk_overview, people as desk_people
from tournaments.desk.pages.overview import overview
from tournaments.draw.pages import plan as desk_plan
from tournaments.format.pure import LateResult
from tournaments.format.selectors import format_of
from tournaments.money import page as desk_money
from tournaments.results import services as results
from tournaments.results.lateness import mark_late
from tournaments.results.models import PasseSheet
from tournaments.results.pages.sheets import (
    Row,
    SheetForm,
    in_words,
    next_to_type,
    rows_of,
    versions_of,
)
from tournaments.results.pages.table_page import spoken
from tournaments.results.services import Typed, type_sheet
from tournaments.rounds.hall import open_round, round_in
from tournaments.rounds.models import Round
from tournaments.standings.bracket import bracket_of

WORDS_NEEDED = "words_needed"
"""Code of the finding that a decision lacks its reason."""
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
    def of(cls, desk: Desk, number: int, table: int) -> "TablePart":
        """NotFound for a table that does not play in this round."""
        round_ = round_in(desk.tournament, number)
        rows = rows_of(desk, round_)
        found = [row for row in rows if row.table == table]
        if not found:
            raise NotFound(
                "passe_not_found", _("An diesem Tisch wird in dieser Runde nicht gespielt.")
            )
        return cls(desk, found[0], round_, SheetForm(desk, rows, fixed=found[0]))

    @cached_property
    def key(self) -> str:
        """So that sending a form twice is sending it once."""
        return new_key()

    @property
    def closed(self) -> bool:
        """Whether the round is closed, so that a change is a correction."""
        return self.round.state == Round.State.CLOSED

    @property
    def lateness(self) -> str:
        """What being late costs by the regulation; empty where it costs nothing."""
        rule = format_of(self.desk.tournament).ranking
        if rule.late is LateResult.COUNTS:
            return ""
        return _(rule.late.told) % {"penalty": rule.late_penalty}

    @property
    def went_on(self) -> str:
        """Of a knock-out whose next round is called: who went on from this table, by name."""
        stages = bracket_of(self.desk.tournament, format_of(self.desk.tournament))
        called = [stage["number"] for stage in stages]
        if not self.closed or self.round.number + 1 not in called:
            return ""
        here = {s.entry.team and s.entry.team.number for s in self.row.passe.sittings.all()}
        return next((side["name"] for side in _through(stages, self.round.number, here)), "")

    @cached_property
    def versions(self) -> list[dict[str, Any]]:
        """Every version, the newest first, with who wrote it."""
        (found,) = versions_of(self.desk, [self.row])
        return found

    @property
    def chairs(self) -> list[dict[str, Any]]:
        """The seats with who was drawn and who really sits there."""
        return [
            {
                "letter": LETTERS[seat],
                "name": f"seat_{seat}",
                "sitting": sitting,
                "value": self.typed.values.get(f"seat_{seat}", str(sitting.entry.number)),
            }
            for seat, sitting in enumerate(self.row.passe.sittings.all())
        ]

    @property
    def may_type(self) -> bool:
        """Whether the desk may write a total, as long as none counts."""
        return not (self.closed or self.desk.ended or self.row.sheet or self.row.passe.game_id)

    def read(self, post: QueryDict) -> "TablePart":
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


def _through(
    stages: Iterable[dict[str, Any]], number: int, here: Collection[Any]
) -> Iterator[dict[str, Any]]:
    """The sides among those of a table who went on from that stage."""
    for stage in stages:
        for part in stage["parts"] if stage["number"] == number else ():
            for duel in part["duels"]:
                yield from (s for s in duel["sides"] if s["number"] in here and s["goes_on"])


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


def _late(part: TablePart) -> str:
    """The sheet came too late, or did not after all."""
    late = not part.row.passe.late
    mark_late(actor=part.desk.actor, passe_id=part.row.passe.pk, late=late, reason=part.why)
    text = (
        _("Das Blatt von Tisch %(table)s gilt als zu spät abgegeben.")
        if late
        else _("Das Blatt von Tisch %(table)s gilt als rechtzeitig abgegeben.")
    )
    return text % {"table": part.row.table}


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
    return _("Tisch %(table)s zählt: %(points)s.") % {
        "table": part.row.table,
        "points": spoken(sheet),
    }


_ACTS: Mapping[str, Callable[[TablePart], str]] = {
    "accept": _accept,
    "write": _write,
    "strike": _strike,
    "late": _late,
    "confirm": _confirm,
    "turn": _turn,
}


PAGES: dict[str, tuple[str, Callable[..., HttpResponse]]] = {
    "overview": ("desk", overview),
    "people": ("desk_people", desk_people.show),
    "plan": ("desk_plan", desk_plan.show),
    "money": ("desk_money", desk_money.show),
    "boards": ("desk_boards", desk_boards.show),
}
"""Where the forms of commands stand: name of the address, and what shows the page."""
COMMANDS = {
    command.name: command
    for part in (desk_overview, desk_people, desk_plan, desk_money, desk_boards)
    for command in part.COMMANDS
}


@shown_page
def desk(request: HttpRequest, slug: str, tslug: str) -> HttpResponse:
    """The director's desk; a member reads what is going on."""
    answer = overview(request, Desk.of(request, slug, tslug))
    answer[KEPT] = "1"
    return answer


@sent_from("desk", "slug", "tslug")
@page
def do(request: HttpRequest, slug: str, tslug: str, name: str) -> HttpResponseBase:
    """A command of the desk; refused, its form comes back as it was typed."""
    desk = Desk.of(request, slug, tslug)
    command = COMMANDS.get(name)
    if command is None:
        raise NotFound("unknown_command", _("Das gibt es nicht, oder es ist nicht sichtbar."))
    require_role(desk.actor, desk.club.pk, command.role)
    form = CommandForm(command, desk).read(request.POST)
    address, show = PAGES[command.page]

    def show_again() -> HttpResponse:
        fresh = desk.fresh()
        return show(request, fresh, refused=CommandForm(command, fresh, typed=form.typed))

    back = reverse(address, args=[slug, tslug]) + command.back(form.sent)
    return submit(
        request,
        desk.actor,
        lambda: command.run(desk, form.sent),
        then=lambda words: done(request, words, back),
        form=form,
        show=show_again,
    )


@sent_from("desk", "slug", "tslug")
@page
def type_result(request: HttpRequest, slug: str, tslug: str) -> HttpResponseBase:
    """A sheet typed from paper; stored, the next outstanding table is asked for."""
    desk = Desk.of(request, slug, tslug, Role.SCRIBE)
    form = SheetForm(desk, rows_of(desk, _running(desk))).read(request.POST)

    def next_table(outcome: Typed) -> HttpResponse:
        if form.row is not None:
            messages.info(request, in_words(form.row, outcome))
        return redirect(_next_table(desk, form))

    return submit(
        request,
        desk.actor,
        lambda: type_sheet(actor=desk.actor, passe_id=form.passe.pk, data=form.data),
        then=next_table,
        form=form,
        show=lambda: overview(request, desk.fresh(), sheet=form),
    )


@shown_page
def table(request: HttpRequest, slug: str, tslug: str, number: int, at: int) -> HttpResponse:
    """One table in one round: who sits there, every version of its result. Role: scribe."""
    desk = Desk.of(request, slug, tslug, Role.SCRIBE)
    return _show_table(request, TablePart.of(desk, number, at))


@sent_from("desk_table", "slug", "tslug", "number", "at")
@page
def settle(request: HttpRequest, slug: str, tslug: str, number: int, at: int) -> HttpResponseBase:
    """The direction decides about a result, corrects it, strikes it, or seats the table anew."""
    desk = Desk.of(request, slug, tslug, Role.SCRIBE)
    part = TablePart.of(desk, number, at).read(request.POST)

    def show() -> HttpResponse:
        fresh = TablePart.of(desk.fresh(), number, at)
        fresh.typed, fresh.form.typed = part.typed, part.form.typed
        return _show_table(request, fresh)

    return submit(
        request,
        desk.actor,
        part.run,
        then=lambda words: done(request, words, "desk_table", slug, tslug, number, at),
        form=part,
        show=show,
    )


def _show_table(request: HttpRequest, part: TablePart) -> HttpResponse:
    return part.desk.render(
        request,
        "tournaments/desk/table.html",
        part=part,
        here="overview",
        form=part.form,
        typed=part.typed,
        status=part.typed.status,
    )


def _running(desk: Desk) -> Round:
    running = desk.read(open_round)
    if running is None:
        raise Conflict("round_closed", _("Diese Runde ist abgeschlossen."))
    return running


def _next_table(desk: Desk, form: SheetForm) -> str:
    """The desk with the next table without a result, after the one that was typed."""
    typed = form.row.table if form.row else 0
    row = next_to_type(rows_of(desk, _running(desk)), desk.actor, after=typed)
    query = f"?table={row.table}" if row else ""
    return reverse("desk", args=[desk.club.slug, desk.tournament.slug]) + query + "#entry"
