"""Rounds: called from the plan, started, timed and closed; each step a command of the direction.

Nothing here happens by itself. A round that was called is history: draws leave it as it is.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs import events
from jassclub.clubs.actors import Actor
from jassclub.core.errors import Conflict, Finding, Invalid
from jassclub.core.rows import save_fields
from jassclub.core.workers import after_commit, wake
from tournaments.core.models import Tournament
from tournaments.core.selectors import directed, log, results_changed, unended_directed, words
from tournaments.draw.planning import phase_at
from tournaments.entries.models import Entry
from tournaments.format.pure import Format, Odd
from tournaments.format.selectors import format_of
from tournaments.results.hands import forget_seats
from tournaments.results.selectors import tables_without_result
from tournaments.rounds.hall import (
    current_draw,
    first_tables,
    passen_of,
    refuse_open_round,
    round_in,
    the_open_round,
)
from tournaments.rounds.models import Draw, Passe, Round, Sitting, SittingOut
from tournaments.standings.rankings import finalists
from tournaments.standings.services import freeze

MAILS = "tournaments.tasks.tell_seats"
MOST_EXTRA = 180
"""Minutes that can be added at once."""


@transaction.atomic
def call_round(*, actor: Actor, tournament_id: UUID) -> Round:
    """Make the next round of the plan public: tables, seats, who sits out.

    Refused while a round is open, and where the plan was made for others than those who are
    there now (`field_changed`, naming them): then draw again.
    """
    tournament = unended_directed(actor, tournament_id)
    refuse_open_round(tournament)
    number, fmt = tournament.rounds.count() + 1, format_of(tournament)
    plan = _plan_for(tournament, number, fmt)
    planned = plan.rounds[number - 1]
    gone, new = field_changes(tournament, fmt, number, planned)
    if gone or new:
        raise _changed_field(gone, new)
    round_ = Round.objects.create(
        club_id=tournament.club_id,
        tournament=tournament,
        number=number,
        draw=plan,
        hands=fmt.hands,
        called_at=timezone.now(),
    )
    _seat(round_, planned, joker=fmt.odd is Odd.JOKER)
    save_fields(tournament, state=Tournament.State.RUNNING)
    forget_seats(round_)
    results_changed(tournament)
    _tell(round_, "round_called", actor, {"draw": plan.number, "tables": len(planned["tables"])})
    if settings.MAIL_FROM:
        after_commit(_wake_mails)
    return round_


@transaction.atomic
def uncall_round(*, actor: Actor, tournament_id: UUID, number: int, reason: str) -> None:
    """Take a call back while nothing was played or written: the round is to be drawn again.

    Without the first round the event has not begun: sign-up goes on, it can be called off.
    """
    tournament = directed(actor, tournament_id)
    round_ = the_open_round(tournament, number)
    written = round_.passen.filter(sheets__isnull=False) | round_.passen.exclude(game=None)
    if round_.state != Round.State.CALLED or written.exists():
        raise Conflict("round_started", _("Diese Runde hat schon begonnen."))
    log(
        tournament,
        "round_uncalled",
        actor=actor,
        facts={"round": number},
        reason=words(reason),
    )
    round_.delete()
    results_changed(tournament)
    if number == 1:
        save_fields(tournament, state=Tournament.State.OPEN)
    results_changed(tournament)


@transaction.atomic
def start_round(*, actor: Actor, tournament_id: UUID, number: int) -> Round:
    """Play begins; the clock runs if the regulation has one."""
    tournament = directed(actor, tournament_id)
    round_ = the_open_round(tournament, number)
    if round_.state != Round.State.CALLED:
        raise Conflict("round_started", _("Diese Runde hat schon begonnen."))
    minutes, now = format_of(tournament).minutes, timezone.now()
    ends_at = None if minutes is None else now + timedelta(minutes=minutes)
    save_fields(round_, state=Round.State.RUNNING, started_at=now, ends_at=ends_at)
    log(tournament, "round_started", actor=actor, facts={"round": number})
    return round_


@transaction.atomic
def add_time(*, actor: Actor, tournament_id: UUID, number: int, minutes: int) -> Round:
    """Extra time (negative: less), also after the clock has run out: then from now on."""
    tournament = directed(actor, tournament_id)
    round_ = _timed(tournament, number)
    if not -MOST_EXTRA <= minutes <= MOST_EXTRA or minutes == 0:
        raise Invalid.at(
            "/minutes",
            "minutes_out_of_range",
            _("Zwischen 1 und %(most)s Minuten, mehr oder weniger.") % {"most": MOST_EXTRA},
        )
    if round_.seconds_left is not None:
        save_fields(round_, seconds_left=max(0, round_.seconds_left + minutes * 60))
    elif round_.ends_at is not None:
        now = timezone.now()
        start = max(round_.ends_at, now) if minutes > 0 else round_.ends_at
        save_fields(round_, ends_at=max(now, start + timedelta(minutes=minutes)))
    log(tournament, "time", actor=actor, facts={"round": number, "minutes": minutes})
    return round_


@transaction.atomic
def stop_clock(*, actor: Actor, tournament_id: UUID, number: int) -> Round:
    """The clock stands still with what is left."""
    tournament = directed(actor, tournament_id)
    round_ = _timed(tournament, number)
    if round_.ends_at is None:
        raise Conflict("clock_stands", _("Die Uhr steht schon."))
    left = round((round_.ends_at - timezone.now()).total_seconds())
    save_fields(round_, ends_at=None, seconds_left=max(0, left))
    log(tournament, "clock_stopped", actor=actor, facts={"round": number})
    return round_


@transaction.atomic
def let_clock_run(*, actor: Actor, tournament_id: UUID, number: int) -> Round:
    """The clock goes on with what was left."""
    tournament = directed(actor, tournament_id)
    round_ = _timed(tournament, number)
    if round_.seconds_left is None:
        raise Conflict("clock_runs", _("Die Uhr läuft schon."))
    ends_at = timezone.now() + timedelta(seconds=round_.seconds_left)
    save_fields(round_, ends_at=ends_at, seconds_left=None)
    log(tournament, "clock_runs", actor=actor, facts={"round": number})
    return round_


@transaction.atomic
def close_round(*, actor: Actor, tournament_id: UUID, number: int, reason: str = "") -> Round:
    """The results of the round stand, and its ranking is kept for good.

    Refused (`results_outstanding`, naming the tables) while a table has no result that counts;
    with a `reason` the round is closed without those, and the regulation says what they are
    worth.
    """
    tournament = directed(actor, tournament_id)
    round_ = the_open_round(tournament, number)
    missing = tables_without_result(passen_of(round_))
    if missing and not reason.strip():
        raise _without(missing)
    closed = {"state": Round.State.CLOSED, "closed_at": timezone.now()}
    save_fields(round_, **closed, ends_at=None, seconds_left=None)
    freeze(tournament, number=number, actor=actor)
    _tell(round_, "round_closed", actor, {"without": missing}, reason=reason.strip())
    return round_


@transaction.atomic
def reopen_round(*, actor: Actor, tournament_id: UUID, number: int, reason: str) -> Round:
    """Open the last round again, as long as the next is not called."""
    tournament = unended_directed(actor, tournament_id)
    closed = round_in(tournament, number)
    if closed.state != Round.State.CLOSED:
        raise Conflict("round_open", _("Diese Runde ist noch offen."))
    if tournament.rounds.filter(number__gt=number).exists():
        raise Conflict(
            "later_round",
            _("Danach wurde schon eine Runde aufgerufen; korrigiere das einzelne Resultat."),
        )
    save_fields(closed, state=Round.State.RUNNING, closed_at=None)
    results_changed(tournament)
    log(tournament, "round_reopened", actor=actor, facts={"round": number}, reason=words(reason))
    results_changed(tournament)
    return closed


def _plan_for(tournament: Tournament, number: int, fmt: Format) -> Draw:
    plan = current_draw(tournament)
    if number > fmt.rounds:
        raise Conflict("all_played", _("Alle Runden sind gespielt."))
    if plan is None or len(plan.rounds) < number:
        raise Conflict(
            "not_drawn", _("Runde %(number)s ist noch nicht ausgelost.") % {"number": number}
        )
    return plan


def field_changes(
    tournament: Tournament, fmt: Format, number: int, planned: dict[str, Any]
) -> tuple[list[int], list[int]]:
    """Who is seated in a planned round but not there, and who is there but not seated."""
    present = Entry.State.PRESENT
    here = set(tournament.entries.filter(state=present).values_list("number", flat=True))
    players = tournament.entries.filter(state=present, kind=Entry.Kind.PLAYER)
    wanted = set(players.values_list("number", flat=True))
    kind = phase_at(fmt, number).kind
    if kind == "final" or (kind == "knockout" and number == fmt.final_from):
        wanted &= set(finalists(tournament))
    named = {n for table in planned["tables"] for n in table} | set(planned["sitting_out"])
    if kind == "knockout" and number != fmt.knockout_from:
        wanted &= named  # Who is out stays out, who comes now is too late.
    return sorted(named - here), sorted(wanted - named)


def _changed_field(gone: list[int], new: list[int]) -> Conflict:
    absent = _("Startnummer %(number)s ist ausgelost, aber nicht da.")
    unknown = _("Startnummer %(number)s ist da, aber nicht ausgelost.")
    return Conflict(
        "field_changed",
        _("Seit der Auslosung hat sich das Feld geändert: lose die nächsten Runden neu aus."),
        [
            *(Finding("drawn_but_absent", "", absent % {"number": number}) for number in gone),
            *(Finding("present_but_not_drawn", "", unknown % {"number": number}) for number in new),
        ],
    )


def _without(missing: Iterable[int]) -> Conflict:
    text = _("Von Tisch %(number)s fehlt ein Resultat, das zählt.")
    return Conflict(
        "results_outstanding",
        _("Es fehlen noch Resultate: Tisch %(tables)s.") % {"tables": ", ".join(map(str, missing))},
        [
            Finding("result_missing", f"/tables/{number}", text % {"number": number})
            for number in missing
        ],
    )


def _seat(round_: Round, planned: dict[str, Any], *, joker: bool) -> None:
    entries = {entry.number: entry for entry in round_.tournament.entries.all()}
    passen = Passe.objects.bulk_create(
        Passe(club_id=round_.club_id, round=round_, table=table)
        for table in first_tables(round_.tournament, len(planned["tables"]))
    )
    Sitting.objects.bulk_create(
        Sitting(
            club_id=passe.club_id, passe=passe, round=round_, index=index, entry=entries[number]
        )
        for passe, numbers in zip(passen, planned["tables"], strict=True)
        for index, number in enumerate(numbers)
    )
    SittingOut.objects.bulk_create(
        SittingOut(club_id=round_.club_id, round=round_, entry=entries[number], joker=joker)
        for number in planned["sitting_out"]
    )


def _wake_mails() -> None:
    """Who asked for it is told at once; else the sweep of each minute does."""
    wake([MAILS])


def _timed(tournament: Tournament, number: int) -> Round:
    round_ = the_open_round(tournament, number)
    if round_.state != Round.State.RUNNING or (round_.ends_at, round_.seconds_left) == (None, None):
        raise Conflict("no_clock", _("In dieser Runde läuft keine Uhr."))
    return round_


def _tell(
    round_: Round, kind: str, actor: Actor, facts: dict[str, Any], *, reason: str = ""
) -> None:
    tournament = round_.tournament
    log(tournament, kind, actor=actor, facts={"round": round_.number, **facts}, reason=reason)
    events.announce(
        f"tournament.{kind}",
        club_id=tournament.club_id,
        subject_id=tournament.pk,
        facts={"round": round_.number, "draw": round_.draw.number},
    )
