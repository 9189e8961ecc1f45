"""Recomputing the tables of a season, in one transaction.

What a game brought is kept as sums (`SeasonGame`); a hand has those of its game made anew, and the
tables are added up from the sums of all games. Every night they are compared with the hands.
"""

from collections.abc import Collection, Iterable
from functools import partial
from typing import Any, Literal
from uuid import UUID

from django.db import transaction
from django.db.models import Case, Max, Min, Q, QuerySet, When
from django.utils import timezone

from jassclub.clubs.models import Club, Season
from jassclub.core.errors import Finding
from jassclub.core.rows import claimed
from scoring.core.models import Game, ScoreEvent
from scoring.games.registry import GAMES
from tournaments.results.sheets import collect
from tournaments.seasons.collecting import guests_apart, rules_of, season_results, sums_of, variants
from tournaments.seasons.models import SeasonGame, StandingsSnapshot
from tournaments.seasons.rows import own_rows, side_rows, strengths
from tournaments.standings.pure.master import MASTER, as_row, club_master, read_master
from tournaments.standings.pure.qualifying import LeagueRow
from tournaments.standings.services import attempt, resting

AGREEMENTS_DIFFER = "agreements_differ"

BATCH = 2_000
"""Seasons, and tables, that are counted at one look; the next one finds the rest."""


def count_events() -> int:
    """Take in the waiting score events; returns how many seasons were recomputed.

    An event is marked in the transaction that read the hands behind it, so a crash only repeats
    work and a hand written meanwhile brings its own event. A season, or a game at a tournament,
    that fails keeps its events and is left alone for a while; however many they are, the others
    have their turn.
    """
    counted = 0
    while True:
        # What was announced while a season was counted had its message answered by nobody: look
        # again as long as there was something to do.
        tables = [attempt("game", game, partial(_collect, game)) for game in _due("game")]
        seasons = dict.fromkeys([*_due("season"), *_changed()])
        done = [attempt("season", pk, partial(_count, pk)) for pk in seasons]
        if not any([*tables, *done]):
            return counted
        counted += done.count(True)


def _due(kind: Literal["game", "season"]) -> list[UUID]:
    """Games at tournaments, or seasons, with events that wait; what has failed before comes last.

    Events of games beside all seasons wait for nobody.
    """
    waiting = ScoreEvent.objects.filter(counted_at=None, game__passe__isnull=kind == "season")
    owner = "game" if kind == "game" else "game__season"
    if kind == "season":
        waiting.filter(game__season=None).update(counted_at=timezone.now())
    again = Max(Case(When(**{f"{owner}__failed_count__isnull": False}, then=1), default=0))
    due = waiting.exclude(**{f"{owner}__in": resting(kind)}).order_by().values_list(owner)
    in_turn = due.annotate(again=again, first=Min("id")).order_by("again", "first")
    return [ident for ident, _again, _first in in_turn[:BATCH]]


def _changed() -> list[UUID]:
    """Seasons whose rules, or whose people, changed since they were counted."""
    changed = Season.objects.filter(to_recount=True).exclude(pk__in=resting("season"))
    return list(changed.order_by().values_list("pk", flat=True)[:BATCH])


@transaction.atomic
def recompute(season_id: UUID) -> list[StandingsSnapshot]:
    """Recompute every table of a season from its hands."""
    # Two workers that count one season: the second waits and counts what came meanwhile.
    # NO KEY: a game may be opened in the season (its foreign key) while its tables are computed.
    season = Season.objects.select_for_update(of=("self",), no_key=True).get(pk=season_id)
    keep_sums(season, Game.objects.filter(season=season))
    return add_up(season, variants(season))


@transaction.atomic
def _count(season_id: UUID) -> bool:
    """Whether the season was claimed and counted.

    Race: several workers find the same events. One claims the season, the others go on to the
    next, and he looks again; a game may be opened in the season meanwhile (its foreign key).
    """
    season = claimed(Season.objects.filter(pk=season_id), no_key=True)
    if season is None:
        return False
    # Race: a hand written meanwhile brings an event of its own, which is not among these.
    waiting = ScoreEvent.objects.filter(game__season=season, game__passe=None, counted_at=None)
    events = dict(waiting.values_list("pk", "game"))
    if not events and not season.to_recount:
        return False
    games = Game.objects.filter(season=season)
    # Those never counted, too: of a season that was taken over or restored.
    changed = keep_sums(season, games.filter(Q(pk__in=set(events.values())) | Q(brought=None)))
    add_up(season, variants(season) if season.to_recount else changed)
    return _mark(events) or season.to_recount


SUMS = ("variant", "hands", "open_hands", "agreements", "seats")
"""What is kept of a game."""


def keep_sums(season: Season, games: QuerySet[Game]) -> set[str]:
    """Make anew what these games brought a locked season; the variants that they were played by."""
    sums = sums_of(season, games)
    SeasonGame.objects.bulk_create(
        sums, update_conflicts=True, unique_fields=["game"], update_fields=["season", *SUMS]
    )
    return {row.variant for row in sums}


