"""A rating of players in fixed pairs: what a side makes above the other is the sum of its players.

The margin of a passe is taken as (a + b - c - d) per hand plus the luck of the cards; everybody
starts at zero with the same doubt. The estimate is the exact posterior of that model (a Kalman
filter without drift), so the order of the passen does not matter beyond rounding. Two who have only
ever played together stay apart by nothing, and their margins stay wide: nobody can tell which of
them it is.
"""

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import NamedTuple

from tournaments.standings.pure.placing import Player

WIDTH = 1.96
"""Standard deviations to each side of an interval of 95 percent."""
SKILL, LUCK = 2.0, 70.0
"""What is known before play, in points per hand: the spread of skill, and of luck on the margin of
a hand. From a simulation of drawn tournaments, with 35 of luck on each side."""


class Encounter(NamedTuple):
    """A passe of two sides: how many points the first made above the second."""

    first: tuple[Player, ...]
    second: tuple[Player, ...]
    margin: float
    hands: int


class AdditiveRating(NamedTuple):
    """Points per hand above an average player, plus or minus `margin`, over so many hands."""

    player: Player
    skill: float
    margin: float
    hands: int


def additive_ratings(encounters: Iterable[Encounter]) -> list[AdditiveRating]:
    """Everybody who has played, the best estimate first, equal ones by name.

    Work grows with passen times players squared: meant for a club, not for a federation.
    ValueError for a passe without hands or with a player on both sides.
    """
    played = sorted(encounters, key=lambda e: (str(e.first), str(e.second), e.margin))
    state = _State(_players(played))
    for encounter in played:
        state.learn(encounter)
    return sorted(state.ratings(), key=lambda row: (-row.skill, str(row.player)))


def _players(encounters: Sequence[Encounter]) -> list[Player]:
    players: dict[Player, None] = {}
    for encounter in encounters:
        sides = (*encounter.first, *encounter.second)
        if len(set(sides)) != len(sides) or encounter.hands < 1:
            raise ValueError(f"no passe of two sides: {encounter}")
        players |= dict.fromkeys(sides)
    return sorted(players, key=str)


class _State:
    """Means and covariances of all players, updated passe by passe."""

    def __init__(self, players: Sequence[Player]) -> None:
        self.index = {player: n for n, player in enumerate(players)}
        self.mean = [0.0] * len(players)
        self.hands = [0] * len(players)
        self.covariance = [[SKILL**2 * (p is q) for q in players] for p in players]

    def learn(self, encounter: Encounter) -> None:
        """One passe: the margin per hand that came, beside the one that was expected."""
        signs = {self.index[p]: 1.0 for p in encounter.first}
        signs |= {self.index[p]: -1.0 for p in encounter.second}
        reach = [sum(s * row[n] for n, s in signs.items()) for row in self.covariance]
        doubt = sum(s * reach[n] for n, s in signs.items()) + (LUCK**2 / encounter.hands)
        expected = sum(s * self.mean[n] for n, s in signs.items())
        self._correct(reach, encounter.margin / encounter.hands - expected, doubt)
        for n in signs:
            self.hands[n] += encounter.hands

    def _correct(self, reach: Sequence[float], surprise: float, doubt: float) -> None:
        for n, part in enumerate(reach):
            if not part:
                continue
            gain = part / doubt
            self.mean[n] += gain * surprise
            row = self.covariance[n]
            self.covariance[n] = [v - gain * r for v, r in zip(row, reach, strict=True)]

    def ratings(self) -> list[AdditiveRating]:
        return [
            AdditiveRating(
                player, self.mean[n], WIDTH * sqrt(max(0.0, self.covariance[n][n])), self.hands[n]
            )
            for player, n in self.index.items()
        ]
