"""The season on the page of a club: who leads, and how the last evenings went."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from jassclub.clubs.models import Club, Season
from jassclub.clubs.rights import who_is_who
from jassclub.core.cache import kept
from scoring.core.models import Game, Seat
from scoring.games.registry import GAMES
from tournaments.format.pure import as_decimal
from tournaments.seasons.collecting import collect_season_results
from tournaments.seasons.models import StandingsSnapshot
from tournaments.seasons.pages.charts import Evening, evening_chart
from tournaments.seasons.pages.tables import VARIANTS, ranks_by
from tournaments.seasons.selectors import named_rows, season_freshness, tables_of

BEST = 5
"""Rows of a table on the page of the club."""
LATEST = 6
"""Evenings in the picture: as many as a phone shows with their numbers."""
KEPT = 60 * 60


def club_season(club: Club) -> dict[str, Any] | None:
    """None where the club has no season yet."""
    begun = club.seasons.filter(starts__lte=timezone.localdate()).order_by("-ends", "-starts")
    season = begun.first() or club.seasons.order_by("starts").first()
    if season is None:
        return None
    tables = list(tables_of(season))
    means = _means(season, tables)
    evenings = [
        Evening(date_format(day, "j.n."), people, means.get(day.isoformat()))
        for day, people in sorted(_people(season).items())
    ]
    return {
        "season": season,
        "tables": [_leaders(season, table) for table in tables if table.rows],
        "picture": evening_chart(evenings[-LATEST:], _("Leute"))
        if len(evenings) > 1
        else SafeString(""),
        "evenings": len(evenings),
        "fresh": season_freshness(season, tables),
    }


def _leaders(season: Season, table: StandingsSnapshot) -> dict[str, Any]:
    """Ranked ones; before anybody is ranked, those who are nearest to it."""
    ranked = [row for row in table.rows if row["rank"] is not None]
    head = named_rows(StandingsSnapshot(rows=(ranked or table.rows)[:BEST]))
    by = ranks_by(season, table.variant)
    rows = [{**row, "ranked": row.get(by.key)} for row in head]
    return {
        "variant": table.variant,
        "title": str(VARIANTS.get(table.variant, table.variant)),
        "rows": sorted(rows, key=lambda row: (row["rank"] or 0, row["name"])),
        "exact": "exact_hits" in head[0],
        "all": len(table.rows),
        "by": by,
    }


def _people(season: Season) -> dict[date, int]:
    """How many people sat at the tables of each day."""
    who, came = who_is_who(season.club_id), defaultdict(set)
    seats = Seat.objects.filter(game__season=season).exclude(game__state=Game.State.ABANDONED)
    for day, player in seats.values_list("game__played_on", "player_id"):
        came[day].add(who(player))
    return {day: len(people) for day, people in came.items()}


def _means(season: Season, tables: Sequence[StandingsSnapshot]) -> dict[str, Any]:
    """Mean difference of everybody, by evening; built once for each version of the table."""
    table = next((table for table in tables if GAMES[table.variant].averaged), None)
    if table is None:
        return {}
    key = f"evenings:{table.pk}:{table.version}:{table.people_version}"
    means = kept(key, lambda: _computed(season, table.variant), seconds=KEPT)
    return {day: Decimal(mean) for day, mean in means.items()}


def _computed(season: Season, variant: str) -> dict[str, str]:
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for hand in collect_season_results(season, variant).player_hands:
        sums[hand.evening][0] += hand.difference
        sums[hand.evening][1] += 1
    return {day: str(as_decimal(Fraction(total, hands), 1)) for day, (total, hands) in sums.items()}
