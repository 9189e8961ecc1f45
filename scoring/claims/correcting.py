"""Who may correct a hand, and when a reason is asked for it."""

from django.utils.translation import gettext as _

from jassclub.core.errors import Conflict
from jassclub.core.findings import Finding
from scoring.claims.models import HandEntry
from scoring.core.access import GameAccess, has_outside_office
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
