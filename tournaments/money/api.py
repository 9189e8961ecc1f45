"""`/tournaments/{id}/payments`: what is paid, due and won."""

from dataclasses import asdict
from typing import Any
from uuid import UUID

from rest_framework import serializers

from jassclub.api.serializers import Answer, InputSerializer, RowAnswer
from jassclub.clubs.actors import Actor
from jassclub.clubs.api.base import command, reading
from jassclub.clubs.models import Role
from tournaments.core.api_base import DeskAddresses, NumberField
from tournaments.core.selectors import tournament_of
from tournaments.entries.models import Payment
from tournaments.money import services, till
from tournaments.money.models import Expense, TillCount
from tournaments.money.services import balance


class PaymentIn(InputSerializer):
    """Money that changes hands, in rappen."""

    number = NumberField()
    kind = serializers.ChoiceField(Payment.Kind.choices)
    rappen = serializers.IntegerField(min_value=1, max_value=services.MOST)
    note = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")
    means = serializers.ChoiceField(
        Payment.Means.choices, required=False, default=Payment.Means.CASH.value
    )


class PaymentOut(RowAnswer):
    """A payment; `handed` is what was given where change came back, in rappen."""

    number = serializers.IntegerField(source="entry.number")

    class Meta:
        model = Payment
        fields = ("id", "kind", "means", "rappen", "handed", "note", "actor", "at")


class AccountOut(Answer):
    """What an entry owes (`open`) and has still to be given (`owed`), in rappen."""

    number = serializers.IntegerField()
    due = serializers.IntegerField()
    paid = serializers.IntegerField()
    open = serializers.IntegerField()
    won = serializers.IntegerField()
    given = serializers.IntegerField()
    owed = serializers.IntegerField()


class AwardOut(Answer):
    """Who gets what; things are shared by `among` people. `category`: of a prize for those in it
    alone. What a club or a team won (`group`) its best person gets."""

    number = serializers.IntegerField(source="player")
    kind = serializers.CharField()
    rappen = serializers.IntegerField()
    texts = serializers.ListField(child=serializers.CharField())
    among = serializers.IntegerField()
    category = serializers.CharField()
    group = serializers.CharField()


class BalanceOut(Answer):
    """The till, everybody's account, the prizes, and every payment."""

    till = serializers.IntegerField()
    accounts = AccountOut(many=True)
    awards = AwardOut(many=True)
    payments = PaymentOut(many=True)


def _balance(actor: Actor, tournament_id: UUID) -> dict[str, Any]:
    tournament = tournament_of(actor, tournament_id, Role.SCRIBE)
    found = balance(tournament)
    payments = Payment.objects.filter(entry__tournament=tournament).select_related("entry")
    return {
        "till": found.till,
        "accounts": found.accounts.values(),
        "awards": found.awards,
        "payments": payments.order_by("at", "id"),
    }


class Payments(DeskAddresses):
    """The till; for the desk."""

    retrieve = reading(_balance, BalanceOut, "What is due, paid and owed. Role: scribe.")
    create = command(
        services.pay,
        PaymentOut,
        "Book a payment; never more than is open. Role: scribe.",
        takes=PaymentIn,
    )


class ExpenseIn(InputSerializer):
    """Cash that leaves the till, in rappen; below nothing it comes back."""

    rappen = serializers.IntegerField(min_value=-services.MOST, max_value=services.MOST)
    what = serializers.CharField(max_length=200)


class ExpenseOut(RowAnswer):
    """An expense."""

    class Meta:
        model = Expense
        fields = ("id", "rappen", "what", "actor", "at")


class TillCountIn(InputSerializer):
    """What was counted, and the money for change that the till began with; in rappen."""

    change = serializers.IntegerField(min_value=0, max_value=services.MOST)
    counted = serializers.IntegerField(min_value=0, max_value=services.MOST)
    note = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")


class TillCountOut(RowAnswer):
    """A count; `expected` is what should have lain in the till at that time."""

    class Meta:
        model = TillCount
        fields = ("id", "change", "counted", "expected", "note", "actor", "at")


class TillOut(Answer):
    """Cash in and out for people, expenses, what lies in the till beyond the money for `change`
    (`cash`) and with it (`in_box`), and what went by TWINT; in rappen. With every expense and
    count, the last of which tells the change."""

    cash_in = serializers.IntegerField()
    cash_out = serializers.IntegerField()
    spent = serializers.IntegerField()
    cash = serializers.IntegerField()
    twint = serializers.IntegerField()
    change = serializers.IntegerField()
    in_box = serializers.IntegerField()
    expenses = ExpenseOut(many=True)
    counts = TillCountOut(many=True)


def _till(actor: Actor, tournament_id: UUID) -> dict[str, Any]:
    tournament = tournament_of(actor, tournament_id, Role.SCRIBE)
    found = till.till_of(tournament)
    return {
        **asdict(found),
        "cash": found.cash,
        "in_box": found.in_box,
        "spent": found.expenses,
        "expenses": tournament.expenses.all(),
        "counts": tournament.till_counts.all(),
    }


class TillAddresses(DeskAddresses):
    """The cash of the day; for the desk."""

    retrieve = reading(_till, TillOut, "What lies in the till, and what was counted. Role: scribe.")
    spend = command(
        till.spend, ExpenseOut, "Book an expense in cash. Role: scribe.", takes=ExpenseIn
    )
    count = command(
        till.count_till,
        TillCountOut,
        "Count the till; a difference needs a note. Role: scribe.",
        takes=TillCountIn,
    )
