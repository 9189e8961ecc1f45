"""From stored games to what the pure standings take: one row for each player and hand.

Only confirmed entries count. Points of a Schieber are those before the factor of the contract, so
that hands of tables with other factors can be compared. An evening is a day of the club, whatever
was played at how many tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import attrgetter

from django.db.models import QuerySet

from jassclub.clubs.models import Player, Season
from jassclub.clubs.rights import Who, rows_of, who_is_who
from scoring.claims.models import HandEntry
from scoring.claims.selectors import GameState, states_of
from scoring.core.models import Game, Seat
from scoring.games.base import Row
from scoring.games.registry import bears_on
from tournaments.standings.pure import Encounter, GameResult, Outcome, PlayerHand, SideHand

WORTH = (
    *("last_trick", "weis", "weis_table", "stoeck", "stoeck_points", "matsch_bonus"),
    *("coiffeur.german", "coiffeur.french", "differenzler.exact_bonus"),
)
"""Switches by which the same cards bring other points; factors are taken out of all of them."""

HANDS_A_GAME = 1_000
"""Spreads the hand numbers of the games of one evening, so that each hand has its own."""


@dataclass
class SeasonResults:
    """Everything of one season and variant that counts."""

    player_hands: list[PlayerHand] = field(default_factory=list)
    side_hands: list[SideHand] = field(default_factory=list)
    results: list[GameResult] = field(default_factory=list)
    encounters: list[Encounter] = field(default_factory=list)
    hands: int = 0
    agreements: dict[str, set[Hashable]] = field(default_factory=dict)
    """What tables have agreed on about each switch of WORTH that means something in their game."""
    lowest_wins: bool = False
    """Differences are averaged, the smallest is the best; else points are counted."""

    def add(self, other: SeasonResults) -> None:
        """Together with what another game brought."""
        self.player_hands += other.player_hands
        self.side_hands += other.side_hands
        self.results += other.results
        self.encounters += other.encounters
        self.hands += other.hands
        for switch, values in other.agreements.items():
            self.agreements.setdefault(switch, set()).update(values)
        self.lowest_wins = other.lowest_wins

    @property
    def unlike(self) -> list[str]:
        """Switches about which the tables have agreed on different things."""
        return [switch for switch, values in self.agreements.items() if len(values) > 1]


def collect_season_results(season: Season, variant: str) -> SeasonResults:
    """Read all games of a season that were played by one variant.

    Players who were merged count as the person who remains.
    """
    games = Game.objects.filter(season=season, variant=variant)
    everything = SeasonResults()
    for _state, collected in _game_by_game(games, who_is_who(season.club_id)):
        everything.add(collected)
    return everything


def hands_of_person(
    person: Player, variant: str, *, season: Season | None = None
) -> list[PlayerHand]:
    """The confirmed hands of one person, in one season or in all of them and beside them."""
    games = games_of_person(person, variant, season=season)
    hands = (hand for _game, collected in games for hand in collected.player_hands)
    return [hand for hand in hands if hand.player == str(person.pk)]


def games_of_person(
    person: Player, variant: str, *, season: Season | None = None
) -> list[tuple[GameState, SeasonResults]]:
    """The games at which one person sat, each with what it brought everybody at the table."""
    seated = Seat.objects.filter(player__in=rows_of(person)).values("game")
    games = Game.objects.filter(pk__in=seated, variant=variant)
    rows = rows_of(person)
    # Every row of that person is the person; whoever else played does not matter.
    return list(
        _game_by_game(
            games if season is None else games.filter(season=season),
            lambda ident: person.pk if ident in rows else ident,
        )
    )


def _game_by_game(games: QuerySet[Game], who: Who) -> Iterator[tuple[GameState, SeasonResults]]:
    in_order = games.order_by("created_at", "id")
    for number, state in enumerate(states_of(in_order, counted_only=True)):
        yield state, _collect_game(state, number * HANDS_A_GAME, who)


def open_hands(season: Season, variant: str) -> int:
    """How many hands are written but not agreed to yet."""
    waiting = [HandEntry.State.PROVISIONAL, HandEntry.State.CONTESTED]
    return HandEntry.objects.filter(
        hand__game__season=season, hand__game__variant=variant, state__in=waiting
    ).count()


def variants(season: Season) -> list[str]:
    """The variants that were played in a season."""
    return sorted(set(Game.objects.filter(season=season).values_list("variant", flat=True)))


def _collect_game(state: GameState, offset: int, who: Who) -> SeasonResults:
    rows = [row for row in state.sheet.rows if row.score is not None and row.score.counts]
    players = [str(who(seat.player_id)) for seat in state.game.seats.all()]
    game = SeasonResults(
        hands=sum(row.score.hands for row in rows if row.score),
        lowest_wins=state.rules.game.lower_wins,
    )
    if game.hands:
        profile = state.rules.profile
        game.agreements = {
            switch: {attrgetter(switch)(profile)}
            for switch in WORTH
            if bears_on(switch, profile.game)
        }
    if game.lowest_wins:
        game.player_hands += _player_hands(state, rows, offset, players)
    else:
        game.side_hands += _side_hands(state, rows, offset, players)
        game.encounters += _encounter(state, players, game.side_hands[:: len(players)])
        game.results += _results(state, players)
    return game


def _player_hands(
    state: GameState, rows: Iterable[Row], offset: int, players: Sequence[str]
) -> Iterator[PlayerHand]:
    left = _uncounted_penalties(state)
    for row in rows:
        assert row.score is not None  # noqa: S101 filtered by the caller
        for seat, line in enumerate(row.score.lines):
            yield PlayerHand(
                player=players[seat],
                evening=state.game.played_on.isoformat(),
                day=state.game.played_on.toordinal(),
                hand=offset + row.number,
                table_size=state.rules.players,
                prediction=line.prediction,
                made=line.made if line.made is not None else line.card_points,
                difference=line.total + row.penalties[seat] + left.pop(seat, 0),
                exact=line.exact,
            )


def _uncounted_penalties(state: GameState) -> Counter[int]:
    """Penalty points a column that no counted hand carries: of the game, of a hand annulled."""
    left = Counter(dict(enumerate(state.loose)))
    for row in state.sheet.rows:
        if row.score is None or not row.score.counts:
            left.update(dict(enumerate(row.penalties)))
    return left


def _side_hands(
    state: GameState, rows: Iterable[Row], offset: int, players: Sequence[str]
) -> Iterator[SideHand]:
    left = _uncounted_penalties(state)
    for row in rows:
        assert row.score is not None  # noqa: S101 filtered by the caller
        lines = row.score.lines
        # Tables agree on factors of their own: what hands brought is compared before the factor.
        brought = [line.total if line.unmultiplied is None else line.unmultiplied for line in lines]
        totals = [
            points - row.penalties[side] - left.pop(side, 0) for side, points in enumerate(brought)
        ]
        for seat, player in enumerate(players):
            side = state.rules.side_of(seat)
            against = lines[side].against
            yield SideHand(
                player=player,
                evening=state.game.played_on.isoformat(),
                day=state.game.played_on.toordinal(),
                hand=offset + row.number,
                points_for=totals[side],
                points_against=sum(totals) - totals[side] if against is None else against,
                matsche=int(row.score.matsch == side) + lines[side].matsches,
                hands=row.score.hands,
            )


def _encounter(
    state: GameState, players: Sequence[str], first: Sequence[SideHand]
) -> Iterator[Encounter]:
    """The game as one passe of two sides, by the hands of the player on the first seat."""
    sides = [state.rules.side_of(seat) for seat in range(len(players))]
    if set(sides) == {0, 1} and len(set(players)) == len(players) and first:
        own, others = (
            tuple(player for player, side in zip(players, sides, strict=True) if side == wanted)
            for wanted in (sides[0], 1 - sides[0])
        )
        yield Encounter(
            own,
            others,
            margin=sum(hand.points_for - hand.points_against for hand in first),
            hands=sum(hand.hands for hand in first),
        )


def _results(state: GameState, players: Sequence[str]) -> Iterator[GameResult]:
    won = winners(state)
    for seat, player in enumerate(players):
        side = state.rules.side_of(seat)
        if state.game.state != Game.State.CLOSED or not state.entries:
            outcome = Outcome.OPEN
        elif side not in won:
            outcome = Outcome.LOST
        else:
            outcome = Outcome.WON if len(won) == 1 else Outcome.TIED
        yield GameResult(player, str(state.game.pk), outcome)


def winners(state: GameState) -> tuple[int, ...]:
    """The columns that won: by the ending, by alone reaching the target, else the best total."""
    ending = state.sheet.finish.ending
    if ending is not None and ending.winner is not None:
        return (ending.winner,)
    reached = state.sheet.target_reached_by
    if len(reached) == 1:
        return reached
    best = (min if state.rules.game.lower_wins else max)(state.totals)
    return tuple(column for column, total in enumerate(state.totals) if total == best)
