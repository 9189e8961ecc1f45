"""The kitty of a club: who has how much, what was booked, booking and taking back."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from jassclub.clubs import rights as clubs
from jassclub.clubs.api.clubs import MOST_RAPPEN
from jassclub.clubs.models import KittyBooking, Player, Role
from jassclub.clubs.pages.office import Desk
from jassclub.clubs.rights import rows_of
from jassclub.clubs.services import kitty as books
from jassclub.clubs.services.fees import Money
from jassclub.clubs.services.kitty import bookings_of, kitty_state, own_balances, sees_all
from jassclub.core.errors import DomainError, Finding, Invalid
from jassclub.core.rows import uuid_in
from jassclub.home.office.fees import fee_of
from jassclub.web.form_state import Fields, FormState, line
from jassclub.web.forms import done, form_page, shown_page, submit
from jassclub.web.francs import rappen, written
from scoring.claims.selectors import visible_games
from scoring.core.models import Game
from tournaments.evenings.paying import paid_with

Kind = KittyBooking.Kind
CLUB = "club"
"""The row of the club's own money."""
LONGEST_NOTE = 200


@dataclass(frozen=True)
class Wish:
    """What a secretary wants to write down. `sign`: what his plain amounts mean for a player."""

    words: str | Promise
    kind: Kind
    sign: int = 0
    """-1: the player owes it, 1: it is to his credit, 0: typed with its sign."""


WISHES: Mapping[str, Wish] = {
    "stake": Wish(gettext_lazy("Einsatz"), Kind.STAKE, -1),
    "fine": Wish(gettext_lazy("Busse"), Kind.FINE, -1),
    "paid_in": Wish(gettext_lazy("Einzahlung"), Kind.PAYMENT, 1),
    "paid_out": Wish(gettext_lazy("Auszahlung"), Kind.PAYMENT, -1),
    "settlement": Wish(gettext_lazy("Abrechnung"), Kind.SETTLEMENT),
}


@dataclass(frozen=True)
class Row:
    """One line of the form: a player, or the club itself."""

    name: str
    words: str
    player_id: UUID | None


