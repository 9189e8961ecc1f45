"""The kitty for a bookkeeping program: double entry, by account, over a span of days.

Each entry of the kitty is one line from an account to another. A settlement between people runs
over an account of its own, which is at zero after every booking. The numbers are those of the
Swiss chart of accounts for small firms, as clubs use it.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from jassclub.clubs.models import KittyBooking, KittyEntry
from jassclub.exchange.grids import Cell, Grid

Kind = KittyBooking.Kind
CASH, BANK, PEOPLE, BETWEEN, OTHER, SPENT = 1000, 1020, 1100, 1190, 3900, 4000
INCOME: Mapping[str, int] = {Kind.FEE: 3000, Kind.STAKE: 3100, Kind.FINE: 3200}
ACCOUNTS: Mapping[int, str | Promise] = {
    CASH: gettext_lazy("Kasse"),
    BANK: gettext_lazy("Bank"),
    PEOPLE: gettext_lazy("Konten der Mitglieder"),
    BETWEEN: gettext_lazy("Abrechnungen unter Mitgliedern"),
    INCOME[Kind.FEE]: gettext_lazy("Mitgliederbeiträge"),
    INCOME[Kind.STAKE]: gettext_lazy("Einsätze"),
    INCOME[Kind.FINE]: gettext_lazy("Bussen"),
    OTHER: gettext_lazy("übrige Einnahmen"),
    SPENT: gettext_lazy("Ausgaben des Clubs"),
}


@dataclass(frozen=True)
class Posting:
    """Money from `credit` to `debit`, in Rappen above zero."""

    day: date
    voucher: str
    debit: int
    credit: int
    amount: int
    text: str


def accounts_of(kind: str, amount: int, *, by_bank: bool, own: bool) -> tuple[int, int]:
    """The account that gains and the one that gives where an amount is above zero; `own`: it is
    the club's money. Below zero they change places."""
    if kind == Kind.PAYMENT:
        till = BANK if by_bank else CASH
        return (till, (OTHER if amount > 0 else SPENT) if own else PEOPLE)
    return INCOME.get(kind, BETWEEN), PEOPLE


def postings(club_id: UUID, until: date | None = None) -> Iterator[Posting]:
    """Everything that was booked, in order; a reversal stands on its own day with a minus turned
    round, so that nothing disappears."""
    entries = KittyEntry.objects.filter(club=club_id, booking__club=club_id).exclude(amount=0)
    if until is not None:
        entries = entries.filter(booking__day__lte=until)
    rows = entries.select_related("booking", "player__merged_into")
    for entry in rows.order_by("booking__day", "booking__created_at", "pk").iterator(1000):
        yield _posting(entry)


def _posting(entry: KittyEntry) -> Posting:
    booking, amount = entry.booking, entry.amount
    own = entry.player is None
    # What was taken back goes the way of what it takes back.
    meant = -amount if booking.is_counter else amount
    gains, gives = accounts_of(booking.kind, meant, by_bank=booking.by_bank, own=own)
    debit, credit = (gains, gives) if amount > 0 else (gives, gains)
    who = _("der Club selbst") if entry.player is None else entry.player.person.name
    text = ", ".join(part for part in (booking.get_kind_display(), who, booking.said) if part)
    return Posting(booking.day, booking.voucher, debit, credit, abs(amount), text)


def journal(club_id: UUID, first: date, last: date) -> Grid:
    """Line by line, as it was booked."""
    head = [_("Tag"), _("Beleg"), _("Soll"), _("Haben"), _("Betrag"), _("Text")]
    rows: list[list[Cell]] = [
        [one.day, one.voucher, one.debit, one.credit, francs(one.amount), one.text]
        for one in postings(club_id, last)
        if one.day >= first
    ]
    return Grid("journal", _("Journal"), head, rows)


def by_account(club_id: UUID, first: date, last: date) -> Grid:
    """Account by account: what it had before, each line, what it has at the end."""
    head = [_("Konto"), _("Name"), _("Tag"), _("Beleg"), _("Gegenkonto"), _("Text")]
    head += [_("Soll"), _("Haben"), _("Saldo")]
    before: dict[int, int] = defaultdict(int)
    lines: dict[int, list[tuple[Posting, int, int]]] = defaultdict(list)
    for one in postings(club_id, last):
        for account, other, sign in ((one.debit, one.credit, 1), (one.credit, one.debit, -1)):
            if one.day < first:
                before[account] += sign * one.amount
            else:
                lines[account].append((one, other, sign))
    rows: list[list[Cell]] = []
    for account, name in ACCOUNTS.items():
        if account not in before and account not in lines:
            continue
        sum_ = before[account]
        own: list[Cell] = [account, str(name)]
        rows.append([*own, first, "", None, _("Vortrag"), None, None, francs(sum_)])
        for one, other, sign in lines[account]:
            sum_ += sign * one.amount
            sides = (francs(one.amount), None) if sign > 0 else (None, francs(one.amount))
            rows.append([*own, one.day, one.voucher, other, one.text, *sides, francs(sum_)])
        rows.append([*own, last, "", None, _("Schlusssaldo"), None, None, francs(sum_)])
    return Grid("accounts", _("Konten"), head, rows)


def francs(amount: int) -> Decimal:
    """Rappen as programs read them."""
    return (Decimal(amount) / 100).quantize(Decimal("0.01"))
