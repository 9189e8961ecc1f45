"""Reading the tables of a season; names are put in here, so that a renamed player is renamed.

Whether the tables of a season are behind the games they are made from.
"""

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from django.db.models import F, QuerySet

from jassclub.clubs import rights as clubs
from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Club, Player, Season
from jassclub.clubs.rights import who_is_who
from scoring.core.models import ScoreEvent
from tournaments.seasons.balances import OpeningBalance, SeasonOpening
from tournaments.seasons.models import SeasonAverage, SeasonTally, StandingsSnapshot
from tournaments.standings.models import FailedCount, Freshness
from tournaments.standings.pure import (
    AllTimeAverage,
    AllTimeSide,
    Carried,
    Played,
    SideSums,
    Tally,
    all_time_averages,
    all_time_sides,
)


def season_of(actor: Actor, season_id: UUID) -> Season:
    """A season of a club that the actor sees; NotFound otherwise."""
    return clubs.found(clubs.seasons(actor), season_id)


def tables_of(season: Season) -> QuerySet[StandingsSnapshot]:
    """The tables of a season, one a variant."""
    return StandingsSnapshot.objects.filter(season=season).order_by("variant")


def named_rows(snapshot: StandingsSnapshot) -> list[dict[str, Any]]:
    """The rows of a table with the players' names of today."""
    name_by_player = names(row["player"] for row in snapshot.rows)
    return [{**row, "name": name_by_player.get(row["player"], "")} for row in snapshot.rows]


def averages_of(season: Season, *, table_size: int | None = None) -> QuerySet[SeasonAverage]:
    """Differenzler averages, ranked ones first; for one size of table if asked."""
    size = SeasonAverage.ALL_TABLES if table_size is None else table_size
    averages = SeasonAverage.objects.filter(season=season, table_size=size)
    return averages.select_related("player").order_by(
        F("rank").asc(nulls_last=True), "mean", "player__name"
    )


def averages_of_player(actor: Actor, player_id: UUID) -> QuerySet[SeasonAverage]:
    """Every average of one player, newest season first; none of a minor for others."""
    player = clubs.found(clubs.players(actor), player_id).person
    averages = SeasonAverage.objects.filter(player=player).select_related("player")
    if not clubs.counts_for(actor, player):
        return averages.none()
    return averages.order_by("-season__starts", "table_size")


def openings(actor: Actor) -> QuerySet[SeasonOpening]:
    """The earlier seasons, known as sums, of the visible clubs."""
    return SeasonOpening.objects.filter(club__in=clubs.visible_clubs(actor))


def balances_of(opening: SeasonOpening, *, superseded: bool = False) -> QuerySet[OpeningBalance]:
    """What the players bring along, by name; with `superseded` older versions, too."""
    balances = with_people(opening.balances.all())
    return balances if superseded else balances.filter(current=True)


def with_people(balances: QuerySet[OpeningBalance]) -> QuerySet[OpeningBalance]:
    """Balances with whose they are, by name."""
    by_name = balances.order_by("player__name", "player_id", "version")
    return by_name.select_related("player__merged_into")


def all_time_of(club_id: UUID, *, minimum_hands: int = 1) -> list[AllTimeAverage]:
    """The all-time Differenzler averages of a club, as of now: every season and what was before.

    Players are ids; who was merged counts as the person who remains, even before the tables of
    the seasons are computed again. Minors are left out.
    """
    who, minors = who_is_who(club_id), clubs.minors(club_id)
    tallies = SeasonTally.objects.filter(season__club=club_id)
    carried = OpeningBalance.objects.filter(opening__club=club_id, current=True, hands__gt=0)
    return all_time_averages(
        (
            Played(
                str(who(row.player_id)),
                Tally(**{name: getattr(row, name) for name in Tally._fields}),
                row.evenings,
            )
            for row in tallies
            if who(row.player_id) not in minors
        ),
        (
            Carried(str(who(row.player_id)), row.hands, row.total, row.exact_hits, row.evenings)
            for row in carried
            if who(row.player_id) not in minors
        ),
        minimum_hands=minimum_hands,
    )


def all_time_schieber(
    club_id: UUID, *, variant: str = "schieber", minimum_hands: int = 1
) -> list[AllTimeSide]:
    """The same for a game of two sides, by points per hand, from the tables of all seasons."""
    who, minors = who_is_who(club_id), clubs.minors(club_id)
    tables = StandingsSnapshot.objects.filter(season__club=club_id, variant=variant)
    return all_time_sides(
        (
            (str(who(UUID(row["player"]))), _side_sums(row))
            for rows in tables.values_list("rows", flat=True)
            for row in rows
            if "points" in row and who(UUID(row["player"])) not in minors
        ),
        minimum_hands=minimum_hands,
    )


def _side_sums(row: dict[str, Any]) -> SideSums:
    """Of a row; one that was counted before evenings could be dropped has one kind of sums."""
    played = row.get("played", row)
    return SideSums(
        evenings=row["evenings"],
        hands=played["hands"],
        points=played["points"],
        matsche=played["matsche"],
        games=row["games"],
        wins=row["wins"],
    )


def names(idents: Iterable[str]) -> dict[str, str]:
    """What players are called today, by id."""
    found = Player.objects.filter(pk__in=list(idents)).values_list("pk", "name")
    return {str(pk): name for pk, name in found}


def season_freshness(season: Season, tables: Sequence[StandingsSnapshot]) -> Freshness:
    """Of all tables of a season together: they are counted together."""
    people = Club.objects.values_list("people_version", flat=True).get(pk=season.club_id)
    by = (season.version, people)
    waiting = ScoreEvent.objects.filter(game__season=season, counted_at__isnull=True)
    return Freshness(
        as_of=min((table.computed_at for table in tables), default=None),
        pending=any((table.season_version, table.people_version) != by for table in tables)
        or waiting.filter(game__passe__isnull=True).exists(),
        failed=FailedCount.objects.filter(season=season).exists(),
    )
