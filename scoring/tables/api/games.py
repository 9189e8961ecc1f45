"""Games: open, list, read, close, what the direction does to them; penalties and the ledger."""

from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.preconditions import conditional, digest_of
from jassclub.api.serializers import DateFilter, FilterSet, UUIDFilter, WholeList
from jassclub.clubs.api.kitty import BookingOut
from jassclub.clubs.models import Player
from scoring.claims.penalties import add_penalty, cancel_penalty
from scoring.claims.selectors import game_of, games_of, sign_offs_of, state_of, visible_games
from scoring.core.api import TableView
from scoring.core.models import Game, GameRecord
from scoring.games.dealing import opening
from scoring.tables.api import presenters
from scoring.tables.api import serializers as shapes
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


class GamesView(TableView):
    """All visible games; a new one."""

    filterset_class = GameFilter
    ordering = ("-played_on", "-created_at", "id")
    queryset = Game.objects.none()

    def get_queryset(self) -> Any:
        """What the actor may see."""
        return visible_games(self.actor)

    @extend_schema(responses=presenters.GameOut(many=True), operation_id="games_list")
    def get(self, request: Request) -> Response:
        """List games, newest first."""
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset()))
        return self.get_paginated_response([presenters.game_out(game) for game in page or []])

    @extend_schema(request=shapes.GameIn, responses={201: presenters.GameOut})
    def post(self, request: Request) -> Response:
        """Open a game; its rules are frozen now."""
        return self.created(presenters.game_out, open_game, shapes.GameIn)


class GameView(TableView):
    """One game with its sheet."""

    conditional = True

    @extend_schema(responses=GameDetailOut)
    def get(self, request: Request, game_id: UUID) -> HttpResponseBase:
        """Read a game; unchanged since `If-None-Match` it is a 304."""
        game, _access = game_of(self.actor, game_id)
        head, language = presenters.game_out(game), request.headers.get("Accept-Language")
        etag = digest_of(head, game.ledger_hash, language)
        return conditional(request, etag, lambda: Response(_detail(game)))


def _detail(game: Game) -> dict[str, Any]:
    state = state_of(game)
    return {
        **presenters.game_out(game),
        "sheet": presenters.sheet_out(state),
        "penalties": [
            presenters.penalty_out(penalty) for penalty in game.penalties.select_related("hand")
        ],
        "sign_offs": [presenters.sign_off_out(signature) for signature in sign_offs_of(game)],
        "profile_values": state.rules.profile.to_json()["values"],
    }


class SignOffsView(TableView):
    """The seats that say the sheet is right."""

    @extend_schema(request=shapes.SignOffIn, responses={201: presenters.GameOut})
    def post(self, request: Request, game_id: UUID) -> Response:
        """Sign; when every side has, the game is closed and the last hand agreed to."""
        return self.created(presenters.game_out, sign_off, shapes.SignOffIn, game_id=game_id)


class ClosingView(TableView):
    """The desk closes a game."""

    @extend_schema(request=None, responses={201: presenters.GameOut})
    def post(self, request: Request, game_id: UUID) -> Response:
        """Close; what nobody doubted is agreed to."""
        return self.created(presenters.game_out, close_game, game_id=game_id)


class ReopeningView(TableView):
    """Opening what was closed."""

    @extend_schema(request=shapes.ReasonIn, responses={201: presenters.GameOut})
    def post(self, request: Request, game_id: UUID) -> Response:
        """Open again; all signatures are asked for again."""
        return self.created(presenters.game_out, reopen_game, shapes.ReasonIn, game_id=game_id)


class AbandonmentView(TableView):
    """Breaking off."""

    @extend_schema(request=shapes.ReasonIn, responses={201: presenters.GameOut})
    def post(self, request: Request, game_id: UUID) -> Response:
        """Break off; the hands stand, nobody has won."""
        return self.created(presenters.game_out, abandon_game, shapes.ReasonIn, game_id=game_id)


