"""The slip of a Handjass hand."""

from scoring.games.schema import MOST_SEATS, TRUMP, number, several, slip_schema

SLIP = slip_schema(
    {
        "trump": TRUMP,
        "points": several(number(0, 172)),
        "last_trick": number(0, MOST_SEATS - 1),
    }
)
