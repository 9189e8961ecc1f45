"""The kitty of a club: who has how much, what was booked, booking and taking back."""

from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from jassclub.clubs import rights as clubs
from jassclub.clubs.balances import Balance, bookings_of, kitty_state, own_balances, sees_all
from jassclub.clubs.models import KittyBooking, Player, Role
from jassclub.clubs.pages.office import Desk
from jassclub.clubs.rights import rows_of
from jassclub.clubs.services import kitty as books
from jassclub.core.errors import Invalid
from jassclub.home.office.booking import LONGEST_NOTE, WISHES, BookingForm
from jassclub.web.form_state import Fields, FormState, line
from jassclub.web.forms import done, page, submit
from jassclub.web.francs import written
from scoring.claims.selectors import visible_games
from scoring.core.models import Game

AT_ONCE = 25
"""Bookings on one page."""
GAMES = 20
"""Closed games that a settlement can be booked for."""
TAKE_BACK = Fields(reason=line(LONGEST_NOTE))


@never_cache
@require_GET
@page
def kitty(request: HttpRequest, slug: str) -> HttpResponse:
    """Balances and bookings: everything for the direction, his own for a member."""
    desk = Desk.of(request, slug)
    whose = _chosen_player(desk, request.GET.get("player", ""))
    rows = _rows(desk, whose)
    shown = Paginator(rows, AT_ONCE).get_page(request.GET.get("page"))
    context = desk.context(
        **_balances(desk),
        whose=whose,
        bookings=shown,
        kinds=KittyBooking.Kind.choices,
    )
    return render(request, "pages/office/kitty.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@page
def book(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Book for one player or several at once. Role: scribe."""
    desk = Desk.of(request, slug, Role.SCRIBE)
    form = BookingForm(desk.club, _bookable(desk), _games(desk))
    if request.method == "POST":
        form.read(request.POST)
    return submit(
        request,
        desk.actor,
        lambda: books.book(actor=desk.actor, club_id=desk.club.pk, **form.arguments()),
        then=lambda booked: done(request, _told(booked), "kitty", slug),
        form=form,
        show=lambda: _show_form(request, desk, form),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@page
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
    context = desk.context(form=form, typed=form.typed, wishes=list(WISHES.items()))
    return render(request, "pages/office/book.html", context, status=form.typed.status)


def _show(request: HttpRequest, desk: Desk, row: KittyBooking, form: FormState) -> HttpResponse:
    own = row.actor == str(desk.actor)
    context = desk.context(
        booking=row,
        writer=clubs.named(desk.club, [row.actor])[row.actor],
        cancels=KittyBooking.objects.filter(cancelled_by=row).first(),
        game=_game_of(desk, row),
        total=sum(entry.amount for entry in row.entries.all()),
        typed=form,
    )
    stands = not row.is_counter and row.cancelled_by_id is None
    may = context["may"]
    context["reversible"] = stands and (may["director"] or (own and may["scribe"]))
    return render(request, "pages/office/booking.html", context, status=form.status)


def _chosen_player(desk: Desk, ident: str) -> Player | None:
    """Whose bookings are asked for; None for everybody's."""
    try:
        wanted = UUID(ident)
    except ValueError:
        return None
    return clubs.found(clubs.players(desk.actor).filter(club=desk.club), wanted).person


def _rows(desk: Desk, whose: Player | None) -> QuerySet[KittyBooking]:
    rows = bookings_of(desk.actor, desk.club.pk).order_by("-created_at", "id")
    return rows if whose is None else rows.filter(entries__player__in=rows_of(whose)).distinct()


def _balances(desk: Desk) -> dict[str, Any]:
    if not sees_all(desk.actor, desk.club.pk):
        return {"state": None, "balances": _columns(own_balances(desk.actor, desk.club.pk))}
    state = kitty_state(desk.club.pk)
    return {"state": state, "balances": _columns(state.balances)}


def _columns(balances: list[Balance]) -> list[tuple[Balance, list[int]]]:
    """Each balance with its sums in the order of the kinds."""
    kinds = KittyBooking.Kind.values
    return [(row, [row.by_kind.get(kind, 0) for kind in kinds]) for row in balances]


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
        "%(kind)s gebucht: %(count)d Person, zusammen %(total)s.",
        "%(kind)s gebucht: %(count)d Personen, zusammen %(total)s.",
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
