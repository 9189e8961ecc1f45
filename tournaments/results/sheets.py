"""The versions of a result: reading, adding the next one, letting one count. Who may is asked
before; the tournament's row is held."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.core.errors import Conflict, Invalid, NotAllowed, NotFound, in_words
from tournaments.core import log
from tournaments.core.models import Tournament
from tournaments.core.selectors import held, refuse_ended, results_changed
from tournaments.results.messages import sentence
from tournaments.results.models import PasseSheet
from tournaments.results.pure.reading import Difference, compare, read_sheet
from tournaments.results.pure.sheet import Settled, Sheet, as_json, settle, sheet_from_json
from tournaments.results.selectors import passe_with_people, terms_of
from tournaments.rounds.models import Passe, Round

State = PasseSheet.State
Origin = PasseSheet.Origin
WAITING = (State.TYPED, State.CONTESTED)
STRUCK, CONTESTED = "sheet_struck", "sheet_contested"


@dataclass(frozen=True)
class Written:
    """What was read: the sheet, what it counts, and what is to be said about it."""

    sheet: Sheet
    settled: Settled
    warnings: list[dict[str, Any]]


def held_passe(actor: Actor, passe_id: UUID, *roles: str) -> Passe:
    """A passe with its people, its tournament locked; NotFound for one that does not exist."""
    ident = Passe.objects.filter(pk=passe_id).values_list("round__tournament_id", flat=True).first()
    if ident is not None:
        tournament = held(actor, ident, *roles)
        passe = passe_with_people(passe_id)
        if passe is not None:
            passe.round.tournament = tournament
            return passe
    raise NotFound("passe_not_found", _("An diesem Tisch wird in dieser Runde nicht gespielt."))


def read(passe: Passe, data: object, *, decided: bool = False) -> Written:
    """The sheet of a passe as it was sent; Invalid with everything that is wrong with it.

    `decided`: the director writes, so a wrong sum may stand, and what is written counts.
    """
    terms = terms_of(passe)
    terms = replace(terms, control="director") if decided else terms
    reading = read_sheet(data, terms)
    if reading.sheet is None:
        wrong = in_words((it for it in reading.findings if it.blocks), sentence)
        raise Invalid.of(wrong, _("Dieses Resultat kann so nicht stimmen."))
    settled = settle(reading.sheet, terms, decided=reading.sheet.points if decided else None)
    return Written(reading.sheet, settled, [found.to_json() for found in reading.findings])


def differences(passe: Passe, stored: PasseSheet, sheet: Sheet) -> list[Difference]:
    """Where a stored version says something else than this sheet."""
    return compare(sheet_from_json(stored.sheet), sheet, terms_of(passe))


def add(
    passe: Passe,
    written: Written,
    *,
    actor: Actor,
    origin: str,
    state: str,
    seat: int | None = None,
    reason: str = "",
) -> PasseSheet:
    """The next version, logged. One that counts takes the place of all others."""
    if state == State.CONFIRMED:
        supersede(passe, (State.CONFIRMED, *WAITING))
    sheet = PasseSheet.objects.create(
        passe=passe,
        number=passe.sheets.count() + 1,
        state=state,
        origin=origin,
        sheet=as_json(written.sheet),
        counted=written.settled.as_json(),
        warnings=written.warnings,
        after_closing=passe.round.state == Round.State.CLOSED,
        seat=seat,
        reason=reason,
        actor=str(actor),
    )
    log_version(sheet, "sheet", actor=actor, reason=reason)
    return sheet


def supersede(passe: Passe, states: Iterable[str]) -> None:
    """All versions in these states have had their time."""
    passe.sheets.filter(state__in=list(states)).update(state=State.SUPERSEDED)


def log_version(sheet: PasseSheet, kind: str, *, actor: Actor, reason: str = "") -> None:
    """A record of the log about a version; what counts changes the ranking."""
    passe = sheet.passe
    tournament = passe.round.tournament
    facts: Mapping[str, Any] = {
        "round": passe.round.number,
        "table": passe.table.number,
        "number": sheet.number,
        "state": sheet.state,
        "origin": sheet.origin,
        "points": sheet.counted["points"],
    }
    log.append(tournament, kind, actor=actor, facts=facts, reason=reason)
    if sheet.state == State.CONFIRMED or kind in (STRUCK, CONTESTED):
        results_changed(tournament)


def that_counts(passe: Passe) -> PasseSheet | None:
    """The version that counts, if one does."""
    return passe.sheets.filter(state=State.CONFIRMED).first()


def refuse_closed(passe: Passe) -> None:
    """Nobody writes once the tournament is over; after the round only the direction corrects."""
    refuse_ended(passe.round.tournament)
    if passe.round.state == Round.State.CLOSED:
        raise Conflict(
            "round_closed",
            _("Diese Runde ist abgeschlossen: jetzt korrigiert nur die Spielleitung."),
        )


def refuse_own_table(actor: Actor, passe: Passe) -> None:
    """Nobody decides about the table at which he sits, or was to sit."""
    entries = [e for s in passe.sittings.all() for e in (s.entry, s.substitute) if e is not None]
    users = {entry.player.person.user_id for entry in entries if entry.player is not None}
    if actor.user_id is not None and actor.user_id in users:
        raise NotAllowed(
            "own_table", _("Am eigenen Tisch entscheidet jemand anders von der Spielleitung.")
        )


def refuse_called_off(tournament: Tournament) -> None:
    """A tournament that was called off has no results."""
    if tournament.state == Tournament.State.CANCELLED:
        raise Conflict("tournament_ended", _("Dieses Turnier ist abgesagt."))
