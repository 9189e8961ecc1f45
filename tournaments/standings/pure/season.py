"""The rules of a season table as data, and what all season tables share.

Results of a season are kept by evening: an evening attended counts toward the minimum, and it is
whole evenings that are dropped. Which evening is the better one is decided by its mean per hand.

Reads the rules of a season from the settings of a club, naming everything wrong at once.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from functools import partial
from math import lcm
from operator import add
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from jassclub.core.errors import Finding
from jassclub.core.reader import Read, Refusal, is_whole, members, part, refuse
from scoring.games.kind import gettext_noop as _
from tournaments.format.pure.ranking_rule import (
    BEST,
    RESULT_TIES,
    SECOND,
    SHARED,
    Combine,
    Count,
    Keep,
    Number,
    read_ties,
)
from tournaments.format.pure.setting import Choice
from tournaments.standings.pure.placing import Criterion, Player, rank_complete, result_criteria

COUNT = "count"
"""The criterion that is the season's count itself: mean per hand or sum."""

ATTENDANCE = "attendance"
"""What `decided_by` says about a player who is not ranked yet."""

GUEST = "guest"
"""What it says about a guest where guests have no rank."""


class Counted(Choice):
    """What is dropped, or is among the best, as a whole."""

    EVENING = "evening", _("Abende")
    GAME = "game", _("Partien")


class Guests(Choice):
    """Where guests of the club stand; their hands count for those they play with in any case."""

    RANKED = "ranked", _("im Rang wie alle"), _("Gäste sind im Rang wie alle.")
    UNRANKED = (
        "unranked",
        _("ausser Konkurrenz: in der Tabelle, ohne Rang"),
        _("Gäste spielen ausser Konkurrenz: Sie stehen ohne Rang am Schluss der Tabelle."),
    )
    ABSENT = "absent", _("nicht in der Tabelle"), _("Gäste stehen nicht in der Tabelle.")


@dataclass(frozen=True, slots=True)
class FinalEvening:
    """What is played on this day counts `weight` times and is never dropped."""

    day: date
    weight: int = 1


@dataclass(frozen=True, slots=True)
class SeasonRules:
    """Who is ranked in a season table, by what, and how ties are broken.

    `count` keeps evenings (drop or best N by mean) and takes the mean per hand (average) or the
    sum over what is kept. `unit` says what an evening is here: a day of the club, or each game.
    `rank_by` names the first criterion, `count` or one of the table's own; `ties` follow in order.
    """

    minimum_evenings: int = 0
    minimum_hands: int = 0
    count: Count = field(default_factory=lambda: Count(combine=Combine.AVERAGE))
    rank_by: str = "count"
    ties: tuple[str, ...] = (SHARED,)
    unit: Counted = Counted.EVENING
    guests: Guests = Guests.RANKED
    final: FinalEvening | None = None

    def weight(self, day: int) -> int:
        """How often what was played on a day counts; 0 stands for a day that is no final."""
        return self.final.weight if self.final and self.final.day.toordinal() == day else 0

    def key(self, day: date, game: object) -> str:
        """What a game belongs to that is kept or dropped as a whole."""
        return day.isoformat() if self.unit is Counted.EVENING else f"{day.isoformat()}/{game}"


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


class Sums(Protocol):
    """Sums over hands: `total` of the points, or of the differences."""

    @property
    def hands(self) -> int: ...
    @property
    def total(self) -> int: ...


S = TypeVar("S", bound=Sums)
P = TypeVar("P", bound=tuple[int, ...])


def plus(one: P, other: P) -> P:
    """The sums over both, which are of different hands."""
    return type(one)(*map(add, one, other))


@dataclass(frozen=True, slots=True)
class Evening(Generic[S]):
    """What a player did on one evening; `day` is a date ordinal."""

    evening: str
    day: int
    tally: S


