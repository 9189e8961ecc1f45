"""The cards for the tables, with their codes: made and handed out once, to be printed."""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from jassclub.clubs.models import Role
from jassclub.core.files import saved_as
from jassclub.web.form_state import Fields, FormState
from jassclub.web.forms import attempt, form_page, show_once
from tournaments.core.desk_page import Desk
from tournaments.draw.planning import head_count
from tournaments.papers.contents import CardSize, printed_cards
from tournaments.rounds.hall import make_cards, set_up_tables

PDF = "application/pdf"
FIELDS = Fields("tables", "size", "renew")
CHOICES: Mapping[CardSize, str | Promise] = {
    "a5": gettext_lazy("A5, von weitem lesbar"),
    "a6": gettext_lazy("A6, eine Postkarte"),
}


@form_page
def cards_page(request: HttpRequest, slug: str, tslug: str) -> HttpResponseBase:
    """How many tables, and their cards as a PDF. Role: director."""
    desk = Desk.of(request, slug, tslug, Role.DIRECTOR)
    # As many as stand in the hall; before that as many as it takes.
    tables = desk.tournament.tables.count() or head_count(desk)["tables"]
    form = FIELDS.of(request, tables=str(tables or ""), size="a5")
    return attempt(
        request,
        lambda: show_once(
            request,
            desk.actor,
            lambda: _make(request, desk, form),
            secret=lambda cards: _sent(cards, tslug),
            then=lambda _cards: redirect("desk_cards", slug, tslug),
            again=_(
                "Diese Karten sind schon gemacht, und es gibt sie nur einmal. Sonst mach neue."
            ),
        ),
        form=form,
        show=lambda: desk.render(
            request,
            "tournaments/desk/cards.html",
            here="overview",
            typed=form,
            sizes=CHOICES.items(),
            status=form.status,
        ),
    )


def _make(request: HttpRequest, desk: Desk, form: FormState) -> bytes:
    if form.values["tables"]:
        set_up_tables(**desk.ids, count=form.whole("tables"))
    cards = make_cards(**desk.ids, renew=bool(form.values["renew"]))
    size: CardSize = "a6" if form.values["size"] == "a6" else "a5"
    return printed_cards(desk.tournament, cards, request=request, size=size)


def _sent(content: bytes, slug: str) -> HttpResponse:
    answer = HttpResponse(content, content_type=PDF)
    answer["Content-Disposition"] = saved_as(slug, _("Tischkarten"), end="pdf")
    return answer
