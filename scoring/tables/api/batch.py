"""A whole offline evening in one request: each item is answered on its own."""

import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any
from uuid import UUID

from django.db import transaction
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.problems import describe, refusal, respond
from jassclub.clubs.actors import Actor
from scoring.claims.agreement import confirm_hand, contest_hand
from scoring.claims.entries import Written, correct_hand, record_hand
from scoring.claims.models import HandEntry, Prediction
from scoring.claims.rows import lock_games
from scoring.claims.selectors import hand_at
from scoring.core.api import TableView
from scoring.predictions.services import predict
from scoring.tables.api import presenters
from scoring.tables.api import serializers as shapes
from scoring.tables.api.hands import contested, written_out

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
