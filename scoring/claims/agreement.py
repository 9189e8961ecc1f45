"""Agreeing to entries, doubting them, deciding between them."""

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.core.errors import Conflict, Invalid
from jassclub.core.findings import Finding
from scoring.claims.confirming import confirm
from scoring.claims.models import Confirmation, Contest, HandEntry
from scoring.claims.opening import opened_from
from scoring.claims.rows import locked_hand, open_or_refuse, record, rivals, version_of
from scoring.claims.sides import consent, is_own
from scoring.core.access import GameAccess, access_of, judge_in, writer_in
from scoring.core.models import Game

CONTEST_REASONS = ("miscounted", "wrong_contract", "sides_swapped", "weis_or_stoeck", "other")
State = HandEntry.State
How = Confirmation.How


@transaction.atomic
def confirm_hand(
    *, actor: Actor, hand_id: UUID, version: int, handover_seat: int | None = None
) -> HandEntry:
    """The other side agrees to a version; with `handover_seat` on the one phone, handed over.

    Agreeing to a rival version makes it the current one, once everybody who wrote other numbers
    has agreed to it; a contested version waits for everybody who doubts it.
    """
    game, hand = locked_hand(hand_id)
    access = access_of(game, actor)
    entry = version_of(hand, version)
    if entry.state == State.CONFIRMED and not rivals(hand):
        return entry
    opened = opened_from(entry) if entry.state == State.SUPERSEDED else None
    if opened is not None and opened.is_current:
        return opened
    if entry.state in (State.SUPERSEDED, State.REJECTED):
        raise _not_current()
    how, access = consent(game, entry, access, handover_seat)
    return confirm(game, entry, how=how, access=access)


@transaction.atomic
def contest_hand(
    *, actor: Actor, hand_id: UUID, version: int, reason_code: str, reason_text: str = ""
) -> HandEntry:
    """Doubt the current version: it stays on the slate, but does not count until it is agreed to,
    replaced or decided. The same doubt twice is one."""
    game, hand = locked_hand(hand_id)
    access = writer_in(game, actor)
    entry = version_of(hand, version)
    if not access.at_desk and entry.state == State.CONFIRMED:
        open_or_refuse(game)
    if not entry.is_current:
        raise _not_current()
    _check_contest(reason_code, reason_text)
    if not _stands_already(entry, access, reason_code, reason_text):
        contest(game, entry, access, reason_code, reason_text)
    return entry


@transaction.atomic
def resolve_hand(*, actor: Actor, hand_id: UUID, version: int, reason: str) -> HandEntry:
    """A referee not seated here decides which version counts."""
    game, hand = locked_hand(hand_id)
    access = judge_in(game, actor)
    entry = version_of(hand, version)
    if not reason.strip():
        raise Invalid.of(
            [Finding("words_needed", "/reason", _("Bitte in Worten sagen, warum."))],
            _("Ein Entscheid braucht einen Grund."),
        )
    return confirm(game, entry, how=How.DECISION, access=access, note=reason.strip())


def agree(game: Game, entry: HandEntry, *, access: GameAccess) -> HandEntry:
    """Take equal numbers from the other side for an agreement; from the own side ignore them.

    What stands after it: the entry, or the version in which its predictions were opened.
    """
    if is_own(game, entry, access):
        return entry
    return confirm(game, entry, how=How.AGREEMENT, access=access)


def contest(game: Game, entry: HandEntry, access: GameAccess, code: str, text: str) -> None:
    """Note a doubt about a version of a locked game."""
    doubt = Contest(entry=entry, reason_code=code, reason_text=text.strip())
    moved = [entry.move_to(State.CONTESTED)]
    record(game, "contested", doubt, access, moved=moved, event="contested")


def _stands_already(entry: HandEntry, access: GameAccess, code: str, text: str) -> bool:
    """Whether this very doubt was the last thing said about a version that is contested."""
    if entry.state != State.CONTESTED:
        return False
    own = entry.contests.filter(actor=str(access.actor), seat=access.seat).last()
    if own is None or (own.reason_code, own.reason_text) != (code, text.strip()):
        return False
    return not entry.confirmations.filter(seq__gt=own.seq).exists()


def _not_current() -> Conflict:
    return Conflict("not_current", _("Diese Fassung gilt nicht mehr."))


def _check_contest(code: str, text: str) -> None:
    details = []
    if code not in CONTEST_REASONS:
        known = _("Wählt einen der Gründe: %(codes)s.") % {"codes": ", ".join(CONTEST_REASONS)}
        details.append(Finding("unknown_reason", "/reason_code", known))
    if code == "other" and not text.strip():
        details.append(Finding("words_needed", "/reason_text", _("Bitte in Worten sagen, warum.")))
    Invalid.raise_for(details, _("Ein Zweifel braucht einen Grund."))
