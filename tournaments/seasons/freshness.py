"""Whether the tables of a season are behind the games they are made from."""

from collections.abc import Sequence

from jassclub.clubs.models import Club, Season
from scoring.core.models import ScoreEvent
from tournaments.seasons.models import StandingsSnapshot
from tournaments.standings.freshness import Freshness
from tournaments.standings.models import FailedCount


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
