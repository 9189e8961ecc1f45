"""`/tournaments/{id}/payments`: what is paid, due and won."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.serializers import InputSerializer
from jassclub.clubs.models import Role
from tournaments.core.api_base import DeskView, NumberField
from tournaments.core.selectors import tournament_of
from tournaments.entries.models import Payment
from tournaments.money import services
from tournaments.money.selectors import Account, balance


class PaymentIn(InputSerializer):
    """Money that changes hands, in rappen."""

    number = NumberField()
    kind = serializers.ChoiceField(Payment.Kind.choices)
    rappen = serializers.IntegerField(min_value=1, max_value=services.MOST)
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


class PaymentsView(DeskView):
    """The till; for the desk."""

    @extend_schema(responses=BalanceOut)
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """What is due, paid and owed. Role: scribe."""
        tournament = tournament_of(self.actor, tournament_id, Role.SCRIBE)
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
        payment = services.pay(
            actor=self.actor, tournament_id=tournament_id, **self.read(PaymentIn)
        )
        return Response(payment_out(payment), status=201)


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
