"""The slip of a Schieber hand."""

from scoring.games.schema import CONTRACT, FLAG, TRUMP, members, number, pair, several, slip_schema
from scoring.games.schieber.slip import ALL_TRICKS, MOST_WRITTEN, SCHIEBER_STATES
from scoring.games.schieber.weis import HIGHEST

SEAT, SIDE = number(0, 3), number(0, 1)
MOST_CARDS = 300
"""More than the cards of a hand count."""
WEIS = members(
    {
        "seat": SEAT,
        "points": number(0, HIGHEST),
        "kind": {"enum": ["run", "quartet", None]},
        "suit": TRUMP,
        "length": number(0, ALL_TRICKS),
        "top": {"type": ["string", "null"]},
        "rank": {"type": ["string", "null"]},
    }
)
CLAIM = {
    "seat": SEAT,
    "other_claims": FLAG,
    "other_played_on": FLAG,
    "wrong_card": number(0, MOST_CARDS),
    "trick": members({"side": SIDE, "points": number(0, MOST_CARDS), "turned": FLAG}),
    "stoeck_written": FLAG,
    "agreed": SIDE,
}
BERG = {**CLAIM, "points": pair(number(0, MOST_CARDS)), "tricks": number(0, ALL_TRICKS)}

SLIP = slip_schema(
    {
        "contract": CONTRACT,
        "declared_by": SEAT,
        "pushed": FLAG,
        "points": pair(number(0, MOST_WRITTEN)),
        "matsch": SIDE,
        "weis": {"anyOf": [pair(number(0, HIGHEST)), several(WEIS, least=0, most=36)]},
        "stoeck": SEAT,
        "last_trick": SIDE,
        "tricks": number(0, ALL_TRICKS),
        "claim": members(CLAIM),
        "berg": members(BERG),
    },
    SCHIEBER_STATES,
)
