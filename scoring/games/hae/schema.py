"""The slip of a HAE round; its record holds the cards of each trick and of each player."""

from scoring.games.schema import MOST_SEATS, members, number, several, slip_schema

MOST_CARDS = 27
TRICKS = several(number(0, MOST_CARDS))
CARDS = several({"type": "string"}, least=0, most=54)
TRICK = members({"lead": number(0, MOST_SEATS - 1), "cards": CARDS})

SLIP = slip_schema(
    {
        "cards": number(1, MOST_CARDS),
        "bids": TRICKS,
        "tricks": TRICKS,
        "record": members(
            {
                "tricks": several({"anyOf": [CARDS, TRICK]}, least=0, most=MOST_CARDS),
                "hands": several(CARDS),
            }
        ),
    }
)
