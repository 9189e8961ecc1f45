"""Rankings of categories, clubs and teams, read out of the ranking as it is kept.

Whoever is hidden there has no rank here either.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from tournaments.core.models import Tournament
from tournaments.entries.categories import Belonging, belonging
from tournaments.format.pure import Format, Number, PrizeKind, exact
from tournaments.standings.contests import Day
from tournaments.standings.models import Ranking
from tournaments.standings.pure import day_standings, of_teams
from tournaments.standings.pure.groups import GroupStanding, group_standings, ranks_within

Row = dict[str, Any]
BY_CLUB, BY_SQUAD = "clubs", "squads"
KINDS: Mapping[str, PrizeKind] = {BY_CLUB: PrizeKind.CLUB, BY_SQUAD: PrizeKind.SQUAD}


def within(rows: Sequence[Row], numbers: Collection[int]) -> list[Row]:
    """The stored rows of these alone, with the ranks that they have among themselves."""
    chosen = [row for row in rows if row["number"] in numbers]
    ranks = ranks_within({row["number"]: row["rank"] for row in chosen if row["rank"] is not None})
    sharing = Counter(ranks.values())
    return [
        {**row, "rank": (rank := ranks.get(row["number"])), "shared": sharing[rank or 0] > 1}
        for row in chosen
    ]


def rows_of(ranking: Ranking, *, of_teams: bool, whole: bool) -> list[Row]:
    """The rows of people, or of pairs and teams; without `whole` as the hall may see them."""
    seen = (ranking.teams, ranking.rows) if whole else (ranking.hall_teams, ranking.hall_rows)
    rows: list[Row] = seen[0] if of_teams else seen[1]
    return rows


def nobody_there(category: str, *, of_teams: bool) -> str:
    """What a ranking without lines says instead."""
    if not category:
        return _("Noch zählt kein Resultat.")
    if of_teams:
        return _("Kein Team hat diese Kategorie: sie gilt, wenn alle seine Leute sie haben.")
    return _("In dieser Kategorie hat niemand ein Resultat.")


def counts_for(format_: Format, by: str) -> int | None:
    """How many results count for a club, or for a team; None where these are not ranked."""
    return format_.club_best if by == BY_CLUB else format_.squad_best


def group_rows(rows: Sequence[Row], format_: Format, found: Belonging, by: str) -> list[Row]:
    """Clubs or teams by stored rows, best first; exact values as text, `counted` as numbers."""
    values = {row["number"]: exact(Fraction(row["value"])) for row in rows
              if row["rank"] is not None and row["value"] is not None}  # fmt: skip
    standings = _groups(values, format_, found, by)
    sharing = Counter(row.rank for row in standings)
    return [
        {
            **asdict(row),
            "value": None if row.value is None else _written(row.value),
            "counted": list(row.counted),
            "shared": row.rank is not None and sharing[row.rank] > 1,
        }
        for row in standings
    ]


def _groups(
    values: Mapping[Any, Number], format_: Format, found: Belonging, by: str
) -> list[GroupStanding]:
    best = counts_for(format_, by)
    if best is None:
        return []
    rule = format_.day_ranking
    return group_standings(
        values,
        found.clubs if by == BY_CLUB else found.squads,
        best=best,
        lower_wins=rule.nearest or rule.lower_units,
    )


def _written(value: Number) -> int | str:
    return value if isinstance(value, int) else str(value)


def ranking_of_groups(
    tournament: Tournament, format_: Format, shown: Ranking | None
) -> Ranking | None:
    """The ranking that clubs and teams are made from: what a final of the day brings is not the
    same for all, so it is the one after the last round that everybody plays."""
    start = format_.final_from
    if start is None or shown is None or 0 < shown.after_round < start:
        return shown
    kept = tournament.rankings.filter(after_round=start - 1).order_by("-revision").first()
    return kept or (shown if not tournament.rounds.filter(number__gte=start).exists() else None)


def members_for_prizes(tournament: Tournament, day: Day) -> Mapping[str, frozenset[str | int]]:
    """Of each category with a prize who is in it, as the standings name people or teams."""
    found = belonging(tournament.entries.select_related("team"), of_teams=day.format.in_teams)
    named = {prize.category for prize in day.format.prizes if prize.category}
    return {name: frozenset(map(_player(day), found.members(name))) for name in named}


def groups_for_prizes(
    tournament: Tournament, day: Day
) -> Mapping[PrizeKind, Sequence[GroupStanding]]:
    """Clubs and teams by the rounds that everybody plays."""
    start = day.format.final_from
    contest = day.contest if start is None else day.contest.before(start)
    ranked = day_standings(of_teams(contest, day.format) or contest, day.format)
    found = belonging(tournament.entries.select_related("team"), of_teams=day.format.in_teams)
    player = _player(day)
    values = {row.player: row.value for row in ranked
              if row.rank is not None and row.value is not None}  # fmt: skip
    named = Belonging(
        found.categories,
        {player(number): name for number, name in found.clubs.items()},
        {player(number): name for number, name in found.squads.items()},
    )
    return {kind: _groups(values, day.format, named, by) for by, kind in KINDS.items()}


def _player(day: Day) -> Callable[[int], str | int]:
    """How the standings name who has a number: teams as text."""
    return str if day.format.in_teams else int
