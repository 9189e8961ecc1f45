"""The hash chain over everything that happened to a game, and its check.

A record's payload is `{"facts": ..., "states": [[entry id, new state], ...]}`. The facts are what
the row that was written at the same moment must still say; the states are the moves of entries
that came with it. So the check needs no trust in any row: the chain proves the records, the
records prove the rows.
"""

from scoring.claims.ledger.check import verify
from scoring.claims.ledger.facts import (
    IMPORTED,
    SOURCES,
    Facts,
    append,
    append_record,
    chained,
    changes_sheet,
    commitment,
    game_facts,
    hash_of,
    withheld,
)

__all__ = [
    "IMPORTED",
    "SOURCES",
    "Facts",
    "append",
    "append_record",
    "chained",
    "changes_sheet",
    "commitment",
    "game_facts",
    "hash_of",
    "verify",
    "withheld",
]
