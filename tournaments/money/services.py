"""The till: entry fees, refunds and prizes, all in rappen, only ever added.

Nothing is booked twice: what would give back more than was paid, or take a fee that was paid
already, is refused.
"""

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.core.errors import Conflict, Invalid
from tournaments.core.selectors import at_desk, log
from tournaments.entries.models import Payment
from tournaments.entries.selectors import entry_in
from tournaments.money.selectors import balance

Kind = Payment.Kind
MOST = 1_000_000_00
"""Rappen that one payment can be."""


@transaction.atomic
def pay(
    *, actor: Actor, tournament_id: UUID, number: int, kind: str, rappen: int, note: str = ""
) -> Payment:
    """Money changes hands: a fee comes in, a refund or a prize goes out, a prize comes back.

    Conflict for a fee beyond what is due, a prize beyond what was won, or more back than was
    paid before.
    """
    tournament = at_desk(actor, tournament_id)
    entry = entry_in(tournament, number, pointer="/number")
    if not 1 <= rappen <= MOST:
        raise Invalid.at("/rappen", "out_of_range", _("Ein Betrag ist grösser als null."))
    if kind not in Kind.values:
        raise Invalid.at("/kind", "unknown_kind", _("Diese Art Zahlung gibt es nicht."))
    account = balance(tournament).accounts[number]
    left = {
        Kind.FEE.value: account.open,
        Kind.REFUND.value: account.paid,
        Kind.PRIZE.value: account.owed,
        Kind.PRIZE_BACK.value: account.given,
    }[kind]
    if rappen > left:
        text = _("So viel ist nicht offen, höchstens noch %(francs)s Franken.")
        raise Conflict("too_much", text % {"francs": f"{max(0, left) / 100:.2f}"})
    payment = Payment.objects.create(
        entry=entry, kind=kind, rappen=rappen, note=note.strip(), actor=str(actor)
    )
    facts = {"entry": number, "kind": kind, "rappen": rappen}
    log(tournament, "payment", actor=actor, facts=facts)
    return payment
