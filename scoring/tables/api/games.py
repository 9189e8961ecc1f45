"""Games: open, list, read, close, what the direction does to them; penalties and the ledger."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.preconditions import conditional, digest_of
from jassclub.api.serializers import Answer, DateFilter, FilterSet, UUIDFilter, WholeList
from jassclub.clubs.actors import Actor
from jassclub.clubs.api.base import command, listing, reading
from jassclub.clubs.api.kitty import BookingOut
from jassclub.clubs.models import Player
from scoring.claims.models import Penalty
from scoring.claims.penalties import add_penalty, cancel_penalty
from scoring.claims.selectors import game_of, games_of, sign_offs_of, state_of, visible_games
from scoring.core.api import TableAddresses
from scoring.core.models import Game, GameRecord
from scoring.games.dealing import Opening, opening
from scoring.tables.api import presenters
from scoring.tables.api import serializers as shapes
from scoring.tables.api.presenters import GameOut, PenaltyOut
from scoring.tables.games import (
    abandon_game,
    close_game,
    open_game,
    reopen_game,
    reseat_game,
    settle_game,
    settlement_of,
    sign_off,
)


class GameFilter(FilterSet):
    """By club, season, variant, state and day."""

    played_from = DateFilter("played_on", "gte")
    played_to = DateFilter("played_on", "lte")
    player = UUIDFilter(method="with_person", label="who sat there")

    class Meta:
        model = Game
        fields = ("club", "season", "variant", "state")

    def with_person(self, rows: QuerySet[Game], name: str, player: UUID) -> QuerySet[Game]:
        """Those at which this person sat; players merged into one are one."""
        person = Player.objects.filter(pk=player).first()
        return rows.none() if person is None else games_of(rows, person)


class GameDetailOut(presenters.GameOut):
    """A game with its sheet and the signatures that stand under it."""

    sheet = presenters.SheetOut()
    penalties = presenters.PenaltyOut(many=True)
    sign_offs = presenters.SignOffOut(many=True)
    profile_values = serializers.DictField()


class Games(TableAddresses):
    """Games, and what is done about a whole one."""

    filterset_class = GameFilter
    ordering = ("-played_on", "-created_at", "id")
    queryset = Game.objects.none()
    conditional = True
    list = listing(visible_games, GameOut, "List games, newest first.", operation_id="games_list")
    create = command(
        open_game, GameOut, "Open a game; its rules are frozen now.", takes=shapes.GameIn
    )
    sign = command(
        sign_off,
        GameOut,
        "Sign; when every side has, the game is closed and the last hand agreed to.",
        takes=shapes.SignOffIn,
    )
    close = command(close_game, GameOut, "Close; what nobody doubted is agreed to.")
    reopen = command(
        reopen_game,
        GameOut,
        "Open again; all signatures are asked for again.",
        takes=shapes.ReasonIn,
    )
    abandon = command(
        abandon_game,
        GameOut,
        "Break off; the hands stand, nobody has won.",
        takes=shapes.ReasonIn,
    )
    reseat = command(
        reseat_game,
        GameOut,
        "Seat the table again in one step; every hand stays with its seat.",
        takes=shapes.SeatingIn,
    )

    @extend_schema(responses=GameDetailOut)
    def retrieve(self, request: Request, game_id: UUID) -> HttpResponseBase:
        """Read a game; unchanged since `If-None-Match` it is a 304."""
        game, _access = game_of(self.actor, game_id)
        head, language = GameOut.of(game), request.headers.get("Accept-Language")
        etag = digest_of(head, game.ledger_hash, language)
        return conditional(request, etag, lambda: Response({**head, **_sheet_of(game)}))


def _sheet_of(game: Game) -> dict[str, Any]:
    state = state_of(game)
    return {
        "sheet": presenters.SheetOut.of(state),
        "penalties": list(map(PenaltyOut.of, game.penalties.select_related("hand"))),
        "sign_offs": list(map(presenters.SignOffOut.of, sign_offs_of(game))),
        "profile_values": state.rules.profile.to_json()["values"],
    }


class SettlementOut(Answer):
    """Rappen per seat, positive = receives; they add up to zero."""

    rate = serializers.IntegerField()
    rounding = serializers.CharField()
    amounts = serializers.ListField(child=serializers.IntegerField())


class OpeningQuestionOut(Answer):
    """What to ask before the next game at this table: `lot`, `losers` decide (`columns`), or
    `diamond_seven`."""

    asks = serializers.CharField()
    columns = serializers.ListField(child=serializers.IntegerField())
    article = serializers.CharField(allow_null=True)


def settlement(actor: Actor, game_id: UUID) -> dict[str, Any]:
    """The current totals, settled."""
    game, _access = game_of(actor, game_id)
    state = state_of(game)
    options, amounts = state.rules.profile.settlement, settlement_of(state)
    return {"rate": options.rate, "rounding": options.rounding, "amounts": amounts}


def opening_question(actor: Actor, game_id: UUID) -> Opening:
    """After this game: the losers decide who deals; before any, the lot."""
    game, _access = game_of(actor, game_id)
    state = state_of(game)
    return opening(state.rules.profile, state.sheet)


class Settlements(TableAddresses):
    """Who pays whom, against the average of the players, at the rate of the profile; and who
    deals the next game."""

    retrieve = reading(settlement, SettlementOut, "Settle the current totals.")
    settle = command(
        settle_game,
        BookingOut,
        "Book the settlement of a closed game in the kitty, once. Role: scribe.",
        operation_id="games_settle",
    )
    ask = reading(
        opening_question,
        OpeningQuestionOut,
        "After this game: the losers decide who deals; before any, the lot.",
    )


def penalties_in(actor: Actor, game_id: UUID) -> QuerySet[Penalty]:
    """The penalty points of a game."""
    game, _access = game_of(actor, game_id)
    return game.penalties.select_related("hand")


class Penalties(TableAddresses):
    """Penalty points of a game, in their own column."""

    pagination_class = WholeList
    list = listing(
        penalties_in, PenaltyOut, "List them, cancelled ones too.", operation_id="penalties_list"
    )
    create = command(add_penalty, PenaltyOut, "Book points against a seat.", takes=shapes.PenaltyIn)
    cancel = command(
        cancel_penalty, PenaltyOut, "Cancel; they stay readable.", takes=shapes.CancellationIn
    )


def records_of(actor: Actor, game_id: UUID) -> QuerySet[GameRecord]:
    """The records of a game that the actor may see."""
    game, _access = game_of(actor, game_id)
    return game.records.all()


class Ledger(TableAddresses):
    """The chain of everything that happened to a game."""

    ordering = ("seq",)
    queryset = GameRecord.objects.none()
    list = listing(
        records_of,
        presenters.RecordOut,
        "Read the chain, the first record first; anyone can check the hashes.",
        operation_id="ledger_list",
    )
