"""Results written from paper or by the phones of a table, and what becomes of them.

A sheet counts once somebody else has said the same, or at once where the regulation is content
with one typist at the desk. Two that differ wait for the director. Where the hands are recorded,
only the director writes a total over them, with a reason.
"""

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Literal
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs import events
from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Role
from jassclub.clubs.rights import has_role
from jassclub.core.errors import Conflict, NotAllowed, NotFound
from jassclub.core.rows import first_or, save_fields
from tournaments.core.selectors import TABLE, results_revised, words
from tournaments.format.selectors import format_of
from tournaments.results.models import PasseSheet
from tournaments.results.pure.reading import Difference
from tournaments.results.pure.sheet import settle, sheet_from_json
from tournaments.results.selectors import sheet_that_counts, terms_of
from tournaments.results.sheets import (
    CONTESTED,
    STRUCK,
    WAITING,
    By,
    Origin,
    State,
    Written,
    add,
    differences,
    held_passe,
    log_version,
    read,
    refuse_called_off,
    refuse_closed,
    refuse_own_table,
    supersede,
)
from tournaments.rounds.models import Passe, Round

Outcome = Literal["typed", "confirmed", "merged", "contested"]


@dataclass(frozen=True)
class Typed:
    """What became of a typed sheet: it waits for a second one (`typed`), it counts, it was there
    already (`merged`), or it waits for the director (`contested`), perhaps against a `rival`."""

    outcome: Outcome
    sheet: PasseSheet
    rival: PasseSheet | None = None
    differences: tuple[Difference, ...] = ()


@transaction.atomic
def type_sheet(
    *, actor: Actor, passe_id: UUID, data: object, seat: int | None = None, reason: str = ""
) -> Typed:
    """Write the result of a passe, at the desk or by a phone of the table (`seat`: for whom it
    speaks, where it has not said so itself).

    Invalid with all findings; Conflict for a closed round, for recorded hands, and where other
    numbers count already.
    """
    passe = held_passe(actor, passe_id)
    by = _by(actor, passe, seat, reason.strip())
    refuse_closed(passe)
    if passe.game_id is not None:
        raise Conflict(
            "hands_recorded",
            _(
                "An diesem Tisch werden die Spiele erfasst; ein Total darüber schreibt nur die "
                "Turnierleitung, mit einer Begründung."
            ),
        )
    written = read(passe, data)
    counted = sheet_that_counts(passe)
    if counted is not None:
        return _beside_counted(passe, counted, written)
    return _weighed(passe, written, by)


@transaction.atomic
def confirm_sheet(*, actor: Actor, sheet_id: UUID) -> PasseSheet:
    """The other side of the table, or the desk, agrees with what a phone wrote."""
    sheet, by = _held_sheet(actor, sheet_id)
    if sheet.state == State.CONFIRMED:
        return sheet
    refuse_closed(sheet.passe)
    if sheet.state != State.TYPED:
        raise Conflict(
            "not_to_confirm",
            _("Über dieses Resultat ist schon anders entschieden, oder es ist umstritten."),
        )
    _refuse_same_hand(by, sheet)
    supersede(sheet.passe, (State.TYPED,))
    save_fields(sheet, state=State.CONFIRMED)
    log_version(sheet, "sheet_confirmed", actor=actor)
    return sheet


@transaction.atomic
def contest_sheet(*, actor: Actor, sheet_id: UUID) -> PasseSheet:
    """A side of the table says that what stands there is wrong: it waits for the direction.

    Also what both sides had agreed to, as long as the round is open; what the desk has typed or
    the direction has decided is struck there.
    """
    sheet, by = _held_sheet(actor, sheet_id)
    refuse_closed(sheet.passe)
    if sheet.state == State.CONTESTED:
        return sheet
    if sheet.origin != Origin.PHONE or sheet.state not in (State.TYPED, State.CONFIRMED):
        raise Conflict(
            "not_to_contest", _("Darüber hat das Büro entschieden: sagt es der Turnierleitung.")
        )
    if sheet.state == State.TYPED and _same_hand(by, sheet):
        raise Conflict(
            "own_sheet", _("Das hat eure Seite geschrieben: schreibt einfach das richtige Total.")
        )
    save_fields(sheet, state=State.CONTESTED)
    log_version(sheet, CONTESTED, actor=actor)
    return sheet


@transaction.atomic
def decide(
    *,
    actor: Actor,
    passe_id: UUID,
    reason: str,
    sheet_id: UUID | None = None,
    data: object = None,
) -> PasseSheet:
    """The director lets a version count as it was written, or writes another one over all.

    Also over recorded hands, and with a sum that does not add up: it stays a warning.
    """
    passe = held_passe(actor, passe_id, Role.DIRECTOR)
    refuse_closed(passe)
    refuse_own_table(actor, passe)
    said = words(reason)
    written = read(passe, data, decided=True) if sheet_id is None else _chosen(passe, sheet_id)
    return _overruled(passe, written, actor=actor, reason=said)


