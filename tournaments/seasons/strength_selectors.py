"""How strong players are, what they foresee, and the leagues they play in."""

from collections.abc import Callable, Iterable
from typing import Any
from uuid import UUID

from django.utils import timezone

from jassclub.clubs import rights as clubs
from jassclub.clubs.actors import Actor
from jassclub.clubs.models import Player, Season
from jassclub.clubs.rights import who_is_who
from jassclub.core.errors import Finding
from scoring.games.registry import AVERAGED
from tournaments.seasons.collecting import collect_season_results, hands_of_person
from tournaments.seasons.models import StandingsSnapshot
from tournaments.seasons.selectors import season_of
from tournaments.standings.pure import (
    AdditiveRating,
    Calibration,
    Forecast,
    LeagueRow,
    LeagueTables,
    additive_ratings,
    calibrate,
    forecasts,
    league_tables,
    read_leagues,
)


def shrunk_of(snapshot: StandingsSnapshot) -> dict[int | None, list[dict[str, Any]]]:
    """The estimates of a season's table by size of table, the strongest first; not of minors."""
    found: dict[int | None, list[dict[str, Any]]] = {}
    young = Player.objects.filter(club__seasons=snapshot.season_id, minor=True)
    minors = {str(ident) for ident in young.values_list("pk", flat=True)}
    for row in (row for row in snapshot.rows if row["player"] not in minors):
        for part in row.get("strength", ()):
            mine = {**part, "player": row["player"]}
            found.setdefault(mine.pop("table_size"), []).append(mine)
    for rows in found.values():
        rows.sort(key=lambda part: (part["rank"], part["player"]))
    return dict(sorted(found.items(), key=lambda part: part[0] or 0))


def additive_of(season: Season, variant: str) -> list[AdditiveRating]:
    """The rating for fixed pairs, from every game of two sides; computed on asking. A minor counts
    for his partners and opponents, and has no row."""
    minors = {str(ident) for ident in clubs.minors(season.club_id)}
    rows = additive_ratings(collect_season_results(season, variant).encounters)
    return [row for row in rows if str(row.player) not in minors]


def calibration_of(
    actor: Actor, player_id: UUID, *, season_id: UUID | None = None
) -> tuple[Player, Calibration | None]:
    """The person behind a visible player, and his predictions beside what he made.

    Only hands that everybody agreed to: a sealed prediction has no part in it. None of a minor for
    others than himself.
    """
    player, found = forecasts_of(actor, player_id, season_id=season_id)
    return player, calibrate(found)


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
            self.standing = league_tables(rows, reading.leagues.resolved(who))
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


def league_names(season: Season, found: Iterable[SeasonLeagues]) -> dict[str, str]:
    """What the players of the leagues are called; who is none of the club has no name."""
    tables = [table for one in found if one.standing for table in one.standing.tables]
    idents = {ident for table in tables for row in table if (ident := _ident(str(row.player)))}
    rows = Player.objects.filter(club=season.club_id, pk__in=idents).values_list("pk", "name")
    return {str(pk): name for pk, name in rows}


def _ident(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def _resolver(club_id: UUID) -> Callable[[str], str]:
    """From a written id to the one of the person today; what is no id stays as it is."""
    who = who_is_who(club_id)

    def resolved(text: str) -> str:
        ident = _ident(text)
        return text if ident is None else str(who(ident))

    return resolved
