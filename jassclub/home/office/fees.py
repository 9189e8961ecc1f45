"""Membership fees of a year, their bills, what the club has agreed about money, the bookkeeping."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from jassclub.clubs.api.clubs import MOST_RAPPEN
from jassclub.clubs.models import Role
from jassclub.clubs.pages.office import Desk
from jassclub.clubs.services import fees as services
from jassclub.clubs.services.fees import ADDRESS, MOST_FINES, Fee, Money
from jassclub.clubs.services.kitty import bookings_of
from jassclub.core.errors import Conflict, Finding, Invalid
from jassclub.core.files import saved_as
from jassclub.core.rows import uuid_in
from jassclub.exchange.grids import XLSX, csv_bytes, xlsx_bytes
from jassclub.home.office import bookkeeping
from jassclub.home.office.bills import print_bills
from jassclub.web.form_state import Fields, FormState, line, raw
from jassclub.web.forms import done, form_page, shown_page, submit
from jassclub.web.francs import rappen, written

NAMES: Mapping[str, str | Promise] = {
    "fee": gettext_lazy("Ganzer Beitrag"),
    "reduced": gettext_lazy("Reduzierter Beitrag (Junge, Ehrenmitglieder)"),
    "fine": gettext_lazy("Für jede Strafe"),
    "point": gettext_lazy("Dazu für jeden Strafpunkt"),
    "fines": gettext_lazy("Bussen des Hauses"),
    "coin": gettext_lazy("Am Abend auf 5 Rappen runden"),
    "iban": gettext_lazy("IBAN"),
    "holder": gettext_lazy("Wem das Konto gehört"),
    "street": gettext_lazy("Strasse"),
    "number": gettext_lazy("Hausnummer"),
    "postcode": gettext_lazy("Postleitzahl"),
    "town": gettext_lazy("Ort"),
}

YEARS = range(1900, 3000)
MOST_BILLS = 400
FEES = Fields("do", "day", "till")


@form_page
def fees(request: HttpRequest, slug: str, year: int) -> HttpResponseBase:
    """Who owes the fee of a year, who has paid; billing and noting payments. Role: director."""
    desk = Desk.of(request, slug, Role.DIRECTOR)
    _refuse_strange(year)
    form = FEES.of(request, day=timezone.localdate().isoformat(), till="bank")
    command = COMMANDS.get(form.values.get("do", ""), _bill)
    return submit(
        request,
        desk.actor,
        lambda: command(desk, request, form, year),
        then=lambda told: done(request, told, "kitty_fees", slug, year),
        form=form,
        show=lambda: _show_fees(request, desk, form, year),
    )


def _refuse_strange(year: int) -> None:
    if year not in YEARS:
        raise Http404


def _show_fees(request: HttpRequest, desk: Desk, form: FormState, year: int) -> HttpResponse:
    money, all_ = Money.of(desk.club), services.fees_of_year(desk.club.pk, year)
    asked = request.GET.get("q", "")[:60]
    found = services.by_reference(all_, money.iban, asked) if asked else all_
    return desk.render(
        request,
        "pages/office/fees.html",
        status=form.status,
        form=form,
        typed=form,
        year=year,
        asked=asked,
        money=money,
        due=sum(fee.due for fee in all_),
        paid=sum(fee.paid for fee in all_),
        unpaid=sum(fee.open for fee in all_),
        open=[fee for fee in found if fee.open],
        done=[fee for fee in found if not fee.open],
        proposed=[] if asked else services.proposed(desk.club, year),
    )


def _day(form: FormState) -> date:
    try:
        return date.fromisoformat(form.values["day"])
    except ValueError:
        text = _("Das Datum schreibt man so: 2026-05-31.")
        raise Invalid.at("/day", "no_date", text) from None


def _bill(desk: Desk, request: HttpRequest, form: FormState, year: int) -> str:
    money = Money.of(desk.club)
    price = {"full": money.fee, "reduced": money.reduced or money.fee}
    chosen = [
        (ident, price[value])
        for name, value in list(request.POST.items())[:MOST_BILLS]
        if (ident := uuid_in(name.removeprefix("fee_"))) and value in price
    ]
    if not money.fee:
        text = _("Zuerst festlegen, wie hoch der Beitrag ist.")
        raise Conflict("no_fee", text)
    made = services.bill(**desk.ids, year=year, day=_day(form), amounts=dict(chosen))
    words = ngettext("%(n)s Rechnung gestellt.", "%(n)s Rechnungen gestellt.", len(made))
    return words % {"n": len(made)}


def _pay(desk: Desk, request: HttpRequest, form: FormState, _year: int) -> str:
    ticked = [ident for text in request.POST.getlist("fee") if (ident := uuid_in(text))]
    if not ticked:
        raise Invalid.at("/fees", "nobody", _("Bitte antippen, wer bezahlt hat."))
    by_bank = form.values["till"] != "cash"
    paid = services.pay(**desk.ids, fees=ticked, day=_day(form), by_bank=by_bank)
    words = ngettext("%(n)s Beitrag ist bezahlt.", "%(n)s Beiträge sind bezahlt.", len(paid))
    return words % {"n": len(paid)}


TYPES = {"pdf": "application/pdf", "csv": "text/csv; charset=utf-8", "xlsx": XLSX}
Command = Callable[[Desk, HttpRequest, FormState, int], str]
COMMANDS: Mapping[str, Command] = {"bill": _bill, "pay": _pay}


@shown_page
def bills(request: HttpRequest, slug: str, year: int) -> HttpResponse:
    """Open bills of a year as a PDF, or one of them; for members their own."""
    desk = Desk.of(request, slug)
    _refuse_strange(year)
    money, one = Money.of(desk.club), uuid_in(request.GET.get("fee", ""))
    rows = bookings_of(desk.actor, desk.club.pk).prefetch_related(None)
    rows = rows.filter(year=year, **({"pk": one} if one else {}))
    if not desk.may["director"]:
        rows = rows.filter(entries__player__user=desk.actor.user_id)
    found = [fee for fee in services.fees_in(rows) if fee.open]
    if not money.billable:
        raise Conflict("no_account", _("Der Club hat noch kein Konto für Einzahlungen angegeben."))
    if not found:
        raise Conflict("nothing_open", _("Hier ist nichts offen."))
    return _file(print_bills(desk.club, found, money), slug, _("Beiträge"), end="pdf")


def _file(content: bytes, *name: object, end: str) -> HttpResponse:
    headers = {"Content-Disposition": saved_as(*name, end=end)}
    return HttpResponse(content, content_type=TYPES[end], headers=headers)


@shown_page
def books(request: HttpRequest, slug: str) -> HttpResponse:
    """The kitty by account or as a journal, as CSV, or both as a workbook. Role: director."""
    desk = Desk.of(request, slug, Role.DIRECTOR)
    today = timezone.localdate()
    first = _asked(request, "from", date(today.year, 1, 1))
    last = max(first, _asked(request, "to", today))
    tables = {"accounts": bookkeeping.by_account, "journal": bookkeeping.journal}
    kind = request.GET.get("as", "")
    if kind == "excel":
        grids = [table(desk.club.pk, first, last) for table in tables.values()]
        return _file(xlsx_bytes(grids), slug, _("Kasse"), first, last, end="xlsx")
    grid = tables.get(kind, bookkeeping.by_account)(desk.club.pk, first, last)
    return _file(csv_bytes(grid, bom=True), slug, grid.title, first, last, end="csv")


def _asked(request: HttpRequest, name: str, usual: date) -> date:
    try:
        return date.fromisoformat(request.GET.get(name, ""))
    except ValueError:
        return usual


AMOUNTS = ("fee", "reduced", "fine", "point")
READERS: dict[str, Any] = {**dict.fromkeys(ADDRESS, line(80)), "fines": raw(2_000)}
MONEY = Fields(*AMOUNTS, "coin", "iban", **READERS)


@form_page
def money(request: HttpRequest, slug: str) -> HttpResponseBase:
    """What the club has agreed about money. Role: admin."""
    desk = Desk.of(request, slug, Role.ADMIN)
    form = MONEY.of(request, **_as_typed(Money.of(desk.club)))
    return submit(
        request,
        desk.actor,
        lambda: services.change_money(**desk.ids, version=desk.club.version, money=_read(form)),
        then=lambda _club: done(request, _("Gilt ab jetzt."), "kitty", slug),
        form=form,
        show=lambda: desk.render(
            request, "pages/office/money.html", status=form.status, typed=form
        ),
    )


def _as_typed(money: Money) -> dict[str, str]:
    """As the form shows it; an amount of nothing stays empty."""
    amounts = {name: getattr(money, name) for name in AMOUNTS}
    shown = {name: written(amount) if amount else "" for name, amount in amounts.items()}
    fines = "\n".join(f"{words} {written(amount)}" for words, amount in money.fines)
    coin = "5" if money.coin == 5 else ""
    address = {name: getattr(money, name) for name in (*ADDRESS, "iban")}
    return {**address, **shown, "fines": fines, "coin": coin}


def differing(
    before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[tuple[str, Any, Any]]:
    """What two agreements about money differ in, by its name on the page, as it is typed there."""
    one, other = (_as_typed(Money(**agreed)) for agreed in (before, after))
    for key, name in NAMES.items():
        if one[key] != other[key]:
            pair = (side[key].replace("\n", ", ") for side in (one, other))
            yield (str(name), *(map(bool, pair) if key == "coin" else pair))


def _read(form: FormState) -> Money:
    typed, wrong = form.values, list[Finding]()
    values: dict[str, Any] = {name: typed[name] for name in ADDRESS}
    values |= {name: _amount(typed[name], f"/{name}", wrong) for name in AMOUNTS}
    values["fines"] = list(_fines(typed["fines"], wrong))[:MOST_FINES]
    values["coin"] = 5 if typed["coin"] else 1
    read = Money(**values, iban="".join(typed["iban"].split()).upper())
    Invalid.raise_for([*wrong, *read.faults()], _("So kann das nicht gelten."))
    return read


def _amount(text: str, pointer: str, wrong: list[Finding]) -> int:
    amount = rappen(text) if text else 0
    if amount is None or not 0 <= amount <= MOST_RAPPEN:
        wrong.append(Finding("no_amount", pointer, _("Beträge schreibt man so: 2.50.")))
    return amount or 0


def _fines(text: str, wrong: list[Finding]) -> Iterator[tuple[str, int]]:
    """A line each: what for, and the amount at its end."""
    for row in filter(None, map(str.strip, text.splitlines())):
        words, _space, amount = row.rpartition(" ")
        found = rappen(amount)
        if not words or not found or not 0 < found <= MOST_RAPPEN:
            said = _("Jede Zeile braucht Worte und am Ende einen Betrag: «%(row)s».")
            wrong.append(Finding("no_fine", "/fines", said % {"row": row[:60]}))
        else:
            yield line(60)(words), found


def fee_of(desk: Desk, booking_id: UUID) -> Fee | None:
    """The bill that a booking is, for its page."""
    rows = bookings_of(desk.actor, desk.club.pk).prefetch_related(None).filter(pk=booking_id)
    return next(iter(services.fees_in(rows)), None)
