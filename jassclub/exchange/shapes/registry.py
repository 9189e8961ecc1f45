"""The shape of each game."""

from collections.abc import Mapping

from jassclub.exchange.shapes.base import Shape
from jassclub.exchange.shapes.differenzler import DifferenzlerLines
from jassclub.exchange.shapes.pairs import (
    CoiffeurLines,
    FreePairs,
    HandLines,
    PasseLines,
    SidiLines,
)
from jassclub.exchange.shapes.single import FreeLines, HaeLines, HandjassLines
from jassclub.exchange.shapes.written import WrittenLines, WrittenPairs
from referee.rules.profile import Profile
from scoring.games.sheets.kind import SHEET_RULES

SHAPES: Mapping[str, Shape] = {
    "differenzler": DifferenzlerLines(),
    "schieber": HandLines(),
    "passen": PasseLines(),
    "sidi": SidiLines(),
    "coiffeur": CoiffeurLines(),
    "hae": HaeLines(),
    "free": FreeLines(),
    "free-lowest": FreeLines(),
    **{
        rules.name: WrittenPairs() if rules.pairs else WrittenLines(rules.seats)
        for rules in SHEET_RULES
    },
    "handjass": HandjassLines(),
}
OF_TWO_SIDES: Mapping[str, Shape] = dict.fromkeys(("free", "free-lowest"), FreePairs())
"""Of a game that is played in pairs or each for himself."""


def shape_of(profile: Profile) -> Shape:
    """How evenings by these rules stand in a spreadsheet."""
    found = OF_TWO_SIDES.get(profile.game) if profile.sides == "pairs" else None
    return found or SHAPES[profile.game]
