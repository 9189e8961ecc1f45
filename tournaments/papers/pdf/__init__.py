"""The papers of a tournament as PDF, from plain data: nothing is looked up here.

Words are in the active language; the same content gives the same bytes.
"""

from tournaments.papers.pdf.lists import (
    Column,
    Listing,
    RankingRow,
    SeatedPerson,
    print_listing,
    prize_list,
    ranking_list,
    seating_list,
)
from tournaments.papers.pdf.pages import (
    Diploma,
    diploma,
    regulation_sheet,
    table_cards,
)
from tournaments.papers.pdf.paper import Event
from tournaments.papers.pdf.sheets import (
    Counting,
    PersonalRound,
    PersonalSheet,
    Player,
    ScoreSheet,
    personal_sheets,
    score_sheets,
)

__all__ = [
    "Column",
    "Counting",
    "Diploma",
    "Event",
    "Listing",
    "PersonalRound",
    "PersonalSheet",
    "Player",
    "RankingRow",
    "ScoreSheet",
    "SeatedPerson",
    "diploma",
    "personal_sheets",
    "print_listing",
    "prize_list",
    "ranking_list",
    "regulation_sheet",
    "score_sheets",
    "seating_list",
    "table_cards",
]
