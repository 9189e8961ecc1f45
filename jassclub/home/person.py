"""What the page of a player gathers: seasons, partners, games and tournaments with the own result.

However long somebody has played, the number of queries stays the same; what takes going through
every hand is kept until something changes at one of his tables.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Count, Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from jassclub.clubs import rights as clubs
from jassclub.clubs.actors import Actor
from jassclub.clubs.authentication import actor_of
from jassclub.clubs.models import Club, Player, Role, Season
from jassclub.clubs.rights import has_role, rows_of
from jassclub.core.cache import kept
from jassclub.home.club import boards
from jassclub.web.forms import page
from scoring.claims.selectors import games_of, visible_games
from scoring.core.models import Game, ScoreEvent
from scoring.games.registry import AVERAGED, UNMULTIPLIED
from scoring.slate.board import Board
from tournaments.core.models import Tournament
from tournaments.core.selectors import visible_tournaments
from tournaments.entries.models import Entry
from tournaments.format.pure import as_decimal
from tournaments.seasons.collecting import SeasonResults, games_of_person, winners
from tournaments.seasons.models import SeasonAverage, StandingsSnapshot
from tournaments.seasons.pages.charts import Interval, interval_chart
from tournaments.seasons.pages.tables import VARIANTS, foresight
from tournaments.seasons.selectors import averages_of_player, forecasts_of, names
from tournaments.standings.models import Ranking
from tournaments.standings.pure import Calibration, Forecast, calibrate
from tournaments.standings.words import shown

ENOUGH = 24
"""Hands together below which nothing is said about a pair: two games of an evening."""
EVENTS = 8
"""Tournaments on the page of a player."""
KEPT = 60 * 60
"""Seconds that figures over all hands are kept; a new state has a new key."""


class Partner(NamedTuple):
    """Somebody with whom points were made together; `mean` is None below ENOUGH hands."""

    player: str
    name: str
    games: int
    hands: int
    mean: Decimal | None


@dataclass(frozen=True)
class SideSeason:
    """One season of a game of two sides."""

    season: Season
    variant: str
    row: dict[str, Any]

    @property
    def title(self) -> str:
        """The game in words."""
        return str(VARIANTS.get(self.variant, self.variant))


@dataclass(frozen=True)
class OwnGame:
    """A game as the player sees it: his side first."""

    board: Board
    column: int

    @property
    def game(self) -> Game:
        """The game itself."""
        return self.board.state.game

    @property
    def total(self) -> int:
        """What he (and his partner) made."""
        return self.board.state.totals[self.column]

    @property
    def others(self) -> list[int]:
        """The totals of everybody else, in playing order."""
        return [side.total for side in self.board.sides if side.index != self.column]

    @property
    def company(self) -> str:
        """The other columns by name."""
        return ", ".join(side.name for side in self.board.sides if side.index != self.column)

    @property
    def own(self) -> str:
        """The name of his column: a pair, or himself."""
        return self.board.sides[self.column].name

    @property
    def paired(self) -> bool:
        """Whether he played with a partner."""
        return len(self.board.sides[self.column].seats) > 1

    @property
    def won(self) -> bool | None:
        """None while it goes on, and where nobody won alone."""
        best = winners(self.board.state)
        decided = self.game.state == Game.State.CLOSED and self.board.state.entries
        return self.column in best if decided and len(best) == 1 else None

    @property
    def place(self) -> int:
        """His rank at the table."""
        totals, lowest = self.board.state.totals, self.board.state.rules.game.lower_wins
        return 1 + sum(t < self.total if lowest else t > self.total for t in totals)


class EventResult(NamedTuple):
    """A finished tournament, with rank and value as the hall may see them."""

    entry: Entry
    rank: int | None
    value: str


@never_cache
@require_GET
@page
def player(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """A player: seasons, predictions, partners, games and tournaments with the own result."""
    actor = actor_of(request)
    found = clubs.found(clubs.players(actor).select_related("club"), player_id)
    person = found.person
    counts = clubs.counts_for(actor, person)
    averages = list(
        averages_of_player(actor, player_id).filter(table_size=0).select_related("season")
    )
    context = {
        "player": found,
        "club": found.club,
        "averages": averages,
        "averaged": AVERAGED,
        "picture": history_picture(averages),
        "unmultiplied": UNMULTIPLIED,
        "sides": side_seasons(person) if counts else [],
        "foresight": foresight(foreseen(actor, person)) if counts else None,
        "partners": partners_of(person) if counts else [],
        "enough": ENOUGH,
        "games": own_games(boards(actor, games_of(visible_games(actor), found)), person),
        "events": events_of(actor, person),
        "may_take_data": may_take_data(actor, person),
    }
    return render(request, "pages/player.html", context)


def history_picture(averages: Sequence[SeasonAverage]) -> SafeString:
    """The averages of the seasons, oldest first, on one scale."""
    rows = [(row.season.name, row.mean, row.standard_error) for row in reversed(averages)]
    return interval_chart([Interval(name, mean, e) for name, mean, e in rows if mean is not None])


def side_seasons(player: Player) -> list[SideSeason]:
    """His rows in the tables of games with partners, newest season first."""
    tables = StandingsSnapshot.objects.filter(season__club=player.club_id)
    ident = str(player.pk)
    return [
        SideSeason(table.season, table.variant, row)
        for table in tables.select_related("season").order_by("-season__starts", "variant")
        for row in table.rows
        if row["player"] == ident and "points" in row
    ]


def foreseen(actor: Actor, player: Player) -> Calibration | None:
    """His predictions beside what he made."""
    key = f"foreseen:{_state_of(player)}"
    found = kept(key, lambda: forecasts_of(actor, player.pk)[1], seconds=KEPT)
    return calibrate([Forecast(*pair) for pair in found])


def partners_of(player: Player) -> list[Partner]:
    """With whom he made points together, most hands first; names as they are today."""
    key = f"partners:{_state_of(player)}"
    sums: dict[str, list[int]] = kept(key, lambda: _together(player), seconds=KEPT)
    called = names(sums)
    minors = {str(ident) for ident in clubs.minors(player.club_id)}
    rows = [
        Partner(ident, called.get(ident, ""), games, hands, _mean(points, hands))
        for ident, (games, hands, points) in sums.items()
        if ident not in minors
    ]
    return sorted(rows, key=lambda row: (-row.hands, row.name))


def own_games(boards: Sequence[Board], player: Player) -> list[OwnGame]:
    """These games from where he sat."""
    return [OwnGame(board, _column(board, player)) for board in boards]


def events_of(actor: Actor, player: Player) -> list[EventResult]:
    """The latest finished tournaments that he took part in."""
    visible = visible_tournaments(actor).filter(state=Tournament.State.FINISHED)
    entries = Entry.objects.filter(player__in=rows_of(player), tournament__in=visible)
    entries = entries.exclude(state__in=(Entry.State.WAITING, Entry.State.WITHDRAWN))
    latest = list(
        entries.select_related("tournament", "team").order_by("-tournament__played_on")[:EVENTS]
    )
    kept = Ranking.objects.filter(
        tournament__in=[entry.tournament_id for entry in latest], after_round=Ranking.LIVE
    )
    rankings = {ranking.tournament_id: ranking for ranking in kept}
    return [_result(entry, rankings.get(entry.tournament_id)) for entry in latest]


def may_take_data(actor: Actor, player: Player) -> bool:
    """Whether everything that is held about him is handed out: to himself and to admins."""
    himself = actor.user_id is not None and player.user_id == actor.user_id
    return himself or has_role(actor, player.club_id, Role.ADMIN)


def _state_of(player: Player) -> str:
    """Changes with every number at one of his tables, and when people are merged or parted."""
    events = ScoreEvent.objects.filter(game__seats__player__in=rows_of(player))
    seen = events.aggregate(last=Max("pk"), all=Count("pk"))
    people = Club.objects.values_list("people_version", flat=True).get(pk=player.club_id)
    return f"{player.pk}:{people}:{seen['last']}:{seen['all']}"


def _together(player: Player) -> dict[str, tuple[int, int, int]]:
    """Games, hands and points by partner."""
    sums: dict[UUID, list[int]] = defaultdict(lambda: [0, 0, 0])
    persons: dict[UUID, UUID] = _persons(player.club_id)
    for state, collected in games_of_person(player, UNMULTIPLIED):
        hands, points = _own(collected, player)
        seats = [persons.get(s.player_id, s.player_id) for s in state.game.seats.all()]
        if not hands or player.pk not in seats:
            continue
        mine = state.rules.side_of(seats.index(player.pk))
        for seat, person in enumerate(seats):
            if person != player.pk and state.rules.side_of(seat) == mine:
                for at, more in enumerate((1, hands, points)):
                    sums[person][at] += more
    return {str(person): (games, hands, points) for person, (games, hands, points) in sums.items()}


def _persons(club_id: UUID) -> dict[UUID, UUID]:
    merged = Player.objects.filter(club=club_id, merged_into__isnull=False)
    return dict(merged.values_list("pk", "merged_into_id"))


def _own(collected: SeasonResults, player: Player) -> tuple[int, int]:
    mine = [hand for hand in collected.side_hands if hand.player == str(player.pk)]
    return sum(hand.hands for hand in mine), sum(hand.points_for for hand in mine)


def _mean(points: int, hands: int) -> Decimal | None:
    return as_decimal(Fraction(points, hands)) if hands >= ENOUGH else None


def _column(board: Board, player: Player) -> int:
    own = (seat.index for seat in board.state.game.seats.all() if seat.person == player)
    return board.state.rules.side_of(next(own, 0))


def _result(entry: Entry, ranking: Ranking | None) -> EventResult:
    of_teams = ranking is not None and ranking.hall_teams and entry.team is not None
    number = entry.team.number if of_teams and entry.team else entry.number
    rows = [] if ranking is None else ranking.hall_teams if of_teams else ranking.hall_rows
    row = next((row for row in rows if row["number"] == number), None)
    return EventResult(entry, row and row["rank"], shown(row["value"]) if row else "")
