"""What the tests of export and import share: an eventful game, an empty service, and what a club
adds up to."""

import json
import re
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import models

from jassclub.clubs.actors import SYSTEM, Actor
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
from jassclub.core.errors import DomainError
from jassclub.exchange.archives.archive import club_archive, game_archive
from jassclub.exchange.archives.importing import import_archive
from referee.models import RulingRecord
from referee.services import CaseInput
from scoring.claims import ledger
from scoring.claims.selectors import states_of
from scoring.claims.verification import verify_game
from scoring.core.models import Game, GameRecord
from scoring.disputes.services import book_ruling, open_dispute, revoke_ruling
from scoring.tables.games import close_game, reopen_game, reseat_game, sign_off
from tests.scoring.table import TableOf, quarrelsome, schieber
from tournaments.core.models import Tournament
from tournaments.evenings.models import Evening
from tournaments.rounds.models import Round
from tournaments.seasons.models import (
    OpeningBalance,
    SeasonAverage,
    SeasonOpening,
    StandingsSnapshot,
)


def archive_of(club: Club) -> dict[str, Any]:
    """The archive of a club as it comes out of a file."""
    archive: dict[str, Any] = json.loads(json.dumps(club_archive(SYSTEM, club.pk)))
    return archive


def of_old(archive: dict[str, Any]) -> dict[str, Any]:
    """The archive as it was written when moments ended in an offset, hashes and all."""
    text = re.sub(r'(T[\d:.]+)Z"', r'\1+00:00"', json.dumps(archive))
    old: dict[str, Any] = {**json.loads(text), "version": 1}
    for game in old["games"]:
        previous = ""
        for record in game["records"]:
            record["previous"] = previous
            record["hash"] = previous = ledger.chained(
                game["id"], record["seq"], record["kind"], record["payload"], previous
            )
        game["ledger_hash"] = previous
    return old


BOOKS: tuple[type[models.Model], ...] = (
    *(OpeningBalance, SeasonOpening, KittyEntry, KittyBooking, Merge),
    *(SeasonAverage, StandingsSnapshot, Game, RulingRecord, Device, TableLink, Season, Change),
    *(Player, Membership, Club, User),
)
"""All tables of a club, lower ones first."""


def empty() -> None:
    """Forget every club, as a service does that was just set up."""
    Player.objects.update(merged_into=None)
    models_: tuple[type[models.Model], ...] = (Round, Tournament, Evening, *BOOKS)
    for model in models_:
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


def disputed(table: TableOf, judge: Actor) -> None:
    """A dispute about hand 5, booked by a referee and taken back."""
    facts = {
        "matter": "wrong_card",
        "noticed": "later",
        "offender": 1,
        "held": "side_suit",
        "claim": "stands",
    }
    wrong = CaseInput(article="falsch-gespielte-karte", facts=facts, told="Falsche Karte")
    dispute = open_dispute(actor=table.phones[0], hand_id=table.hand(5).pk, question=wrong)
    book_ruling(actor=judge, dispute_id=dispute.pk, choice="annul_hand")
    revoke_ruling(actor=judge, dispute_id=dispute.pk)


def eventful() -> TableOf:
    """A closed game in which everything has happened once."""
    table, judge = quarrelsome()
    for seat in (0, 1):
        sign_off(actor=table.phones[seat], game_id=table.game.pk)
    director = table.house.official("director")
    seats = [player.pk for player in table.house.people[:4]]
    reopen_game(actor=director, game_id=table.game.pk, reason="Spiel 5 fehlt")
    reseat_game(
        actor=director, game_id=table.game.pk, player_ids=seats[::-1], reason="falsch gesetzt"
    )
    table.write(5, schieber(80))
    disputed(table, judge)
    close_game(actor=director, game_id=table.game.pk)
    return table


def game_of(table: TableOf) -> Any:
    """The archive of the game as it comes over the wire."""
    return json.loads(json.dumps(game_archive(SYSTEM, table.game.pk)))


def refusal(archive: Any, **more: Any) -> DomainError:
    """Why an archive is not taken in; nothing of it is."""
    rows = everything()
    with pytest.raises(DomainError) as caught:
        import_archive(actor=SYSTEM, archive=archive, **more)
    assert everything() == rows
    return caught.value


def codes(error: DomainError) -> set[str]:
    """The codes of all that stands in the way."""
    return {detail.code for detail in error.details}


def pointers(error: DomainError) -> set[str]:
    """The places that are named."""
    return {detail.pointer for detail in error.details}


def told(name: str, *args: str) -> str:
    """What a command writes out."""
    out = StringIO()
    call_command(name, *args, stdout=out)
    return out.getvalue()
