"""The table of a season over its tournaments: each one that is over is an event.

Only finished tournaments count, so nothing is told that is still hidden. Rounds of a final on
the same day do not: not everybody could play them. Events of different games are never added up.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import time
from fractions import Fraction
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Count, Sum

from jassclub.api.preconditions import digest_of
from jassclub.clubs.models import Club, Player, Season
from jassclub.clubs.rights import who_is_who
from jassclub.core.cache import kept
from jassclub.core.errors import Finding
from tournaments.core.models import Tournament
from tournaments.entries.models import Entry
from tournaments.format.pure import (
    Format,
    MissingResult,
    RankingRule,
    Unit,
    as_json,
    read_rule,
)
from tournaments.format.pure.ranking_rule import Number
from tournaments.seasons.joined_events import PlayedEvent, joined
from tournaments.seasons.selectors import names
from tournaments.standings.contests import day_of
from tournaments.standings.pure import (
    Contest,
    TournamentStanding,
    standing_as_json,
    tournament_standings,
)

AT = "/rules/events"


class SeasonRule(NamedTuple):
    """The rule, where it is from (`season`, `event` or `sum`), and what is wrong with one set."""

    rule: RankingRule
    origin: str
    findings: tuple[Finding, ...]


def season_rule(rules: Mapping[str, Any], formats: Sequence[Format]) -> SeasonRule:
    """The rule for events of one game, whose formats are given in order of time.

    What the season says (`rules["events"]`, a ranking rule) comes first; then the latest format
    that is about a season; else the plain sum over the events. A rule that cannot be used is
    told and passed over. The game says whether low values win.
    """
    lower = formats[-1].ranking.lower_wins
    rule, findings = _set(rules, lower=lower)
    if rule is not None:
        return SeasonRule(rule, "season", ())
    for format_ in reversed(formats):
        if format_.is_season and not _misfits(format_.ranking, lower=lower):
            return SeasonRule(format_.ranking, "event", findings)
    # Where low values win, whoever misses a day has no sum: a day missed is not a day won.
    missing = MissingResult.UNRANKED if lower else MissingResult.SKIP
    plain_sum = RankingRule(unit=Unit.EVENT, lower_wins=lower, missing=missing)
    return SeasonRule(plain_sum, "sum", findings)


def _set(
    rules: Mapping[str, Any], *, lower: bool
) -> tuple[RankingRule | None, tuple[Finding, ...]]:
    if "events" not in rules:
        return None, ()
    reading = read_rule(rules["events"], default=RankingRule(unit=Unit.EVENT, lower_wins=lower))
    if reading.rule is None:
        return None, tuple(replace(f, pointer=AT + f.pointer) for f in reading.findings)
    misfits = _misfits(reading.rule, lower=lower)
    return (None, misfits) if misfits else (reading.rule, ())


def _misfits(rule: RankingRule, *, lower: bool) -> tuple[Finding, ...]:
    """What of a rule does not go with events of this game."""
    return tuple(
        Finding("rule_does_not_fit", f"{AT}/{name}", text)
        for name, applies, text in (
            (
                ("unit", rule.unit is not Unit.EVENT, "a season counts whole events"),
                ("lower_wins", rule.lower_wins is not lower, "another value wins in this game"),
                ("nearest", rule.nearest, "no number is drawn for a season"),
            )
        )
        if applies
    )


KEPT = 60 * 60
"""Seconds that a table is kept; a new state has a new key."""


class Person(NamedTuple):
    """Whose results are added up: a player of the club, or a name (`player` is None)."""

    key: str
    name: str
    player: str | None


class Played(NamedTuple):
    """Hands played and the points in them, without byes and penalties."""

    hands: int
    points: Number


@dataclass(frozen=True)
class Day:
    """A tournament with who played in it, by number of the entry."""

    tournament: Tournament
    format: Format
    contest: Contest
    people: Mapping[int, Person]


def events_etag(season: Season) -> str:
    """Says whether the table has changed; the number of queries depends on nothing."""
    finished = _finished(season).annotate(people=Count("entries"), seen=Sum("entries__version"))
    fields = ("pk", "version", "results_version", "people", "seen")
    club = Club.objects.values_list("people_version", flat=True).get(pk=season.club_id)
    players = Player.objects.filter(club=season.club_id).aggregate(Count("pk"), Sum("version"))
    return digest_of(
        "events", season.pk, season.version, club, *players.values(),
        *finished.order_by("pk").values_list(*fields),
    )  # fmt: skip


def season_events(season: Season, etag: str = "") -> list[dict[str, Any]]:
    """For each game its `events`, the `rule` with its `origin`, `findings` and ranked `rows`.

    Best first. `by_name` says that somebody is known by his name only. Values that are no whole
    numbers are text, "2000/3". Built once for everybody who asks, until something changes.
    """
    key = f"season-events:{etag or events_etag(season)}"
    tables: list[dict[str, Any]] = kept(key, lambda: _build(season), seconds=KEPT)
    return tables


def _build(season: Season) -> list[dict[str, Any]]:
    tournaments = sorted(
        _finished(season),
        key=lambda event: (event.played_on, event.begins_at or time.min, str(event.pk)),
    )
    people, doubts = _people(season.club_id, tournaments)
    games: dict[str, list[Day]] = defaultdict(list)
    for tournament in tournaments:
        day = _day(tournament, people[tournament.pk])
        games[day.format.game].append(day)
    return [_game(game, days, season.rules, doubts) for game, days in sorted(games.items())]


def _finished(season: Season) -> Any:
    return Tournament.objects.filter(season=season, state=Tournament.State.FINISHED)


def _day(tournament: Tournament, people: Mapping[int, Person]) -> Day:
    day = day_of(tournament)
    start = day.format.final_from
    contest = day.contest if start is None else day.contest.before(start)
    return Day(tournament, day.format, contest, people)


People = Mapping[UUID, Mapping[int, Person]]


def _people(club_id: UUID, tournaments: Collection[Tournament]) -> tuple[People, frozenset[str]]:
    """Who stands behind the entries, and the names that two entries of one day have.

    Nobody can say who of them came again: each of their entries stands for itself.
    """
    fields = ("tournament_id", "number", "name", "player_id")
    players = Entry.objects.filter(tournament__in=tournaments, kind=Entry.Kind.PLAYER)
    rows = list(players.values_list(*fields))
    who = who_is_who(club_id)
    name_by_player = names({str(who(player)) for *_, player in rows if player})
    same = Counter((event, name) for event, _, name, player in rows if not player)
    doubts = frozenset(name for (_, name), times in same.items() if times > 1)
    people: dict[UUID, dict[int, Person]] = defaultdict(dict)
    for event, number, name, player in rows:
        if player:
            ident = str(who(player))
            people[event][number] = Person(
                f"{name_by_player[ident]}\0{ident}", name_by_player[ident], ident
            )
        else:
            own = f"{event}/{number}" if name in doubts else ""
            people[event][number] = Person(f"{name}\0\0{own}", name, None)
    return people, doubts


def _game(
    game: str, days: Sequence[Day], rules: Mapping[str, Any], doubts: Collection[str]
) -> dict[str, Any]:
    rule, origin, findings = season_rule(rules, [day.format for day in days])
    by_key = {person.key: person for day in days for person in day.people.values()}
    played = _played(days)
    events = [
        PlayedEvent(
            name=str(day.tournament.pk),
            contest=day.contest,
            joker=day.format.ranking.joker,
            people={number: person.key for number, person in day.people.items()},
            final=day.tournament.season_final,
        )
        for day in days
    ]
    rows = [
        _row(
            row,
            by_key[str(row.player)],
            played.get(str(row.player), Played(0, 0)),
            lower_wins=rule.lower_wins,
        )
        for row in tournament_standings(joined(events, rule), rule)
    ]
    alone = any(row["name"] in doubts and row["player"] is None for row in rows)
    findings += (Finding("name_twice", "/rows", ""),) if alone else ()
    findings += (Finding("twice_in_event", "/rows", ""),) if any(map(_twice, days)) else ()
    return {
        "game": game,
        "rule": as_json(rule),
        "origin": origin,
        "by_name": any(row["player"] is None for row in rows),
        "findings": [{"code": wrong.code, "pointer": wrong.pointer} for wrong in findings],
        "events": [
            {
                "id": str(day.tournament.pk),
                "name": day.tournament.name,
                "day": day.tournament.played_on.isoformat(),
                "slug": day.tournament.slug,
                "final": day.tournament.season_final,
            }
            for day in days
        ],
        "rows": rows,
    }


def _twice(day: Day) -> bool:
    """Whether somebody has results under two numbers of one event."""
    numbers = {int(result.player) for result in day.contest.counted()}
    people = [day.people[number] for number in numbers if number in day.people]
    return len(set(people)) < len(people)


def _played(days: Sequence[Day]) -> Mapping[str, Played]:
    """What everybody has played himself, by person; who played twice at once only once."""
    played: dict[str, Played] = defaultdict(lambda: Played(0, 0))
    for day in days:
        seen = set()
        for result in sorted(day.contest.counted(), key=lambda r: (r.round, int(r.player))):
            person = day.people.get(int(result.player))
            if person and (person, result.round) not in seen:
                seen.add((person, result.round))
                hands, points = (0, 0) if result.sat_out else (result.hands, result.points)
                before = played[person.key]
                played[person.key] = Played(before.hands + hands, before.points + points)
    return played


def _row(
    row: TournamentStanding, person: Person, played: Played, *, lower_wins: bool
) -> dict[str, Any]:
    """Points per hand are after the penalties, as the value is."""
    written = standing_as_json(row)
    points = played.points + (row.penalty if lower_wins else -row.penalty)
    average = Fraction(points) / played.hands if played.hands else None
    return {
        "rank": row.rank,
        "player": person.player,
        "name": person.name,
        "value": written["value"],
        "average": None if average is None else str(average),
        "hands": played.hands,
        "exact": row.exact,
        "penalties": written["penalty"],
        "decided_by": row.decided_by,
        "events": [
            {
                "id": score["unit"],
                **{name: score[name] for name in ("value", "points", "hands", "kind")},
                "penalties": score["penalty"],
                "dropped": not score["counts"],
            }
            for score in written["scores"]
        ],
    }
