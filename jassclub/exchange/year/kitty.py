"""The kitty in the pack of a season's end: for the auditors, and for each member."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.db.models import Q, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs import rights as clubs
from jassclub.clubs.models import KittyBooking, KittyEntry, Season
from jassclub.clubs.rights import who_is_who
from jassclub.exchange.grids import Cell, Grid
from tournaments.format.pure import as_decimal
from tournaments.seasons.selectors import names

Kind = KittyBooking.Kind


@dataclass(frozen=True)
class Account:
    """Rappen by kind of booking, before the season and in it."""

    before: Mapping[str, int]
    moved: Mapping[str, int]

    @property
    def line(self) -> list[int]:
        """The first amount, what was moved of each kind, the last amount."""
        start, moved = sum(self.before.values()), [self.moved[kind] for kind in Kind]
        return [start, *moved, start + sum(moved)]


@dataclass
class Books:
    """The kitty in a season, read once."""

    season: Season

    @cached_property
    def until(self) -> date:
        """The last day that they tell of: nobody knows yet what comes after today."""
        return min(self.season.ends, timezone.localdate())

    @cached_property
    def money(self) -> Grid:
        """The box and the account at the bank, each with what it had, got, gave, and has."""
        paid = KittyEntry.objects.filter(
            club=self.season.club_id, booking__kind=Kind.PAYMENT, booking__day__lte=self.until
        )
        now = Q(booking__day__gte=self.season.starts)
        both = []
        for by_bank in (False, True):
            sums = paid.filter(booking__by_bank=by_bank).aggregate(
                start=Sum("amount", filter=~now),
                into=Sum("amount", filter=now & Q(amount__gt=0)),
                out=Sum("amount", filter=now & Q(amount__lt=0)),
            )
            line = [sums[name] or 0 for name in ("start", "into", "out")]
            both.append([*line, sum(line)])
        both.append([sum(column) for column in zip(*both, strict=True)])
        called = (_("Kasse"), _("Bank"), _("Zusammen"))
        return Grid(
            "money",
            _("Kasse und Bank"),
            [_("Name"), _("Anfang"), _("Eingänge"), _("Ausgänge"), _("Ende")],
            [[words, *map(francs, line)] for words, line in zip(called, both, strict=True)],
        )

    @cached_property
    def accounts(self) -> Mapping[str, Account]:
        """By person, and the club's own bookings by ""."""
        who = who_is_who(self.season.club_id)
        rows = KittyEntry.objects.filter(club=self.season.club_id, booking__day__lte=self.until)
        before = _by_person(rows.filter(booking__day__lt=self.season.starts), who)
        moved = _by_person(rows.filter(booking__day__gte=self.season.starts), who)
        return {ident: Account(before[ident], moved[ident]) for ident in {**before, **moved}}

    def grids(self) -> list[Grid]:
        """Each account from its first to its last amount, and every voucher."""
        called = names(ident for ident in self.accounts if ident)
        rows = [(name, self.accounts[ident]) for ident, name in called.items()]
        rows.sort(key=lambda row: row[0].casefold())
        accounts = Grid(
            "accounts",
            _("Konten der Kasse"),
            [_("Name"), _("Anfang"), *(str(kind.label) for kind in Kind), _("Ende")],
            [[name, *map(francs, account.line)] for name, account in rows] + self.totals(),
        )
        return [self.money, accounts, _vouchers(self.season, self.until)]

    def totals(self) -> list[list[Cell]]:
        """Of all people; what lies in the box and at the bank; what of it is the club's."""
        every = self.accounts.values()
        lines = [account.line for ident, account in self.accounts.items() if ident]
        owed = [sum(column) for column in zip([0] * (len(Kind) + 2), *lines, strict=True)]
        start = sum(account.before[Kind.PAYMENT] for account in every)
        paid = sum(account.moved[Kind.PAYMENT] for account in every)
        moved: list[Cell] = [francs(paid) if kind == Kind.PAYMENT else None for kind in Kind]
        own: list[Cell] = [None for _kind in Kind]
        return [
            [_("Alle Konten zusammen"), *map(francs, owed)],
            [_("In Kasse und Bank"), francs(start), *moved, francs(start + paid)],
            [_("gehört dem Club"), francs(start - owed[0]), *own, francs(start + paid - owed[-1])],
        ]

    def account_of(self, ident: str) -> str:
        """One account in one line; nothing where nothing was booked."""
        account = self.accounts.get(ident)
        if account is None or not any(account.line):
            return ""
        heads = [_("Anfang"), *(str(kind.label) for kind in Kind)]
        amounts = zip(heads, account.line, strict=False)
        told = [f"{head} {francs(amount)}" for head, amount in amounts if amount]
        return " · ".join([*told, f"{_('Ende')} {francs(account.line[-1])}"])


def _by_person(entries: Any, who: Any) -> dict[str, dict[str, int]]:
    sums: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    rows = entries.order_by().values_list("player_id", "booking__kind")
    for player, kind, amount in rows.annotate(sum=Sum("amount")):
        sums[str(who(player)) if player else ""][kind] += amount
    return sums


def francs(amount: int) -> Cell:
    return as_decimal(Fraction(amount, 100))


def _vouchers(season: Season, until: date) -> Grid:
    """In the order in which they were written, so that a late one is the last."""
    bookings = KittyBooking.objects.filter(club=season.club_id, day__range=(season.starts, until))
    rows = bookings.order_by("created_at", "pk").prefetch_related("entries__player__merged_into")
    writers = clubs.named(season.club, [row.actor for row in rows])
    head = [
        _("Beleg"),
        _("Datum"),
        _("Was"),
        _("Name"),
        _("Betrag"),
        _("Notiz"),
        _("Eingetragen von"),
    ]
    lines: list[list[Cell]] = [
        [row.voucher, row.day, _what(row),
         entry.player.person.name if entry.player else _("der Club"),
         francs(entry.amount), row.said, writers[row.actor]]
        for row in rows
        for entry in row.entries.all()
    ]  # fmt: skip
    return Grid("vouchers", _("Belege"), head, lines)


def _what(row: KittyBooking) -> str:
    words = row.get_kind_display()
    if row.is_counter:
        return f"{words} ({_('Gegenbuchung')})"
    return f"{words} ({_('aufgehoben')})" if row.cancelled_by_id else words
