"""The settings of a tournament as frozen data: everything but its name, its day and its place.

The choices an organiser has, each a closed list of words.

Prizes as data: money, things, and what they are for.

Who goes on into a final: as many places, or such a share.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from scoring.games.kind import TournamentUse
from scoring.games.registry import TOURNAMENT_GAMES
from tournaments.format.pure.ranking_rule import Count, MissingResult, Per, RankingRule, Unit


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


class PrizeKind(StrEnum):
    """What a prize is for: a range of ranks, the last rank, most matsches, most exact hits, the
    points that come nearest to a number drawn after play."""

    RANK = "rank"
    LAST = "last"
    MATSCHES = "matsches"
    EXACT = "exact"
    NEAREST = "nearest"


@dataclass(frozen=True, slots=True, kw_only=True)
class Prize:
    """Money in rappen, a thing, or both. `first` to `last` are ranks and mean the same prize for
    each of them; other kinds leave them at 1."""

    kind: PrizeKind = PrizeKind.RANK
    first: int = 1
    last: int = 1
    rappen: int = 0
    text: str = ""


class Seating(StrEnum):
    """Who signs up, and with whom: alone with a partner drawn each round, everybody for himself,
    in fixed pairs, or as a team that sends several people."""

    DRAWN = "drawn"
    ALONE = "alone"
    PAIRS = "pairs"
    TEAMS = "teams"


class Pairing(StrEnum):
    """How tables are made: the whole event planned, everybody against everybody, neighbours in
    the standings who have not met, or plain neighbours in the standings (1-2, 3-4 ...)."""

    PLAN = "plan"
    ROUND_ROBIN = "round_robin"
    SWISS = "swiss"
    BY_STANDING = "by_standing"

    @property
    def follows_standings(self) -> bool:
        """Whether each round but the first is made from the ranking."""
        return self in (Pairing.SWISS, Pairing.BY_STANDING)

    @property
    def needs_sides(self) -> bool:
        """Whether only fixed pairs or teams can meet so."""
        return self in (Pairing.ROUND_ROBIN, Pairing.SWISS)


class Odd(StrEnum):
    """What happens to those who are left over where the number does not fit the tables: they sit
    out for the mean of their own other rounds, for nothing, or for fixed points (joker); or
    stand-ins fill the table."""

    MEAN = "mean"
    SIT_OUT = "sit_out"
    STAND_IN = "stand_in"
    JOKER = "joker"


class Writing(StrEnum):
    """What reaches the program: every hand, or the total of the passe."""

    HANDS = "hands"
    TOTALS = "totals"


class Control(StrEnum):
    """What happens to a sheet whose sum is wrong: it goes back to the table, the difference is
    split between the sides, charged to the scribe, or the director decides."""

    REJECT = "reject"
    SPLIT = "split"
    SCRIBE = "scribe"
    DIRECTOR = "director"


class Credited(StrEnum):
    """Whose result a passe is that somebody plays for somebody else."""

    ENTRY = "entry"
    SUBSTITUTE = "substitute"


class Carried(StrEnum):
    """What finalists bring along: all points so far, nothing, or their average per hand."""

    ALL = "all"
    NOTHING = "nothing"
    AVERAGE = "average"


HAND_POINTS = 157
"""Points of a hand, the five for the last trick included (letzter-stich)."""
PAIR = 2
"""People who play together at a table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Final:
    """Who goes on (`cut`), for how many rounds, and with what.

    The final is the last `rounds` rounds of the event; with 0 it is an event of its own on
    another day, for which this one is the qualifying.
    """

    cut: Cut = field(default_factory=lambda: Cut(8))
    rounds: int = 0
    carried: Carried = Carried.NOTHING


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """What an organiser sets. `read_format` checks that the settings go together.

    `game` is one of TOURNAMENT_GAMES. `house_rules` is a tournament layer on `profile`, checked
    where profiles are layered; `hands` and `matsch_bonus` have their fields here. `rounds` counts
    a final of the same day. `standing_from` is the first round whose tables follow the standings.
    `minutes` is the length of a round on the clock, `correction_minutes` how long a shown ranking
    is open to objections (None: until the end of the event). `fee` is in rappen for each entry, so
    for a pair once. `team_best` is how many members of a team count in a round (None: all).
    """

    game: str = "schieber"
    profile: str = "turnier-einzelschieber"
    house_rules: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    seating: Seating = Seating.DRAWN
    team_size: int | None = None
    team_best: int | None = None
    pairing: Pairing = Pairing.PLAN
    standing_from: int | None = None
    rounds: int = 4
    hands: int = 12
    minutes: int | None = None
    odd: Odd = Odd.MEAN
    writing: Writing = Writing.TOTALS
    double_entry: bool = False
    control: Control = Control.REJECT
    matsch_bonus: int = 0
    substitute: Credited = Credited.ENTRY
    ranking: RankingRule = field(default_factory=RankingRule)
    correction_minutes: int | None = 30
    final: Final | None = None
    fee: int = 0
    prizes: tuple[Prize, ...] = ()

    @property
    def first_by_standing(self) -> int | None:
        """The first round whose tables follow the standings, None where none does."""
        return (
            2
            if self.pairing.follows_standings and self.standing_from is None
            else self.standing_from
        )

    @property
    def final_from(self) -> int | None:
        """The first round of a final on the same day, else None."""
        in_it = self.final.rounds if self.final else 0
        return self.rounds - in_it + 1 if in_it else None

    @property
    def preliminary_rounds(self) -> int:
        """Rounds that everybody plays."""
        return (self.final_from or self.rounds + 1) - 1

    @property
    def use(self) -> TournamentUse:
        """What the game says of its tournaments."""
        return TOURNAMENT_GAMES[self.game]

    @property
    def control_sum(self) -> int:
        """What a table writes in a passe without a matsch bonus: 1884 for twelve hands."""
        return self.hands * HAND_POINTS

    @property
    def in_teams(self) -> bool:
        """Whether fixed pairs or teams sign up."""
        return self.seating in (Seating.PAIRS, Seating.TEAMS)

    @property
    def partners_stay(self) -> bool:
        """Whether partners stay together by the format: in pairs, and in teams that meet whole."""
        if self.seating is Seating.TEAMS:
            return self.pairing is not Pairing.PLAN or self.team_size == PAIR
        return self.seating is Seating.PAIRS

    @property
    def is_season(self) -> bool:
        """Whether the ranking rule is about several such days, each a unit of its own."""
        return self.ranking.unit is Unit.EVENT

    @property
    def day_ranking(self) -> RankingRule:
        """The rule one day is ranked by: the plain sum of the day where the rule is a season's.

        Where the lower sum wins, whoever misses a round of the day has no rank in it.
        """
        if not self.is_season:
            return self.ranking
        points = self.ranking.rank_points
        return replace(
            self.ranking,
            unit=Unit.ROUND,
            count=Count(),
            per=Per.UNIT,
            rank_points=None,
            final_weight=1,
            minimum_units=0,
            missing=_missing_in_a_day(self.ranking),
            ties=points.ties if points else self.ranking.ties,
        )

    def table_rules(self) -> dict[str, Any]:
        """The layer that a game at a table plays by: the house rules, hands and matsch bonus."""
        return {**self.house_rules, "hands": self.hands, "matsch_bonus": self.matsch_bonus}


def _missing_in_a_day(rule: RankingRule) -> MissingResult:
    """A round missed must not be a round won."""
    wins = rule.lower_wins and rule.missing in (MissingResult.SKIP, MissingResult.ZERO)
    return MissingResult.UNRANKED if wins else rule.missing
