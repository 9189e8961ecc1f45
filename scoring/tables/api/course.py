"""What the direction may do to a whole game."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.core.api import TableView
from scoring.tables.api import presenters
from scoring.tables.api import serializers as shapes
from scoring.tables.course import abandon_game, reopen_game, reseat_game


class ReopeningView(TableView):
    """Opening what was closed."""

    @extend_schema(request=shapes.ReasonIn, responses={201: presenters.GameOut})
    def post(self, request: Request, game_id: UUID) -> Response:
        """Open again; all signatures are asked for anew."""
        values = self.read(shapes.ReasonIn)
        game = reopen_game(actor=self.actor, game_id=game_id, **values)
        return Response(presenters.game_out(game), status=201)


class AbandonmentView(TableView):
    """Breaking off."""

    @extend_schema(request=shapes.ReasonIn, responses={201: presenters.GameOut})
    def post(self, request: Request, game_id: UUID) -> Response:
        """Break off; the hands stand, nobody has won."""
        values = self.read(shapes.ReasonIn)
        game = abandon_game(actor=self.actor, game_id=game_id, **values)
        return Response(presenters.game_out(game), status=201)


class SeatingView(TableView):
    """Seating anew."""

    @extend_schema(request=shapes.SeatingIn, responses={201: presenters.GameOut})
    def post(self, request: Request, game_id: UUID) -> Response:
        """Seat the table anew in one step; every hand stays with its seat."""
        values = self.read(shapes.SeatingIn)
        game = reseat_game(
            actor=self.actor,
            game_id=game_id,
            player_ids=values["players"],
            reason=values["reason"],
        )
        return Response(presenters.game_out(game), status=201)
