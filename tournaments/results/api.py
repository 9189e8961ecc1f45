"""Results of tables: typed, confirmed, decided, corrected; every version stays readable. Recorded
hands are written in the game of the passe."""

from collections.abc import Callable, Iterator, Mapping
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
from jassclub.api.serializers import (
    Answer,
    InputSerializer,
    JSONObjectField,
    RowAnswer,
)
from jassclub.api.values import ValueField
from jassclub.clubs.actors import Actor
from jassclub.clubs.api.base import Addresses, command, listing
from jassclub.clubs.models import Role
from jassclub.clubs.rights import has_role
from jassclub.core.errors import Invalid, NotFound
from jassclub.core.rows import first_or
from scoring.tables.api.claims import WarningOut
from tournaments.core.api_base import (
    DeskAddresses,
    DeskView,
    NumberField,
    PublicView,
    SaidField,
    WhyIn,
)
from tournaments.core.selectors import TABLE, read_by, tournament_of
from tournaments.entries.selectors import Calling
from tournaments.format.selectors import format_of, hidden_from, is_shown
from tournaments.results import penalties, services
from tournaments.results.hands import open_passe
from tournaments.results.models import PasseSheet, PenaltyPoints
from tournaments.results.pure.sheet import Settled, Sheet
from tournaments.results.selectors import corrections
from tournaments.rounds.boards import sealed_tables
from tournaments.rounds.hall import passen_of, round_in
from tournaments.rounds.models import Passe

WORDS = "words_needed"
"""The one finding that is about the reason beside the sheet."""