@transaction.atomic
def correct(
    *, actor: Actor, passe_id: UUID, data: object, reason: str, out_of_time: bool = False
) -> PasseSheet:
    """Change a result after its round was closed; the rankings since then get a revision.

    The same numbers once more change nothing. When the time for objections is over
    (`too_late`), the director must say so: `out_of_time`.
    """
    passe = held_passe(actor, passe_id, Role.DIRECTOR)
    refuse_called_off(passe.round.tournament)
    refuse_own_table(actor, passe)
    if passe.round.state != Round.State.CLOSED:
        raise Conflict(
            "round_open",
            _("Diese Runde ist noch offen: entscheide über das Resultat, statt zu korrigieren."),
        )
    _refuse_too_late(passe, out_of_time=out_of_time)
    said, before = words(reason), sheet_that_counts(passe)
    sheet = _overruled(passe, read(passe, data, decided=True), actor=actor, reason=said)
    if before is None or before.pk != sheet.pk:
        results_revised(passe.round.tournament, since=passe.round.number, actor=actor, reason=said)
        tournament = passe.round.tournament
        events.announce(
            "sheet.corrected",
            club_id=tournament.club_id,
            subject_id=tournament.pk,
            facts={"round": passe.round.number, "table": passe.table.number},
        )
    return sheet


@transaction.atomic
def strike(*, actor: Actor, passe_id: UUID, reason: str) -> PasseSheet:
    """Take a result back that counts, while its round is open; it stays readable."""
    passe = held_passe(actor, passe_id, Role.SCRIBE)
    refuse_closed(passe)
    refuse_own_table(actor, passe)
    said, counted = words(reason), sheet_that_counts(passe)
    if counted is None:
        raise Conflict("nothing_counts", _("An diesem Tisch zählt noch kein Resultat."))
    save_fields(counted, state=State.SUPERSEDED)
    log_version(counted, STRUCK, actor=actor, reason=said)
    return counted


def as_conflict(typed: Typed) -> Conflict:
    """The answer to somebody whose numbers stand against others: both, and where they differ."""
    found = [vars_of(sheet) for sheet in (typed.rival, typed.sheet) if sheet is not None]
    text = _("Hier steht schon ein anderes Resultat: die Turnierleitung entscheidet.")
    differ = [difference._asdict() for difference in typed.differences]
    return Conflict("sheet_contested", text, extra={"sheets": found, "differences": differ})


def vars_of(sheet: PasseSheet) -> dict[str, Any]:
    """A version as it is sent to those who may see it."""
    return {
        "id": str(sheet.pk),
        "number": sheet.number,
        "state": sheet.state,
        "origin": sheet.origin,
        "sheet": sheet.sheet,
        "counted": sheet.counted,
        "seat": sheet.seat,
    }


def _refuse_too_late(passe: Passe, *, out_of_time: bool) -> None:
    """A shown ranking is open to objections for a while; then only the director's word opens it."""
    tournament, closed = passe.round.tournament, passe.round.closed_at
    minutes = format_of(tournament).correction_minutes
    over = tournament.finished_at
    if minutes is not None and closed is not None:
        over = closed + timedelta(minutes=minutes)
    if over is not None and over < timezone.now() and not out_of_time:
        raise Conflict(
            "too_late",
            _(
                "Die Frist für Einsprüche ist vorbei. Die Turnierleitung kann trotzdem "
                "korrigieren, wenn der Fehler feststeht."
            ),
        )


def _weighed(passe: Passe, written: Written, by: By) -> Typed:
    """A new sheet against those that wait."""
    waiting = list(passe.sheets.filter(state__in=WAITING).order_by("number"))
    known = [sheet for sheet in waiting if not differences(passe, sheet, written.sheet)]
    disputed = any(sheet.state == State.CONTESTED for sheet in waiting)
    if known == waiting and disputed and _takes_back(passe, by):
        return Typed("confirmed", add(passe, written, by, State.CONFIRMED))
    if known and (disputed or _same_hand(by, known[-1])):
        outcome: Outcome = "contested" if disputed else "merged"
        return Typed(outcome, known[-1])
    others = [s for s in waiting if s not in known and s.actor != str(by.actor)]
    if others or disputed or written.settled.state != "counts":
        return _contested(passe, written, by, others[-1] if others else None)
    if known or (by.origin == Origin.DESK and not format_of(passe.round.tournament).double_entry):
        return Typed("confirmed", add(passe, written, by, State.CONFIRMED))
    supersede(passe, (State.TYPED,))
    return Typed("typed", add(passe, written, by, State.TYPED))


