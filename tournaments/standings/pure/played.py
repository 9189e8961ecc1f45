"""What sums by game say about one person or all: the trumps named, with whom and against whom it
was won, in which series. Every figure is a share or a sum with its games; nothing is averaged over
games that are not alike.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from tournaments.standings.pure.schieber import Outcome

SPREAD = 1.96
"""Standard errors to each side: 19 of 20."""


class Share(NamedTuple):
    """So many of so many."""

    hits: int
    of: int

    @property
    def percent(self) -> int:
        """The share itself; of nothing it is 0."""
        return round(100 * self.hits / self.of) if self.of else 0

    @property
    def reach(self) -> tuple[int, int]:
        """Between which percentages the share lies in 19 of 20 cases, also for the first game
        (Wilson 1927, the score interval)."""
        if not self.of:
            return 0, 100
        share, square = self.hits / self.of, SPREAD**2
        middle = share + square / (2 * self.of)
        wide = SPREAD * sqrt(share * (1 - share) / self.of + square / (4 * self.of**2))
        low, high = ((middle + way * wide) / (1 + square / self.of) for way in (-1, 1))
        return round(100 * low), round(100 * high)


class Named(NamedTuple):
    """Hands in which a contract was named, aloud or pushed to, all of them played to the end.

    `above`: in how many his side made more than half of the card points; `points` of `out_of`.
    """

    contract: str
    pushed: bool
    hands: int
    above: int
    points: int
    out_of: int

    @property
    def key(self) -> str:
        """Contract and whether pushed to, as pages ask for it: `RO:1`."""
        return f"{self.contract}:{int(self.pushed)}"

    @property
    def success(self) -> Share:
        """In how many hands more than half of the points were made."""
        return Share(self.above, self.hands)


@dataclass(frozen=True)
class PlayedSeat:
    """What one seat of a game brought; points without factors."""

    player: str
    side: int
    outcome: Outcome
    hands: int
    points: int
    against: int
    squares: Fraction
    matsche: int
    named: tuple[Named, ...] = ()


@dataclass(frozen=True)
class PlayedGame:
    """A game of two sides, its seats in playing order, and the season in which it counts."""

    game: str
    seats: Sequence[PlayedSeat]
    season: str = ""

    def seat_of(self, player: str) -> PlayedSeat | None:
        """Where somebody sat."""
        return next((seat for seat in self.seats if seat.player == player), None)


@dataclass
class Pair:
    """Two people at one table, seen from the first one: partners, or opponents."""

    player: str
    games: int = 0
    decided: int = 0
    won: int = 0
    hands: int = 0
    points: int = 0
    squares: Fraction = field(default_factory=Fraction)

    @property
    def wins(self) -> Share:
        """Of those that have ended."""
        return Share(self.won, self.decided)

    @property
    def mean(self) -> Fraction | None:
        """Points of the own side a hand."""
        return Fraction(self.points, self.hands) if self.hands else None

    @property
    def error(self) -> float | None:
        """The standard error of that mean; None where one hand tells nothing."""
        if self.hands < 2:
            return None
        spread = self.squares / self.hands - Fraction(self.points, self.hands) ** 2
        return sqrt(max(spread, Fraction()) / (self.hands - 1))


def trumps(games: Iterable[PlayedGame], player: str | None = None) -> list[Named]:
    """What one person named, or everybody; what was named most often first."""
    found: dict[str, Named] = {}
    for named in (row for seat in _seats(games, player) for row in seat.named):
        before = found.get(named.key, named._replace(hands=0, above=0, points=0, out_of=0))
        sums = (old + new for old, new in zip(before[2:], named[2:], strict=True))
        found[named.key] = Named(named.contract, named.pushed, *sums)
    return sorted(found.values(), key=lambda row: (-row.hands, row.contract, row.pushed))


def _seats(games: Iterable[PlayedGame], player: str | None) -> Iterator[PlayedSeat]:
    seats = (seat for game in games for seat in game.seats)
    return seats if player is None else (seat for seat in seats if seat.player == player)


def pairs(games: Iterable[PlayedGame], player: str) -> tuple[list[Pair], list[Pair]]:
    """His partners and his opponents, most hands first."""
    found: dict[bool, dict[str, Pair]] = defaultdict(dict)
    for game in games:
        own = game.seat_of(player)
        if own is None or not own.hands:
            continue
        for other in game.seats:
            if other.player != player:
                met = found[other.side == own.side]
                _add(met.setdefault(other.player, Pair(other.player)), own)
    partners, opponents = (
        sorted(found[together].values(), key=lambda pair: (-pair.hands, pair.player))
        for together in (True, False)
    )
    return partners, opponents


def _add(pair: Pair, own: PlayedSeat) -> None:
    pair.games += 1
    pair.decided += own.outcome is not Outcome.OPEN
    pair.won += own.outcome is Outcome.WON
    pair.hands += own.hands
    pair.points += own.points
    pair.squares += own.squares


def series(games: Iterable[PlayedGame], player: str) -> tuple[list[PlayedGame], list[PlayedGame]]:
    """Games won one after the other, in the order of time: most of them, and those up to now."""
    longest: list[PlayedGame] = []
    running: list[PlayedGame] = []
    for game in games:
        own = game.seat_of(player)
        if own is None or own.outcome is Outcome.OPEN:
            continue
        running = [*running, game] if own.outcome is Outcome.WON else []
        longest = max(longest, running, key=len)
    return longest, running


def records(games: Sequence[PlayedGame], player: str) -> dict[str, tuple[int, list[PlayedGame]]]:
    """His by name, each with its games: won in series, points ahead, matsche in one game."""
    longest, _running = series(games, player)
    found = {"longest": (len(longest), longest)} if len(longest) > 1 else {}
    for game in games:
        own = game.seat_of(player)
        if own is None:
            continue
        for name, value in (("ahead", own.points - own.against), ("matsche", own.matsche)):
            if value > found.get(name, (0,))[0]:
                found[name] = value, [game]
    return found


def best(games: Iterable[PlayedGame], players: Collection[str]) -> dict[str, tuple[int, list[str]]]:
    """The records of all these by name, each with everybody who holds it."""
    own: dict[str, list[PlayedGame]] = defaultdict(list)
    for game in games:
        for seat in game.seats:
            own[seat.player].append(game)
    found: dict[str, tuple[int, list[str]]] = {}
    for player in sorted(own.keys() & players):
        for name, (value, _games) in records(own[player], player).items():
            most, holders = found.get(name, (0, []))
            if value >= most:
                found[name] = value, [*holders, player] if value == most else [player]
    return found


def behind(
    games: Sequence[PlayedGame], player: str | None, kind: str, what: str
) -> list[PlayedGame]:
    """The games that a figure is made of: `kind` trump (of one player or, with None, of all),
    partner, opponent, longest, running, ahead or matsche; `what` the other player, or the key of
    the trump."""
    if kind == "trump":
        return [
            game
            for game in games
            if any(named.key == what for seat in _seats([game], player) for named in seat.named)
        ]
    if player is None:
        return []
    if kind in ("partner", "opponent"):
        return [game for game in games if _met(game, player, what, together=kind == "partner")]
    if kind == "running":
        return series(games, player)[1]
    return records(games, player).get(kind, (0, []))[1]


def _met(game: PlayedGame, player: str, other: str, *, together: bool) -> bool:
    own, met = game.seat_of(player), game.seat_of(other)
    if own is None or met is None or own is met or not own.hands:
        return False
    return (own.side == met.side) is together
