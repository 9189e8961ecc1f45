"""Where a total of a season comes from: the evenings, which of them count, and their games.

Everything is added up anew from the confirmed hands; what the table says stands beside it.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any
from uuid import UUID

from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from jassclub.clubs import rights as clubs
from jassclub.clubs.actors import actor_of
from jassclub.clubs.models import Player, Season
from jassclub.clubs.rights import rows_of
from jassclub.core.errors import NotFound
from jassclub.web.forms import shown_page
from scoring.claims.selectors import GameState
from scoring.games.registry import GAMES
from scoring.slate.names import Names
from tournaments.format.pure import as_decimal
from tournaments.format.pure.ranking_rule import Combine, Count, Keep
from tournaments.seasons.collecting import GameHands, games_of_person
from tournaments.seasons.models import OpeningBalance, SeasonTally, StandingsSnapshot
from tournaments.seasons.pages.tables import VARIANTS
from tournaments.seasons.selectors import season_of
from tournaments.standings.pure import (
    DIFFERENZLER_CRITERIA,
    SCHIEBER_CRITERIA,
    SeasonRules,
    read_season_rules,
)
from tournaments.standings.pure.season import Evening, best_first


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
    """An evening, added up from its games; the dropped ones are shown and not added."""

    day: date
    counts: bool


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
    carried = OpeningBalance.objects.filter(player__in=rows, current=True, hands__gt=0)
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
    lowest = bool(games) and games[0][1].lowest_wins
    criteria = DIFFERENZLER_CRITERIA if lowest else SCHIEBER_CRITERIA
    reading = read_season_rules(season.rules.get(variant, {}), criteria=criteria)
    count = (reading.rules or SeasonRules()).count
    parts = [_part(state, collected, player) for state, collected in games]
    evenings = _evenings([part for part in parts if part.hands], count, lowest_wins=lowest)
    if not evenings:
        raise _nothing_counted()
    account = Added([evening for evening in evenings if evening.counts])
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
        "dropped": len(account.parts) < len(evenings),
        "drops": count.number if count.keep is Keep.DROP else 0,
        "keeps": count.number if count.keep is Keep.BEST else 0,
        "by_sum": count.combine is Combine.SUM,
        "lowest_wins": lowest,
        # Points are compared without the factors that tables agree on.
        "unmultiplied": variant in GAMES and GAMES[variant].unmultiplied,
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


def _evenings(parts: Sequence[GamePart], count: Count, *, lowest_wins: bool) -> list[EveningPart]:
    """In the order of time; which count is decided as the table decides it."""
    by_day: dict[date, list[GamePart]] = defaultdict(list)
    for part in parts:
        by_day[part.state.game.played_on].append(part)
    tallied = [
        Evening(day.isoformat(), day.toordinal(), Added(games)) for day, games in by_day.items()
    ]
    kept = count.kept(best_first(tallied, lower_wins=lowest_wins))
    counted = {evening.evening for evening in kept}
    return [
        EveningPart(games, day, counts=day.isoformat() in counted)
        for day, games in sorted(by_day.items())
    ]


def _listed(season: Season, player: Player, variant: str) -> dict[str, object] | None:
    table = StandingsSnapshot.objects.filter(season=season, variant=variant).first()
    rows = table.rows if table else []
    return next((row for row in rows if row["player"] == str(player.pk)), None)
