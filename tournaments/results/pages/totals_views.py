"""Writing the total of a passe at its table, and agreeing to what the other side wrote."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from jassclub.core.errors import Conflict
from jassclub.web.forms import submit
from jassclub.web.refusals import page
from jassclub.web.sending import sent_from
from tournaments.results import services
from tournaments.results.pages.table_views import PAGE, hidden_table, page_of, passe_named
from tournaments.results.pages.totals import Totals


@sent_from(PAGE, "table_id")
@page
def type_at_table(request: HttpRequest, table_id: UUID) -> HttpResponseBase:
    """Write the total; with errors the page comes back as typed."""
    shown = page_of(request, table_id)
    if shown.passe is None or shown.passe.pk != passe_named(request):
        messages.info(request, _("Diese Runde ist abgeschlossen."))
        return redirect(PAGE, table_id)
    passe_id, form = shown.passe.pk, Totals(shown).read(request.POST)

    def back(typed: services.Typed) -> HttpResponse:
        if typed.outcome == "contested":
            messages.info(request, services.as_conflict(typed).message)
        return redirect(PAGE, table_id)

    def show() -> HttpResponse:
        context = {"page": shown, "totals": form, "typed": form.typed}
        return render(request, "tournaments/table.html", context, status=form.typed.status)

    return submit(
        request,
        shown.actor,
        lambda: services.type_sheet(actor=shown.actor, passe_id=passe_id, data=form.data),
        then=back,
        form=form,
        show=show,
    )


@sent_from(PAGE, "table_id")
@page
def confirm_at_table(request: HttpRequest, table_id: UUID, sheet_id: UUID) -> HttpResponseBase:
    """The other side says that the total is right."""
    shown = page_of(request, table_id)
    if shown.passe is None or not shown.passe.sheets.filter(pk=sheet_id).exists():
        raise hidden_table()
    services.confirm_sheet(actor=shown.actor, sheet_id=sheet_id)
    return redirect(PAGE, table_id)


@sent_from(PAGE, "table_id")
@page
def contest_at_table(request: HttpRequest, table_id: UUID, sheet_id: UUID) -> HttpResponseBase:
    """A phone of the table says that the total is wrong."""
    shown = page_of(request, table_id)
    if shown.passe is None or not shown.passe.sheets.filter(pk=sheet_id).exists():
        raise hidden_table()
    try:
        services.contest_sheet(actor=shown.actor, sheet_id=sheet_id)
    except Conflict as late:
        messages.info(request, late.message)
    return redirect(PAGE, table_id)
