"""What the tests of export and import share: an empty service, and what a club adds up to."""

from __future__ import annotations

import json
from typing import Any

from django.db import models

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import (
    Change,
    Club,
    Device,
    KittyBooking,
    KittyEntry,
    Membership,
    Merge,
    Player,
    Season,
    TableLink,
    User,
)
from jassclub.pages.exchange.archive import club_archive
from scoring.models import Game, GameRecord
from scoring.selectors import states_of
from scoring.verification import verify_game
from tournaments.models import OpeningBalance, SeasonAverage, SeasonOpening, StandingsSnapshot


def archive_of(club: Club) -> dict[str, Any]:
    """The archive of a club as it comes out of a file."""
    archive: dict[str, Any] = json.loads(json.dumps(club_archive(SYSTEM, club.pk)))
    return archive


BOOKS: tuple[type[models.Model], ...] = (
    *(OpeningBalance, SeasonOpening, KittyEntry, KittyBooking, Merge),
    *(SeasonAverage, StandingsSnapshot, Game, Device, TableLink, Season, Change),
    *(Player, Membership, Club, User),
)
"""All tables of a club, lower ones first."""


def empty() -> None:
    """Forget every club, as a service does that was just set up."""
    Player.objects.update(merged_into=None)
    for model in BOOKS:
        model._default_manager.all().delete()


def totals(club: Club) -> dict[str, tuple[int, ...]]:
    """The totals of all games, by day, table and who sat there."""
    found = {}
    for state in states_of(Game.objects.filter(club=club).prefetch_related("seats__player")):
        names = [seat.player.name for seat in state.game.seats.select_related("player")]
        found[f"{state.game} {names}"] = state.totals
    return found


def standings(club: Club) -> list[Any]:
    """All season tables with names in place of ids."""
    names = {str(pk): name for pk, name in Player.objects.values_list("pk", "name")}
    tables = StandingsSnapshot.objects.filter(season__club=club)
    return [
        (table.season.name, table.variant, table.hands, table.open_hands, _named(table.rows, names))
        for table in tables.order_by("season__name", "variant")
    ]


def _named(rows: list[dict[str, Any]], names: dict[str, str]) -> list[dict[str, Any]]:
    named = [{**row, "player": names[row["player"]]} for row in rows]
    return sorted(named, key=lambda row: str(row["player"]))


def averages(club: Club) -> list[Any]:
    """All Differenzler averages, by name."""
    kept = ("table_size", "rank", "evenings", "hands", "total", "mean", "standard_error")
    rows = SeasonAverage.objects.filter(season__club=club)
    return sorted(
        rows.values_list("season__name", "player__name", *kept, "exact_hits", "bias"), key=str
    )


def heads(club: Club) -> dict[str, str]:
    """The last hash of every game."""
    return {str(game.pk): game.ledger_hash for game in Game.objects.filter(club=club)}


def broken(club: Club) -> list[Any]:
    """Everything that `verify_ledger` would say."""
    return [found for game in Game.objects.filter(club=club) for found in verify_game(game)]


def everything() -> tuple[int, ...]:
    """How many rows there are: nothing was stored if this stays."""
    counted: tuple[type[models.Model], ...] = (*BOOKS, GameRecord)
    return tuple(model._default_manager.count() for model in counted)