class BookingForm:
    """What the template reads, and what the service is told."""

    def __init__(self, request: HttpRequest, desk: Desk) -> None:
        self.club, self.games = desk.club, _games(desk)
        people = [Row(str(player.pk), player.name, player.pk) for player in _bookable(desk)]
        self.rows = [*people, Row(CLUB, _("der Club selbst"), None)]
        """Everybody who can be booked for, the club itself last."""
        own = [f"{part}_{row.name}" for row in self.rows for part in ("on", "own")]
        names = ("wish", "day", "amount", "game", "by_bank", *own)
        fields = Fields(*names, note=line(LONGEST_NOTE))
        first = {"wish": "stake", "day": timezone.localdate().isoformat()}
        # A fine of the house, as its link on the page of the kitty says it.
        told = {
            name: request.GET[name][:60]
            for name in ("wish", "amount", "note")
            if name in request.GET
        }
        self.typed = fields.of(request, **{**first, **told})

    @property
    def fields(self) -> list[tuple[Row, bool, str, Sequence[str]]]:
        """Each row with its tick, the amount of its own, and what is wrong there."""
        values, errors = self.typed.values, self.typed.errors
        return [
            (
                row,
                bool(values.get(f"on_{row.name}")),
                values.get(f"own_{row.name}", ""),
                errors.get(f"own_{row.name}", ()),
            )
            for row in self.rows
        ]

    def refuse(self, refusal: DomainError) -> None:
        """Say what is wrong at its field."""
        places = {f"/entries/{at}": f"own_{row.name}" for at, row in enumerate(self._chosen())}
        plain = {name: name[1:] for name in ("/wish", "/day", "/amount")}
        self.typed.refuse(refusal, plain | places | {"/entries": "people", "/source": "game"})

    def arguments(self) -> dict[str, Any]:
        """What `kitty.book` wants; Invalid with everything that is wrong, however many fields."""
        own = list(self._unreadable())
        wish = WISHES.get(self.typed.values["wish"])
        lines = [books.Line(row.player_id, self._amount(row) or 0) for row in self._chosen()]
        if wish is not None and lines:
            found = books.faults(self.club.pk, kind=wish.kind, lines=lines, source=self._source())
            # What is said of people and games holds even while an amount is unreadable.
            ends = ("/player", "/source")
            own += [detail for detail in found if not own or detail.pointer.endswith(ends)]
        if own or wish is None:
            raise Invalid.of(own, _("So kann nicht gebucht werden."))
        return {
            "kind": wish.kind,
            "day": date.fromisoformat(self.typed.values["day"]),
            "note": self.typed.values["note"],
            "lines": lines,
            "source": self._source(),
            "by_bank": bool(self.typed.values["by_bank"]),
        }

    def _chosen(self) -> list[Row]:
        """The rows that are ticked or have an amount of their own."""
        values = self.typed.values
        return [
            row for row in self.rows if values.get(f"on_{row.name}") or values[f"own_{row.name}"]
        ]

    def _amount(self, row: Row) -> int | None:
        text = self.typed.values[f"own_{row.name}"] or self.typed.values["amount"]
        amount, wish = rappen(text), WISHES.get(self.typed.values["wish"])
        return amount if amount is None or wish is None else amount * (wish.sign or 1)

    def _source(self) -> books.Source | None:
        chosen = [game for game in self.games if str(game.pk) == self.typed.values["game"]]
        return books.Source("game", chosen[0].pk) if chosen else None

    def _unreadable(self) -> Iterator[Finding]:
        if self.typed.values["wish"] not in WISHES:
            yield Finding("unknown_kind", "/wish", _("Was soll gebucht werden?"))
        try:
            date.fromisoformat(self.typed.values["day"])
        except ValueError:
            yield Finding("no_date", "/day", _("Das Datum schreibt man so: 2026-05-31."))
        yield from self._bad_amounts()

    def _bad_amounts(self) -> Iterator[Finding]:
        chosen, common = self._chosen(), self.typed.values["amount"]
        if not chosen:
            text = _("Kreuze an, für wen gebucht wird, oder schreib einen eigenen Betrag.")
            yield Finding("nobody", "/entries", text)
        if common:
            yield from self._bad_amount(common, "/amount")
        for at, row in enumerate(chosen):
            own = self.typed.values[f"own_{row.name}"]
            if own:
                yield from self._bad_amount(own, f"/entries/{at}/amount")
            elif not common:
                text = _("Für %(name)s fehlt der Betrag.") % {"name": row.words}
                yield Finding("amount_missing", f"/entries/{at}/amount", text)

    def _bad_amount(self, text: str, pointer: str) -> Iterator[Finding]:
        amount, wish = rappen(text), WISHES.get(self.typed.values["wish"])
        if amount is None:
            yield Finding("no_amount", pointer, _("Beträge schreibt man so: 2.50."))
        elif abs(amount) > MOST_RAPPEN:
            yield Finding("too_large", pointer, _("So viel geht nicht auf einmal."))
        elif wish is not None and wish.sign and amount <= 0:
            yield Finding("not_positive", pointer, _("Hier gehört ein Betrag über null hin."))


AT_ONCE = 25
"""Bookings on one page."""
GAMES = 20
"""Closed games that a settlement can be booked for."""
TAKE_BACK = Fields(reason=line(LONGEST_NOTE))


@shown_page
def kitty(request: HttpRequest, slug: str) -> HttpResponse:
    """Balances and bookings: everything for the direction, his own for a member."""
    desk = Desk.of(request, slug)
    whose = _chosen_player(desk, request.GET.get("player", ""))
    return desk.render(
        request,
        "pages/office/kitty.html",
        **_balances(desk),
        whose=whose,
        bookings=Paginator(_rows(desk, whose), AT_ONCE).get_page(request.GET.get("page")),
        kinds=KittyBooking.Kind.choices,
        today=timezone.localdate(),
        fines=Money.of(desk.club).fines if desk.may["scribe"] else [],
    )


