"""Hands: write, correct, agree to, doubt, decide; predictions before they are played.

A whole offline evening in one request: each item is answered on its own.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.utils import (
    OpenApiResponse,
    PolymorphicProxySerializer,
    extend_schema,
    extend_schema_field,
)
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.problems import CONTENT_TYPE, describe, refusal, respond
from jassclub.api.schema import ProblemSerializer
from jassclub.api.serializers import Answer, made
from jassclub.clubs.actors import Actor
from jassclub.clubs.api.base import command, listing, reading
from jassclub.core.errors import Conflict
from scoring.claims.agreement import confirm_hand, contest_hand, resolve_hand
from scoring.claims.entries import Written, correct_hand, record_hand, write_hand
from scoring.claims.models import HandEntry, Prediction
from scoring.claims.predictions import predict
from scoring.claims.rows import lock_games
from scoring.claims.selectors import game_of, hand_at, hand_of, hands_of, predictions_of, state_of
from scoring.core.api import TableAddresses
from scoring.core.models import Hand
from scoring.core.rules import Rules
from scoring.tables.api import shapes
from scoring.tables.api.shapes import EntryOut, HandOut


class ContestedOut(ProblemSerializer):
    """A refusal; of a slip that is kept beside other numbers it shows both versions."""

    current = EntryOut(required=False)
    contested = EntryOut(required=False)


CONTESTED = OpenApiResponse(
    ContestedOut,
    description="Other numbers stand there: yours are kept as a contested version that does not "
    "count; both are in the answer (`current`, `contested`).",
)


def contested(written: Written) -> Conflict:
    """The answer to a slip that became a rival version: stored, but it does not count."""
    return Conflict(
        "contested_version",
        _(
            "Für dieses Spiel stehen schon andere Zahlen. Eure Fassung bleibt aufbewahrt und "
            "zählt nicht, bis beide Seiten dieselbe bestätigen oder jemand entscheidet."
        ),
        extra={
            "current": EntryOut.of(written.current),
            "contested": EntryOut.of(written.entry),
        },
    )


def written_out(written: Written) -> dict[str, Any]:
    """What became of a slip, with the totals after it."""
    shape = shapes.NewEntryOut if written.outcome == "stored" else EntryOut
    entry = shape.of(written.entry)
    same = written.current is written.entry
    return {
        "outcome": written.outcome,
        "entry": entry,
        "current": entry if same else EntryOut.of(written.current),
        "totals": written.totals or state_of(written.entry.hand.game).totals,
    }


def answer_to(request: Request, written: Written) -> HttpResponseBase:
    """201 for a new version, 200 for one that stood there, 409 for a rival (stored)."""
    if written.outcome == "contested":
        return refusal(contested(written), request)
    place = {"Location": f"/api/v1/hands/{written.entry.hand_id}"}
    status = 201 if written.outcome == "stored" else 200
    return Response(written_out(written), status, headers=place)


WRITTEN = {200: shapes.WrittenOut, 201: shapes.WrittenOut, (409, CONTENT_TYPE): CONTESTED}


def hands_in(actor: Actor, game_id: UUID) -> list[Hand]:
    """The hands of a game that the actor may see."""
    game, _access = game_of(actor, game_id)
    return hands_of(game)


class Hands(TableAddresses):
    """The hands of a game."""

    list = listing(
        hands_in,
        HandOut,
        "All hands with their current version and what stands against it.",
    )
    retrieve = reading(
        hand_of,
        HandOut,
        "A hand: its current version, the versions that contradict it, and who has predicted.",
    )
    confirm = command(
        confirm_hand,
        EntryOut,
        "Agree to a version, also a rival one. It counts once everybody who objected has agreed.\n"
        "\n"
        "Agreeing to a sealed version opens its predictions: the answer is the version with them.",
        takes=shapes.ConfirmationIn,
    )
    contest = command(
        contest_hand,
        EntryOut,
        "Doubt the current version: it stays visible but does not count.",
        takes=shapes.ContestIn,
    )
    resolve = command(
        resolve_hand,
        EntryOut,
        "Decide which version counts; never at one's own table.",
        takes=shapes.ResolutionIn,
    )

    @extend_schema(request=shapes.HandIn, responses=WRITTEN)
    def create(self, request: Request, game_id: UUID) -> HttpResponseBase:
        """Write a hand. The same numbers merge; other numbers are kept as a contested version."""
        written = write_hand(actor=self.actor, game_id=game_id, **self.read(shapes.HandIn))
        return answer_to(request, written)

    @extend_schema(request=shapes.PredictionIn, responses={201: shapes.PredictionsOut})
    def add_prediction(self, request: Request, game_id: UUID) -> Response:
        """Bind a seat to a number. A sealed one is the seat's alone until another side agrees to
        the points of the hand; the same number again is stored like another."""
        hand = predict(actor=self.actor, game_id=game_id, **self.read(shapes.PredictionIn)).hand
        predictions = predictions_of(hand, seats=Rules.of(hand.game).players)
        answer = {"hand": hand.pk, "number": hand.number, "predictions": predictions}
        return Response(answer, status=201)


def entries_in(actor: Actor, hand_id: UUID) -> QuerySet[HandEntry]:
    """The versions of a hand that the actor may see."""
    return hand_of(actor, hand_id).entries.prefetch_related("confirmations", "contests")


class Entries(TableAddresses):
    """The versions of a hand."""

    list = listing(
        entries_in,
        EntryOut,
        "All versions of a hand, oldest first: who wrote it, when and why.",
    )

    @extend_schema(request=shapes.EntryIn, responses=WRITTEN)
    def create(self, request: Request, hand_id: UUID) -> HttpResponseBase:
        """Correct a hand. Against a stale version it is kept as a contested version."""
        written = correct_hand(actor=self.actor, hand_id=hand_id, **self.read(shapes.EntryIn))
        return answer_to(request, written)


Operation = Callable[..., Written | HandEntry | Prediction]

OPERATIONS: dict[str, tuple[str, Operation]] = {
    "record_hand": ("game", record_hand),
    "predict": ("game", predict),
    "correct_hand": ("hand", correct_hand),
    "confirm_hand": ("hand", confirm_hand),
    "contest_hand": ("hand", contest_hand),
}
"""Name -> what it addresses, the one service call."""


class BoundOut(Answer):
    """A seat that has predicted for a hand."""

    hand = serializers.UUIDField()
    number = serializers.IntegerField()
    seat = serializers.IntegerField()


@extend_schema_field(
    PolymorphicProxySerializer(
        "BatchItemBody",
        [shapes.WrittenOut, EntryOut, BoundOut, ContestedOut],
        None,
    )
)
class ItemBodyField(serializers.JSONField):
    """What became of a slip, the version that was agreed to or doubted, the seat that predicted; or
    the refusal."""


class ItemOut(serializers.Serializer[Any]):
    """The answer to one item, as its single request would have got it."""

    client_id = serializers.CharField()
    status = serializers.IntegerField()
    body = ItemBodyField()


class BatchOut(serializers.Serializer[Any]):
    """The answers in the order of the items."""

    results = ItemOut(many=True)


class Batch(TableAddresses):
    """Many entries at once."""

    @extend_schema(request=shapes.BatchIn, responses={200: BatchOut})
    def create(self, request: Request) -> Response:
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

    def _do(self, request: Request, raw: Mapping[str, Any]) -> tuple[int, Mapping[str, Any]]:
        item = self.read(shapes.BatchItem, data=raw)
        address, operation = OPERATIONS[item["op"]]
        shape = made(shapes.ITEMS[item["op"]]).fields["body"]
        client_id = {"client_id": item["client_id"]} if "client_id" in shape.fields else {}
        body = shape.run_validation({**client_id, **item["body"]})
        ident = {f"{address}_id": self._address(item, address)}
        return _answer_to(request, operation(actor=self.actor, **ident, **body))

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


def _answer_to(
    request: Request, result: Written | HandEntry | Prediction
) -> tuple[int, Mapping[str, Any]]:
    if isinstance(result, Prediction):
        return 201, {"hand": result.hand_id, "number": result.hand.number, "seat": result.seat}
    if isinstance(result, HandEntry):
        return 201, EntryOut.of(result)
    if result.outcome == "contested":
        return 409, json.loads(refusal(contested(result), request).content)
    return 201 if result.outcome == "stored" else 200, written_out(result)