@transaction.atomic
def drift(season: Season) -> list[str]:
    """Games of a season whose sums are not what their hands say, in words; they are put right.

    Games with events that wait are counted anew anyway.
    """
    # Race: a hand is counted between two of the questions, or a worker has the season just now.
    # What differs is looked at again under the lock, or the next night.
    if not _differing(season) or claimed(Season.objects.filter(pk=season.pk), no_key=True) is None:
        return []
    differing = _differing(season)
    if differing:
        add_up(season, keep_sums(season, Game.objects.filter(pk__in=differing)))
    return [
        f"season {season.pk}: game {ident} did not count as its hands do" for ident in differing
    ]


def _differing(season: Season) -> list[UUID]:
    waiting = ScoreEvent.objects.filter(game__season=season, counted_at=None)
    settled = Game.objects.filter(season=season).exclude(pk__in=waiting.values("game"))
    kept = {row.pk: row for row in SeasonGame.objects.filter(season=season)}
    found = sums_of(season, settled)
    return [row.pk for row in found if row.pk in kept and not _same(row, kept[row.pk])]


def _same(one: SeasonGame, other: SeasonGame) -> bool:
    return all(getattr(one, name) == getattr(other, name) for name in SUMS)


def add_up(season: Season, played: Iterable[str]) -> list[StandingsSnapshot]:
    """The tables of a locked season, by variant, from what its games brought."""
    # Read before the sums: who is merged meanwhile makes the table old, not wrong for good.
    people = Club.objects.values_list("people_version", flat=True).get(pk=season.club_id)
    if season.to_recount:
        Season.objects.filter(pk=season.pk).update(to_recount=False)
    return [
        *(_recompute(season, variant, people) for variant in played),
        *_master(season, people),
    ]


@transaction.atomic
def _collect(game_id: UUID) -> bool:
    """Whether the game of a table was claimed and its result taken over."""
    if claimed(Game.objects.filter(pk=game_id)) is None:
        return False
    events = list(
        ScoreEvent.objects.filter(game=game_id, counted_at=None).values_list("pk", flat=True)
    )
    collect(game_id=game_id)
    return _mark(events)


def _mark(events: Collection[int]) -> bool:
    """Those that were read: one that came meanwhile may be about another hand."""
    return bool(ScoreEvent.objects.filter(pk__in=events).update(counted_at=timezone.now()))


def _recompute(season: Season, variant: str, people: int) -> StandingsSnapshot:
    rules, found = rules_of(season, variant)
    collected = season_results(season, variant, rules)
    guests = guests_apart(season, rules)
    rows = (
        own_rows(season, variant, collected, rules=rules, guests=guests)
        if collected.lowest_wins
        else side_rows(collected, rules, guests)
    )
    by_player = strengths(collected)
    findings = list(found)
    if collected.unlike:
        # What keeps the hands of this table from being compared without a second thought.
        findings.append(
            Finding(
                AGREEMENTS_DIFFER,
                "",
                f"tables have agreed on different things: {', '.join(collected.unlike)}",
            )
        )
    return _store(
        season,
        variant,
        rows=[{**row, "strength": by_player.get(row["player"], [])} for row in rows],
        findings=[finding.to_log() for finding in findings],
        hands=collected.hands,
        waiting=collected.open_hands,
        people=people,
    )


def _master(season: Season, people: int) -> list[StandingsSnapshot]:
    """The club master, from the tables as they are now; none where the season names no such."""
    tables = StandingsSnapshot.objects.filter(season=season)
    if MASTER not in season.rules:
        tables.filter(variant=MASTER).delete()
        return []
    reading = read_master(season.rules[MASTER], games=GAMES)
    ranks = {
        table.variant: [LeagueRow(row["player"], row["rank"]) for row in table.rows]
        for table in tables.exclude(variant=MASTER)
    }
    rows = club_master(ranks, reading.rules) if reading.rules else []
    return [
        _store(
            season,
            MASTER,
            rows=list(map(as_row, rows)),
            findings=[finding.to_log() for finding in reading.findings],
            hands=0,
            waiting=0,
            people=people,
        )
    ]


def _store(
    season: Season,
    variant: str,
    *,
    rows: list[dict[str, Any]],
    findings: list[dict[str, Any]],
    hands: int,
    waiting: int,
    people: int,
) -> StandingsSnapshot:
    # No race for the row: whoever gets here holds the lock of the season.
    snapshot, _made = StandingsSnapshot.objects.get_or_create(
        season=season,
        variant=variant,
        defaults={"club_id": season.club_id, "computed_at": timezone.now()},
    )
    content = (rows, findings, hands, waiting)
    if (snapshot.rows, snapshot.findings, snapshot.hands, snapshot.open_hands) != content:
        snapshot.version += 1
        snapshot.rows, snapshot.findings, snapshot.hands, snapshot.open_hands = content
    snapshot.season_version, snapshot.people_version = season.version, people
    snapshot.computed_at = timezone.now()
    snapshot.save()
    return snapshot
