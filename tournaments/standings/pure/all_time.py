"""The average of a club over all years: hands on file and sums carried over. What was kept in a
spreadsheet before is known as sums only (hands, differences, exact hits). Sums add up, so the mean
is over everything; the spread of hands nobody wrote down singly is not known, so the standard error
covers the hands on file alone, and `on_file` says how many they are. Any other game of a club
over all seasons: sums of what everybody played, and the mean of it.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from typing import Any, NamedTuple, Protocol, TypeVar

from tournaments.standings.pure.averages import Tally
from tournaments.standings.pure.placing import Criterion, Player, Row, rank_complete
from tournaments.standings.pure.season import plus

MEAN = "average"
"""What `decided_by` says of a row that its mean has placed."""

TOO_FEW = "hands"
"""What `decided_by` says of a player with too few hands to be ranked."""


class Played(NamedTuple):
    """Hands of one player that are on file, as one tally; a player may have several."""

    player: Player
    tally: Tally
    evenings: int


class Carried(NamedTuple):
    """Sums of one player from an earlier season. `exact` hits and `evenings` are None where nobody
    counted them."""

    player: Player
    hands: int
    total: int
    exact: int | None
    evenings: int | None = None


@dataclass(frozen=True, slots=True)
class AllTimeAverage:
    """A row of the all-time table. `carried` is the part of the sums that is not on file.

    `evenings` and `exact` are None as soon as one season carried over does not know its own.
    Without a rank, `hands_missing` says how many hands are still to play.
    """

    player: Player
    on_file: Tally
    carried: Carried
    evenings: int | None
    hands_missing: int = 0
    rank: int | None = None
    decided_by: str = ""

    @property
    def hands(self) -> int:
        return self.on_file.hands + self.carried.hands

    @property
    def total(self) -> int:
        """Sum of the differences."""
        return self.on_file.total + self.carried.total

    @property
    def exact(self) -> int | None:
        """Hands predicted exactly."""
        return None if self.carried.exact is None else self.on_file.exact + self.carried.exact

    @property
    def mean(self) -> Fraction | None:
        """Mean difference per hand over everything; None without a hand."""
        return Fraction(self.total, self.hands) if self.hands else None

    def standard_error(self, places: int = 2) -> Decimal | None:
        """Of the mean of the hands on file; None below two of them."""
        return self.on_file.standard_error(places)


def all_time_averages(
    played: Iterable[Played], carried: Iterable[Carried], *, minimum_hands: int = 1
) -> list[AllTimeAverage]:
    """All players with a hand, the lowest mean first, in whatever order the parts come.

    Who has fewer than `minimum_hands` closes the table without a rank. ValueError for sums that
    cannot be: a negative number of hands, more exact hits than hands, differences without hands.
    """
    filed: dict[Player, list[Played]] = defaultdict(list)
    earlier: dict[Player, list[Carried]] = defaultdict(list)
    for part in played:
        filed[part.player].append(part)
    for sums in carried:
        if not 0 <= (sums.exact or 0) <= sums.hands or (sums.total and not sums.hands):
            raise ValueError(f"these sums cannot be: {sums}")
        earlier[sums.player].append(sums)
    players = filed.keys() | earlier.keys()
    rows = [_row(player, filed[player], earlier[player]) for player in players]
    return ranked_by_mean(rows, lambda row: row.mean, minimum=minimum_hands)


def _row(player: Player, filed: list[Played], earlier: list[Carried]) -> AllTimeAverage:
    carried = Carried(
        player,
        hands=sum(part.hands for part in earlier),
        total=sum(part.total for part in earlier),
        exact=sum_if_known(part.exact for part in earlier),
        evenings=sum_if_known(part.evenings for part in earlier),
    )
    return AllTimeAverage(
        player=player,
        on_file=reduce(plus, (part.tally for part in filed), Tally()),
        carried=carried,
        evenings=None
        if carried.evenings is None
        else carried.evenings + sum(part.evenings for part in filed),
    )


def sum_if_known(counts: Iterable[int | None]) -> int | None:
    """The sum; None as soon as one of them is not known."""
    total = 0
    for count in counts:
        if count is None:
            return None
        total += count
    return total


class AllTimeRow(Row, Protocol):
    """A row of a table over all seasons; it has `hands_missing`, too."""

    @property
    def hands(self) -> int: ...


R = TypeVar("R", bound=AllTimeRow)


def ranked_by_mean(rows: Iterable[R], mean: Callable[[R], Any], *, minimum: int) -> list[R]:
    """Rows with a hand, the lowest `mean` first; who has too few hands closes the table."""
    played = [replace(row, hands_missing=max(0, minimum - row.hands)) for row in rows if row.hands]
    return rank_complete(played, [Criterion(MEAN, mean)], lacks="hands_missing", reason=TOO_FEW)


class SideSums(NamedTuple):
    """One player in one season, evenings that were dropped there included; sums add up.

    Of `carried` hands only the points are known: they are in no other figure but `hands`.
    """

    evenings: int = 0
    hands: int = 0
    points: int = 0
    matsche: int = 0
    games: int = 0
    wins: int = 0
    carried: int = 0


@dataclass(frozen=True, slots=True)
class AllTimeSide:
    """A row. Without a rank, `hands_missing` says how many hands are still to play."""

    player: Player
    sums: SideSums
    hands_missing: int = 0
    rank: int | None = None
    decided_by: str = ""

    @property
    def hands(self) -> int:
        return self.sums.hands

    @property
    def mean(self) -> Fraction:
        """Points per hand."""
        return Fraction(self.sums.points, self.sums.hands)


def all_time_sides(
    seasons: Iterable[tuple[Player, SideSums]], *, minimum_hands: int = 1, lower_wins: bool = False
) -> list[AllTimeSide]:
    """Everybody with a hand, the best mean first, in whatever order the seasons come.

    Who has fewer than `minimum_hands` closes the table without a rank.
    """
    by_player: dict[Player, SideSums] = defaultdict(SideSums)
    for player, sums in seasons:
        by_player[player] = plus(by_player[player], sums)
    rows = [AllTimeSide(player, sums) for player, sums in by_player.items()]
    sign = 1 if lower_wins else -1
    return ranked_by_mean(rows, lambda row: sign * row.mean, minimum=minimum_hands)
