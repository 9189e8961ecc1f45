"""The rules of a season table as data, and what all season tables share.

Results of a season are kept by evening: an evening attended counts toward the minimum, and it is
whole evenings that are dropped. Which evening is the better one is decided by its mean per hand.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Protocol, TypeVar

from tournaments.format.pure.counting import Combine, Count, Number
from tournaments.format.pure.ties import RESULT_TIES, SHARED
from tournaments.standings.pure.placing import Criterion, Player, place
from tournaments.standings.pure.ties import result_criteria

COUNT = "count"
"""The criterion that is the season's count itself: mean per hand or sum."""

ATTENDANCE = "attendance"
"""What `decided_by` says about a player who is not ranked yet."""


@dataclass(frozen=True, slots=True)
class SeasonRules:
    """Who is ranked in a season table, by what, and how ties are broken.

    `count` keeps evenings (drop or best N by mean) and takes the mean per hand (average) or the
    sum over what is kept. `rank_by` names the first criterion, `count` or one of the table's
    own; `ties` follow in order.
    """

    minimum_evenings: int = 0
    minimum_hands: int = 0
    count: Count = field(default_factory=lambda: Count(combine=Combine.AVERAGE))
    rank_by: str = "count"
    ties: tuple[str, ...] = (SHARED,)


@dataclass(frozen=True, slots=True)
class Missing:
    """What a player lacks to be ranked; false when nothing is missing."""

    evenings: int = 0
    hands: int = 0

    def __bool__(self) -> bool:
        return self.evenings > 0 or self.hands > 0


def missing(rules: SeasonRules, *, evenings: int, hands: int) -> Missing:
    """Attendance against the minimum; dropped evenings were attended. One hand is always needed."""
    return Missing(
        evenings=max(0, rules.minimum_evenings - evenings),
        hands=max(0, max(1, rules.minimum_hands) - hands),
    )


class Evening(Protocol):
    """What the choice between evenings looks at: points or differences over hands."""

    @property
    def evening(self) -> str: ...
    @property
    def day(self) -> int: ...
    @property
    def hands(self) -> int: ...
    @property
    def total(self) -> int: ...


class SeasonRow(Protocol):
    """A row of a season table before and after it is ranked."""

    @property
    def player(self) -> Player: ...
    @property
    def missing(self) -> Missing: ...


E = TypeVar("E", bound=Evening)
R = TypeVar("R", bound=SeasonRow)
T = TypeVar("T")


def best_first(evenings: Collection[E], *, lower_wins: bool) -> list[E]:
    """Sorted by exact mean per hand; of equal means the shorter evening, then the earlier one.

    Means are compared over a common denominator, which is exact and needs no fractions.
    """
    common = lcm(*(evening.hands for evening in evenings))
    sign = 1 if lower_wins else -1
    return sorted(
        evenings,
        key=lambda e: (sign * e.total * (common // e.hands), e.hands, e.day, e.evening),
    )


def season_criteria(
    rules: SeasonRules,
    *,
    value: Callable[[T], Number],
    evenings: Callable[[T], Sequence[Evening]],
    own: Mapping[str, Callable[[T], Number]],
    depth: int,
    lower_wins: bool,
) -> list[Criterion[T]]:
    """The comparisons of a season table in the order of its rules.

    `own` are the table's own criteria, higher being better; `evenings` come best first, `depth`
    is the most evenings of a player. KeyError when the rules name a criterion nobody has.
    """
    criteria: list[Criterion[T]] = []
    for name in (rules.rank_by, *rules.ties):
        if name == COUNT:
            criteria.append(_by(str(rules.count), value, sign=1 if lower_wins else -1))
        elif name in RESULT_TIES:
            criteria += _by_evenings(name, evenings, depth=depth, lower_wins=lower_wins)
        else:
            criteria.append(_by(name, own[name], sign=-1))
    return criteria


def _by(name: str, value: Callable[[T], Number], *, sign: int) -> Criterion[T]:
    return Criterion(name, lambda row: sign * value(row))


def _by_evenings(
    tie: str, evenings: Callable[[T], Sequence[Evening]], *, depth: int, lower_wins: bool
) -> list[Criterion[T]]:
    if tie == SHARED:
        return []

    def means(row: T) -> list[Number]:
        return [Fraction(evening.total, evening.hands) for evening in evenings(row)]

    return result_criteria(tie, best_first=means, depth=depth, lower_wins=lower_wins)


def ranked(rows: Iterable[R], criteria: Sequence[Criterion[R]]) -> list[tuple[R, int | None, str]]:
    """Each row with its rank and what decided it; who is not ranked yet closes the table."""
    known = list(rows)
    qualified = (row for row in known if not row.missing)
    waiting = sorted((row for row in known if row.missing), key=lambda row: str(row.player))
    found: list[tuple[R, int | None, str]] = [
        (p.item, p.rank, p.decided_by)
        for p in place(qualified, criteria, name=lambda row: row.player)
    ]
    return found + [(row, None, ATTENDANCE) for row in waiting]


def check_once(player: Player, numbers: Iterable[int], *, hands: int) -> None:
    """ValueError when among so many hands of a player two have the same number."""
    if len(set(numbers)) != hands:
        raise ValueError(f"a hand of player {player!r} comes twice")
