"""A phone at a table of the hall: it sees who sits there, speaks for a seat, begins to write.

Writing the total of a passe at its table, and agreeing to what the other side wrote.
"""

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from jassclub.clubs.actors import Actor
from jassclub.clubs.services import links
from jassclub.core.errors import Conflict, NotFound
from jassclub.core.rows import first_or
from jassclub.web.form_state import Fields
from jassclub.web.forms import done, page, sent_from, shown_page, submit
from jassclub.web.offline_queue import KEPT
from tournaments.core.selectors import TABLE, visible_tournaments
from tournaments.results import hands, services
from tournaments.results.pages.table_page import TOTALS, TablePage
from tournaments.rounds.models import Table

PAGE = "tournament_table"
SEAT = Fields("seat")


@shown_page
def table(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """Who sits here in the open round, the clock, and the way to write."""
    answer = render(request, "tournaments/table.html", {"page": page_of(request, table_id)})
    answer[KEPT] = "1"
    return answer


@sent_from(PAGE, "table_id")
@page
def seat(request: HttpRequest, table_id: UUID) -> HttpResponseBase:
    """The phone speaks for a seat of the passe that it was shown."""
    actor, passe_id = page_of(request, table_id).actor, passe_named(request)
    chosen = SEAT.read(request.POST).whole("seat")
    return _tried(
        request, table_id, lambda: hands.take_seat(actor=actor, passe_id=passe_id, seat=chosen)
    )


def _tried(request: HttpRequest, table_id: UUID, command: Callable[[], object]) -> HttpResponseBase:
    """Back at the table, where what came in between is told."""
    try:
        command()
    except Conflict as late:
        messages.info(request, late.message)
    return redirect(PAGE, table_id)


@sent_from(PAGE, "table_id")
@page
def record(request: HttpRequest, table_id: UUID) -> HttpResponseBase:
    """Begin the game of the passe, or go on with the one that somebody else has begun."""
    shown = page_of(request, table_id)
    dealer = request.POST.get("first_dealer", "")
    seats = {str(chair["seat"]): chair["seat"] for chair in shown.chairs}
    try:
        game = hands.open_passe(
            actor=shown.actor, passe_id=passe_named(request), first_dealer=seats.get(dealer, 0)
        )
    except Conflict as refusal:
        return done(request, refusal.message, PAGE, table_id)
    return redirect("game", game.pk)


@sent_from(PAGE, "table_id")
@page
def leave(request: HttpRequest, table_id: UUID) -> HttpResponseBase:
    """The phone belongs to no table any more; what it wrote stays."""
    actor = _actor(request, table_id)
    if not actor.is_device:
        raise hidden_table()
    links.change_device(actor=actor, values={"seat": None})
    return links.forget(
        render(
            request,
            "scoring/phone_word.html",
            {"words": _("Dieses Telefon ist vom Tisch abgemeldet.")},
        )
    )


def _actor(request: HttpRequest, table_id: UUID) -> Actor:
    return links.actor_at(request, lets_in=lambda scope: scope == (TABLE, str(table_id)))


def page_of(request: HttpRequest, table_id: UUID) -> TablePage:
    """The page of a table for whoever asks; NotFound where he may not know of it."""
    actor = _actor(request, table_id)
    tables = Table.objects.filter(tournament__in=visible_tournaments(actor))
    found = tables.select_related("tournament__club").filter(pk=table_id)
    return TablePage(first_or(found, hidden_table()), actor)


def passe_named(request: HttpRequest) -> UUID:
    """The passe that the form was made for; none where it is no form of ours."""
    try:
        return UUID(request.POST.get("passe", ""))
    except ValueError:
        raise hidden_table() from None


def hidden_table() -> NotFound:
    """A table that is not there and one that is not visible look the same."""
    return NotFound("table_not_found", _("Diesen Tisch gibt es nicht."))


@sent_from(PAGE, "table_id")
@page
def type_at_table(request: HttpRequest, table_id: UUID) -> HttpResponseBase:
    """Write the total; with errors the page comes back as typed."""
    shown = page_of(request, table_id)
    if shown.passe is None or shown.passe.pk != passe_named(request):
        return done(request, _("Diese Runde ist abgeschlossen."), PAGE, table_id)
    passe_id, shown.typed = shown.passe.pk, TOTALS.read(request.POST)

    def back(typed: services.Typed) -> HttpResponse:
        if typed.outcome == "contested":
            messages.info(request, services.as_conflict(typed).message)
        return redirect(PAGE, table_id)

    def show() -> HttpResponse:
        return render(
            request,
            "tournaments/table.html",
            {"page": shown, "typed": shown.typed},
            status=shown.typed.status,
        )

    return submit(
        request,
        shown.actor,
        lambda: services.type_sheet(actor=shown.actor, passe_id=passe_id, data=shown.data),
        then=back,
        form=shown.typed,
        show=show,
    )


@sent_from(PAGE, "table_id")
@page
def confirm_at_table(request: HttpRequest, table_id: UUID, sheet_id: UUID) -> HttpResponseBase:
    """The other side says that the total is right."""
    services.confirm_sheet(actor=_asking(request, table_id, sheet_id), sheet_id=sheet_id)
    return redirect(PAGE, table_id)


@sent_from(PAGE, "table_id")
@page
def contest_at_table(request: HttpRequest, table_id: UUID, sheet_id: UUID) -> HttpResponseBase:
    """A phone of the table says that the total is wrong."""
    actor = _asking(request, table_id, sheet_id)
    return _tried(request, table_id, lambda: services.contest_sheet(actor=actor, sheet_id=sheet_id))


def _asking(request: HttpRequest, table_id: UUID, sheet_id: UUID) -> Actor:
    """Who asks about a version; NotFound where it is none of what is played at the table now."""
    shown = page_of(request, table_id)
    if shown.passe is None or not shown.passe.sheets.filter(pk=sheet_id).exists():
        raise hidden_table()
    return shown.actor
