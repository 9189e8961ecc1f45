"""Results of tables: typed, confirmed, decided, corrected; every version stays readable. Recorded
hands are written in the game of the passe."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.http import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.problems import refusal
from jassclub.api.serializers import InputSerializer, JSONObjectField
from jassclub.clubs.rights import IsActor
from jassclub.core.errors import Invalid, NotFound
from jassclub.core.rows import first_or
from tournaments.core.api_base import DeskView, PublicView, WhyIn
from tournaments.core.selectors import TABLE, read_by, tournament_of
from tournaments.entries.names import Calling
from tournaments.format.selectors import format_of, hidden_from, is_shown
from tournaments.results import services
from tournaments.results.hands import open_passe
from tournaments.results.models import PasseSheet
from tournaments.results.selectors import corrections
from tournaments.rounds.models import Passe
from tournaments.rounds.selectors import passen_of, round_in

WORDS = "words_needed"
"""The one finding that is about the reason beside the sheet."""


@extend_schema_field(
    {
        "type": "object",
        "required": ["lines"],
        "properties": {
            "hands": {"type": "integer", "description": "without it those of the round"},
            "lines": {
                "type": "array",
                "description": "one for each side (0+2, 1+3), or each seat if all play alone",
                "items": {
                    "type": "object",
                    "properties": {
                        "points": {"type": ["integer", "null"]},
                        "matsches": {"type": "integer"},
                        "exact": {"type": ["integer", "null"]},
                        "made": {"type": ["integer", "null"]},
                    },
                },
            },
            "scribe": {"type": ["integer", "null"], "description": "seat of who wrote, from 0"},
            "reason": {"type": "string", "description": "why there are fewer hands"},
        },
    }
)
class SheetField(JSONObjectField):
    """The result of a table; what is wrong with it is told all at once."""


class TypedIn(InputSerializer):
    """A result and, on a phone that took no seat, the seat (from 0) it speaks for."""

    sheet = SheetField()
    seat = serializers.IntegerField(required=False, allow_null=True, min_value=0, max_value=3)
    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=500)


class DecisionIn(InputSerializer):
    """The number of the version that counts, or another result over all of them; and why."""

    number = serializers.IntegerField(required=False, min_value=1)
    sheet = SheetField(required=False)
    reason = serializers.CharField(max_length=500)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One of the two, not both and not neither."""
        if ("number" in attrs) == ("sheet" in attrs):
            raise serializers.ValidationError(
                {"number": [_("Nenne die Fassung, die gilt, oder schreib ein anderes Resultat.")]}
            )
        return attrs


class SheetCorrectionIn(InputSerializer):
    """What the result should be, and why; `out_of_time` although objections are no longer taken."""

    sheet = SheetField()
    reason = serializers.CharField(max_length=500)
    out_of_time = serializers.BooleanField(required=False, default=False)


class PasseSheetOut(serializers.Serializer[Any]):
    """One version. While the desk types twice, the numbers of the first one are hidden
    (`sheet` null) from who may still type the second."""

    id = serializers.UUIDField()
    number = serializers.IntegerField()
    state = serializers.ChoiceField(PasseSheet.State.choices)
    origin = serializers.ChoiceField(PasseSheet.Origin.choices)
    sheet = JSONObjectField(allow_null=True)
    counted = JSONObjectField(allow_null=True)
    warnings = serializers.ListField(child=JSONObjectField())
    after_closing = serializers.BooleanField()
    reason = serializers.CharField(allow_blank=True)
    actor = serializers.CharField()
    at = serializers.DateTimeField()


class SheetsOut(serializers.Serializer[Any]):
    """All versions of the result of a table, first to last."""

    results = PasseSheetOut(many=True)


class TypedOut(PasseSheetOut):
    """What was typed; `outcome` says whether it waits, counts or was there already."""

    outcome = serializers.ChoiceField(["typed", "confirmed", "merged", "contested"])


class CorrectedOut(serializers.Serializer[Any]):
    """A result that was changed after its round was closed: `before` counted until then (null
    where nothing did), `points` since. Both are null while they are hidden."""

    round = serializers.IntegerField()
    table = serializers.IntegerField()
    before = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    points = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    reason = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()
    counts = serializers.BooleanField()


