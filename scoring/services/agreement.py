"""Agreeing to entries and doubting them: nobody confirms his own entry."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from jassclub.clubs.actors import SYSTEM, Actor
from jassclub.errors import Conflict, Detail, Invalid, NotAllowed
from scoring import ledger
from scoring.access import Place, judge_in, place_in, writer_in
from scoring.models import Confirmation, Contest, Game, Hand, HandEntry
from scoring.outbox import announce
from scoring.rules import Rules
from scoring.services.rows import (
    current_entry,
    locked_game,
    locked_hand,
    now,
    open_or_refuse,
    version_of,
)

CONTEST_REASONS = ("miscounted", "wrong_contract", "sides_swapped", "weis_or_stoeck", "other")
State = HandEntry.State


@transaction.atomic
def confirm_hand(
    *, actor: Actor, hand_id: UUID, version: int, handover_seat: int | None = None
) -> HandEntry:
    """The other side agrees to a version; with `handover_seat` on the one phone, handed over.

    Agreeing to a rival version makes it the current one: both sides then hold the same numbers.
    """
    game, hand = locked_hand(hand_id)
    place = place_in(game, actor)
    entry = version_of(hand, version)
    if entry.state == State.CONFIRMED:
        return entry
    if entry.state in (State.SUPERSEDED, State.REJECTED):
        raise Conflict("not_current", _("Diese Fassung gilt nicht mehr."))
    place = _agreeing(game, entry, place, handover_seat)
    how = "other_side" if handover_seat is None else "handover"
    confirm(game, entry, how=how, place=place)
    return entry


@transaction.atomic
def contest_hand(
    *, actor: Actor, hand_id: UUID, version: int, reason_code: str, reason_text: str = ""
) -> HandEntry:
    """Doubt the current version: it stays on the slate, but does not count until it is agreed to,
    replaced or decided."""
    game, hand = locked_hand(hand_id)
    place = writer_in(game, actor)
    if not place.has_office:
        open_or_refuse(game)
    entry = version_of(hand, version)
    if not entry.is_current:
        raise Conflict("not_current", _("Diese Fassung gilt nicht mehr."))
    _check_contest(reason_code, reason_text)
    contest = Contest.objects.create(
        entry=entry,
        reason_code=reason_code,
        reason_text=reason_text.strip(),
        actor=str(actor),
        device_id=actor.device_id,
        seat=place.seat,
        created_at=now(),
    )
    entry.state = State.CONTESTED
    entry.save(update_fields=["state"])
    ledger.append(
        game, "contested", ledger.contest_facts(contest), states=[(entry, State.CONTESTED)]
    )
    announce(game, "contested")
    return entry


@transaction.atomic
def resolve_hand(*, actor: Actor, hand_id: UUID, version: int, reason: str) -> HandEntry:
    """A referee not seated here decides which version counts."""
    game, hand = locked_hand(hand_id)
    place = judge_in(game, actor)
    entry = version_of(hand, version)
    if not reason.strip():
        raise Invalid.of(
            [Detail("/reason", "words_needed", _("Bitte in Worten sagen, warum."))],
            _("Ein Entscheid braucht einen Grund."),
        )
    confirm(game, entry, how="decision", place=place, note=reason.strip())
    return entry


def agree(game: Game, entry: HandEntry, *, place: Place) -> None:
    """Take equal numbers from the other side for an agreement; from the own side ignore them."""
    if entry.state == State.PROVISIONAL and not _own(game, entry, place):
        confirm(game, entry, how="agreement", place=place)


def confirm(
    game: Game, entry: HandEntry, *, how: str, place: Place, note: str = ""
) -> Confirmation:
    """Make `entry` the confirmed version of its hand; whatever stood beside it steps back."""
    moves = _step_back(entry)
    if moves:
        announce(game, "replaced")
    entry.state = State.CONFIRMED
    entry.save(update_fields=["state"])
    confirmation = Confirmation.objects.create(
        entry=entry,
        how=how,
        note=note,
        actor=str(place.actor),
        device_id=place.actor.device_id,
        seat=place.seat,
        created_at=now(),
    )
    facts = ledger.confirmation_facts(confirmation)
    ledger.append(game, "confirmed", facts, states=[*moves, (entry, State.CONFIRMED)])
    announce(game, "confirmed")
    return confirmation


@transaction.atomic
def confirm_by_silence(*, game_id: UUID) -> int:
    """Confirm what nobody doubted while a later hand was written; returns how many.

    Silence is an event, not a clock: hand n is agreed to when a later hand was completed after
    it. A late correction of hand 3 waits for the next hand, too.
    """
    game = locked_game(game_id)
    silent = Place(SYSTEM, None, frozenset())
    entries = [entry for entry in _undoubted(game) if _overtaken(game, entry)]
    for entry in entries:
        confirm(game, entry, how="silence", place=silent)
    return len(entries)


@transaction.atomic
def confirm_by_time(*, game_id: UUID, before: datetime) -> int:
    """Confirm what was written before a moment and nobody has doubted since."""
    game = locked_game(game_id)
    waiting = Place(SYSTEM, None, frozenset())
    entries = [entry for entry in _undoubted(game) if entry.created_at < before]
    for entry in entries:
        confirm(game, entry, how="time", place=waiting)
    return len(entries)


def confirm_rest(game: Game, *, place: Place) -> None:
    """Both sides have signed the sheet: what nobody doubts is agreed to."""
    for entry in _undoubted(game):
        confirm(game, entry, how="sign_off", place=place)


def _undoubted(game: Game) -> list[HandEntry]:
    """Provisional entries without a rival beside them, in the order of the hands."""
    rival = HandEntry.objects.filter(hand=OuterRef("hand"), state=State.RIVAL)
    entries = HandEntry.objects.filter(hand__game=game, state=State.PROVISIONAL)
    return list(entries.filter(~Exists(rival)).select_related("hand").order_by("hand__number"))


def _overtaken(game: Game, entry: HandEntry) -> bool:
    return HandEntry.objects.filter(
        hand__game=game,
        hand__number__gt=entry.hand.number,
        state__in=HandEntry.CURRENT,
        created_at__gt=entry.created_at,
    ).exists()


def _step_back(entry: HandEntry) -> list[tuple[HandEntry, str]]:
    hand: Hand = entry.hand
    moves: list[tuple[HandEntry, str]] = []
    current = current_entry(hand)
    if current is not None and current.pk != entry.pk:
        moves.append((current, State.SUPERSEDED))
    others = hand.entries.filter(state=State.RIVAL).exclude(pk=entry.pk)
    moves += [(other, State.REJECTED) for other in others]
    for other, state in moves:
        other.state = state
        other.save(update_fields=["state"])
    return moves


def _own(game: Game, entry: HandEntry, place: Place) -> bool:
    """True where agreeing would be agreeing with oneself."""
    if str(place.actor) == entry.actor or place.seat is None:
        return True
    rules = Rules.of(game)
    return entry.seat is not None and rules.side_of(entry.seat) == rules.side_of(place.seat)


def _agreeing(game: Game, entry: HandEntry, place: Place, handover_seat: int | None) -> Place:
    if handover_seat is None:
        if place.seat is None:
            raise NotAllowed(
                "seat_needed", _("Bestätigen kann, wer am Tisch sitzt, von der anderen Seite.")
            )
        if _own(game, entry, place):
            raise own_entry()
        return place
    rules = Rules.of(game)
    rules.check_seat(handover_seat, "/handover_seat")
    if str(place.actor) != entry.actor or entry.seat is None:
        raise NotAllowed(
            "no_handover", _("Übergeben wird das Telefon, auf dem das Spiel geschrieben wurde.")
        )
    if rules.side_of(entry.seat) == rules.side_of(handover_seat):
        raise own_entry()
    return Place(place.actor, handover_seat, place.roles)


def own_entry() -> NotAllowed:
    """Nobody confirms his own entry."""
    return NotAllowed("own_entry", _("Den eigenen Eintrag bestätigt die andere Seite."))


def _check_contest(code: str, text: str) -> None:
    details = []
    if code not in CONTEST_REASONS:
        known = _("Wählt einen der Gründe: %(codes)s.") % {"codes": ", ".join(CONTEST_REASONS)}
        details.append(Detail("/reason_code", "unknown_reason", known))
    if code == "other" and not text.strip():
        details.append(Detail("/reason_text", "words_needed", _("Bitte in Worten sagen, warum.")))
    if details:
        raise Invalid.of(details, _("Ein Zweifel braucht einen Grund."))
