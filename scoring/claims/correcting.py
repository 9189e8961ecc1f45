"""Who may correct a hand, and when a reason is asked for it.

Undo: the author of a hand takes it from the slate. What was claimed stays readable.
"""

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.core.errors import Conflict, Finding, NotAllowed
from scoring.claims.models import Contest, HandEntry
from scoring.claims.rows import locked_hand, open_or_refuse, record, rivals, version_of
from scoring.core.access import GameAccess, has_outside_office, writer_in
from scoring.core.models import Game, Hand

REASONS = ("miscounted", "wrong_contract", "sides_swapped", "weis_or_stoeck", "other")
"""To doubt or to correct: the four to tap, and the one that needs words."""


def corrects_alone(game: Game, access: GameAccess) -> bool:
    """Whether a correction counts at once: at a running table, and by an office not seated here."""
    return access.at_desk or game.state == Game.State.OPEN


def may_correct(game: Game, access: GameAccess) -> bool:
    """Whether a correction is taken at all.

    What was signed is changed by an office that sits elsewhere. A club without one corrects by
    agreement: what one side writes counts once every other side has said yes.
    """
    if corrects_alone(game, access):
        return access.may_write
    return access.seat is not None and not has_outside_office(game)


def check_may_correct(game: Game, access: GameAccess) -> None:
    """Refuse what `may_correct` denies to somebody who may write at this table."""
    if not may_correct(game, access):
        raise Conflict(
            "game_closed", _("Diese Partie ist abgeschlossen; die Spielleitung kann sie ändern.")
        )


def correction_needs_reason(hand: Hand) -> bool:
    """True once a later hand is written (Schreibregeln) or the game is over."""
    return hand.game.state != Game.State.OPEN or later_is_written(hand)


def reason_findings(code: str, text: str) -> list[Finding]:
    """What is wrong with the reason of a doubt or a correction."""
    if code not in REASONS:
        sentence = _("Wählt einen der Gründe: %(codes)s.") % {"codes": ", ".join(REASONS)}
        return [Finding("unknown_reason", "/reason_code", sentence)]
    if code == "other" and not text.strip():
        return [Finding("words_needed", "/reason_text", _("Bitte in Worten sagen, warum."))]
    return []


def correction_findings(hand: Hand, code: str, text: str) -> list[Finding]:
    """What is wrong with the reason of a correction, which may need none."""
    if code:
        return reason_findings(code, text)
    if later_is_written(hand):
        sentence = _("Das nächste Spiel ist schon geschrieben: Bitte sagt, warum korrigiert wird.")
        return [Finding("reason_needed", "/reason_code", sentence, "schreibregeln")]
    if hand.game.state != Game.State.OPEN:
        sentence = _("Die Partie ist abgeschlossen: Bitte sagt, warum korrigiert wird.")
        return [Finding("reason_needed", "/reason_code", sentence)]
    return []


def later_is_written(hand: Hand) -> bool:
    """Whether a later hand of the game stands on the slate."""
    return HandEntry.objects.filter(
        hand__game_id=hand.game_id, hand__number__gt=hand.number, state__in=HandEntry.CURRENT
    ).exists()


TAKEN_BACK = "taken_back"
"""The reason of the statement that takes a version back."""
State = HandEntry.State


@transaction.atomic
def take_back_hand(*, actor: Actor, hand_id: UUID, version: int) -> HandEntry:
    """The hand is not written any more; the version stays in its history as taken back.

    Only its author may, as long as nobody else has said anything about it and no later hand is
    written; afterwards a correction says so openly. What he has proposed about a game that is
    over he takes back at any time. Taking back twice is once.
    """
    game, hand = locked_hand(hand_id)
    access = writer_in(game, actor)
    entry = version_of(hand, version)
    if not may_withdraw(entry):
        open_or_refuse(game)
    if str(actor) != entry.actor:
        raise NotAllowed("not_your_entry", _("Zurücknehmen kann nur, wer es geschrieben hat."))
    if entry.state == State.REJECTED and entry.contests.filter(reason_code=TAKEN_BACK).exists():
        return entry
    if not (may_take_back(entry) or may_withdraw(entry)):
        text = _("Das lässt sich nicht mehr zurücknehmen; bitte korrigieren.")
        raise Conflict("too_late_to_take_back", text)
    word = Contest(entry=entry, reason_code=TAKEN_BACK)
    moved = [entry.move_to(State.REJECTED)]
    record(game, "contested", word, access, moved=moved, event="entry")
    return entry


def may_take_back(entry: HandEntry) -> bool:
    """Whether a version is still only its author's word, and the last one on the slate."""
    # Versions before this one were all taken back: a correction is not just its author's word.
    earlier = entry.hand.entries.filter(version__lt=entry.version)
    taken_back_before = earlier.filter(contests__reason_code=TAKEN_BACK).distinct()
    if entry.state != State.PROVISIONAL or entry.version != 1 + taken_back_before.count():
        return False
    return not (
        entry.contests.exists()
        or entry.confirmations.exists()
        or rivals(entry.hand)
        or later_is_written(entry.hand)
    )


def may_withdraw(entry: HandEntry) -> bool:
    """Whether a version is no more than a proposal about a game that is over."""
    return entry.state == State.RIVAL and entry.hand.game.state != Game.State.OPEN


def taken_back(hand_id: UUID) -> HandEntry | None:
    """The version of a hand that was taken back last, None where none was."""
    versions = HandEntry.objects.filter(hand_id=hand_id, contests__reason_code=TAKEN_BACK)
    return versions.order_by("-version").first()
