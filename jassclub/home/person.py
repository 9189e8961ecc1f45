"""The page of a player: seasons, partners, games and tournaments with the own result; and where his
totals come from: the evenings, which of them count, and their games.

However long somebody has played, the number of queries stays the same; what takes going through
every hand is kept until something changes at one of his tables. Totals are added up anew from the
confirmed hands; what the table says stands beside them.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any
from uuid import UUID

from django.db import models
from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from jassclub.clubs import rights as clubs
from jassclub.clubs.actors import Actor, actor_of
from jassclub.clubs.models import Club, Player, Role, Season
from jassclub.clubs.rights import has_role, rows_of
from jassclub.core.cache import kept, kept_each
from jassclub.core.errors import NotFound
from jassclub.home.cards import cards_of, newest, own_game
from jassclub.home.numbers import SeasonRow, numbers_of, recap
from jassclub.web.forms import shown_page
from scoring.claims.selectors import GameState, games_of, listed
from scoring.core.models import Game, ScoreEvent
from scoring.games.registry import AVERAGED, GAMES, UNMULTIPLIED
from scoring.slate.words import Names
from tournaments.core.models import Tournament
from tournaments.core.selectors import visible_tournaments
from tournaments.entries.models import Entry
from tournaments.format.pure import as_decimal
from tournaments.format.pure.ranking_rule import Combine, Keep
from tournaments.seasons.collecting import (
    GameHands,
    games_of_person,
    hands_of_person,
    rules_of,
)
from tournaments.seasons.models import OpeningBalance, SeasonAverage, SeasonTally, StandingsSnapshot
from tournaments.seasons.pages.charts import Interval, interval_chart
from tournaments.seasons.pages.tables import VARIANTS, foresight
from tournaments.seasons.played import played_by
from tournaments.seasons.selectors import averages_for, season_of
from tournaments.standings.models import Ranking
from tournaments.standings.pure import Forecast, SeasonRules, calibrate, forecasts
from tournaments.standings.pure.season import Evening, parted, weighed
from tournaments.standings.rankings import shown

EVENTS = 8
"""Tournaments on the page of a player."""
KEPT = 60 * 60
"""Seconds that figures over all hands are kept; a new state has a new key."""


@shown_page
def player(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """A player: seasons, predictions, partners, games and tournaments with the own result."""
    actor = actor_of(request)
    found = clubs.found(clubs.players(actor).select_related("club"), player_id)
    person, rows = found.person, rows_of(found)
    counts = clubs.counts_for(actor, person)
    averages = list(averages_for(actor, person).filter(table_size=0).select_related("season"))
    sides = side_seasons(person) if counts else []
    played, people = played_by(rows) if counts else ([], None)
    means = [(a.season.name, a.mean, a.standard_error) for a in averages if a.mean is not None]
    himself = actor.user_id is not None and person.user_id == actor.user_id
    games = listed(games_of(Game.objects.all(), rows))
    own = [own_game(card, person) for card in cards_of(newest(games))]
    # Oldest first, as one writes them on; where nobody has won there is nothing to tell.
    decided = [one for one in reversed(own) if any(side.won for side in one["card"].sides)]
    lately = [one["own"].won for one in decided] if counts else []
    context = {
        "player": found,
        "club": found.club,
        "averages": averages,
        "averaged": AVERAGED,
        "picture": interval_chart([Interval(*row) for row in reversed(means)]),
        "unmultiplied": UNMULTIPLIED,
        "sides": [side for side in sides if side["variant"] == UNMULTIPLIED],
        "others": [side for side in sides if side["variant"] != UNMULTIPLIED],
        "recap": recap(person, _seasons(averages, sides), played) if counts else None,
        "foresight": _foreseen(person, f"{person.pk}:{_state_of(found.club, rows)}")
        if counts
        else None,
        "numbers": numbers_of(person, played, people) if people else None,
        # Who sees a person sees all of the club in whose books the person stands.
        "games": own,
        "lately": lately if len(lately) > 1 else [],
        "lately_won": sum(lately),
        "events": events_of(actor, rows),
        "may_have_paper": bool(own)
        and found.club.seasons.exists()
        and (himself or has_role(actor, person.club_id, Role.DIRECTOR)),
        # Everything that is held about him is handed out to himself and to admins.
        "may_take_data": himself or has_role(actor, person.club_id, Role.ADMIN),
    }
    return render(request, "pages/player.html", context)


def _seasons(
    averages: Sequence[SeasonAverage], sides: Sequence[Mapping[str, Any]]
) -> list[SeasonRow]:
    """What both kinds of tables say about him, alike."""
    title = str(VARIANTS[AVERAGED])
    alone = [
        SeasonRow(row.season, title, row.rank, row.mean, row.hands, exact=row.exact_hits)
        for row in averages
    ]
    return alone + [
        SeasonRow(season=side["season"], title=str(side["title"]), **_told(side["row"]))
        for side in sides
    ]


def _told(row: Mapping[str, Any]) -> dict[str, Any]:
    return {key: row[key] for key in ("rank", "mean", "hands", "wins")}


def side_seasons(player: Player) -> list[dict[str, Any]]:
    """His rows in the tables of games with partners, newest season first; kept by the version of
    each table, of whose many rows one is shown."""
    tables = StandingsSnapshot.objects.filter(club=player.club_id).select_related("season")
    ident = str(player.pk)
    keys = {
        table: f"row:{ident}:{table.pk}:{table.version}"
        for table in tables.defer("rows", "findings").order_by("-season__starts", "variant")
    }
    rows = kept_each(keys, lambda new: _rows_in(new, ident), seconds=KEPT)
    return [
        {
            "season": table.season,
            "variant": table.variant,
            "title": VARIANTS.get(table.variant, table.variant),
            "row": row,
        }
        for table, row in rows.items()
        if row
    ]


def _rows_in(
    tables: Collection[StandingsSnapshot], ident: str
) -> dict[StandingsSnapshot, dict[str, Any] | None]:
    """The row of a player in each table, None where he has none or it counts no points."""
    stored = StandingsSnapshot.objects.filter(pk__in=[table.pk for table in tables])
    listed = dict(stored.values_list("pk", "rows"))
    return {
        table: next(
            (row for row in listed[table.pk] if row["player"] == ident and "points" in row), None
        )
        for table in tables
    }


def _foreseen(player: Player, state: str) -> dict[str, Any] | None:
    """His predictions beside what he made, over all hands."""
    predicted = kept(
        f"foreseen:{state}", lambda: forecasts(hands_of_person(player, AVERAGED)), seconds=KEPT
    )
    return foresight(calibrate([Forecast(*pair) for pair in predicted]))


def events_of(actor: Actor, rows: Collection[UUID]) -> list[dict[str, Any]]:
    """The latest finished tournaments that he took part in."""
    visible = visible_tournaments(actor).filter(state=Tournament.State.FINISHED)
    entries = Entry.objects.filter(player__in=rows, tournament__in=visible)
    entries = entries.exclude(state__in=(Entry.State.WAITING, Entry.State.WITHDRAWN))
    latest = list(
        entries.select_related("tournament", "team").order_by("-tournament__played_on")[:EVENTS]
    )
    counted = Ranking.objects.filter(
        tournament__in=[entry.tournament_id for entry in latest], after_round=Ranking.LIVE
    )
    rankings = {ranking.tournament_id: ranking for ranking in counted}
    return [_result(entry, rankings.get(entry.tournament_id)) for entry in latest]


def _state_of(club: Club, rows: Collection[UUID]) -> str:
    """Changes with every number at one of his tables, and when people are merged or parted."""
    events = ScoreEvent.objects.filter(game__seats__player__in=rows)
    seen = events.aggregate(last=models.Max("pk"), all=models.Count("pk"))
    return f"{club.people_version}:{seen['last']}:{seen['all']}"


def _result(entry: Entry, ranking: Ranking | None) -> dict[str, Any]:
    """A finished tournament, with rank and value as the hall may see them."""
    of_teams = ranking is not None and ranking.hall_teams and entry.team is not None
    number = entry.team.number if of_teams and entry.team else entry.number
    rows = [] if ranking is None else ranking.hall_teams if of_teams else ranking.hall_rows
    row = next((row for row in rows if row["number"] == number), None)
    return {
        "entry": entry,
        "rank": row and row["rank"],
        "value": shown(row["value"]) if row else "",
    }


@dataclass(frozen=True)
class GamePart:
    """What one game brought a player: `total` points (or differences) over `hands`."""

    state: GameState
    column: str
    hands: int
    total: int


@dataclass(frozen=True)
class Added:
    """What is added up from parts with their hands and totals; by its mean it is compared."""

    parts: Sequence[Any]

    @property
    def hands(self) -> int:
        """Hands of all parts."""
        return sum(part.hands for part in self.parts)

    @property
    def total(self) -> int:
        """Sum of all parts."""
        return sum(part.total for part in self.parts)

    @property
    def mean(self) -> Decimal | None:
        """Per hand: what stands in the table."""
        return as_decimal(Fraction(self.total, self.hands)) if self.hands else None


@dataclass(frozen=True)
class EveningPart(Added):
    """An evening, added up from its games, or one game where these are counted singly.

    `counts`: how often; the dropped ones are shown and not added.
    """

    day: date
    counts: int


@shown_page
def season_why(
    request: HttpRequest, season_id: UUID, player_id: UUID, variant: str
) -> HttpResponse:
    """The average of one player in a season, evening by evening."""
    actor = actor_of(request)
    season = season_of(actor, season_id)
    player = clubs.found(clubs.players(actor).filter(club=season.club_id), player_id).person
    context = season_account(season, player, variant)
    return render(request, "pages/why_season.html", context)


@shown_page
def years_why(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """The Differenzler average of one player over all years, season by season.

    All evenings of a season are added up, dropped ones too, and balances of earlier seasons.
    """
    found = clubs.found(clubs.players(actor_of(request)).select_related("club"), player_id)
    rows = rows_of(found.person)
    tallies = SeasonTally.objects.filter(player__in=rows).select_related("season")
    tallies = tallies.order_by("season__starts", "season__name")
    carried = OpeningBalance.objects.filter(
        player__in=rows, current=True, hands__gt=0, opening__variant=AVERAGED
    )
    balances = carried.select_related("opening").order_by("opening__label")
    account = Added([*tallies, *balances])
    if not account.hands:
        raise _nothing_counted()
    context = {
        "club": found.club,
        "player": found.person,
        "account": account,
        "tallies": tallies,
        "balances": balances,
    }
    return render(request, "pages/why_years.html", context)


def _nothing_counted() -> NotFound:
    return NotFound("nothing_counted", _("Hier ist noch nichts gezählt."))


def season_account(season: Season, player: Player, variant: str) -> dict[str, Any]:
    """The sum of a person in one season and variant; NotFound where nothing of him counts.

    `account` is added up from the evenings that count, `played` with the dropped ones too, as the
    table of all years counts; `listed` is the row of the table, None where he has none yet.
    """
    games = games_of_person(player, variant, season=season)
    prefetch_related_objects(
        [state.game for state, _collected in games], "seats__player__merged_into"
    )
    parts = [_part(state, collected, player) for state, collected in games]
    parts = [part for part in parts if part.hands]
    if not parts:
        raise _nothing_counted()
    rules, lowest = rules_of(season, variant).rules, games[0][1].lowest_wins
    count, evenings = rules.count, _evenings(parts, rules, lowest_wins=lowest)
    account = Added([evening for evening in evenings for _time in range(evening.counts)])
    listed = _listed(season, player, variant)
    said = None if listed is None else listed["mean"]
    return {
        "season": season,
        "club": season.club,
        "player": player,
        "title": VARIANTS.get(variant, variant),
        "evenings": evenings,
        "account": account,
        "played": Added(evenings),
        "dropped": not all(evening.counts for evening in evenings),
        "drops": count.number if count.keep is Keep.DROP else 0,
        "keeps": count.number if count.keep is Keep.BEST else 0,
        "by_sum": count.combine is Combine.SUM,
        "kind": GAMES.get(variant),
        "listed": listed,
        # The table was counted before the last change: the worker is on its way.
        "outdated": said != (None if account.mean is None else str(account.mean)),
    }


def _part(state: GameState, collected: GameHands, player: Player) -> GamePart:
    ident = str(player.pk)
    alone = [(1, hand.difference) for hand in collected.player_hands if hand.player == ident]
    sided = [(hand.hands, hand.points_for) for hand in collected.side_hands if hand.player == ident]
    found = alone or sided
    return GamePart(
        state,
        _column(state, player),
        hands=sum(hands for hands, _points in found),
        total=sum(points for _hands, points in found),
    )


def _column(state: GameState, player: Player) -> str:
    """The name of the column on the sheet: his own, or that of his pair."""
    names, rules = Names(state.game, ()), state.rules
    own = {seat.index for seat in state.game.seats.all() if seat.person == player}
    sides = {rules.side_of(seat) for seat in own}
    return names.side(seat for seat in range(rules.players) if rules.side_of(seat) in sides)


def _evenings(
    parts: Sequence[GamePart], rules: SeasonRules, *, lowest_wins: bool
) -> list[EveningPart]:
    """In the order of time; which count, and how often, is decided as the table decides it."""
    by_key: dict[tuple[date, str], list[GamePart]] = defaultdict(list)
    for part in parts:
        day = part.state.game.played_on
        by_key[day, rules.key(day, part.state.game.pk)].append(part)
    tallied = [Evening(key, day.toordinal(), Added(games)) for (day, key), games in by_key.items()]
    counting = weighed(parted(tallied, rules, lower_wins=lowest_wins).counting, rules)
    often = Counter(evening.evening for evening in counting)
    return [
        EveningPart(games, day, counts=often[key]) for (day, key), games in sorted(by_key.items())
    ]


def _listed(season: Season, player: Player, variant: str) -> dict[str, object] | None:
    table = StandingsSnapshot.objects.filter(season=season, variant=variant).first()
    rows = table.rows if table else []
    return next((row for row in rows if row["player"] == str(player.pk)), None)
