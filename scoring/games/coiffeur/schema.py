"""The slip of a Coiffeur cell."""

from scoring.games.coiffeur.slip import MOST_WRITTEN
from scoring.games.schema import CONTRACT, FLAG, number, slip_schema

SLIP = slip_schema(
    {
        "side": number(0, 2),
        "line": {"type": ["string", "null"]},
        "contract": CONTRACT,
        "points": number(0, MOST_WRITTEN),
        "matsch": FLAG,
        "scratched": FLAG,
    }
)
