"""The slip of a Differenzler hand; `differences` stand alone."""

from scoring.games.schema import FLAG, MOST_SEATS, TRUMP, members, number, several, slip_schema

HIGHEST = 400
"""More than two packs hold."""
CARDS = several({"type": "string"}, least=0, most=72)

SLIP = slip_schema(
    {
        "trump": TRUMP,
        "predictions": several(number(0, HIGHEST)),
        "sealed": several(FLAG),
        "points": several(number(0, HIGHEST)),
        "left_out": {"anyOf": [number(0, HIGHEST), CARDS]},
        "stoeck": members({"seat": number(0, MOST_SEATS - 1), "sign": {"enum": [1, -1, None]}}),
        "won_trick": several(FLAG),
        "differences": several(number(-10, HIGHEST)),
    }
)
