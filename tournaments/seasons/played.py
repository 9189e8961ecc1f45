"""Trumps named, partners, opponents, series: from what is kept of each game (`SeasonGame`), so that
no page reads hands. Only games of a season whose cards are worth the same at every table count.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Q

from jassclub.clubs.models import Player, Season
from jassclub.web.suits import in_deck
from scoring.claims.selectors import GameState
from scoring.core.models import Seat
from scoring.games.base import HandScore
from scoring.games.registry import UNMULTIPLIED
from tournaments.seasons.models import SeasonGame
from tournaments.standings.pure import Outcome
from tournaments.standings.pure.played import Named, PlayedGame, PlayedSeat

Kept = tuple[UUID, UUID, list[dict[str, Any]]]
"""A game, its season, its seats."""


def named_by_seat(state: GameState) -> list[list[Named]]:
    """What each seat named in one game, from its hands that count and were played to the end."""
    found: dict[tuple[int, str, bool], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    scores = {row.number: row.score for row in state.sheet.rows}
    for played in state.played.values():
        slip, score = played.slip, scores.get(played.number)
        if not (score and score.counts and isinstance(slip, dict) and score.state == "complete"):
            continue
        seat, contract = slip.get("declared_by"), slip.get("contract")
        if isinstance(seat, int) and isinstance(contract, str):
            key = seat, in_deck(contract, "german"), bool(slip.get("pushed"))
            brought = _brought(score, state.rules.side_of(seat))
            found[key] = [old + new for old, new in zip(found[key], brought, strict=True)]
    named: list[list[Named]] = [[] for _seat in range(state.rules.players)]
    for (seat, contract, pushed), sums in sorted(found.items()):
        if sums[0]:
            named[seat].append(Named(contract, pushed, *sums))
    return named


def _brought(score: HandScore, side: int) -> tuple[int, int, int, int]:
    """Hands, those above half, card points, and of how many; nothing where only sums are known."""
    points, whole = score.lines[side].card_points, score.control.sum
    if points is None or score.hands != 1:
        return 0, 0, 0, 0
    return 1, int(2 * points > whole), points, whole


class People(NamedTuple):
    """Who was met at tables: the person behind each row of the books, and what adults are called
    today; of minors nothing is compared."""

    person: Mapping[str, str]
    adults: Mapping[str, str]


def played_by(rows: Collection[UUID]) -> tuple[list[PlayedGame], People]:
    """The games of a person, by all rows under which he stands, in the order of time."""
    return _played(Q(game__in=Seat.objects.filter(player__in=rows).values("game")))


def played_in(season: Season) -> tuple[list[PlayedGame], People]:
    """All games of a season."""
    return _played(Q(season=season))


def _played(chosen: Q) -> tuple[list[PlayedGame], People]:
    found = SeasonGame.objects.filter(chosen, variant=UNMULTIPLIED)
    in_time = found.order_by("game__played_on", "game__created_at", "game_id")
    kept = list(in_time.values_list("game_id", "season_id", "seats"))
    people = _people({seat["player"] for row in kept for seat in row[-1]})
    return [_game(row, people.person) for row in kept], people


def _people(rows: Collection[str]) -> People:
    found = Player.objects.filter(pk__in=rows).select_related("merged_into")
    persons = {str(player.pk): player.person for player in found}
    return People(
        {row: str(person.pk) for row, person in persons.items()},
        {str(person.pk): person.name for person in persons.values() if not person.minor},
    )


def _game(kept: Kept, who: Mapping[str, str]) -> PlayedGame:
    ident, season, rows = kept
    seats = [_seat(seat, who.get(seat["player"], seat["player"])) for seat in rows]
    return PlayedGame(str(ident), seats, str(season))


def _seat(kept: dict[str, Any], player: str) -> PlayedSeat:
    sums = {name: kept[name] for name in ("side", "hands", "points", "against", "matsche")}
    return PlayedSeat(
        player=player,
        outcome=Outcome(kept["outcome"]),
        squares=Fraction(kept["squares"]),
        named=tuple(Named(*row) for row in kept.get("named", ())),
        **sums,
    )
