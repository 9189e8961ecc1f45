"""Where a total of a season comes from: the evenings, which of them count, and their games.

Everything is added up anew from the confirmed hands; what the table says stands beside it.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any
from uuid import UUID

from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from jassclub.clubs import rights as clubs
from jassclub.clubs.authentication import actor_of
from jassclub.clubs.models import Player, Season
from jassclub.clubs.rights import rows_of
from jassclub.core.errors import NotFound
from jassclub.web.forms import page
from scoring.claims.selectors import GameState
from scoring.games.registry import GAMES
from scoring.slate.names import Names
from tournaments.format.pure import as_decimal
from tournaments.format.pure.ranking_rule import Combine, Keep
from tournaments.seasons.collecting import SeasonResults, games_of_person
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

    evening: str
    day: int
    counts: bool = True

    @property
    def date(self) -> date:
        """The day."""
        return date.fromordinal(self.day)


@dataclass(frozen=True)
class SeasonAccount(Added):
    """The sum of one player in one season and variant, from the evenings that count.

    `listed` is the row of the table, None where he has none yet.
    """

    player: Player
    variant: str
    lowest_wins: bool
    rules: SeasonRules
    evenings: Sequence[EveningPart]
    listed: dict[str, object] | None

    @property
    def unmultiplied(self) -> bool:
        """Whether points are compared without the factors that tables agree on."""
        return self.variant in GAMES and GAMES[self.variant].unmultiplied

    @property
    def dropped(self) -> bool:
        """Whether there are evenings that are not added up."""
        return len(self.parts) < len(self.evenings)

    @property
    def played(self) -> Added:
        """With the dropped evenings, as the table of all years counts."""
        return Added(self.evenings)

    @property
    def by_sum(self) -> bool:
        """Whether the sum ranks, and not the mean."""
        return self.rules.count.combine is Combine.SUM

    @property
    def drops(self) -> int:
        """How many of the worst evenings the season lets out."""
        return self.rules.count.number if self.rules.count.keep is Keep.DROP else 0

    @property
    def keeps(self) -> int:
        """How many of the best evenings the season counts, 0 for no such rule."""
        return self.rules.count.number if self.rules.count.keep is Keep.BEST else 0

    @property
    def outdated(self) -> bool:
        """Whether the table was counted before the last change: the worker is on its way."""
        said = None if self.listed is None else self.listed["mean"]
        return said != (None if self.mean is None else str(self.mean))


@never_cache
@require_safe
@page
def season_why(
    request: HttpRequest, season_id: UUID, player_id: UUID, variant: str
) -> HttpResponse:
    """The average of one player in a season, evening by evening."""
    actor = actor_of(request)
    season = season_of(actor, season_id)
    player = clubs.found(clubs.players(actor).filter(club=season.club_id), player_id).person
    context = {
        "season": season,
        "club": season.club,
        "account": season_account(season, player, variant),
        "title": VARIANTS.get(variant, variant),
    }
    return render(request, "pages/why_season.html", context)


@never_cache
@require_safe
@page
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


def season_account(season: Season, player: Player, variant: str) -> SeasonAccount:
    """The account of a person; NotFound where nothing of him counts."""
    games = games_of_person(player, variant, season=season)
    prefetch_related_objects(
        [state.game for state, _collected in games], "seats__player__merged_into"
    )
    lowest = bool(games) and games[0][1].lowest_wins
    criteria = DIFFERENZLER_CRITERIA if lowest else SCHIEBER_CRITERIA
    rules = read_season_rules(season.rules.get(variant, {}), criteria=criteria).rules
    rules = rules or SeasonRules()
    parts = [_part(state, collected, player) for state, collected in games]
    evenings = _evenings([part for part in parts if part.hands], rules, lowest_wins=lowest)
    if not evenings:
        raise _nothing_counted()
    return SeasonAccount(
        parts=[evening for evening in evenings if evening.counts],
        player=player,
        variant=variant,
        lowest_wins=lowest,
        rules=rules,
        evenings=evenings,
        listed=_listed(season, player, variant),
    )


def _part(state: GameState, collected: SeasonResults, player: Player) -> GamePart:
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
    """In the order of time; which count is decided as the table decides it."""
    by_day: dict[date, list[GamePart]] = defaultdict(list)
    for part in parts:
        by_day[part.state.game.played_on].append(part)
    evenings = [
        EveningPart(games, day.isoformat(), day.toordinal()) for day, games in by_day.items()
    ]
    tallied = [Evening(evening.evening, evening.day, evening) for evening in evenings]
    kept = rules.count.kept(best_first(tallied, lower_wins=lowest_wins))
    named = {evening.evening for evening in kept}
    return [
        replace(evening, counts=evening.evening in named)
        for evening in sorted(evenings, key=lambda evening: evening.day)
    ]


def _listed(season: Season, player: Player, variant: str) -> dict[str, object] | None:
    table = StandingsSnapshot.objects.filter(season=season, variant=variant).first()
    rows = table.rows if table else []
    return next((row for row in rows if row["player"] == str(player.pk)), None)
