"""The addresses of the director's desk: the screen, its commands, typing, one table."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from jassclub.clubs.models import Role
from jassclub.clubs.rights import require_role
from jassclub.core.errors import Conflict, NotFound
from jassclub.web.forms import done, page, sent_from, submit
from tournaments.core.desk_page import CommandForm, Desk
from tournaments.desk.pages import overview as desk_overview
from tournaments.desk.pages import people as desk_people
from tournaments.desk.pages import table as desk_table
from tournaments.desk.pages.overview import overview
from tournaments.draw.pages import plan as desk_plan
from tournaments.money import page as desk_money
from tournaments.results.pages.sheets import SheetForm, in_words, next_to_type, rows_of
from tournaments.results.services import Typed, type_sheet
from tournaments.rounds.models import Round
from tournaments.rounds.selectors import open_round

PAGES: dict[str, tuple[str, Callable[..., HttpResponse]]] = {
    "overview": ("desk", overview),
    "people": ("desk_people", desk_people.show),
    "plan": ("desk_plan", desk_plan.show),
    "money": ("desk_money", desk_money.show),
}
"""Where the forms of commands stand: name of the address, and what shows the page."""
COMMANDS = {
    command.name: command
    for part in (desk_overview, desk_people, desk_plan, desk_money)
    for command in part.COMMANDS
}


@never_cache
@require_GET
@page
def desk(request: HttpRequest, slug: str, tslug: str) -> HttpResponse:
    """The director's desk; a member reads what is going on."""
    return overview(request, Desk.of(request, slug, tslug))


@sent_from("desk", "slug", "tslug")
@page
def do(request: HttpRequest, slug: str, tslug: str, name: str) -> HttpResponseBase:
    """A command of the desk; refused, its form comes back as it was typed."""
    desk = Desk.of(request, slug, tslug)
    command = COMMANDS.get(name)
    if command is None:
        raise NotFound("unknown_command", _("Das gibt es nicht, oder es ist nicht sichtbar."))
    require_role(desk.actor, desk.club.pk, command.role)
    form = CommandForm(command, desk).read(request.POST)
    address, show = PAGES[command.page]

    def show_again() -> HttpResponse:
        fresh = desk.fresh()
        return show(request, fresh, refused=CommandForm(command, fresh, typed=form.typed))

    back = reverse(address, args=[slug, tslug]) + command.back(form.sent)
    return submit(
        request,
        desk.actor,
        lambda: command.run(desk, form.sent),
        then=lambda words: done(request, words, back),
        form=form,
        show=show_again,
    )


@sent_from("desk", "slug", "tslug")
@page
def type_result(request: HttpRequest, slug: str, tslug: str) -> HttpResponseBase:
    """A sheet typed from paper; stored, the next outstanding table is asked for."""
    desk = Desk.of(request, slug, tslug, Role.SCRIBE)
    form = SheetForm(desk, rows_of(desk, _running(desk))).read(request.POST)

    def next_table(outcome: Typed) -> HttpResponse:
        if form.row is not None:
            messages.info(request, in_words(form.row, outcome))
        return redirect(_next_table(desk, form))

    return submit(
        request,
        desk.actor,
        lambda: type_sheet(actor=desk.actor, passe_id=form.passe.pk, data=form.data),
        then=next_table,
        form=form,
        show=lambda: overview(request, desk.fresh(), sheet=form),
    )


@never_cache
@require_GET
@page
def table(request: HttpRequest, slug: str, tslug: str, number: int, at: int) -> HttpResponse:
    """One table in one round: who sits there, every version of its result. Role: scribe."""
    desk = Desk.of(request, slug, tslug, Role.SCRIBE)
    return _show_table(request, desk_table.TablePart.of(desk, number, at))


@sent_from("desk_table", "slug", "tslug", "number", "at")
@page
def settle(request: HttpRequest, slug: str, tslug: str, number: int, at: int) -> HttpResponseBase:
    """The direction decides about a result, corrects it, strikes it, or seats the table anew."""
    desk = Desk.of(request, slug, tslug, Role.SCRIBE)
    part = desk_table.TablePart.of(desk, number, at).read(request.POST)

    def show() -> HttpResponse:
        fresh = desk_table.TablePart.of(desk.fresh(), number, at)
        fresh.typed, fresh.form.typed = part.typed, part.form.typed
        return _show_table(request, fresh)

    return submit(
        request,
        desk.actor,
        part.run,
        then=lambda words: done(request, words, "desk_table", slug, tslug, number, at),
        form=part,
        show=show,
    )


def _show_table(request: HttpRequest, part: desk_table.TablePart) -> HttpResponse:
    context = part.desk.context(part=part, here="overview", form=part.form, typed=part.typed)
    return render(request, "tournaments/desk/table.html", context, status=part.typed.status)


def _running(desk: Desk) -> Round:
    running = desk.read(open_round)
    if running is None:
        raise Conflict("round_closed", _("Diese Runde ist abgeschlossen."))
    return running


def _next_table(desk: Desk, form: SheetForm) -> str:
    """The desk with the next table without a result, after the one that was typed."""
    typed = form.row.table if form.row else 0
    row = next_to_type(rows_of(desk, _running(desk)), desk.actor, after=typed)
    query = f"?table={row.table}" if row else ""
    return reverse("desk", args=[desk.club.slug, desk.tournament.slug]) + query + "#entry"
