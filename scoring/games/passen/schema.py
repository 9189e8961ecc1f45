"""The slip of a passe."""

from scoring.games.passen.slip import MOST_HANDS, SEATS
from scoring.games.schema import number, pair, slip_schema

SLIP = slip_schema(
    {
        "partner": number(1, SEATS - 1),
        "hands": number(1, MOST_HANDS),
        "points": pair(number(0, 117_200)),
        "matsches": pair(number(0, MOST_HANDS)),
        "scribe": number(0, SEATS - 1),
    }
)
