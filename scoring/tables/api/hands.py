"""Hands: write, correct, agree to, doubt, decide; predictions before they are played."""

from uuid import UUID

from django.http import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.pagination import WholeList
from jassclub.api.problems import refusal
from jassclub.api.schema import ProblemSerializer
from jassclub.core.errors import Conflict
from scoring.claims.agreement import confirm_hand, contest_hand, resolve_hand
from scoring.claims.entries import Written, correct_hand, write_hand
from scoring.claims.selectors import game_of, hand_of, hands_of, predictions_of, state_of
from scoring.core.api import TableView
from scoring.core.models import Game
from scoring.core.rules import Rules
from scoring.predictions.services import predict
from scoring.tables.api import presenters
from scoring.tables.api import serializers as shapes

CONTESTED = OpenApiResponse(
    ProblemSerializer,
    description="Other numbers stand there: yours are kept as a contested version that does not "
    "count; both are in the answer (`current`, `contested`).",
)


def contested(written: Written) -> Conflict:
    """The answer to a slip that became a rival version: stored, but it does not count."""
    return Conflict(
        "contested_version",
        _(
            "Für dieses Spiel stehen schon andere Zahlen. Eure Fassung ist aufgehoben und zählt "
            "nicht, bis beide Seiten dieselbe bestätigen oder jemand entscheidet."
        ),
        extra={
            "current": presenters.entry_out(written.current),
            "contested": presenters.entry_out(written.entry),
        },
    )


def written_out(game: Game, written: Written) -> dict[str, object]:
    """What became of a slip, with the totals after it."""
    entry = presenters.entry_out(written.entry, new=written.outcome == "stored")
    same = written.current is written.entry
    return {
        "outcome": written.outcome,
        "entry": entry,
        "current": entry if same else presenters.entry_out(written.current),
        "totals": (written.state or state_of(game)).totals,
    }


class WritingView(TableView):
    """Base of the two views that take slips."""

    def answer(self, request: Request, written: Written) -> HttpResponseBase:
        """201 for a new version, 200 for one that stood there, 409 for a rival (stored)."""
        if written.outcome == "contested":
            return refusal(contested(written), request)
        answer = written_out(written.entry.hand.game, written)
        return Response(answer, status=201 if written.outcome == "stored" else 200)


class HandsView(WritingView):
    """The hands of a game."""

    pagination_class = WholeList

    @extend_schema(responses=presenters.HandOut(many=True), operation_id="hands_list")
    def get(self, request: Request, game_id: UUID) -> Response:
        """All hands with their current version and what stands against it."""
        game, _access = game_of(self.actor, game_id)
        return Response({"results": [presenters.hand_out(hand) for hand in hands_of(game)]})

    @extend_schema(
        request=shapes.HandIn,
        responses={200: presenters.WrittenOut, 201: presenters.WrittenOut, 409: CONTESTED},
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponseBase:
        """Write a hand. The same numbers merge; other numbers are kept as a contested version."""
        written = write_hand(actor=self.actor, game_id=game_id, **self.read(shapes.HandIn))
        return self.answer(request, written)


class HandView(TableView):
    """One hand."""

    @extend_schema(responses=presenters.HandOut)
    def get(self, request: Request, hand_id: UUID) -> Response:
        """Its current version, what stands against it, who has predicted."""
        return Response(presenters.hand_out(hand_of(self.actor, hand_id)))


class EntriesView(WritingView):
    """The versions of a hand."""

    pagination_class = WholeList

    @extend_schema(responses=presenters.EntryOut(many=True), operation_id="entries_list")
    def get(self, request: Request, hand_id: UUID) -> Response:
        """All versions, oldest first: who, when, why."""
        entries = hand_of(self.actor, hand_id).entries
        versions = entries.prefetch_related("confirmations", "contests")
        return Response({"results": [presenters.entry_out(version) for version in versions]})

    @extend_schema(
        request=shapes.EntryIn,
        responses={200: presenters.WrittenOut, 201: presenters.WrittenOut, 409: CONTESTED},
    )
    def post(self, request: Request, hand_id: UUID) -> HttpResponseBase:
        """Correct a hand. Against a stale version it is kept as a contested version."""
        written = correct_hand(actor=self.actor, hand_id=hand_id, **self.read(shapes.EntryIn))
        return self.answer(request, written)


class ConfirmationsView(TableView):
    """Agreement of the other side."""

    @extend_schema(request=shapes.ConfirmationIn, responses={201: presenters.EntryOut})
    def post(self, request: Request, hand_id: UUID) -> Response:
        """Agree to a version, also a rival one. It counts once everybody who objected has agreed.

        Agreeing to a sealed version opens its predictions: the answer is the version with them.
        """
        return self.created(
            presenters.entry_out, confirm_hand, shapes.ConfirmationIn, hand_id=hand_id
        )


class ContestsView(TableView):
    """Doubts about a version."""

    @extend_schema(request=shapes.ContestIn, responses={201: presenters.EntryOut})
    def post(self, request: Request, hand_id: UUID) -> Response:
        """Doubt the current version: it stays visible but does not count."""
        return self.created(presenters.entry_out, contest_hand, shapes.ContestIn, hand_id=hand_id)


class ResolutionView(TableView):
    """Decisions of a referee."""

    @extend_schema(request=shapes.ResolutionIn, responses={201: presenters.EntryOut})
    def post(self, request: Request, hand_id: UUID) -> Response:
        """Decide which version counts; never at one's own table."""
        return self.created(
            presenters.entry_out, resolve_hand, shapes.ResolutionIn, hand_id=hand_id
        )


class PredictionsView(TableView):
    """Predictions of the Differenzler."""

    @extend_schema(request=shapes.PredictionIn, responses={201: presenters.PredictionsOut})
    def post(self, request: Request, game_id: UUID) -> Response:
        """Bind a seat to a number. A sealed one is the seat's alone until another side agrees to
        the points of the hand; the same number again is stored like another."""
        hand = predict(actor=self.actor, game_id=game_id, **self.read(shapes.PredictionIn)).hand
        predictions = predictions_of(hand, seats=Rules.of(hand.game).players)
        answer = {"hand": hand.pk, "number": hand.number, "predictions": predictions}
        return Response(answer, status=201)