class CorrectionsOut(serializers.Serializer[Any]):
    """All late corrections, first to last."""

    results = CorrectedOut(many=True)


class TableView(PublicView):
    """Base: one table in one round."""

    permission_classes = [IsActor]

    def passe(self) -> Passe:
        """The passe that the address names; NotFound for a table that does not play there."""
        tournament = tournament_of(self.actor, self.kwargs["tournament_id"])
        round_ = round_in(tournament, self.kwargs["number"])
        found = passen_of(round_).filter(table__number=self.kwargs["table"]).first()
        if found is None:
            text = _("In Runde %(round)s wird an Tisch %(table)s nicht gespielt.")
            named = {"round": round_.number, "table": self.kwargs["table"]}
            raise NotFound("no_such_table", text % named)
        return found

    def version(self, number: int) -> PasseSheet:
        """A version of the result of this table."""
        return first_or(
            self.passe().sheets.filter(number=number),
            NotFound("sheet_not_found", _("Dieses Blatt gibt es nicht.")),
        )


class SheetsView(TableView):
    """The result of a table."""

    @extend_schema(operation_id="sheets_list", responses=SheetsOut)
    def get(self, request: Request, tournament_id: UUID, number: int, table: int) -> Response:
        """Every version; one that waits for the second typist shows no numbers, nor does a round
        while ranks are hidden to anybody but the desk and the phones of the table."""
        passe = self.passe()
        veiled = not self._may_read(passe)
        calls = Calling(read_by(self.actor, passe.round.tournament))
        rows = [sheet_out(row, calls, veiled=veiled) for row in passe.sheets.order_by("number")]
        return Response({"results": rows})

    def _may_read(self, passe: Passe) -> bool:
        tournament = passe.round.tournament
        hidden = hidden_from(tournament, format_of(tournament))
        own = self.actor.scope == (TABLE, str(passe.table_id))
        return own or is_shown(passe.round.number, hidden) or self.is_desk(tournament)

    @extend_schema(
        operation_id="sheets_type",
        request=TypedIn,
        responses={201: TypedOut},
        description="409 (`sheet_contested`) where it stands against another: both are kept.",
    )
    def post(
        self, request: Request, tournament_id: UUID, number: int, table: int
    ) -> HttpResponseBase:
        """Type the result, at the desk or by a phone of the table."""
        values = self.read(TypedIn)
        passe = self.passe()
        with _named_below_sheet():
            typed = services.type_sheet(
                actor=self.actor,
                passe_id=passe.pk,
                data=values["sheet"],
                seat=values.get("seat"),
                reason=values["reason"],
            )
        if typed.outcome == "contested":
            return refusal(services.as_conflict(typed), request)
        return Response({**sheet_out(typed.sheet), "outcome": typed.outcome}, status=201)


class ConfirmationView(TableView):
    """The other side, or the desk, agrees."""

    @extend_schema(operation_id="sheets_confirm", request=None, responses={201: PasseSheetOut})
    def post(
        self, request: Request, tournament_id: UUID, number: int, table: int, sheet: int
    ) -> Response:
        """Confirm what a phone of the table wrote."""
        found = services.confirm_sheet(actor=self.actor, sheet_id=self.version(sheet).pk)
        return Response(sheet_out(found), status=201)


class ContestView(TableView):
    """A side of the table says that it is wrong."""

    @extend_schema(operation_id="sheets_contest", request=None, responses={201: PasseSheetOut})
    def post(
        self, request: Request, tournament_id: UUID, number: int, table: int, sheet: int
    ) -> Response:
        """Contest what a phone of the table wrote, while the round is open: it counts no more."""
        found = services.contest_sheet(actor=self.actor, sheet_id=self.version(sheet).pk)
        return Response(sheet_out(found), status=201)


