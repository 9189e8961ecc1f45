"""Penalty points and money."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.serializers import InputSerializer
from jassclub.clubs.models import Role
from jassclub.clubs.permissions import require_role
from tournaments.core.api_base import DeskView, NumberField, PublicView, WhyIn
from tournaments.core.names import Calling
from tournaments.core.selectors import tournament_of
from tournaments.entries import money
from tournaments.entries.models import Payment
from tournaments.results import penalties
from tournaments.results.models import PenaltyPoints
from tournaments.standings.money import Account, balance


class TournamentPenaltyIn(InputSerializer):
    """Points that an entry loses, in a round or on the whole; `article` of book or regulation."""

    number = NumberField()
    points = serializers.IntegerField()
    round = serializers.IntegerField(required=False, allow_null=True, default=None)
    article = serializers.CharField(max_length=80, required=False, allow_blank=True, default="")
    reason = serializers.CharField(max_length=500)


class TournamentPenaltyOut(serializers.Serializer[Any]):
    """A penalty; one that was cancelled stays readable."""

    id = serializers.UUIDField()
    number = serializers.IntegerField()
    round = serializers.IntegerField(allow_null=True)
    points = serializers.IntegerField()
    article = serializers.CharField(allow_blank=True)
    reason = serializers.CharField()
    actor = serializers.CharField()
    at = serializers.DateTimeField()
    cancelled_at = serializers.DateTimeField(allow_null=True)
    cancelled_reason = serializers.CharField(allow_blank=True)


class TournamentPenaltiesOut(serializers.Serializer[Any]):
    """All penalties, first to last."""

    results = TournamentPenaltyOut(many=True)


class PaymentIn(InputSerializer):
    """Money that changes hands, in rappen."""

    number = NumberField()
    kind = serializers.ChoiceField(Payment.Kind.choices)
    rappen = serializers.IntegerField(min_value=1, max_value=money.MOST)
    note = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")


class PaymentOut(serializers.Serializer[Any]):
    """A payment."""

    id = serializers.UUIDField()
    number = serializers.IntegerField()
    kind = serializers.ChoiceField(Payment.Kind.choices)
    rappen = serializers.IntegerField()
    note = serializers.CharField(allow_blank=True)
    actor = serializers.CharField()
    at = serializers.DateTimeField()


class AccountOut(serializers.Serializer[Any]):
    """What an entry owes (`open`) and has still to be given (`owed`), in rappen."""

    number = serializers.IntegerField()
    due = serializers.IntegerField()
    paid = serializers.IntegerField()
    open = serializers.IntegerField()
    won = serializers.IntegerField()
    given = serializers.IntegerField()
    owed = serializers.IntegerField()


class AwardOut(serializers.Serializer[Any]):
    """Who gets what; things are shared by `among` people."""

    number = serializers.IntegerField()
    kind = serializers.CharField()
    rappen = serializers.IntegerField()
    texts = serializers.ListField(child=serializers.CharField())
    among = serializers.IntegerField()


class BalanceOut(serializers.Serializer[Any]):
    """The till, everybody's account, the prizes, and every payment."""

    till = serializers.IntegerField()
    accounts = AccountOut(many=True)
    awards = AwardOut(many=True)
    payments = PaymentOut(many=True)


class TournamentPenaltiesView(PublicView):
    """Penalty points."""

    @extend_schema(responses=TournamentPenaltiesOut)
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """All penalties with their reasons."""
        tournament = tournament_of(self.actor, tournament_id)
        rows = PenaltyPoints.objects.filter(entry__tournament=tournament)
        found = rows.select_related("entry").order_by("at", "id")
        calls = Calling(tournament)
        return Response({"results": [penalty_out(row, calls) for row in found]})

    @extend_schema(request=TournamentPenaltyIn, responses={201: TournamentPenaltyOut})
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Give a penalty, also before the first round or after the last. Role: director."""
        values = self.read(TournamentPenaltyIn)
        given = penalties.give_penalty(
            actor=self.actor,
            tournament_id=tournament_id,
            round_number=values.pop("round"),
            **values,
        )
        return Response(penalty_out(given), status=201)


class PenaltyCancellationView(DeskView):
    """A penalty that was wrong."""

    @extend_schema(request=WhyIn, responses={201: TournamentPenaltyOut})
    def post(self, request: Request, penalty_id: UUID) -> Response:
        """Cancel a penalty, with a reason. Role: director."""
        found = penalties.cancel_penalty(
            actor=self.actor, penalty_id=penalty_id, **self.read(WhyIn)
        )
        return Response(penalty_out(found), status=201)


class PaymentsView(DeskView):
    """The till; for the desk."""

    @extend_schema(responses=BalanceOut)
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """What is due, paid and owed. Role: scribe."""
        tournament = tournament_of(self.actor, tournament_id)
        require_role(self.actor, tournament.club_id, Role.SCRIBE)
        found = balance(tournament)
        rows = Payment.objects.filter(entry__tournament=tournament).select_related("entry")
        awards = [
            {
                "number": int(str(award.player)),
                "kind": str(award.kind),
                "rappen": award.rappen,
                "texts": list(award.texts),
                "among": award.among,
            }
            for award in found.awards
        ]
        out = {
            "till": found.till,
            "accounts": [_account(account) for account in found.accounts.values()],
            "awards": awards,
            "payments": [payment_out(row) for row in rows.order_by("at", "id")],
        }
        return Response(out)

    @extend_schema(request=PaymentIn, responses={201: PaymentOut})
    def post(self, request: Request, tournament_id: UUID) -> Response:
        """Book a payment; never more than is open. Role: scribe."""
        payment = money.pay(actor=self.actor, tournament_id=tournament_id, **self.read(PaymentIn))
        return Response(payment_out(payment), status=201)


def penalty_out(given: PenaltyPoints, calls: Calling | None = None) -> dict[str, Any]:
    """A penalty by the number of the entry, for the direction or as others may read it."""
    said = calls.text if calls else str
    return {
        "id": given.pk,
        "number": given.entry.number,
        "round": given.round_number,
        "points": given.points,
        "article": given.article,
        "reason": said(given.reason),
        "actor": given.actor,
        "at": given.at,
        "cancelled_at": given.cancelled_at,
        "cancelled_reason": said(given.cancelled_reason),
    }


def payment_out(payment: Payment) -> dict[str, Any]:
    """A payment by the number of the entry."""
    return {
        "id": payment.pk,
        "number": payment.entry.number,
        "kind": payment.kind,
        "rappen": payment.rappen,
        "note": payment.note,
        "actor": payment.actor,
        "at": payment.at,
    }


def _account(account: Account) -> dict[str, int]:
    return {
        "number": account.number,
        "due": account.due,
        "paid": account.paid,
        "open": account.open,
        "won": account.won,
        "given": account.given,
        "owed": account.owed,
    }
