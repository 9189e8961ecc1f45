"""The versions of a result: reading, adding the next one, letting one count; also from recorded
hands, once the game of the table is closed. Who may is asked before; the tournament's row is held.

Of recorded hands only confirmed ones count, and their points without penalties: those are no part
of what the table played for. Each hand was checked for itself when it was written, so its passe is
settled; what the sheet may still lack is hands.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _, override

from jassclub.clubs.actors import SYSTEM, Actor
from jassclub.core.errors import Conflict, Invalid, NotAllowed, NotFound, in_words
from scoring.claims.selectors import GameState, state_of
from scoring.core.models import Game
from scoring.games.base import Line
from tournaments.core.models import Tournament
from tournaments.core.selectors import held, log, refuse_ended, results_changed
from tournaments.results.models import PasseSheet
from tournaments.results.pure.reading import Difference, compare, read_sheet
from tournaments.results.pure.sheet import (
    Settled,
    Sheet,
    Terms,
    as_json,
    from_scores,
    settle,
    sheet_from_json,
)
from tournaments.results.selectors import (
    is_among,
    passe_with_people,
    sentence,
    sheet_that_counts,
    terms_of,
)
from tournaments.rounds.models import Passe, Round

State = PasseSheet.State
Origin = PasseSheet.Origin
WAITING = (State.TYPED, State.CONTESTED)
STRUCK, CONTESTED = "sheet_struck", "sheet_contested"


@dataclass(frozen=True)
class By:
    """Who says what a result is, from where and for which seat, and why."""

    actor: Actor
    origin: str
    seat: int | None = None
    reason: str = ""


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
        raise Invalid.of(
            in_words((it for it in reading.findings if it.blocks), sentence),
            _("Dieses Resultat kann so nicht stimmen."),
        )
    settled = settle(reading.sheet, terms, decided=reading.sheet.points if decided else None)
    return Written(reading.sheet, settled, [found.to_json() for found in reading.findings])


def differences(passe: Passe, stored: PasseSheet, sheet: Sheet) -> list[Difference]:
    """Where a stored version says something else than this sheet."""
    return compare(sheet_from_json(stored.sheet), sheet, terms_of(passe))


def add(passe: Passe, written: Written, by: By, state: str, *, note: str = "") -> PasseSheet:
    """The next version, logged. One that counts takes the place of all others.

    `note`: what is said of it where nobody gave a reason; it stands in no log.
    """
    if state == State.CONFIRMED:
        supersede(passe, (State.CONFIRMED, *WAITING))
    sheet = PasseSheet.objects.create(
        club_id=passe.club_id,
        passe=passe,
        number=passe.sheets.count() + 1,
        state=state,
        origin=by.origin,
        sheet=as_json(written.sheet),
        counted=written.settled.as_json(),
        warnings=written.warnings,
        after_closing=passe.round.state == Round.State.CLOSED,
        seat=by.seat,
        reason=by.reason or note,
        actor=str(by.actor),
    )
    log_version(sheet, "sheet", actor=by.actor, reason=by.reason)
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
    log(tournament, kind, actor=actor, facts=facts, reason=reason)
    if sheet.state == State.CONFIRMED or kind in (STRUCK, CONTESTED):
        results_changed(tournament)


def refuse_closed(passe: Passe) -> None:
    """Nobody writes once the tournament is over; after the round only the direction corrects."""
    refuse_ended(passe.round.tournament)
    if passe.round.state == Round.State.CLOSED:
        raise Conflict(
            "round_closed",
            _("Diese Runde ist abgeschlossen: jetzt korrigiert nur die Turnierleitung."),
        )


def refuse_own_table(actor: Actor, passe: Passe) -> None:
    """Nobody decides about the table at which he sits, or was to sit."""
    entries = [e for s in passe.sittings.all() for e in (s.entry, s.substitute) if e is not None]
    if is_among(actor, entries):
        raise NotAllowed(
            "own_table", _("Am eigenen Tisch entscheidet jemand anders von der Turnierleitung.")
        )


def refuse_called_off(tournament: Tournament) -> None:
    """A tournament that was called off has no results."""
    if tournament.state == Tournament.State.CANCELLED:
        raise Conflict("tournament_ended", _("Dieses Turnier ist abgesagt."))


HANDS = PasseSheet.Origin.HANDS


@transaction.atomic
def collect(*, game_id: UUID) -> PasseSheet | None:
    """The sheet of the passe whose game is closed, if it says anything new.

    It counts at once while the round is open. It waits for the director (`contested`) in a round
    that is closed, where hands are missing or too many, and where other points count already
    that did not come from the hands. Numbers that were collected before are not written again,
    whatever was decided about them since.
    """
    found = Passe.objects.filter(game=game_id).values_list("pk", "round__tournament_id").first()
    if found is None:
        return None
    tournament = held(SYSTEM, found[1])
    passe = passe_with_people(found[0])
    if passe is None or passe.game is None or passe.game.state == Game.State.OPEN:
        return None
    with override(tournament.club.language):
        return _write(passe, state_of(passe.game, counted_only=True))


def _write(passe: Passe, played: GameState) -> PasseSheet | None:
    """The next version. What counts takes the place of all others, what waits of what waited."""
    terms, late = terms_of(passe), passe.round.state == Round.State.CLOSED
    sheet, counted = recorded(played, terms), sheet_that_counts(passe)
    if _is_known(passe, sheet):
        return None
    same = counted is not None and counted.counted["points"] == list(sheet.points)
    # A result that came from the hands follows them while play is on.
    follows = counted is None or (counted.origin == HANDS and not late)
    warnings = list(_warnings(played, terms))
    counts = not (warnings or late) and (follows or same)
    if not counts:
        passe.sheets.filter(origin=HANDS, state=State.CONTESTED).update(state=State.SUPERSEDED)
    if late and same:
        return None
    settled = Settled(
        state="counts" if counts else "held", points=sheet.points, given=(0,) * len(sheet.lines)
    )
    return add(
        passe,
        Written(sheet, settled, warnings),
        By(SYSTEM, HANDS),
        State.CONFIRMED if counts else State.CONTESTED,
        note=_("Nach dem Abschluss der Runde aus den Spielen.") if late else sheet.reason,
    )


def recorded(played: GameState, terms: Terms) -> Sheet:
    """What the confirmed hands of a game add up to, column by column."""
    sheet = played.sheet
    differences = terms.counts == "differences"
    columns = [[row.score.lines[at] for row in sheet.rows if row.score and row.score.counts]
               for at in range(terms.columns)]  # fmt: skip
    hands = sheet.hands_counted
    short = _("%(hands)s von %(all)s Spielen") % {"hands": hands, "all": terms.hands}
    return from_scores(
        hands=hands,
        points=sheet.played,
        matsches=() if differences else sheet.matsches,
        exact=[sum(line.exact for line in lines) for lines in columns] if differences else (),
        made=[sum(map(_made, lines)) for lines in columns] if differences else (),
        reason="" if hands == terms.hands else short,
    )


def _made(line: Line) -> int:
    """The card points of a line: typed, or worked out from the others."""
    return (line.made if line.made is not None else line.card_points) or 0


def _is_known(passe: Passe, sheet: Sheet) -> bool:
    """Whether the numbers are those that were collected last; words depend on the language."""
    last = passe.sheets.filter(origin=HANDS).order_by("-number").first()
    written = as_json(sheet)
    return last is not None and all(last.sheet[key] == written[key] for key in ("hands", "lines"))


def _warnings(played: GameState, terms: Terms) -> Iterator[dict[str, Any]]:
    hands, control = played.sheet.hands_counted, played.sheet.control
    if hands != terms.hands:
        code = "hands_missing" if hands < terms.hands else "hands_too_many"
        yield _warning(code, "/hands", hands=hands, expected=terms.hands)
    if not control.holds:
        off = control.sum - control.expected
        sums = {"sum": control.sum, "expected": control.expected, "off": off}
        yield _warning("sum_wrong", "/lines", **sums, suspects=[])


def _warning(code: str, pointer: str, **params: object) -> dict[str, Any]:
    return {"code": code, "pointer": pointer, "severity": "warning", "params": params}
