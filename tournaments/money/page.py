"""The till of a tournament: who has paid, what was won, what is still to be paid out."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _, gettext_lazy

from jassclub.clubs.models import Role
from jassclub.clubs.rights import named
from jassclub.web.forms import shown_page
from jassclub.web.francs import rappen, written
from tournaments.core.desk_page import (
    NOBODY,
    Ask,
    Command,
    CommandForm,
    CommandInput,
    Desk,
    forms_of,
)
from tournaments.entries.models import Payment
from tournaments.entries.selectors import entries_of, label
from tournaments.format.selectors import format_of
from tournaments.money import services
from tournaments.money.services import balance

Kind = Payment.Kind


def pay(desk: Desk, sent: CommandInput) -> str:
    amount = rappen(sent.words("rappen"))
    booked = services.pay(
        **desk.ids,
        number=sent.entry("number"),
        kind=sent.words("kind"),
        rappen=NOBODY if amount is None else amount,
        note=sent.words("note")[:200],
    )
    return _("%(what)s: %(francs)s, %(name)s.") % {
        "what": booked.get_kind_display(),
        "francs": written(booked.rappen),
        "name": booked.entry.name,
    }


HIDDEN = tuple(Ask(name, kind="hidden") for name in ("number", "kind", "rappen"))
COMMANDS = (
    Command(
        "pay",
        "money",
        gettext_lazy("bezahlt"),
        pay,
        asks=HIDDEN,
        role=Role.SCRIBE,
        shown=lambda desk: True,
    ),
    Command(
        "book",
        "money",
        gettext_lazy("Buchen"),
        pay,
        title=gettext_lazy("Etwas anderes buchen"),
        help=gettext_lazy("Ein Versehen wird durch die Gegenbuchung aufgehoben, nie gelöscht."),
        asks=(
            Ask("number", gettext_lazy("Wer?"), "entry"),
            Ask("kind", gettext_lazy("Was?"), "choice", options=lambda desk: list(Kind.choices)),
            Ask("rappen", gettext_lazy("Betrag in Franken"), "francs"),
            Ask("note", gettext_lazy("Bemerkung"), "words"),
        ),
        role=Role.SCRIBE,
        shown=lambda desk: bool(desk.read(entries_of)),
    ),
)


@shown_page
def money_page(request: HttpRequest, slug: str, tslug: str) -> HttpResponse:
    """Who has paid, and what is owed. Role: scribe."""
    return show(request, Desk.of(request, slug, tslug, Role.SCRIBE))


def show(request: HttpRequest, desk: Desk, *, refused: CommandForm | None = None) -> HttpResponse:
    """The page; `refused` is a form that could not be done."""
    accounts_and_awards = balance(desk.tournament)
    accounts = [
        (account, label(desk, account.number))
        for account in accounts_and_awards.accounts.values()
        if any((account.due, account.paid, account.won, account.given))
    ]
    rows = Payment.objects.filter(entry__tournament=desk.tournament).select_related("entry")
    payments = list(rows.order_by("-at", "id")[:200])
    names = named(desk.club, [payment.actor for payment in payments])
    return desk.render(
        request,
        "tournaments/desk/money.html",
        here="money",
        format=format_of(desk.tournament),
        everybody=desk.read(entries_of),
        till=accounts_and_awards.till,
        unpaid=[(a, who) for a, who in accounts if a.open > 0],
        paid=[(a, who) for a, who in accounts if a.due and a.open <= 0],
        back=[(a, who) for a, who in accounts if a.open < 0],
        awards=[
            {
                "who": label(desk, int(award.player)),
                "what": _(award.kind.words),
                "rappen": award.rappen,
                "texts": award.texts,
                "among": award.among,
            }
            for award in accounts_and_awards.awards
        ],
        owed=[(a, who) for a, who in accounts if a.owed > 0],
        due=sum(account.due for account, _who in accounts),
        received=sum(account.paid for account, _who in accounts),
        payments=[(payment, names[payment.actor]) for payment in payments],
        forms=forms_of(desk, COMMANDS, refused=refused),
        refused=refused,
    )