def _takes_back(passe: Passe, by: By) -> bool:
    """Whether who writes the only version that there is had said himself that it is wrong."""
    table = passe.round.number, passe.table.number
    said = passe.round.tournament.log.filter(kind=CONTESTED, actor=str(by.actor))
    return table in said.values_list("payload__round", "payload__table")


def _contested(passe: Passe, written: Written, by: By, rival: PasseSheet | None) -> Typed:
    passe.sheets.filter(state=State.TYPED).update(state=State.CONTESTED)
    sheet = add(passe, written, by, State.CONTESTED)
    if rival is None:
        return Typed("contested", sheet)
    rival.refresh_from_db()
    return Typed("contested", sheet, rival, tuple(differences(passe, rival, written.sheet)))


def _beside_counted(passe: Passe, counted: PasseSheet, written: Written) -> Typed:
    differ = differences(passe, counted, written.sheet)
    if not differ:
        return Typed("merged", counted)
    raise Conflict(
        "passe_written",
        _("Hier zählt schon ein anderes Resultat. Streicht es zuerst, mit einer Begründung."),
        extra={"sheets": [vars_of(counted)], "differences": [d._asdict() for d in differ]},
    )


def _same_hand(by: By, sheet: PasseSheet) -> bool:
    """Whether both come from one person or side, so that one does not prove the other."""
    if sheet.actor == str(by.actor):
        return True
    if not by.origin == sheet.origin == Origin.PHONE:
        return False
    if by.seat is None or sheet.seat is None:
        return True
    terms = terms_of(sheet.passe)
    return terms.column_of(by.seat) == terms.column_of(sheet.seat)


def _refuse_same_hand(by: By, sheet: PasseSheet) -> None:
    if by.origin == sheet.origin == Origin.DESK:
        raise Conflict(
            "type_it_again",
            _("Im Büro wird ein zweites Mal erfasst, ohne die ersten Zahlen zu sehen."),
        )
    if _same_hand(by, sheet):
        raise NotAllowed(
            "other_side_confirms", _("Bestätigen muss die andere Seite des Tischs oder das Büro.")
        )


def _by(actor: Actor, passe: Passe, seat: int | None = None, reason: str = "") -> By:
    """From where somebody writes; refused unless the actor belongs to this table or the desk."""
    if actor.is_device and actor.scope == (TABLE, str(passe.table_id)):
        return By(actor, Origin.PHONE, seat if actor.seat is None else actor.seat, reason)
    if actor.is_device:
        raise NotFound("other_table", _("Dieses Telefon gehört zu einem anderen Tisch."))
    if not has_role(actor, passe.club_id, Role.SCRIBE):
        raise NotAllowed(
            "role_missing", _("Resultate erfassen das Büro und die Telefone des Tischs.")
        )
    return By(actor, Origin.DESK, reason=reason)


def _held_sheet(actor: Actor, sheet_id: UUID) -> tuple[PasseSheet, By]:
    """A version with its tournament locked, and who asks for it."""
    ident = first_or(
        PasseSheet.objects.filter(pk=sheet_id).values_list("passe_id", flat=True), _no_sheet()
    )
    passe = held_passe(actor, ident)
    # The race: the version changes while another holds the lock. So it is read after it was given.
    return passe.sheets.get(pk=sheet_id), _by(actor, passe)


def _chosen(passe: Passe, sheet_id: UUID) -> Written:
    """A version as it was written; where its sum is wrong and shared out, as it was shared."""
    stored = first_or(passe.sheets.filter(pk=sheet_id), _no_sheet())
    sheet, terms = sheet_from_json(stored.sheet), terms_of(passe)
    settled = settle(sheet, terms)
    if settled.state != "counts":
        settled = settle(sheet, terms, decided=sheet.points)
    return Written(sheet, settled, stored.warnings)


def _overruled(passe: Passe, written: Written, *, actor: Actor, reason: str) -> PasseSheet:
    counted = sheet_that_counts(passe)
    if (
        counted is not None
        and counted.counted["points"] == list(written.settled.points)
        and not differences(passe, counted, written.sheet)
    ):
        return counted
    if not written.sheet.reason:
        written = replace(written, sheet=replace(written.sheet, reason=reason))
    return add(passe, written, By(actor, Origin.CORRECTION, reason=reason), State.CONFIRMED)


def _no_sheet() -> NotFound:
    return NotFound("sheet_not_found", _("Dieses Blatt gibt es nicht."))
