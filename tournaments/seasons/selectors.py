"""Reading the tables of a season; names are put in here, so that a renamed player is renamed.

Whether the tables of a season are behind the games they are made from. How strong players are,
what they foresee, and the leagues they play in."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import Any
from uuid import UUID

from django.db.models import Exists, F, QuerySet
from django.utils import timezone

from jassclub.clubs import rights as clubs
from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Club, Player, Season
from jassclub.clubs.rights import who_is_who
from jassclub.core.errors import Finding
from jassclub.core.rows import uuid_in
from scoring.core.models import ScoreEvent
from scoring.games.registry import AVERAGED, GAMES
from tournaments.seasons.collecting import guests_apart, hands_of_person, rules_of, season_results
from tournaments.seasons.models import (
    OpeningBalance,
    SeasonAverage,
    SeasonOpening,
    SeasonTally,
    StandingsSnapshot,
)
from tournaments.standings.models import FailedCount, Freshness
from tournaments.standings.pure import (
    AdditiveRating,
    AllTimeAverage,
    AllTimeSide,
    Calibration,
    Carried,
    Forecast,
    LeagueRow,
    LeagueTables,
    Played,
    SideSums,
    Tally,
    additive_ratings,
    all_time_averages,
    all_time_sides,
    calibrate,
    forecasts,
    league_tables,
    read_leagues,
)
from tournaments.standings.pure.master import MASTER
from tournaments.standings.pure.season import GUEST


def season_of(actor: Actor, season_id: UUID) -> Season:
    """A season of a club that the actor sees; NotFound otherwise."""
    return clubs.found(clubs.seasons(actor), season_id)


def tables_of(season: Season) -> QuerySet[StandingsSnapshot]:
    """The tables of a season, one a variant; the club master is none of them."""
    tables = StandingsSnapshot.objects.filter(season=season).exclude(variant=MASTER)
    return tables.order_by("variant")


def played_in(season: Season) -> list[str]:
    """The variants that have a table."""
    return list(tables_of(season).values_list("variant", flat=True))


def master_of(season: Season) -> StandingsSnapshot | None:
    """The table of the club master, where the season has one."""
    return StandingsSnapshot.objects.filter(season=season, variant=MASTER).first()


def named_rows(snapshot: StandingsSnapshot) -> list[dict[str, Any]]:
    """The rows of a table with the players' names of today; by name where a rank is shared and
    where there is none, guests last."""
    name_by_player = names(row["player"] for row in snapshot.rows)
    named = [{**row, "name": name_by_player.get(row["player"], "")} for row in snapshot.rows]
    ranked = [row for row in named if row["rank"] is not None]
    return [
        *sorted(ranked, key=itemgetter("rank", "name")),
        *sorted(
            (row for row in named if row["rank"] is None),
            key=lambda row: (row.get("decided_by") == GUEST, row["name"]),
        ),
    ]


def averages_of(season: Season, *, table_size: int | None = None) -> QuerySet[SeasonAverage]:
    """Differenzler averages, ranked ones first; for one size of table if asked."""
    size = SeasonAverage.ALL_TABLES if table_size is None else table_size
    averages = SeasonAverage.objects.filter(season=season, table_size=size)
    return averages.select_related("player").order_by(
        F("rank").asc(nulls_last=True), "mean", "player__name"
    )


def averages_of_player(actor: Actor, player_id: UUID) -> QuerySet[SeasonAverage]:
    """Every average of one player, newest season first; none of a minor for others."""
    return averages_for(actor, clubs.found(clubs.players(actor), player_id).person)


def averages_for(actor: Actor, player: Player) -> QuerySet[SeasonAverage]:
    """The same for a person who is known."""
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
    tallies = SeasonTally.objects.filter(club=club_id)
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
            for row in _carried(club_id).filter(opening__variant=AVERAGED)
            if who(row.player_id) not in minors
        ),
        minimum_hands=minimum_hands,
    )


def all_time_games(club_id: UUID, *, minimum_hands: int = 1) -> dict[str, list[AllTimeSide]]:
    """The same for every other game that was played or carried over, each for itself, by points
    per hand, from the tables of all seasons."""
    who, minors = who_is_who(club_id), clubs.minors(club_id)
    tables = StandingsSnapshot.objects.filter(club=club_id).exclude(variant__in=(AVERAGED, MASTER))
    found = [
        (variant, who(UUID(row["player"])), _points_of(row))
        for variant, rows in tables.values_list("variant", "rows")
        for row in rows
    ]
    balances = _carried(club_id).exclude(opening__variant=AVERAGED)
    found += [
        (variant, who(player), SideSums(hands=hands, points=total, carried=hands))
        for variant, player, hands, total in balances.values_list(
            "opening__variant", "player_id", "hands", "total"
        )
    ]
    by_game: dict[str, list[tuple[str, SideSums]]] = defaultdict(list)
    for variant, player, sums in found:
        if player not in minors:
            by_game[variant].append((str(player), sums))
    return {
        variant: all_time_sides(
            by_game[variant], minimum_hands=minimum_hands, lower_wins=kind.game.lower_wins
        )
        for variant, kind in GAMES.items()
        if variant in by_game
    }


def _carried(club_id: UUID) -> QuerySet[OpeningBalance]:
    return OpeningBalance.objects.filter(club=club_id, current=True, hands__gt=0)


def _points_of(row: dict[str, Any]) -> SideSums:
    """Of a row; one that was counted before evenings could be dropped has one kind of sums, and
    where everybody plays alone a total."""
    played = row.get("played", row)
    return SideSums(
        evenings=row["evenings"],
        hands=played["hands"],
        points=played["points"] if "points" in played else row["total"],
        matsche=played.get("matsche", 0),
        games=row.get("games", 0),
        wins=row.get("wins", 0),
    )


def names(idents: Iterable[str]) -> dict[str, str]:
    """What players are called today, by id."""
    players = Player.objects.filter(pk__in=list(idents)).values_list("pk", "name")
    return {str(pk): name for pk, name in players}


def season_freshness(season: Season, tables: Sequence[StandingsSnapshot]) -> Freshness:
    """Of all tables of a season together: they are counted together."""
    waiting = ScoreEvent.objects.filter(
        game__season=season, game__passe__isnull=True, counted_at__isnull=True
    )
    failed = FailedCount.objects.filter(season=season)
    asked = Club.objects.values_list("people_version", Exists(waiting), Exists(failed))
    people, pending, broken = asked.get(pk=season.club_id)
    by = (season.version, people)
    return Freshness(
        as_of=min((table.computed_at for table in tables), default=None),
        pending=pending
        or any((table.season_version, table.people_version) != by for table in tables),
        failed=broken,
    )


def shrunk_of(snapshot: StandingsSnapshot) -> dict[int | None, list[dict[str, Any]]]:
    """The estimates of a season's table by size of table, the strongest first; not of minors."""
    by_size: dict[int | None, list[dict[str, Any]]] = {}
    young = Player.objects.filter(club__seasons=snapshot.season_id, minor=True)
    minors = {str(ident) for ident in young.values_list("pk", flat=True)}
    for row in (row for row in snapshot.rows if row["player"] not in minors):
        for part in row.get("strength", ()):
            mine = {**part, "player": row["player"]}
            by_size.setdefault(mine.pop("table_size"), []).append(mine)
    for rows in by_size.values():
        rows.sort(key=lambda part: (part["rank"], part["player"]))
    return dict(sorted(by_size.items(), key=lambda part: part[0] or 0))


