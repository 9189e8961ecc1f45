"""Season tables, and a tournament from its draft to its prizes."""

from tournaments.core.models import LogRecord, Tournament
from tournaments.entries.models import Entry, Payment, Team, Wish
from tournaments.results.models import PasseSheet, PenaltyPoints
from tournaments.rounds.models import Draw, Passe, Round, Sitting, SittingOut, Table
from tournaments.seasons.models import (
    OpeningBalance,
    SeasonAverage,
    SeasonGame,
    SeasonOpening,
    SeasonTally,
    StandingsSnapshot,
)
from tournaments.standings.models import FailedCount, Ranking

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
    "SeasonGame",
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
