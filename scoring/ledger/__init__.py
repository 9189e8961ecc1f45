"""The hash chain over everything that happened to a game, and its check.

A record's payload is `{"facts": ..., "states": [[entry id, new state], ...]}`. The facts are what
the row that was written at the same moment must still say; the states are the moves of entries
that came with it. So the check needs no trust in any row: the chain proves the records, the
records prove the rows.
"""

from scoring.ledger.chain import Facts, append, chained, changes_sheet, digest, text_digest
from scoring.ledger.check import WITNESSES, LedgerFinding, verify
from scoring.ledger.facts import (
    cancellation_facts,
    change_facts,
    commitment,
    confirmation_facts,
    contest_facts,
    entry_facts,
    game_facts,
    penalty_facts,
    prediction_facts,
    sign_off_facts,
)

__all__ = [
    "WITNESSES",
    "Facts",
    "LedgerFinding",
    "append",
    "cancellation_facts",
    "chained",
    "change_facts",
    "changes_sheet",
    "commitment",
    "confirmation_facts",
    "contest_facts",
    "digest",
    "entry_facts",
    "game_facts",
    "penalty_facts",
    "prediction_facts",
    "sign_off_facts",
    "text_digest",
    "verify",
]
