"""Season tables, and a tournament from its draft to its prizes."""

from tournaments.boards.models import Board
from tournaments.core.models import LogRecord, Tournament
from tournaments.door.models import Act
from tournaments.draw.models import PlanSearch
from tournaments.entries.models import Entry, Payment, SeatMail, SeatPush, Team, Wish
from tournaments.evenings.models import Apart, Attendance, Evening, Reminder
from tournaments.money.models import Expense, TillCount
from tournaments.papers.models import Logo
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
    "Act",
    "Apart",
    "Attendance",
    "Board",
    "Draw",
    "Entry",
    "Evening",
    "Expense",
    "FailedCount",
    "LogRecord",
    "Logo",
    "OpeningBalance",
    "Passe",
    "PasseSheet",
    "Payment",
    "PenaltyPoints",
    "PlanSearch",
    "Ranking",
    "Reminder",
    "Round",
    "SeasonAverage",
    "SeasonGame",
    "SeasonOpening",
    "SeasonTally",
    "SeatMail",
    "SeatPush",
    "Sitting",
    "SittingOut",
    "StandingsSnapshot",
    "Table",
    "Team",
    "TillCount",
    "Tournament",
    "Wish",
]
