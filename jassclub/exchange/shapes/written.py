"""Games that are data: what each column wrote, which is all that a spreadsheet keeps of them."""

from jassclub.exchange.doubts import Doubts
from jassclub.exchange.shapes.base import PastHand, Shape, Slip
from jassclub.exchange.shapes.pairs import FixedPairs
from referee.rules.profile import Profile
from scoring.games.base import Table
from scoring.games.sheets.kind import MOST_WRITTEN, WRITTEN


class Written(Shape):
    """See `Shape`. Any number, since strokes and credits go below nothing."""

    names = {WRITTEN: "points"}

    def most(self, _profile: Profile) -> int:
        """What may stand in a column."""
        return MOST_WRITTEN

    def least(self, _profile: Profile) -> int:
        """Nullers and credits."""
        return -MOST_WRITTEN


class WrittenLines(Written):
    """See `Shape`. A number each."""

    columns = ("points",)

    def __init__(self, seats: int) -> None:
        self.example = {"points": (2, 0, -1, 2)[:seats]}

    def slip(self, hand: PastHand, _table: Table, _doubts: Doubts) -> Slip | None:
        """What each wrote."""
        return {WRITTEN: [said.points for said in hand.lines]}


class WrittenPairs(FixedPairs, Written):
    """See `Shape`. A number a side."""

    columns = ("partner", "points")
    example = {"partner": (2, 3, 0, 1), "points": (100, 57, 100, 57)}

    def slip(self, hand: PastHand, _table: Table, doubts: Doubts) -> Slip | None:
        """What each side wrote."""
        sides = self.sides(hand, doubts)
        return None if sides is None else {WRITTEN: [said.points for said in sides]}