@extend_schema_field(
    {
        "type": "object",
        "properties": {
            "boards": {
                "type": "array",
                "description": "of a duplicate instead of `lines`: the points of both sides on "
                "each board of the round, null for one that was not played; one number may be null",
                "items": {
                    "type": ["array", "null"],
                    "items": {"type": ["integer", "null"]},
                    "minItems": 2,
                    "maxItems": 2,
                },
            },
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

    sheet = SheetField(source="data")
    seat = serializers.IntegerField(required=False, allow_null=True, min_value=0, max_value=3)
    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=500)


class DecisionIn(InputSerializer):
    """The number of the version that counts, or another result over all of them; and why."""

    number = serializers.IntegerField(required=False, min_value=1, source="version")
    sheet = SheetField(required=False, source="data")
    reason = serializers.CharField(max_length=500)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One of the two, not both and not neither."""
        if ("version" in attrs) == ("data" in attrs):
            raise serializers.ValidationError(
                {"number": [_("Nenne die Fassung, die gilt, oder schreib ein anderes Resultat.")]}
            )
        return attrs


class SheetCorrectionIn(InputSerializer):
    """What the result should be, and why; `out_of_time` although objections are no longer taken."""

    sheet = SheetField(source="data")
    reason = serializers.CharField(max_length=500)
    out_of_time = serializers.BooleanField(required=False, default=False)


NUMBERLESS: Mapping[str, Any] = {"sheet": None, "counted": None, "warnings": []}


class PasseSheetOut(RowAnswer):
    """One version. While the desk types twice, the numbers of the first one are hidden
    (`sheet` null) from who may still type the second."""

    sheet = ValueField(Sheet, "ResultOut", optional=["boards"], allow_null=True)
    counted = ValueField(Settled, "CountedOut", allow_null=True)
    warnings = WarningOut(many=True)
    reason = SaidField()

    class Meta:
        model = PasseSheet
        fields = (
            *("id", "number", "state", "origin", "sheet", "counted", "warnings"),
            *("after_closing", "reason", "actor", "at"),
        )

    def to_representation(self, sheet: PasseSheet) -> dict[str, Any]:
        """What waits for a second typist at the desk keeps its numbers to itself, and what is
        `veiled` its reason too."""
        told = super().to_representation(sheet)
        if self.context.get("veiled"):
            return {**told, **NUMBERLESS, "reason": ""}
        if sheet.state == PasseSheet.State.TYPED and sheet.origin == PasseSheet.Origin.DESK:
            return {**told, **NUMBERLESS}
        said = self.fields["reason"].to_representation(sheet.sheet.get("reason", ""))
        return {**told, "sheet": {**sheet.sheet, "reason": said}}


class TypedOut(PasseSheetOut):
    """What was typed; `outcome` says whether it waits, counts or was there already."""

    outcome = serializers.ChoiceField(["typed", "confirmed", "merged", "contested"])


class CorrectedOut(Answer):
    """A result that was changed after its round was closed: `before` counted until then (null
    where nothing did), `points` since. Both are null while they are hidden."""

    round = serializers.IntegerField()
    table = serializers.IntegerField()
    before = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    points = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    reason = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()
    counts = serializers.BooleanField()


def passe_at(actor: Actor, tournament_id: UUID, number: int, table: int) -> Passe:
    """The passe that the address names; NotFound for a table that does not play there."""
    round_ = round_in(tournament_of(actor, tournament_id), number)
    missing = NotFound(
        "no_such_table",
        _("In Runde %(round)s wird an Tisch %(table)s nicht gespielt.")
        % {"round": round_.number, "table": table},
    )
    return first_or(passen_of(round_).filter(table__number=table), missing)


def _version(passe_id: UUID, number: int) -> PasseSheet:
    """A version of the result of a table."""
    return first_or(
        PasseSheet.objects.filter(passe=passe_id, number=number),
        NotFound("sheet_not_found", _("Dieses Blatt gibt es nicht.")),
    )


@contextmanager
def _named_below_sheet() -> Iterator[None]:
    """What is wrong with a sheet is named where it stands in the request."""
    try:
        yield
    except Invalid as refusal:
        raise Invalid.of(
            [
                one if one.code == WORDS else replace(one, pointer=f"/sheet{one.pointer}")
                for one in refusal.details
            ],
            refusal.message,
        ) from refusal


class SheetsView(DeskView):
    """The result of a table."""

    @extend_schema(responses=PasseSheetOut(many=True))
    def get(self, request: Request, **address: Any) -> Response:
        """Every version; one that waits for the second typist shows no numbers, nor does a round
        while ranks are hidden, or boards that others have still to play, to anybody but the desk
        and the phones of the table."""
        passe = passe_at(self.actor, **address)
        calls = Calling(read_by(self.actor, passe.round.tournament))
        rows = passe.sheets.order_by("number")
        return self.answer_page(PasseSheetOut, rows, calls=calls, veiled=not self._reads(passe))

    def _reads(self, passe: Passe) -> bool:
        tournament = passe.round.tournament
        hidden = hidden_from(tournament, format_of(tournament))
        own = self.actor.scope == (TABLE, str(passe.table_id))
        desk = has_role(self.actor, tournament.club_id, Role.SCRIBE)
        shown = is_shown(passe.round.number, hidden)
        if shown and format_of(tournament).is_duplicate:
            shown = (passe.round.number, passe.table.number) not in sealed_tables(tournament)
        return own or shown or desk

    @extend_schema(
        request=TypedIn,
        responses={201: TypedOut},
        description="Type the result, at the desk or by a phone of the table. 409 "
        "(`sheet_contested`) where it stands against another: both are kept.",
    )
    def post(self, request: Request, **address: Any) -> HttpResponseBase:
        values = self.read(TypedIn)
        passe = passe_at(self.actor, **address)
        with _named_below_sheet():
            typed = services.type_sheet(actor=self.actor, passe_id=passe.pk, **values)
        if typed.outcome == "contested":
            return refusal(services.as_conflict(typed), request)
        return Response({**PasseSheetOut.of(typed.sheet), "outcome": typed.outcome}, status=201)


def _at_table(service: Callable[..., PasseSheet]) -> Callable[..., PasseSheet]:
    """The service, called for the table that the address names."""

    def called(
        *, actor: Actor, tournament_id: UUID, number: int, table: int, **told: Any
    ) -> PasseSheet:
        passe = passe_at(actor, tournament_id, number, table)
        with _named_below_sheet():
            return service(actor=actor, passe_id=passe.pk, **told)

    return called


def _confirmed(*, actor: Actor, passe_id: UUID, sheet: int) -> PasseSheet:
    return services.confirm_sheet(actor=actor, sheet_id=_version(passe_id, sheet).pk)


def _contested(*, actor: Actor, passe_id: UUID, sheet: int) -> PasseSheet:
    return services.contest_sheet(actor=actor, sheet_id=_version(passe_id, sheet).pk)


def _decided(*, passe_id: UUID, version: int | None = None, **told: Any) -> PasseSheet:
    chosen = None if version is None else _version(passe_id, version).pk
    return services.decide(passe_id=passe_id, sheet_id=chosen, **told)


class TournamentPenaltyIn(InputSerializer):
    """Points that an entry loses, in a round or on the whole; `article` of book or regulation."""

    number = NumberField()
    points = serializers.IntegerField()
    round = serializers.IntegerField(
        required=False, allow_null=True, default=None, source="round_number"
    )
    article = serializers.CharField(max_length=80, required=False, allow_blank=True, default="")
    reason = serializers.CharField(max_length=500)


class TournamentPenaltyOut(RowAnswer):
    """A penalty; one that was cancelled stays readable."""

    number = serializers.IntegerField(source="entry.number")
    round = serializers.IntegerField(source="round_number", allow_null=True)
    reason = SaidField()
    cancelled_reason = SaidField()

    class Meta:
        model = PenaltyPoints
        fields = ("id", "points", "article", "actor", "at", "cancelled_at")


class ResultSteps(DeskAddresses):
    """What becomes of a result that was typed, and of a penalty that was wrong."""

    confirm = command(
        _at_table(_confirmed),
        PasseSheetOut,
        "Confirm what a phone of the table wrote: the other side, or the desk.",
    )
    contest = command(
        _at_table(_contested),
        PasseSheetOut,
        "Contest what a phone of the table wrote, while the round is open: it counts no more.",
    )
    decide_result = command(
        _at_table(_decided),
        PasseSheetOut,
        "Let one version count, or write another over all, with a reason. Role: director.",
        takes=DecisionIn,
    )
    correct_result = command(
        _at_table(services.correct),
        PasseSheetOut,
        "Correct a result of a closed round; every table sees it. Role: director.",
        takes=SheetCorrectionIn,
    )
    withdraw_result = command(
        _at_table(services.strike),
        PasseSheetOut,
        "Take back the result that counts while the round is open. Role: scribe.",
        takes=WhyIn,
    )
    cancel = command(
        penalties.cancel_penalty,
        TournamentPenaltyOut,
        "Cancel a penalty, with a reason. Role: director.",
        takes=WhyIn,
    )


class Corrections(Addresses, PublicView):
    """Late corrections, for everybody."""

    list = listing(
        lambda actor, tournament_id: corrections(tournament_of(actor, tournament_id)),
        CorrectedOut,
        "What was changed after its round was closed, and why.",
    )


class PasseGameIn(InputSerializer):
    """How the passe begins; asked only of who begins it."""

    first_dealer = serializers.IntegerField(min_value=0, max_value=3, default=0)


class PasseGameOut(Answer):
    """Where its hands are written: `/games/{game}/hands`."""

    passe = serializers.UUIDField(source="passe.pk")
    game = serializers.UUIDField(source="pk")


class PasseGames(DeskAddresses):
    """The recorded hands of a passe."""

    made_at = "games/{game}"
    create = command(
        open_passe,
        PasseGameOut,
        "Begin to record the hands of a passe, or find out where somebody has begun.\n\n"
        "For phones of the table that took a seat, people who sit there, and the desk.",
        takes=PasseGameIn,
    )


class Penalties(Addresses, PublicView):
    """Penalty points."""

    create = command(
        penalties.give_penalty,
        TournamentPenaltyOut,
        "Give a penalty, also before the first round or after the last. Role: director.",
        takes=TournamentPenaltyIn,
    )

    @extend_schema(responses=TournamentPenaltyOut(many=True))
    def list(self, request: Request, tournament_id: UUID) -> Response:
        """All penalties with their reasons, first to last."""
        tournament = tournament_of(self.actor, tournament_id)
        rows = PenaltyPoints.objects.filter(entry__tournament=tournament).select_related("entry")
        return self.answer_page(
            TournamentPenaltyOut, rows.order_by("at", "id"), calls=Calling(tournament)
        )
