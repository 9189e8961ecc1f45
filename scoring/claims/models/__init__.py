"""What was said at a table. A hand has versions of its entry, one of them is current, and
everything else (totals, strokes, standings) is derived from current entries."""

from scoring.claims.models.course import GameChange, Penalty, SignOff
from scoring.claims.models.disputes import Dispute, DisputeStep
from scoring.claims.models.entries import Confirmation, Contest, HandEntry, Prediction

__all__ = [
    "Confirmation",
    "Contest",
    "Dispute",
    "DisputeStep",
    "GameChange",
    "HandEntry",
    "Penalty",
    "Prediction",
    "SignOff",
]