def additive_of(season: Season, variant: str) -> list[AdditiveRating]:
    """The rating for fixed pairs, from every game of two sides; computed on asking. A minor counts
    for his partners and opponents, and has no row."""
    minors = {str(ident) for ident in clubs.minors(season.club_id)}
    rows = additive_ratings(season_results(season, variant).encounters)
    return [row for row in rows if str(row.player) not in minors]


def calibration_of(
    actor: Actor, player_id: UUID, *, season_id: UUID | None = None
) -> tuple[Player, Calibration | None]:
    """The person behind a visible player, and his predictions beside what he made.

    Only hands that everybody agreed to: a sealed prediction has no part in it. None of a minor for
    others than himself.
    """
    player, predictions = forecasts_of(actor, player_id, season_id=season_id)
    return player, calibrate(predictions)


def forecasts_of(
    actor: Actor, player_id: UUID, *, season_id: UUID | None = None
) -> tuple[Player, list[Forecast]]:
    """The same, hand by hand."""
    player = clubs.found(clubs.players(actor), player_id).person
    if not clubs.counts_for(actor, player):
        return player, []
    season = None if season_id is None else season_of(actor, season_id)
    return player, forecasts(hands_of_person(player, AVERAGED, season=season))


class SeasonLeagues:
    """The leagues of one table of a season as they stand.

    `final` says that the season is over and nothing waits for agreement. Without `standing` the
    settings cannot be used, and `findings` say why.
    """

    def __init__(self, season: Season, snapshot: StandingsSnapshot, settings: object) -> None:
        reading = read_leagues(settings)
        self.variant = snapshot.variant
        self.findings: tuple[Finding, ...] = reading.findings
        self.final = season.ends < timezone.localdate() and not snapshot.open_hands
        self.standing: LeagueTables | None = None
        if reading.leagues:
            who = _resolver(season.club_id)
            rows = [LeagueRow(row["player"], row["rank"]) for row in snapshot.rows]
            apart = guests_apart(season, rules_of(season, self.variant).rules)
            self.standing = league_tables(rows, reading.leagues.resolved(who).without(apart))
            self.findings += self.standing.findings


def leagues_of(season: Season, snapshot: StandingsSnapshot) -> SeasonLeagues | None:
    """Those of one table; None where the rules of the season name none for it."""
    settings = season.rules.get("leagues")
    if settings is None:
        return None
    if not isinstance(settings, dict):
        return SeasonLeagues(season, snapshot, settings)
    mine = settings.get(snapshot.variant)
    return None if mine is None else SeasonLeagues(season, snapshot, mine)


def league_names(season: Season, leagues: Iterable[SeasonLeagues]) -> dict[str, str]:
    """What the players of the leagues are called; who is none of the club has no name."""
    tables = [table for each in leagues if each.standing for table in each.standing.tables]
    idents = {ident for table in tables for row in table if (ident := uuid_in(str(row.player)))}
    rows = Player.objects.filter(club=season.club_id, pk__in=idents).values_list("pk", "name")
    return {str(pk): name for pk, name in rows}


def _resolver(club_id: UUID) -> Callable[[str], str]:
    """From a written id to the one of the person today; what is no id stays as it is."""
    who = who_is_who(club_id)

    def resolved(text: str) -> str:
        ident = uuid_in(text)
        return text if ident is None else str(who(ident))

    return resolved
