"""The slip of a Sidi hand."""

from scoring.games.schema import CONTRACT, number, pair, slip_schema
from scoring.games.sidi.slip import DOUBLES, MATSCH, MOST_WEIS

SEAT = number(0, 3)

SLIP = slip_schema(
    {
        "contract": CONTRACT,
        "declared_by": SEAT,
        "bid": number(0, MATSCH),
        "double": {"enum": [*DOUBLES, None]},
        "points": pair(number(0, 220)),
        "matsch": number(0, 1),
        "weis": pair(number(0, MOST_WEIS)),
        "stoeck": SEAT,
    }
)
