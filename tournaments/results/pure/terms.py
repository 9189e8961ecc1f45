"""What the regulation says about the sheet of a passe."""

from dataclasses import dataclass
from typing import Literal

from scoring.games.passen.slip import MOST_HANDS
from tournaments.format.pure.format import HAND_POINTS

Control = Literal["reject", "split", "scribe", "director"]
"""What is done about a wrong sum: the cards are not put together until it stands; it is shared;
it is charged to who wrote; the director decides."""
Counts = Literal["points", "differences"]

CONTROLS: tuple[Control, ...] = ("reject", "split", "scribe", "director")
COUNTS: tuple[Counts, ...] = ("points", "differences")
TABLE_SIZES = (3, 4)


@dataclass(frozen=True, kw_only=True)
class Terms:
    """`hands` a passe has; with `partners` a column is a side (seats 0 and 2, 1 and 3), else a
    seat.

    A hand is worth `per_hand` and each matsch `matsch_bonus` more (0: 157 for all tricks too).
    Where `differences` count (Differenzler) the lower wins and they have no sum; what was made
    may be written beside them and has one. A wrong sum of that can be given to nobody, so it is
    the director's to decide unless the sheet is rejected.
    ValueError for a table that cannot be.
    """

    hands: int
    seats: int = 4
    partners: bool = True
    counts: Counts = "points"
    control: Control = "reject"
    per_hand: int = HAND_POINTS
    matsch_bonus: int = 0

    def __post_init__(self) -> None:
        no_pairs = self.alone_only or self.seats != TABLE_SIZES[-1]
        if self.seats not in TABLE_SIZES or (self.partners and no_pairs):
            raise ValueError(f"no table of {self.seats} for {self.counts}: {self.partners=}")
        if not 1 <= self.hands <= MOST_HANDS or self.per_hand < 1 or self.matsch_bonus < 0:
            raise ValueError(f"no passe: {self}")
        if self.control not in CONTROLS or self.counts not in COUNTS:
            raise ValueError(f"unknown: {self.control}, {self.counts}")

    @property
    def alone_only(self) -> bool:
        """In a Differenzler everybody plays for himself."""
        return self.counts == "differences"

    @property
    def columns(self) -> int:
        return 2 if self.partners else self.seats

    @property
    def full_hand(self) -> int:
        """What all tricks of a hand are worth."""
        return self.per_hand + self.matsch_bonus

    def column_of(self, seat: int) -> int:
        return seat % 2 if self.partners else seat

    def most_points(self, hands: int) -> int:
        """The most that one column can write for so many hands."""
        return hands * (self.per_hand if self.alone_only else self.full_hand)

    def expected(self, hands: int, matsches: int = 0) -> int:
        """The control sum: 1884 for twelve hands without a matsch."""
        bonus = 0 if self.alone_only else self.matsch_bonus
        return hands * self.per_hand + matsches * bonus
