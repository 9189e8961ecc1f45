"""Who goes on into a final: as many places, or such a share."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Cut:
    """How many go on: a number, or a share of those ranked, rounded down."""

    places: int | Fraction

    def __post_init__(self) -> None:
        whole = isinstance(self.places, int)
        if self.places < 0 or (not whole and self.places > 1):
            raise ValueError(f"{self.places} is neither a number of places nor a share")

    def of(self, ranked: int) -> int:
        """Places in a field of that size: a third of 25 is 8."""
        return self.places if isinstance(self.places, int) else int(self.places * ranked)
