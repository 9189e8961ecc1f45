"""Games and hands as they happened at the table.

What was claimed is never overwritten: a hand has entry versions, one of them is current, and
everything else (totals, strokes, standings) is derived from current entries. The database keeps
the promises; `scoring.services` is the one door for writes.
"""

from scoring.models.course import GameChange, Penalty, SignOff
from scoring.models.disputes import Dispute, DisputeStep
from scoring.models.entries import Confirmation, Contest, HandEntry, Prediction
from scoring.models.games import Game, Hand, Seat
from scoring.models.records import GameRecord, ScoreEvent
from scoring.models.statements import Claim, Statement

__all__ = [
    "Claim",
    "Confirmation",
    "Contest",
    "Dispute",
    "DisputeStep",
    "Game",
    "GameChange",
    "GameRecord",
    "Hand",
    "HandEntry",
    "Penalty",
    "Prediction",
    "ScoreEvent",
    "Seat",
    "SignOff",
    "Statement",
]
