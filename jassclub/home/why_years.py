"""Where the average of all years comes from: every season on file and what was carried over."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from jassclub.clubs.identities import rows_of
from jassclub.clubs.models import Player
from tournaments.format.pure import as_decimal
from tournaments.seasons.balances import OpeningBalance
from tournaments.seasons.models import SeasonTally


@dataclass(frozen=True)
class YearsAccount:
    """Seasons with all their evenings, dropped ones too, and balances of earlier seasons."""

    player: Player
    tallies: Sequence[SeasonTally]
    balances: Sequence[OpeningBalance]

    @property
    def hands(self) -> int:
        """Hands of all years."""
        return sum(t.hands for t in self.tallies) + sum(b.hands for b in self.balances)

    @property
    def total(self) -> int:
        """Sum of the differences of all years."""
        return sum(t.total for t in self.tallies) + sum(b.total for b in self.balances)

    @property
    def mean(self) -> Decimal | None:
        """What stands in the table of all years."""
        return as_decimal(Fraction(self.total, self.hands)) if self.hands else None


def years_account(player: Player) -> YearsAccount:
    """The account of a person over all Differenzler of his club."""
    rows = rows_of(player)
    tallies = SeasonTally.objects.filter(player__in=rows).select_related("season")
    carried = OpeningBalance.objects.filter(player__in=rows, current=True, hands__gt=0)
    return YearsAccount(
        player,
        list(tallies.order_by("season__starts", "season__name")),
        list(carried.select_related("opening").order_by("opening__label")),
    )