class DecisionView(TableView):
    """The director's word."""

    @extend_schema(operation_id="sheets_decide", request=DecisionIn, responses={201: PasseSheetOut})
    def post(self, request: Request, tournament_id: UUID, number: int, table: int) -> Response:
        """Let one version count, or write another over all, with a reason. Role: director."""
        values = self.read(DecisionIn)
        chosen = values.get("number")
        passe = self.passe()
        sheet = None if chosen is None else self.version(chosen)
        with _named_below_sheet():
            found = services.decide(
                actor=self.actor,
                passe_id=passe.pk,
                sheet_id=sheet.pk if sheet else None,
                data=values.get("sheet"),
                reason=values["reason"],
            )
        return Response(sheet_out(found), status=201)


class CorrectionView(TableView):
    """After the closing."""

    @extend_schema(
        operation_id="sheets_correct", request=SheetCorrectionIn, responses={201: PasseSheetOut}
    )
    def post(self, request: Request, tournament_id: UUID, number: int, table: int) -> Response:
        """Correct a result of a closed round; every table sees it. Role: director."""
        values = self.read(SheetCorrectionIn)
        passe = self.passe()
        with _named_below_sheet():
            found = services.correct(
                actor=self.actor,
                passe_id=passe.pk,
                data=values["sheet"],
                reason=values["reason"],
                out_of_time=values["out_of_time"],
            )
        return Response(sheet_out(found), status=201)


class StrikingView(TableView):
    """A result taken back."""

    @extend_schema(operation_id="sheets_strike", request=WhyIn, responses={201: PasseSheetOut})
    def post(self, request: Request, tournament_id: UUID, number: int, table: int) -> Response:
        """Take back the result that counts while the round is open. Role: scribe."""
        found = services.strike(actor=self.actor, passe_id=self.passe().pk, **self.read(WhyIn))
        return Response(sheet_out(found), status=201)


class CorrectionsView(PublicView):
    """Late corrections, for everybody."""

    @extend_schema(operation_id="tournament_corrections", responses=CorrectionsOut)
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """What was changed after its round was closed, and why."""
        return Response({"results": corrections(tournament_of(self.actor, tournament_id))})


@contextmanager
def _named_below_sheet() -> Iterator[None]:
    """What is wrong with a sheet is named where it stands in the request."""
    try:
        yield
    except Invalid as refusal:
        wrong = [
            one if one.code == WORDS else replace(one, pointer=f"/sheet{one.pointer}")
            for one in refusal.details
        ]
        raise Invalid.of(wrong, refusal.message) from refusal


def sheet_out(
    sheet: PasseSheet, calls: Calling | None = None, *, veiled: bool = False
) -> dict[str, Any]:
    """A version; what waits for a second typist at the desk keeps its numbers to itself.

    `veiled`: so does this one. Without `calls` it is for who typed it.
    """
    said = calls.text if calls else str
    typed = sheet.state == PasseSheet.State.TYPED and sheet.origin == PasseSheet.Origin.DESK
    hidden = veiled or typed
    return {
        "id": sheet.pk,
        "number": sheet.number,
        "state": sheet.state,
        "origin": sheet.origin,
        "sheet": None if hidden else {**sheet.sheet, "reason": said(sheet.sheet.get("reason", ""))},
        "counted": None if hidden else sheet.counted,
        "warnings": [] if hidden else sheet.warnings,
        "after_closing": sheet.after_closing,
        "reason": "" if veiled else said(sheet.reason),
        "actor": sheet.actor,
        "at": sheet.at,
    }


class PasseGameIn(InputSerializer):
    """How the passe begins; asked only of who begins it."""

    first_dealer = serializers.IntegerField(min_value=0, max_value=3, default=0)


class PasseGameOut(serializers.Serializer[Any]):
    """Where its hands are written: `/games/{game}/hands`."""

    passe = serializers.UUIDField()
    game = serializers.UUIDField()


class PasseGameView(DeskView):
    """The recorded hands of a passe."""

    @extend_schema(operation_id="passen_game", request=PasseGameIn, responses={201: PasseGameOut})
    def post(self, request: Request, passe_id: UUID) -> Response:
        """Begin to record the hands of a passe, or find out where somebody has begun.

        For phones of the table that took a seat, people who sit there, and the desk.
        """
        game = open_passe(actor=self.actor, passe_id=passe_id, **self.read(PasseGameIn))
        return Response(PasseGameOut({"passe": passe_id, "game": game.pk}).data, status=201)
