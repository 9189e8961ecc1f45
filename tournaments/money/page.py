"""The till of a tournament: who has paid, what was won, what is still to be paid out."""

from collections.abc import Mapping

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
from tournaments.entries.selectors import Calling, entries_of
from tournaments.format.prize_sentences import category_words
from tournaments.format.selectors import format_of
from tournaments.money import services, till
from tournaments.money.models import TillCount
from tournaments.money.services import balance
from tournaments.standings.pure import Award

Kind = Payment.Kind


def pay(desk: Desk, sent: CommandInput) -> str:
    amount = rappen(sent.words("rappen"))
    booked = services.pay(
        **desk.ids,
        number=sent.entry("number"),
        kind=sent.words("kind"),
        rappen=NOBODY if amount is None else amount,
        note=sent.words("note")[:200],
        means=sent.words("means") or Payment.Means.CASH,
    )
    return _("%(what)s: %(francs)s, %(name)s.") % {
        "what": booked.get_kind_display(),
        "francs": written(booked.rappen),
        "name": booked.entry.name,
    }


def spend(desk: Desk, sent: CommandInput) -> str:
    amount = rappen(sent.words("rappen"))
    made = till.spend(**desk.ids, rappen=amount or 0, what=sent.words("what"))
    return _("%(what)s: %(francs)s.") % {"what": made.what, "francs": written(made.rappen)}


def count(desk: Desk, sent: CommandInput) -> str:
    change, counted = (rappen(sent.words(name)) for name in ("change", "counted"))
    made = till.count_till(
        **desk.ids,
        change=NOBODY if change is None else change,
        counted=NOBODY if counted is None else counted,
        note=sent.words("note"),
    )
    if not made.off:
        return _("Die Kasse stimmt: %(francs)s.") % {"francs": written(made.counted)}
    return _("Gezählt %(counted)s, erwartet %(expected)s.") % {
        "counted": written(made.counted),
        "expected": written(made.expected),
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
            Ask(
                "means",
                gettext_lazy("Wie?"),
                "choice",
                options=lambda desk: list(Payment.Means.choices),
            ),
            Ask("note", gettext_lazy("Bemerkung"), "words"),
        ),
        role=Role.SCRIBE,
        shown=lambda desk: bool(desk.read(entries_of)),
    ),
    Command(
        "spend",
        "money",
        gettext_lazy("Ausgabe buchen"),
        spend,
        title=gettext_lazy("Ausgabe aus der Kasse"),
        help=gettext_lazy("Was zurückkommt oder ein Versehen war, mit Minus davor."),
        asks=(
            Ask("what", gettext_lazy("Wofür?"), "words"),
            Ask("rappen", gettext_lazy("Betrag in Franken"), "francs"),
        ),
        role=Role.SCRIBE,
        shown=lambda desk: True,
    ),
    Command(
        "count",
        "money",
        gettext_lazy("Kasse abschliessen"),
        count,
        title=gettext_lazy("Kasse zählen"),
        help=gettext_lazy(
            "Am Morgen das Wechselgeld allein, am Schluss alles Bargeld. Eine Differenz braucht "
            "eine Bemerkung."
        ),
        asks=(
            Ask("change", gettext_lazy("Wechselgeld am Anfang"), "francs"),
            Ask("counted", gettext_lazy("Gezählt"), "francs"),
            Ask("note", gettext_lazy("Bemerkung"), "words"),
        ),
        role=Role.SCRIBE,
        shown=lambda desk: True,
    ),
)


@shown_page
def money_page(request: HttpRequest, slug: str, tslug: str) -> HttpResponse:
    """Who has paid, and what is owed. Role: scribe."""
    return show(request, Desk.of(request, slug, tslug, Role.SCRIBE))


def show(request: HttpRequest, desk: Desk, *, refused: CommandForm | None = None) -> HttpResponse:
    """The page; `refused` is a form that could not be done."""
    accounts_and_awards = balance(desk.tournament)
    names_of = _sides(desk)
    accounts = [
        (account, f"{account.number} {names_of[account.number]}")
        for account in accounts_and_awards.accounts.values()
        if any((account.due, account.paid, account.won, account.given))
    ]
    rows = Payment.objects.filter(entry__tournament=desk.tournament).select_related("entry")
    payments = list(rows.order_by("-at", "id")[:200])
    expenses = list(desk.tournament.expenses.all())
    counts = list(desk.tournament.till_counts.order_by("-at", "id"))
    actors = [*(row.actor for row in payments), *(row.actor for row in expenses)]
    names = named(desk.club, [*actors, *(row.actor for row in counts)])
    return desk.render(
        request,
        "tournaments/desk/money.html",
        here="money",
        format=format_of(desk.tournament),
        everybody=desk.read(entries_of),
        till=till.till_of(desk.tournament),
        expenses=[(row, names[row.actor]) for row in expenses],
        counts=[(row, names[row.actor]) for row in counts],
        unpaid=[(a, who) for a, who in accounts if a.open > 0],
        paid=[(a, who) for a, who in accounts if a.due and a.open <= 0],
        back=[(a, who) for a, who in accounts if a.open < 0],
        awards=[
            {
                "who": f"{award.player} {names_of[int(award.player)]}",
                "what": _for_what(award),
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
        forms=forms_of(desk, COMMANDS, refused=refused, presets=_presets(counts)),
        refused=refused,
    )


def _sides(desk: Desk) -> dict[int, str]:
    """Who pays and wins, by number: a pair or a team by the first of its people."""
    calls, entries = Calling(desk.tournament), desk.read(entries_of)
    if not format_of(desk.tournament).in_teams:
        return {entry.number: entry.name for entry in entries}
    return {
        entry.number: calls.teams[entry.team.number] if entry.team else entry.name
        for entry in entries
    }


def _for_what(award: Award) -> str:
    """What a prize is for; with its category, or the club or team that won it."""
    what = f"{_(award.kind.words)} {award.rank or ''}".strip()
    parts = (what, category_words(award.category), award.group)
    return " · ".join(part for part in parts if part)


def _presets(counts: list[TillCount]) -> Mapping[str, Mapping[str, str]]:
    """The money for change is the same at the next count."""
    return {"count": {"change": written(counts[0].change)}} if counts else {}


@shown_page
def payouts(request: HttpRequest, slug: str, tslug: str) -> HttpResponse:
    """Who gets what, with a line for each to sign; to be printed. Role: scribe."""
    desk = Desk.of(request, slug, tslug, Role.SCRIBE)
    found = balance(desk.tournament)
    names_of = _sides(desk)
    rows = [
        {
            "who": names_of[int(award.player)],
            "number": award.player,
            "what": _for_what(award),
            "rappen": award.rappen,
            "texts": award.texts,
        }
        for award in found.awards
    ]
    return desk.render(
        request,
        "tournaments/desk/payouts.html",
        here="money",
        rows=rows,
        total=sum(award.rappen for award in found.awards),
    )
