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
from referee.rules.profile import Profile

SHAPES: Mapping[str, Shape] = {
    "differenzler": DifferenzlerLines(),
    "schieber": HandLines(),
    "passen": PasseLines(),
    "sidi": SidiLines(),
    "coiffeur": CoiffeurLines(),
    "handjass": HandjassLines(),
    "hae": HaeLines(),
    "free": FreeLines(),
    "free-lowest": FreeLines(),
}
OF_TWO_SIDES: Mapping[str, Shape] = dict.fromkeys(("free", "free-lowest"), FreePairs())
"""Of a game that is played in pairs or each for himself."""


def shape_of(profile: Profile) -> Shape:
    """How evenings by these rules stand in a spreadsheet."""
    found = OF_TWO_SIDES.get(profile.game) if profile.sides == "pairs" else None
    return found or SHAPES[profile.game]
