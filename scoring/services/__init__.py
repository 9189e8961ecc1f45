"""The one door for writes: every view, task and command makes one call of these."""

from scoring.claims.agreement import CONTEST_REASONS, confirm_hand, contest_hand, resolve_hand
from scoring.claims.confirming import confirm_by_silence, confirm_by_time
from scoring.claims.correcting import (
    CORRECTION_REASONS,
    check_may_correct,
    correction_needs_reason,
    may_correct,
)
from scoring.claims.entries import Written, correct_hand, record_hand, write_hand
from scoring.claims.foretelling import Foretold, foretell
from scoring.claims.opening import OPENED, handed_round, may_open
from scoring.claims.penalties import add_penalty, cancel_penalty
from scoring.claims.rows import hold_games
from scoring.claims.sides import others_signed, others_speak
from scoring.claims.taking_back import (
    TAKEN_BACK,
    may_take_back,
    may_withdraw,
    take_back_hand,
    taken_back,
)
from scoring.disputes.services import (
    accept_ruling,
    book_ruling,
    open_dispute,
    open_dispute_at,
    overrule_dispute,
    revoke_ruling,
    withdraw_dispute,
)
from scoring.predictions.services import predict
from scoring.tables.course import abandon_game, reopen_game, reseat_game
from scoring.tables.games import begin_game, close_game, open_game, sign_off
from scoring.tables.settling import settle_game, settlement_of

__all__ = [
    "CONTEST_REASONS",
    "CORRECTION_REASONS",
    "OPENED",
    "TAKEN_BACK",
    "Foretold",
    "Written",
    "abandon_game",
    "accept_ruling",
    "add_penalty",
    "begin_game",
    "book_ruling",
    "cancel_penalty",
    "check_may_correct",
    "close_game",
    "confirm_by_silence",
    "confirm_by_time",
    "confirm_hand",
    "contest_hand",
    "correct_hand",
    "correction_needs_reason",
    "foretell",
    "handed_round",
    "hold_games",
    "may_correct",
    "may_open",
    "may_take_back",
    "may_withdraw",
    "open_dispute",
    "open_dispute_at",
    "open_game",
    "others_signed",
    "others_speak",
    "overrule_dispute",
    "predict",
    "record_hand",
    "reopen_game",
    "reseat_game",
    "resolve_hand",
    "revoke_ruling",
    "settle_game",
    "settlement_of",
    "sign_off",
    "take_back_hand",
    "taken_back",
    "withdraw_dispute",
    "write_hand",
]
