"""Writing and correcting hands. What was written stays; the current version counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.errors import Conflict, Detail, Invalid, NotAllowed
from scoring import ledger
from scoring.access import Place, writer_in
from scoring.models import Game, Hand, HandEntry
from scoring.outbox import announce
from scoring.rules import Rules, detail
from scoring.services.agreement import agree, confirm
from scoring.services.predictions import complete, reveal
from scoring.services.rows import (
    current_entry,
    locked_game,
    locked_hand,
    now,
    open_or_refuse,
    rivals,
)

Slip = Mapping[str, Any]
State = HandEntry.State
CORRECTION_REASONS = ("miscounted", "wrong_contract", "sides_swapped", "weis_or_stoeck", "other")
"""The four to tap when the window is over, and the one that needs words."""


@dataclass(frozen=True)
class Written:
    """What became of a slip.

    `stored`: it is the current version now. `merged`: the same numbers stood there already.
    `replayed`: this very message had arrived before. `contested`: other numbers stand there;
    the slip is kept as a rival version that does not count.
    """

    outcome: Literal["stored", "merged", "replayed", "contested"]
    entry: HandEntry
    current: HandEntry


@dataclass(frozen=True)
class Checked:
    """A slip without errors: canonical, and what the rules remark about it."""

    slip: dict[str, Any]
    warnings: list[dict[str, Any]]


@dataclass(frozen=True)
class Origin:
    """Where a slip comes from: whose, from what, and why it replaces another."""

    place: Place
    source: str = HandEntry.Source.TABLE
    client_id: str | None = None
    base_version: int | None = None
    reason_code: str = ""
    reason_text: str = ""


@transaction.atomic
def record_hand(
    *,
    actor: Actor,
    game_id: UUID,
    number: int,
    slip: Slip,
    source: str = HandEntry.Source.TABLE,
    client_id: str | None = None,
) -> Written:
    """Write hand `number` of a game.

    Raises Invalid with every finding of the rules; a hand that stands there with other numbers
    is not touched: the slip becomes a rival version (outcome `contested`).
    """
    game = locked_game(game_id)
    origin = Origin(writer_in(game, actor), source, client_id)
    _check_source(origin)
    open_or_refuse(game)
    hand = _hand(game, number)
    if seen := _seen(hand, client_id):
        return seen
    checked = _checked(game, hand, slip)
    current = current_entry(hand)
    if current is None:
        _note_dealer(game, hand)
        written = _store_current(game, hand, checked, origin)
        return Written("stored", written, written)
    if current.slip == checked.slip:
        return Written("merged", _merge(game, current, origin), current)
    return Written("contested", _store(game, hand, checked, origin, State.RIVAL), current)


@transaction.atomic
def correct_hand(
    *,
    actor: Actor,
    hand_id: UUID,
    base_version: int,
    slip: Slip,
    reason_code: str = "",
    reason_text: str = "",
    source: str = HandEntry.Source.TABLE,
    client_id: str | None = None,
) -> Written:
    """Write a new version of a hand; all other hands stay as they are.

    Until the following hand is written nothing more is asked (Schreibregeln: corrections may be
    demanded during the whole following hand); later a reason is. Made against a version that is
    no longer current, it becomes a rival version (outcome `contested`).
    """
    game, hand = locked_hand(hand_id)
    origin = Origin(
        writer_in(game, actor), source, client_id, base_version, reason_code, reason_text
    )
    _check_source(origin)
    if not origin.place.has_office:
        open_or_refuse(game)
    if seen := _seen(hand, client_id):
        return seen
    current = current_entry(hand)
    if current is None:
        raise Conflict("not_written_yet", _("Dieses Spiel ist noch nicht geschrieben."))
    _check_reason(hand, origin)
    checked = _checked(game, hand, slip)
    if current.slip == checked.slip:
        return Written("merged", current, current)
    if current.version != base_version:
        return Written("contested", _store(game, hand, checked, origin, State.RIVAL), current)
    written = _store_current(game, hand, checked, origin, replaces=current)
    return Written("stored", written, written)


def correction_needs_reason(hand: Hand) -> bool:
    """True once a later hand is written (Schreibregeln) or the game is closed."""
    later = HandEntry.objects.filter(
        hand__game_id=hand.game_id, hand__number__gt=hand.number, state__in=HandEntry.CURRENT
    )
    return hand.game.state != Game.State.OPEN or later.exists()


def _check_source(origin: Origin) -> None:
    if origin.source == HandEntry.Source.PAPER and not origin.place.at_desk:
        raise NotAllowed("desk_needed", _("Blätter vom Papier tippt das Büro ein."))


def _check_reason(hand: Hand, origin: Origin) -> None:
    code, text = origin.reason_code, origin.reason_text.strip()
    details = []
    if code and code not in CORRECTION_REASONS:
        text_ = _("Wählt einen der Gründe: %(codes)s.") % {"codes": ", ".join(CORRECTION_REASONS)}
        details.append(Detail("/reason_code", "unknown_reason", text_))
    elif not code and correction_needs_reason(hand):
        text_ = _("Das nächste Spiel ist schon geschrieben: Bitte sagt, warum korrigiert wird.")
        details.append(Detail("/reason_code", "reason_needed", text_, "schreibregeln"))
    if code == "other" and not text:
        details.append(Detail("/reason_text", "words_needed", _("Bitte in Worten sagen, warum.")))
    if details:
        raise Invalid.of(details, _("Die Korrektur braucht einen Grund."))


def _hand(game: Game, number: int) -> Hand:
    Rules.of(game).check_number(number)
    hand, _created = Hand.objects.get_or_create(game=game, number=number)
    return hand


def _note_dealer(game: Game, hand: Hand) -> None:
    hand.dealer = Rules.of(game).table_at(hand).dealer
    hand.save(update_fields=["dealer"])


def _seen(hand: Hand, client_id: str | None) -> Written | None:
    if not client_id:
        return None
    entry = hand.entries.filter(client_id=client_id).first()
    current = current_entry(hand)
    return Written("replayed", entry, current) if entry and current else None


def _checked(game: Game, hand: Hand, slip: Slip) -> Checked:
    """The slip with everything derived, and its warnings; raises Invalid with all errors."""
    findings, full = Rules.of(game).judge(complete(game, hand, slip), hand)
    errors = [finding for finding in findings if finding.blocks]
    if errors:
        message = _("So kann das Spiel nicht geschrieben werden.")
        raise Invalid.of([detail(finding, "/slip") for finding in errors], message)
    return Checked(full, [finding.to_json() for finding in findings])


def _store_current(
    game: Game, hand: Hand, checked: Checked, origin: Origin, *, replaces: HandEntry | None = None
) -> HandEntry:
    moves = []
    if replaces is not None:
        replaces.state = State.SUPERSEDED
        replaces.save(update_fields=["state"])
        moves.append((replaces, replaces.state))
    entry = _store(game, hand, checked, origin, State.PROVISIONAL, moves=moves)
    reveal(hand)
    if origin.source == HandEntry.Source.PAPER:
        confirm(game, entry, how="paper", place=origin.place)
    elif replaces is not None and origin.place.may_judge:
        confirm(game, entry, how="decision", place=origin.place)
    return entry


def _store(
    game: Game,
    hand: Hand,
    checked: Checked,
    origin: Origin,
    state: str,
    *,
    moves: Sequence[tuple[HandEntry, str]] = (),
) -> HandEntry:
    place = origin.place
    entry = HandEntry.objects.create(
        hand=hand,
        version=hand.entries.count() + 1,
        slip=checked.slip,
        warnings=checked.warnings,
        state=state,
        source=origin.source,
        client_id=origin.client_id,
        base_version=origin.base_version,
        reason_code=origin.reason_code,
        reason_text=origin.reason_text.strip(),
        actor=str(place.actor),
        device_id=place.actor.device_id,
        seat=place.seat,
        created_at=now(),
    )
    ledger.append(game, "entry", ledger.entry_facts(entry), states=[*moves, (entry, state)])
    announce(game, "entry")
    return entry


def _merge(game: Game, current: HandEntry, origin: Origin) -> HandEntry:
    """The same numbers from the other side are an agreement, from the own side nothing new."""
    if not rivals(current.hand):
        agree(game, current, place=origin.place)
    return current
