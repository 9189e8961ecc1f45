"""What the demo club has agreed about money, and the fees of this year."""

from datetime import date
from typing import Any

from django.db import transaction

from jassclub.clubs.actors import SYSTEM, Actor
from jassclub.clubs.models import Club
from jassclub.clubs.services import fees
from jassclub.clubs.services.fees import Money

MONEY = Money(
    holder="Jassclub Frohsinn",
    street="Rösslistrasse",
    number="7",
    postcode="6000",
    town="Luzern",
    iban="CH9300762011623852957",
    fee=6000,
    reduced=3000,
    fine=50,
    fines=[("zu spät gekommen", 200), ("verlorener Matsch", 100)],
    coin=5,
)
"""The number of the account is the example of the banks: nobody has it."""


@transaction.atomic
def agree_on_money(*, director: Actor, club: Club, today: date) -> None:
    """What a year costs, fines of the house, this year's fees: half of them are paid."""
    fees.change_money(actor=SYSTEM, club_id=club.pk, version=club.version, money=MONEY)
    members = list(fees.members_of(club.pk))
    amounts = {who.pk: MONEY.reduced if who in members[-2:] else MONEY.fee for who in members}
    own: dict[str, Any] = {"actor": director, "club_id": club.pk, "day": date(today.year, 1, 1)}
    bills = fees.bill(**own, year=today.year, amounts=amounts)
    ids = [bill.pk for bill in bills]
    fees.pay(**own, fees=ids[: len(ids) // 2], by_bank=True)
    fees.pay(**own, fees=ids[-1:], by_bank=False)
