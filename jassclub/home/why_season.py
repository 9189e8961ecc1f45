"""Where a total of a season comes from: the evenings, which of them count, and their games.

Everything is added up anew from the confirmed hands; what the table says stands beside it.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction

from django.db.models import prefetch_related_objects

from jassclub.clubs.models import Player, Season
from scoring.claims.selectors import GameState
from scoring.games.registry import GAMES
from scoring.slate.names import Names
from tournaments.format.pure import as_decimal
from tournaments.format.pure.ranking_rule import Combine, Keep
from tournaments.seasons.collecting import SeasonResults, games_of_person
from tournaments.seasons.models import StandingsSnapshot
from tournaments.standings.pure import (
    DIFFERENZLER_CRITERIA,
    SCHIEBER_CRITERIA,
    SeasonRules,
    read_season_rules,
)
from tournaments.standings.pure.season import best_first


@dataclass(frozen=True)
class GamePart:
    """What one game brought a player: `total` points (or differences) over `hands`."""

    state: GameState
    column: str
    hands: int
    total: int


@dataclass(frozen=True)
class EveningPart:
    """An evening with its games; the dropped ones are shown and not added."""

    evening: str
    day: int
    games: Sequence[GamePart]
    counts: bool = True

    @property
    def date(self) -> date:
        """The day."""
        return date.fromordinal(self.day)

    @property
    def alone(self) -> Sequence[GamePart]:
        """Its only game, which needs no line of its own."""
        return self.games if len(self.games) == 1 else ()

    @property
    def several(self) -> Sequence[GamePart]:
        """Its games where they are added up."""
        return self.games if len(self.games) > 1 else ()

    @property
    def hands(self) -> int:
        """Hands of all its games."""
        return sum(game.hands for game in self.games)

    @property
    def total(self) -> int:
        """Sum of all its games."""
        return sum(game.total for game in self.games)

    @property
    def mean(self) -> Decimal:
        """Per hand: by this evenings are compared."""
        return as_decimal(Fraction(self.total, self.hands))


@dataclass(frozen=True)
class SeasonAccount:
    """The sum of one player in one season and variant, step by step.

    `listed` is the row of the table, None where he has none yet.
    """

    player: Player
    season: Season
    variant: str
    lowest_wins: bool
    rules: SeasonRules
    evenings: Sequence[EveningPart]
    listed: dict[str, object] | None

    @property
    def unmultiplied(self) -> bool:
        """Whether points are compared without the factors that tables agree on."""
        return self.variant in GAMES and GAMES[self.variant].unmultiplied

    @property
    def counted(self) -> list[EveningPart]:
        """The evenings that are added up."""
        return [evening for evening in self.evenings if evening.counts]

    @property
    def dropped(self) -> list[EveningPart]:
        """Those that are not."""
        return [evening for evening in self.evenings if not evening.counts]

    @property
    def hands(self) -> int:
        """Hands that count."""
        return sum(evening.hands for evening in self.counted)

    @property
    def total(self) -> int:
        """What they add up to."""
        return sum(evening.total for evening in self.counted)

    @property
    def mean(self) -> Decimal | None:
        """What stands in the table."""
        return as_decimal(Fraction(self.total, self.hands)) if self.hands else None

    @property
    def played(self) -> tuple[int, int]:
        """Total and hands with the dropped evenings, as the table of all years counts."""
        return sum(e.total for e in self.evenings), sum(e.hands for e in self.evenings)

    @property
    def by_sum(self) -> bool:
        """Whether the sum ranks, and not the mean."""
        return self.rules.count.combine is Combine.SUM

    @property
    def drops(self) -> int:
        """How many of the worst evenings the season lets out."""
        return self.rules.count.number if self.rules.count.keep is Keep.DROP else 0

    @property
    def keeps(self) -> int:
        """How many of the best evenings the season counts, 0 for no such rule."""
        return self.rules.count.number if self.rules.count.keep is Keep.BEST else 0

    @property
    def outdated(self) -> bool:
        """Whether the table was counted before the last change: the worker is on its way."""
        said = None if self.listed is None else self.listed["mean"]
        return said != (None if self.mean is None else str(self.mean))


def season_account(season: Season, player: Player, variant: str) -> SeasonAccount:
    """The account of a person; without evenings where nothing of him counts."""
    games = games_of_person(player, variant, season=season)
    prefetch_related_objects(
        [state.game for state, _collected in games], "seats__player__merged_into"
    )
    lowest = bool(games) and games[0][1].lowest_wins
    criteria = DIFFERENZLER_CRITERIA if lowest else SCHIEBER_CRITERIA
    reading = read_season_rules(season.rules.get(variant, {}), criteria=criteria)
    rules = reading.rules or SeasonRules()
    parts = [_part(state, collected, player) for state, collected in games]
    return SeasonAccount(
        player=player,
        season=season,
        variant=variant,
        lowest_wins=lowest,
        rules=rules,
        evenings=_evenings([part for part in parts if part.hands], rules, lowest_wins=lowest),
        listed=_listed(season, player, variant),
    )


def _part(state: GameState, collected: SeasonResults, player: Player) -> GamePart:
    ident = str(player.pk)
    alone = [(1, hand.difference) for hand in collected.player_hands if hand.player == ident]
    sided = [(hand.hands, hand.points_for) for hand in collected.side_hands if hand.player == ident]
    found = alone or sided
    return GamePart(
        state,
        _column(state, player),
        hands=sum(hands for hands, _points in found),
        total=sum(points for _hands, points in found),
    )


def _column(state: GameState, player: Player) -> str:
    """The name of the column on the sheet: his own, or that of his pair."""
    names, rules = Names(state.game, ()), state.rules
    own = {seat.index for seat in state.game.seats.all() if seat.person == player}
    sides = {rules.side_of(seat) for seat in own}
    return names.side(seat for seat in range(rules.players) if rules.side_of(seat) in sides)


def _evenings(
    parts: Sequence[GamePart], rules: SeasonRules, *, lowest_wins: bool
) -> list[EveningPart]:
    """In the order of time; which count is decided as the table decides it."""
    by_day: dict[date, list[GamePart]] = defaultdict(list)
    for part in parts:
        by_day[part.state.game.played_on].append(part)
    evenings = [
        EveningPart(day.isoformat(), day.toordinal(), games) for day, games in by_day.items()
    ]
    kept = rules.count.kept(best_first(evenings, lower_wins=lowest_wins))
    named = {evening.evening for evening in kept}
    return [
        EveningPart(e.evening, e.day, e.games, counts=e.evening in named)
        for e in sorted(evenings, key=lambda evening: evening.day)
    ]


def _listed(season: Season, player: Player, variant: str) -> dict[str, object] | None:
    table = StandingsSnapshot.objects.filter(season=season, variant=variant).first()
    rows = table.rows if table else []
    return next((row for row in rows if row["player"] == str(player.pk)), None)