E = TypeVar("E", bound=Evening[Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRow(Generic[S, E]):
    """A row of a season table before and after it is ranked.

    `counted` is over the evenings that count, `played` over all of them. `evenings` stand best
    first, the last `dropped` of them do not count. Without a rank, `missing` says how many
    evenings and hands are still to play.
    """

    player: Player
    counted: S
    played: S
    evenings: Sequence[E]
    dropped: int
    missing: Missing
    rank: int | None = None
    decided_by: str = ""

    @property
    def attended(self) -> int:
        """Days on which he was there."""
        return days(self.evenings)


class NumberedHand(Protocol):
    """A hand with a number that no other hand of its player has."""

    @property
    def player(self) -> Player: ...
    @property
    def hand(self) -> int: ...


H = TypeVar("H", bound=NumberedHand)
R = TypeVar("R", bound=SeasonRow[Any, Any])


def best_first(evenings: Collection[E], *, lower_wins: bool) -> list[E]:
    """Sorted by exact mean per hand; of equal means the shorter evening, then the earlier one.

    Means are compared over a common denominator, which is exact and needs no fractions.
    """
    common = lcm(*(evening.tally.hands for evening in evenings))
    sign = 1 if lower_wins else -1

    def key(evening: E) -> tuple[int, int, int, str]:
        hands, total = evening.tally.hands, evening.tally.total
        return sign * total * (common // hands), hands, evening.day, evening.evening

    return sorted(evenings, key=key)


def days(evenings: Iterable[Evening[Any]]) -> int:
    """On how many days they were."""
    return len({evening.day for evening in evenings})


class Parted(NamedTuple, Generic[E]):
    """The evenings that count, and those that do not, each best first."""

    counting: list[E]
    dropped: list[E]


def parted(evenings: Collection[E], rules: SeasonRules, *, lower_wins: bool) -> Parted[E]:
    """What the rules keep of a player's evenings; the final is beside all dropping."""
    finals = [evening for evening in evenings if rules.weight(evening.day)]
    others = [evening for evening in evenings if not rules.weight(evening.day)]
    ordered = best_first(others, lower_wins=lower_wins)
    kept = rules.count.kept(ordered)
    counting = best_first([*kept, *finals], lower_wins=lower_wins)
    return Parted(counting, ordered[len(kept) :])


def weighed(evenings: Iterable[E], rules: SeasonRules) -> list[E]:
    """Each as often as it counts."""
    return [e for e in evenings for _time in range(rules.weight(e.day) or 1)]


def season_table(
    rows: Collection[R],
    rules: SeasonRules,
    *,
    own: Mapping[str, Callable[[R], Number]],
    lower_wins: bool,
    guests: Collection[Player] = (),
) -> list[R]:
    """The rows ranked by the rules; who lacks evenings or hands closes the table without a rank,
    and after him guests, where they have none.

    `own` are the table's own criteria, higher being better; the evenings of a row that count stand
    best first. KeyError when the rules name a criterion that is neither general nor among `own`.
    """
    apart = () if rules.guests is Guests.RANKED else guests
    after = sorted((row for row in rows if row.player in apart), key=lambda row: str(row.player))
    rows = [row for row in rows if row.player not in apart]
    depth = max((len(row.evenings) for row in rows), default=0)
    criteria: list[Criterion[R]] = []
    for name in (rules.rank_by, *rules.ties):
        if name == COUNT:
            criteria.append(Criterion(str(rules.count), _by_count(rules, lower_wins=lower_wins)))
        elif name in (BEST, SECOND):
            means = partial(_means, lower_wins=lower_wins)
            criteria += result_criteria(name, best_first=means, depth=depth, lower_wins=lower_wins)
        elif name != SHARED:
            criteria.append(_highest(name, own[name]))
    table = rank_complete(rows, criteria, lacks="missing", reason=ATTENDANCE)
    if rules.guests is Guests.UNRANKED:
        table += [replace(row, decided_by=GUEST) for row in after]
    return table


def _by_count(rules: SeasonRules, *, lower_wins: bool) -> Callable[[SeasonRow[Any, Any]], Number]:
    """The sum, or the mean per hand, of what counts."""
    sign = 1 if lower_wins else -1
    if rules.count.combine is Combine.SUM:
        return lambda row: sign * row.counted.total
    return lambda row: sign * Fraction(row.counted.total, row.counted.hands)


def _means(row: SeasonRow[Any, Any], *, lower_wins: bool) -> list[Number]:
    means = [Fraction(evening.tally.total, evening.tally.hands) for evening in row.evenings]
    return sorted(means, reverse=not lower_wins)


def _highest(name: str, value: Callable[[R], Number]) -> Criterion[R]:
    return Criterion(name, lambda row: -value(row))


def hands_by_player(hands: Iterable[H]) -> dict[Player, list[H]]:
    """ValueError when two hands of a player have the same number."""
    players: dict[Player, list[H]] = defaultdict(list)
    for hand in hands:
        players[hand.player].append(hand)
    for player, played in players.items():
        if len({hand.hand for hand in played}) != len(played):
            raise ValueError(f"a hand of player {player!r} comes twice")
    return players


MOST = 10_000
HEAVIEST = 9
"""How often a final may count."""


class RulesReading(NamedTuple):
    """The rules, or None and what is wrong with them."""

    rules: SeasonRules | None
    findings: tuple[Finding, ...]


def read_season_rules(data: object, *, criteria: Collection[str]) -> RulesReading:
    """Rules from a JSON object with any of these keys; what is absent is as everywhere.

    `criteria` are the table's own (SCHIEBER_CRITERIA, DIFFERENZLER_CRITERIA). `count` takes the
    text forms of Count; `drop` is the short way to let the N worst evenings out of it.
    """
    readers = {
        "minimum_evenings": _number,
        "minimum_hands": _number,
        "count": _count,
        "drop": _number,
        "rank_by": _criterion((COUNT, *criteria)),
        "ties": _ties((COUNT, *RESULT_TIES, *criteria)),
        "unit": _choice(Counted),
        "guests": _choice(Guests),
        "final": _final,
    }
    values, findings = members(data, readers, text="rules are an object")
    if "drop" in values:
        count = values.get("count", SeasonRules().count)
        if count.keep is not Keep.ALL and "count" in values:
            findings.append(Finding("drop_twice", "/drop", f"count already says {count}"))
        values["count"] = replace(count, keep=Keep.DROP, number=values.pop("drop"))
    return RulesReading(None if findings else SeasonRules(**values), tuple(findings))


def _number(value: object) -> int:
    if not is_whole(value, 0, MOST):
        raise refuse("not_a_count", f"not a whole number from 0 to {MOST}")
    return value


def _choice(choices: type[Choice]) -> Read:
    def read(value: object) -> Choice:
        if value not in list(choices):
            raise refuse("not_a_choice", f"none of {', '.join(choices)}")
        return choices(str(value))

    return read


def _final(value: object) -> FinalEvening | None:
    if value is None:
        return None
    if not isinstance(value, Mapping) or "day" not in value:
        raise refuse("final_unreadable", "an object with a day")
    return FinalEvening(**part({"day": _day, "weight": _weight})(value))


def _day(value: object) -> date:
    try:
        return date.fromisoformat(value if isinstance(value, str) else "")
    except ValueError:
        raise refuse("no_date", "not a date like 2027-05-31") from None


def _weight(value: object) -> int:
    if not is_whole(value, 1, HEAVIEST):
        raise refuse("not_a_count", f"not a whole number from 1 to {HEAVIEST}")
    return value


def _count(value: object) -> Count:
    try:
        return Count.parse(value if isinstance(value, str) else "")
    except ValueError as error:
        raise refuse("count_unknown", str(error)) from None


def _criterion(allowed: Collection[str]) -> Read:
    def read(value: object) -> str:
        if not isinstance(value, str) or value not in allowed:
            raise refuse("criterion_unknown", f"none of {', '.join(allowed)}")
        return value

    return read


def _ties(allowed: Collection[str]) -> Read:
    def read(names: object) -> tuple[str, ...]:
        if not isinstance(names, list | tuple) or not all(isinstance(n, str) for n in names):
            raise refuse("ties_unreadable", "not a list of names")
        if findings := read_ties(names, allowed=allowed):
            raise Refusal(findings)
        return tuple(names)

    return read