class SeatingView(TableView):
    """Other seats for the same people."""

    @extend_schema(request=shapes.SeatingIn, responses={201: presenters.GameOut})
    def post(self, request: Request, game_id: UUID) -> Response:
        """Seat the table again in one step; every hand stays with its seat."""
        return self.created(presenters.game_out, reseat_game, shapes.SeatingIn, game_id=game_id)


class SettlementOut(serializers.Serializer[Any]):
    """Rappen per seat, positive = receives; they add up to zero."""

    rate = serializers.IntegerField()
    rounding = serializers.CharField()
    amounts = serializers.ListField(child=serializers.IntegerField())


class SettlementView(TableView):
    """Who pays whom: against the average of the players, at the rate of the profile."""

    @extend_schema(responses=SettlementOut)
    def get(self, request: Request, game_id: UUID) -> Response:
        """Settle the current totals."""
        game, _access = game_of(self.actor, game_id)
        state = state_of(game)
        options, amounts = state.rules.profile.settlement, settlement_of(state)
        return Response({"rate": options.rate, "rounding": options.rounding, "amounts": amounts})

    @extend_schema(request=None, responses={201: BookingOut}, operation_id="games_settle")
    def post(self, request: Request, game_id: UUID) -> Response:
        """Book the settlement of a closed game in the kitty, once. Role: scribe."""
        booking = settle_game(actor=self.actor, game_id=game_id)
        return Response(BookingOut(booking).data, status=201)


class PenaltiesView(TableView):
    """Penalty points of a game, in their own column."""

    pagination_class = WholeList

    @extend_schema(responses=presenters.PenaltyOut(many=True), operation_id="penalties_list")
    def get(self, request: Request, game_id: UUID) -> Response:
        """List them, cancelled ones too."""
        game, _access = game_of(self.actor, game_id)
        penalties = game.penalties.select_related("hand")
        return Response({"results": [presenters.penalty_out(penalty) for penalty in penalties]})

    @extend_schema(request=shapes.PenaltyIn, responses={201: presenters.PenaltyOut})
    def post(self, request: Request, game_id: UUID) -> Response:
        """Book points against a seat."""
        return self.created(presenters.penalty_out, add_penalty, shapes.PenaltyIn, game_id=game_id)


class CancellationView(TableView):
    """Taking penalty points back."""

    @extend_schema(request=shapes.CancellationIn, responses={201: presenters.PenaltyOut})
    def post(self, request: Request, penalty_id: UUID) -> Response:
        """Cancel; they stay readable."""
        return self.created(
            presenters.penalty_out, cancel_penalty, shapes.CancellationIn, penalty_id=penalty_id
        )


class OpeningQuestionOut(serializers.Serializer[Any]):
    """What to ask before the next game at this table: `lot`, `losers` decide (`columns`), or
    `diamond_seven`."""

    asks = serializers.CharField()
    columns = serializers.ListField(child=serializers.IntegerField())
    article = serializers.CharField(allow_null=True)


class OpeningQuestionView(TableView):
    """Who deals the next game."""

    @extend_schema(responses=OpeningQuestionOut)
    def get(self, request: Request, game_id: UUID) -> Response:
        """After this game: the losers decide who deals; before any, the lot."""
        game, _access = game_of(self.actor, game_id)
        state = state_of(game)
        return Response(asdict(opening(state.rules.profile, state.sheet)))


class LedgerView(TableView):
    """The chain of everything that happened to a game."""

    ordering = ("seq",)
    queryset = GameRecord.objects.none()

    def get_queryset(self) -> Any:
        """The records of a game that the actor may see."""
        game, _access = game_of(self.actor, self.kwargs["game_id"])
        return game.records.all()

    @extend_schema(responses=presenters.RecordOut(many=True), operation_id="ledger_list")
    def get(self, request: Request, game_id: UUID) -> Response:
        """Read the chain, the first record first; anyone can check the hashes."""
        return self.answer_page(presenters.RecordOut)
