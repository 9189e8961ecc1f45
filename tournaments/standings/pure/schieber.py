"""Season table of Schieber where partners are drawn: every player on his own account.

A hand credits the points of a side to each of its players, so the means per hand of all players
together lie at half of what a hand is worth.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import reduce
from typing import NamedTuple

from tournaments.standings.pure.placing import Player
from tournaments.standings.pure.season import (
    Evening,
    SeasonRow,
    SeasonRules,
    days,
    hands_by_player,
    missing,
    parted,
    plus,
    season_table,
    weighed,
)

SCHIEBER_CRITERIA = ("wins", "matsche", "difference", "points", "hands", "evenings")
"""Criteria of this table beside count, best, second and shared; more is better."""


class SideHand(NamedTuple):
    """What a hand brought the side of one player, credited to him.

    `evening` names what is attended and dropped as a whole, `day` is a date ordinal, `hand` a
    number no other entry of the player has; `matsche` counts hands in which the side took all
    tricks. The total of a passe typed from paper is one entry standing for several `hands`.
    """

    player: Player
    evening: str
    day: int
    hand: int
    points_for: int
    points_against: int
    matsche: int = 0
    hands: int = 1


class Outcome(StrEnum):
    """How a game ended for a player; an open game is not counted as a game yet."""

    WON = "won"
    LOST = "lost"
    TIED = "tied"
    OPEN = "open"


class GameResult(NamedTuple):
    """A game (to a target or a number of hands) of one player."""

    player: Player
    game: str
    outcome: Outcome


class SideTally(NamedTuple):
    """Sums over hands."""

    hands: int = 0
    points: int = 0
    against: int = 0
    matsche: int = 0

    @property
    def mean(self) -> Fraction | None:
        """Mean points per hand."""
        return Fraction(self.points, self.hands) if self.hands else None

    @property
    def total(self) -> int:
        return self.points

    @property
    def difference(self) -> int:
        return self.points - self.against


SideEvening = Evening[SideTally]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonStanding(SeasonRow[SideTally, SideEvening]):
    """A row of the table; `games` and `wins` are over the whole season."""

    games: int
    wins: int


_OWN: Mapping[str, Callable[[SeasonStanding], int]] = {
    "wins": lambda row: row.wins,
    "matsche": lambda row: row.counted.matsche,
    "difference": lambda row: row.counted.difference,
    "points": lambda row: row.counted.points,
    "hands": lambda row: row.counted.hands,
    "evenings": lambda row: row.attended,
}


def schieber_season(
    hands: Iterable[SideHand],
    games: Iterable[GameResult],
    rules: SeasonRules,
    *,
    guests: Collection[Player] = (),
) -> list[SeasonStanding]:
    """The season table, ranked players first, whatever order hands and games come in.

    ValueError when a hand or a game of a player comes twice, KeyError for a criterion that is
    neither general nor in SCHIEBER_CRITERIA.
    """
    played, outcomes = hands_by_player(hands), _outcomes(games)
    rows = [
        _standing(player, played.get(player, []), outcomes.get(player, {}), rules)
        for player in played.keys() | outcomes.keys()
    ]
    return season_table(rows, rules, own=_OWN, lower_wins=False, guests=guests)


def _outcomes(games: Iterable[GameResult]) -> dict[Player, dict[str, Outcome]]:
    outcomes: dict[Player, dict[str, Outcome]] = defaultdict(dict)
    for player, game, outcome in games:
        if game in outcomes[player]:
            raise ValueError(f"game {game!r} of player {player!r} comes twice")
        outcomes[player][game] = outcome
    return outcomes


def _evenings(hands: Iterable[SideHand]) -> list[SideEvening]:
    by_evening: dict[str, list[SideHand]] = defaultdict(list)
    for hand in hands:
        by_evening[hand.evening].append(hand)
    return [_evening(evening, played) for evening, played in by_evening.items()]


def _evening(evening: str, entries: Sequence[SideHand]) -> SideEvening:
    _, _, days, _, points, against, matsche, hands = zip(*entries, strict=True)
    if min(hands) < 1:
        raise ValueError(f"an entry of {evening} stands for no hand")
    tally = SideTally(sum(hands), sum(points), sum(against), sum(matsche))
    return Evening(evening, min(days), tally)


def _standing(
    player: Player,
    hands: Sequence[SideHand],
    outcomes: Mapping[str, Outcome],
    rules: SeasonRules,
) -> SeasonStanding:
    kept, dropped = parted(_evenings(hands), rules, lower_wins=False)
    ordered = [*kept, *dropped]
    results = list(outcomes.values())
    played = _sum(ordered)
    return SeasonStanding(
        player=player,
        games=len(results) - results.count(Outcome.OPEN),
        wins=results.count(Outcome.WON),
        counted=_sum(weighed(kept, rules)),
        played=played,
        evenings=ordered,
        dropped=len(dropped),
        missing=missing(rules, evenings=days(ordered), hands=played.hands),
    )


def _sum(evenings: Iterable[SideEvening]) -> SideTally:
    return reduce(plus, (evening.tally for evening in evenings), SideTally())
