"""Hands: write, correct, agree to, doubt, decide; predictions before they are played.

A whole offline evening in one request: each item is answered on its own.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.problems import describe, refusal, respond
from jassclub.api.schema import ProblemSerializer
from jassclub.api.serializers import WholeList
from jassclub.clubs.actors import Actor
from jassclub.core.errors import Conflict
from scoring.claims.agreement import confirm_hand, contest_hand, resolve_hand
from scoring.claims.entries import Written, correct_hand, record_hand, write_hand
from scoring.claims.models import HandEntry, Prediction
from scoring.claims.predictions import predict
from scoring.claims.rows import lock_games
from scoring.claims.selectors import game_of, hand_at, hand_of, hands_of, predictions_of, state_of
from scoring.core.api import TableView
from scoring.core.models import Game
from scoring.core.rules import Rules
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


Answer = tuple[int, Mapping[str, Any]]
Operation = Callable[[Actor, UUID, dict[str, Any]], Written | HandEntry | Prediction]

OPERATIONS: dict[str, tuple[str, type[serializers.Serializer[Any]], Operation]] = {
    "record_hand": (
        "game",
        shapes.HandIn,
        lambda actor, game, body: record_hand(actor=actor, game_id=game, **body),
    ),
    "predict": (
        "game",
        shapes.PredictionIn,
        lambda actor, game, body: predict(actor=actor, game_id=game, **body),
    ),
    "correct_hand": (
        "hand",
        shapes.EntryIn,
        lambda actor, hand, body: correct_hand(actor=actor, hand_id=hand, **body),
    ),
    "confirm_hand": (
        "hand",
        shapes.ConfirmationIn,
        lambda actor, hand, body: confirm_hand(actor=actor, hand_id=hand, **body),
    ),
    "contest_hand": (
        "hand",
        shapes.ContestIn,
        lambda actor, hand, body: contest_hand(actor=actor, hand_id=hand, **body),
    ),
}
"""Name -> what it addresses, the shape of its body, the one service call."""


class ItemOut(serializers.Serializer[Any]):
    """The answer to one item, as its single request would have got it."""

    client_id = serializers.CharField()
    status = serializers.IntegerField()
    body = serializers.DictField()


class BatchOut(serializers.Serializer[Any]):
    """The answers in the order of the items."""

    results = ItemOut(many=True)


class BatchView(TableView):
    """Many entries at once."""

    @extend_schema(request=shapes.BatchIn, responses={200: BatchOut})
    def post(self, request: Request) -> Response:
        """Do each item; a refused one changes nothing and does not stop the others."""
        items = self.read(shapes.BatchIn)["items"]
        lock_games(self.actor, games=_named(items, "game"), hands=_named(items, "hand"))
        return Response({"results": [self._answer(request, item) for item in items]})

    def _answer(self, request: Request, raw: Mapping[str, Any]) -> dict[str, Any]:
        try:
            with transaction.atomic():
                status, body = self._do(request, raw)
        except Exception as error:
            problem = describe(error)
            if problem is None:
                raise
            status, body = problem.status, json.loads(respond(problem, request).content)
        return {"client_id": str(raw.get("client_id", ""))[:64], "status": status, "body": body}

    def _do(self, request: Request, raw: Mapping[str, Any]) -> Answer:
        item = _shaped(shapes.BatchItem, raw)
        address, shape, operation = OPERATIONS[item["op"]]
        client_id = {"client_id": item["client_id"]} if "client_id" in shape().fields else {}
        body = _shaped(shape, {**client_id, **item["body"]})
        return _answer_to(request, operation(self.actor, self._address(item, address), body))

    def _address(self, item: Mapping[str, Any], address: str) -> UUID:
        """The game or hand that an item is about."""
        ident: UUID | None = item.get(address)
        if ident is None and address == "hand" and {"game", "number"} <= item.keys():
            ident = hand_at(self.actor, item["game"], item["number"]).pk
        if ident is None:
            raise ValidationError({address: [f"{item['op']} names its {address}"]})
        return ident


def _named(items: Iterable[Mapping[str, Any]], address: str) -> set[UUID]:
    """The ids under one name; anything else is refused with its item."""
    idents = set()
    for item in items:
        with suppress(ValidationError):
            idents.add(serializers.UUIDField().run_validation(item.get(address)))
    return idents


def _shaped(shape: type[serializers.Serializer[Any]], raw: Mapping[str, Any]) -> dict[str, Any]:
    serializer = shape(data=raw)
    serializer.is_valid(raise_exception=True)
    values: dict[str, Any] = serializer.validated_data
    return values


def _answer_to(request: Request, result: Written | HandEntry | Prediction) -> Answer:
    if isinstance(result, Prediction):
        return 201, {"hand": result.hand_id, "number": result.hand.number, "seat": result.seat}
    if isinstance(result, HandEntry):
        return 201, presenters.entry_out(result)
    if result.outcome == "contested":
        return 409, json.loads(refusal(contested(result), request).content)
    status = 201 if result.outcome == "stored" else 200
    return status, written_out(result.entry.hand.game, result)
