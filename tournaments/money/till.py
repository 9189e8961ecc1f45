"""The till at the end of the day: what came in by which means, expenses, the count, the difference.

Only cash lies in it; TWINT goes to the club's account. Also after the tournament is finished, since
prizes are paid out then.
"""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.db.models import Sum
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.core.errors import Finding, Invalid
from jassclub.web.francs import written
from tournaments.core.models import Tournament
from tournaments.core.selectors import at_desk, log
from tournaments.entries.models import Payment
from tournaments.money.models import Expense, TillCount
from tournaments.money.services import MOST

Kind = Payment.Kind
IN = (Kind.FEE, Kind.PRIZE_BACK)


@dataclass(frozen=True)
class Till:
    """Rappen: cash that came in and went out for people, expenses, what went by TWINT, and the
    money for change as it was counted last."""

    cash_in: int
    cash_out: int
    expenses: int
    twint: int
    change: int

    @property
    def cash(self) -> int:
        """What lies in the till beyond what it began with."""
        return self.cash_in - self.cash_out - self.expenses

    @property
    def in_box(self) -> int:
        """All that lies in the till."""
        return self.change + self.cash


def till_of(tournament: Tournament) -> Till:
    """The sums as they are now."""
    sums = {
        (kind, means): rappen
        for kind, means, rappen in Payment.objects.filter(entry__tournament=tournament)
        .values_list("kind", "means")
        .annotate(Sum("rappen"))
        .order_by()
    }
    cash_in, cash_out, twint = 0, 0, 0
    for (kind, means), rappen in sums.items():
        if means == Payment.Means.TWINT:
            twint += rappen if kind in IN else -rappen
        elif kind in IN:
            cash_in += rappen
        else:
            cash_out += rappen
    spent = tournament.expenses.aggregate(sum=Sum("rappen"))["sum"] or 0
    counted = tournament.till_counts.order_by("-at", "-id").first()
    return Till(cash_in, cash_out, spent, twint, counted.change if counted else 0)


@transaction.atomic
def spend(*, actor: Actor, tournament_id: UUID, rappen: int, what: str) -> Expense:
    """Cash leaves the till for something; an amount below nothing came back, or was an error."""
    tournament = at_desk(actor, tournament_id)
    wrong = []
    if rappen == 0 or abs(rappen) > MOST:
        wrong.append(Finding("out_of_range", "/rappen", _("Hier fehlt ein Betrag in Franken.")))
    if not what.strip():
        wrong.append(Finding("words_needed", "/what", _("Wofür?")))
    Invalid.raise_for(wrong, _("So lässt sich das nicht buchen."))
    made = Expense.objects.create(
        club_id=tournament.club_id,
        tournament=tournament,
        rappen=rappen,
        what=what.strip()[:200],
        actor=str(actor),
    )
    log(tournament, "expense", actor=actor, facts={"spent": rappen}, reason=made.what)
    return made


@transaction.atomic
def count_till(
    *, actor: Actor, tournament_id: UUID, change: int, counted: int, note: str = ""
) -> TillCount:
    """What lies in the till, with the money for change that it began with.

    A difference needs words. Counting again makes a further count; none is changed.
    """
    tournament = at_desk(actor, tournament_id)
    wrong = [
        Finding("out_of_range", f"/{name}", _("Hier fehlt ein Betrag in Franken."))
        for name, value in (("change", change), ("counted", counted))
        if not 0 <= value <= MOST
    ]
    expected = change + till_of(tournament).cash
    if not wrong and counted != expected and not note.strip():
        text = _("Es sind %(off)s Franken Differenz: schreib dazu, woher sie kommen kann.")
        off = "+" * (counted > expected) + written(counted - expected)
        wrong.append(Finding("words_needed", "/note", text % {"off": off}))
    Invalid.raise_for(wrong, _("So lässt sich die Kasse nicht abschliessen."))
    made = TillCount.objects.create(
        club_id=tournament.club_id,
        tournament=tournament,
        change=change,
        counted=counted,
        expected=expected,
        note=note.strip()[:200],
        actor=str(actor),
    )
    facts = {"counted": counted, "expected": expected}
    log(tournament, "till_counted", actor=actor, facts=facts, reason=made.note)
    return made
