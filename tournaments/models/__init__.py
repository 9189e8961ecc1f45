"""Season tables, and a tournament from its draft to its prizes."""

from tournaments.models.balances import OpeningBalance, SeasonOpening
from tournaments.models.draws import Draw, Passe, Round, Sitting, SittingOut, Table
from tournaments.models.entries import Entry, Payment, Team, Wish
from tournaments.models.failures import FailedCount
from tournaments.models.results import PasseSheet, PenaltyPoints, Ranking
from tournaments.models.seasons import SeasonAverage, SeasonTally, StandingsSnapshot
from tournaments.models.tournament import LogRecord, Tournament

__all__ = [
    "Draw",
    "Entry",
    "FailedCount",
    "LogRecord",
    "OpeningBalance",
    "Passe",
    "PasseSheet",
    "Payment",
    "PenaltyPoints",
    "Ranking",
    "Round",
    "SeasonAverage",
    "SeasonOpening",
    "SeasonTally",
    "Sitting",
    "SittingOut",
    "StandingsSnapshot",
    "Table",
    "Team",
    "Tournament",
    "Wish",
]
