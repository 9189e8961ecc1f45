"""From stored games to what the pure standings take: one row for each player and hand.

Only confirmed entries count. Points of a Schieber are those before the factor of the contract, so
that hands of tables with other factors can be compared. An evening is a day of the club, whatever
was played at how many tables.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from operator import attrgetter
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Count, QuerySet

from jassclub.clubs.models import Player, Season
from jassclub.clubs.rights import Who, rows_of, who_is_who
from jassclub.core.errors import Finding
from scoring.claims.models import HandEntry
from scoring.claims.selectors import GameState, states_of, winners
from scoring.core.models import Game, Seat
from scoring.games.base import Row
from scoring.games.registry import GAMES, bears_on
from tournaments.seasons.models import SeasonGame
from tournaments.seasons.played import named_by_seat
from tournaments.standings.pure import (
    DIFFERENZLER_CRITERIA,
    SCHIEBER_CRITERIA,
    Encounter,
    GameResult,
    Outcome,
    PlayerHand,
    PlayerHands,
    Scored,
    SeasonRules,
    SideHand,
    Tally,
    read_season_rules,
    summed,
)
from tournaments.standings.pure.season import Guests

Sums = dict[str, Any]
"""What one seat of a game brought, as it is stored."""

WORTH = (
    *("last_trick", "weis", "weis_table", "stoeck", "stoeck_points", "matsch_bonus"),
    *("coiffeur.german", "coiffeur.french", "differenzler.exact_bonus"),
)
"""Switches by which the same cards bring other points; factors are taken out of all of them."""

WAITING = (HandEntry.State.PROVISIONAL, HandEntry.State.CONTESTED)
"""Written, but not agreed to yet."""


@dataclass
class GameHands:
    """The hands of one game that count, one row for each player and hand."""

    player_hands: list[PlayerHand] = field(default_factory=list)
    side_hands: list[SideHand] = field(default_factory=list)
    lowest_wins: bool = False
    """Differences are averaged, the smallest is the best; else points are counted."""


@dataclass
class SeasonResults:
    """Everything of one season and variant that counts, summed up by game."""

    lowest_wins: bool
    player_hands: list[PlayerHands] = field(default_factory=list)
    side_hands: list[SideHand] = field(default_factory=list)
    scores: dict[int | None, list[Scored]] = field(default_factory=lambda: defaultdict(list))
    """By size of table; under None where sides play."""
    results: list[GameResult] = field(default_factory=list)
    encounters: list[Encounter] = field(default_factory=list)
    hands: int = 0
    open_hands: int = 0
    agreements: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """What tables have agreed on about each switch of WORTH that means something in their game."""

    @property
    def unlike(self) -> list[str]:
        """Switches about which the tables have agreed on different things."""
        return [switch for switch, values in self.agreements.items() if len(values) > 1]


class SaidRules(NamedTuple):
    """The rules that a table is counted by, and what is wrong with those that were said."""

    rules: SeasonRules
    findings: tuple[Finding, ...]


def rules_of(season: Season, variant: str) -> SaidRules:
    """What the season says of one game; what cannot be read is passed over."""
    lowest = GAMES[variant].game.lower_wins
    criteria = DIFFERENZLER_CRITERIA if lowest else SCHIEBER_CRITERIA
    said = season.rules.get(variant, {})
    if "guests" in season.rules and isinstance(said, Mapping):
        said = {"guests": season.rules["guests"], **said}
    reading = read_season_rules(said, criteria=criteria)
    return SaidRules(reading.rules or SeasonRules(), reading.findings)


def guests_apart(season: Season, rules: SeasonRules) -> set[str]:
    """The guests of the club, where it matters who is one."""
    if rules.guests is Guests.RANKED:
        return set()
    guests = Player.objects.filter(club=season.club_id, guest=True)
    return {str(ident) for ident in guests.values_list("pk", flat=True)}


def season_results(season: Season, variant: str, rules: SeasonRules | None = None) -> SeasonResults:
    """What is kept of the games of a season that were played by one variant.

    Players who were merged count as the person who remains.
    """
    who, found = who_is_who(season.club_id), SeasonResults(GAMES[variant].game.lower_wins)
    games = SeasonGame.objects.filter(season=season, variant=variant).order_by("game_id")
    columns = ("game_id", "game__played_on", "hands", "open_hands", "agreements", "seats")
    key = (rules or SeasonRules()).key
    for number, (game, day, hands, waiting, agreements, seats) in enumerate(
        games.values_list(*columns)
    ):
        found.hands += hands
        found.open_hands += waiting
        for switch, value in agreements.items():
            found.agreements[switch].add(value)
        people = [str(who(UUID(seat["player"]))) for seat in seats]
        if found.lowest_wins:
            _add_alone(found, people, seats, day, key(day, game))
        else:
            _add_sides(found, people, seats, Place(day, key(day, game), number))
    return found


def _add_alone(
    found: SeasonResults, people: Sequence[str], seats: Sequence[Sums], day: date, evening: str
) -> None:
    for player, seat in zip(people, seats, strict=True):
        if tally := seat["tally"]:
            sums = Tally(*tally)
            found.player_hands.append(
                PlayerHands(
                    *(player, evening, day.toordinal(), len(seats)),
                    *(sums, seat["best"], seat["worst"]),
                )
            )
            found.scores[len(seats)].append(
                Scored(player, sums.total, sums.hands, sums.hands, sums.squares)
            )


class Place(NamedTuple):
    """When a game was played, what is kept or dropped with it, and its own number."""

    day: date
    evening: str
    number: int


def _add_sides(
    found: SeasonResults, people: Sequence[str], seats: Sequence[Sums], place: Place
) -> None:
    for player, seat in zip(people, seats, strict=True):
        if seat["hands"]:
            points, hands = seat["points"], seat["hands"]
            found.side_hands.append(
                SideHand(
                    *(player, place.evening, place.day.toordinal(), place.number),
                    *(points, seat["against"], seat["matsche"], hands),
                )
            )
            found.scores[None].append(
                Scored(player, points, hands, seat["scores"], Fraction(seat["squares"]))
            )
        outcome = Outcome(seat["outcome"])
        if seat["hands"] or outcome != Outcome.OPEN:  # who sat down and played nothing has no row
            found.results.append(GameResult(player, str(place.number), outcome))
    found.encounters += _encounter(people, seats)


def _encounter(people: Sequence[str], seats: Sequence[Sums]) -> Iterator[Encounter]:
    """The game as one passe of two sides, by the hands of the player on the first seat."""
    sides, first = [seat["side"] for seat in seats], seats[0]
    if set(sides) == {0, 1} and len(set(people)) == len(people) and first["hands"]:
        own, others = (
            tuple(player for player, side in zip(people, sides, strict=True) if side == wanted)
            for wanted in (sides[0], 1 - sides[0])
        )
        margin = first["points"] - first["against"]
        yield Encounter(own, others, margin=margin, hands=first["hands"])


def sums_of(season: Season, games: QuerySet[Game]) -> list[SeasonGame]:
    """What games of a season have brought, from their hands; rows that are not stored yet."""
    waiting = HandEntry.objects.filter(hand__game__in=games.order_by().values("pk"))
    counts = waiting.filter(state__in=WAITING).order_by().values_list("hand__game")
    open_hands = dict(counts.annotate(Count("pk")))
    return [
        SeasonGame(
            game=state.game,
            club_id=season.club_id,
            season=season,
            variant=state.game.variant,
            hands=sum(row.score.hands for row in _counting(state) if row.score),
            open_hands=open_hands.get(state.game.pk, 0),
            agreements=_agreements(state),
            seats=seats_brought(state),
        )
        for state in states_of(games, counted_only=True)
    ]


def _agreements(state: GameState) -> dict[str, str]:
    profile = state.rules.profile
    if not _counting(state):
        return {}
    own = {it: str(profile.value(it)) for it in GAMES[profile.game].worth}
    return own | {
        switch: str(attrgetter(switch)(profile))
        for switch in WORTH
        if bears_on(switch, profile.game)
    }


def seats_brought(state: GameState) -> list[Sums]:
    """What each seat of a game brought, in playing order."""
    played = _collect_game(state, lambda ident: ident)
    players = [str(seat.player_id) for seat in state.game.seats.all()]
    if played.lowest_wins:
        sums = {part.player: part for part in summed(played.player_hands)}
        return [_alone(player, sums.get(player)) for player in players]
    won, named = winners(state), named_by_seat(state)
    return [
        {
            "player": player,
            "side": state.rules.side_of(seat),
            "outcome": _outcome(state, state.rules.side_of(seat), won),
            "named": [list(row) for row in named[seat]],
            **_side_sums([hand for hand in played.side_hands if hand.player == player]),
        }
        for seat, player in enumerate(players)
    ]


def _alone(player: str, hands: PlayerHands | None) -> Sums:
    if hands is None:
        return {"player": player, "tally": None}
    return {
        "player": player,
        "tally": list(hands.tally),
        "best": hands.best,
        "worst": hands.worst,
    }


def _side_sums(hands: Sequence[SideHand]) -> Sums:
    squares = sum((Fraction(hand.points_for**2, hand.hands) for hand in hands), Fraction())
    return {
        "hands": sum(hand.hands for hand in hands),
        "points": sum(hand.points_for for hand in hands),
        "against": sum(hand.points_against for hand in hands),
        "matsche": sum(hand.matsche for hand in hands),
        "scores": len(hands),
        "squares": str(squares),
    }


def _outcome(state: GameState, side: int, won: Sequence[int]) -> Outcome:
    if state.game.state != Game.State.CLOSED or not state.entries:
        return Outcome.OPEN
    if side not in won:
        return Outcome.LOST
    return Outcome.WON if len(won) == 1 else Outcome.TIED


def hands_of_person(
    person: Player, variant: str, *, season: Season | None = None
) -> list[PlayerHand]:
    """The confirmed hands of one person, in one season or in all of them and beside them."""
    games = games_of_person(person, variant, season=season)
    hands = (hand for _game, collected in games for hand in collected.player_hands)
    return [hand for hand in hands if hand.player == str(person.pk)]


def games_of_person(
    person: Player, variant: str, *, season: Season | None = None
) -> list[tuple[GameState, GameHands]]:
    """The games at which one person sat, each with what it brought everybody at the table."""
    rows = rows_of(person)
    seated = Seat.objects.filter(player__in=rows).values("game")
    games = Game.objects.filter(pk__in=seated, variant=variant)
    # Every row of that person is the person; whoever else played does not matter.
    chosen = games if season is None else games.filter(season=season)
    states = states_of(chosen.order_by("created_at", "id"), counted_only=True)
    return [
        (state, _collect_game(state, lambda ident: person.pk if ident in rows else ident))
        for state in states
    ]


def variants(season: Season) -> list[str]:
    """The variants that were played in a season."""
    return sorted(set(Game.objects.filter(season=season).values_list("variant", flat=True)))


def _counting(state: GameState) -> list[Row]:
    return [row for row in state.sheet.rows if row.score is not None and row.score.counts]


def _collect_game(state: GameState, who: Who) -> GameHands:
    players = [str(who(seat.player_id)) for seat in state.game.seats.all()]
    if state.rules.game.lower_wins:
        return GameHands(player_hands=list(_player_hands(state, players)), lowest_wins=True)
    return GameHands(side_hands=list(_side_hands(state, players)))


def _player_hands(state: GameState, players: Sequence[str]) -> Iterator[PlayerHand]:
    left = _uncounted_penalties(state)
    for row in _counting(state):
        assert row.score is not None  # noqa: S101 those that count have one
        for seat, line in enumerate(row.score.lines):
            yield PlayerHand(
                player=players[seat],
                evening=state.game.played_on.isoformat(),
                day=state.game.played_on.toordinal(),
                hand=row.number,
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


def _side_hands(state: GameState, players: Sequence[str]) -> Iterator[SideHand]:
    left = _uncounted_penalties(state)
    for row in _counting(state):
        assert row.score is not None  # noqa: S101 those that count have one
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
                hand=row.number,
                points_for=totals[side],
                points_against=sum(totals) - totals[side] if against is None else against,
                matsche=int(row.score.matsch == side) + lines[side].matsches,
                hands=row.score.hands,
            )