@form_page
def book(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Book for one player or several at once. Role: scribe."""
    desk = Desk.of(request, slug, Role.SCRIBE)
    form = BookingForm(request, desk)
    return submit(
        request,
        desk.actor,
        lambda: books.book(**desk.ids, **form.arguments()),
        then=lambda booked: done(request, _told(booked), "kitty", slug),
        form=form,
        show=lambda: _show_form(request, desk, form),
    )


@form_page
def booking(request: HttpRequest, slug: str, booking_id: UUID) -> HttpResponseBase:
    """One booking, and taking it back by its opposite."""
    desk = Desk.of(request, slug)
    row = clubs.found(bookings_of(desk.actor, desk.club.pk), booking_id)
    form = TAKE_BACK.of(request)
    return submit(
        request,
        desk.actor,
        lambda: books.cancel(actor=desk.actor, booking_id=row.pk, reason=_reason(form)),
        then=lambda _counter: done(request, _("Die Buchung ist aufgehoben."), "kitty", slug),
        form=form,
        show=lambda: _show(request, desk, row, form),
    )


def _show_form(request: HttpRequest, desk: Desk, form: BookingForm) -> HttpResponse:
    return desk.render(
        request,
        "pages/office/book.html",
        status=form.typed.status,
        form=form,
        typed=form.typed,
        wishes=list(WISHES.items()),
    )


def _show(request: HttpRequest, desk: Desk, row: KittyBooking, form: FormState) -> HttpResponse:
    own = row.actor == str(desk.actor) and desk.may["scribe"]
    stands = not row.is_counter and row.cancelled_by_id is None
    return desk.render(
        request,
        "pages/office/booking.html",
        status=form.status,
        booking=row,
        writer=clubs.named(desk.club, [row.actor])[row.actor],
        cancels=KittyBooking.objects.filter(cancelled_by=row).first(),
        game=_game_of(desk, row),
        total=sum(entry.amount for entry in row.entries.all()),
        typed=form,
        fee=fee_of(desk, row.pk) if row.kind == Kind.FEE else None,
        billable=Money.of(desk.club).billable,
        reversible=stands and (own or desk.may["director"]),
        paid_with=paid_with(desk.club, row) if stands else (),
    )


def _chosen_player(desk: Desk, ident: str) -> Player | None:
    """Whose bookings are asked for; None for everybody's."""
    wanted = uuid_in(ident)
    if wanted is None:
        return None
    return clubs.found(clubs.players(desk.actor).filter(club=desk.club), wanted).person


def _rows(desk: Desk, whose: Player | None) -> QuerySet[KittyBooking]:
    rows = bookings_of(desk.actor, desk.club.pk).order_by("-created_at", "id")
    return rows if whose is None else rows.filter(entries__player__in=rows_of(whose)).distinct()


def _balances(desk: Desk) -> dict[str, Any]:
    """Each balance with its sums in the order of the kinds."""
    state = kitty_state(desk.club.pk) if sees_all(desk.actor, desk.club.pk) else None
    rows = own_balances(desk.actor, desk.club.pk) if state is None else state.balances
    balances = [(row, [row.by_kind.get(kind, 0) for kind in Kind.values]) for row in rows]
    return {"state": state, "balances": balances}


def _bookable(desk: Desk) -> list[Player]:
    """Everybody who plays here; for who sees it, also who is gone but has not settled yet."""
    seen = kitty_state(desk.club.pk).balances if sees_all(desk.actor, desk.club.pk) else []
    open_ones = [row.player.pk for row in seen if row.amount]
    people = clubs.players(desk.actor).filter(club=desk.club, merged_into=None)
    return list(people.filter(Q(active=True) | Q(pk__in=open_ones)).order_by("name"))


def _games(desk: Desk) -> list[Game]:
    closed = visible_games(desk.actor).filter(club=desk.club, state=Game.State.CLOSED)
    return list(closed.order_by("-played_on", "-created_at")[:GAMES])


def _game_of(desk: Desk, row: KittyBooking) -> Game | None:
    if row.source_kind != "game" or row.source_id is None:
        return None
    return visible_games(desk.actor).filter(pk=row.source_id).first()


def _told(booked: KittyBooking) -> str:
    amounts = list(booked.entries.values_list("amount", flat=True))
    words = ngettext(
        "%(kind)s gebucht: %(count)s Person, zusammen %(total)s.",
        "%(kind)s gebucht: %(count)s Personen, zusammen %(total)s.",
        len(amounts),
    )
    kind, total = booked.get_kind_display(), written(sum(amounts))
    return words % {"kind": kind, "count": len(amounts), "total": total}


def _reason(form: FormState) -> str:
    if not form.values["reason"]:
        raise Invalid.at(
            "/reason", "required", _("Schreib in zwei Worten, warum die Buchung falsch war.")
        )
    return form.values["reason"]
