"""Where the holder of a ticket has his phone ring when a round is called, and takes that back."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from jassclub.clubs.actors import actor_of
from jassclub.web.forms import done, page, run_idempotent, sent_from, shown_page
from jassclub.webhooks import guard
from tournaments.core.desk_page import tournament_at
from tournaments.public import phones
from tournaments.public.pages.board import bell_key, entry_of


@sent_from("public_ticket", "slug", "token")
@page
def ask(request: HttpRequest, slug: str, token: str) -> HttpResponseBase:
    """This browser rings at each call; with `off` no more."""
    entry = entry_of(request, tournament_at(request, slug), token)
    endpoint = request.POST.get("endpoint", "")[: guard.LONGEST_URL + 1]

    def work() -> HttpResponse:
        if request.POST.get("off"):
            phones.unsubscribe(entry=entry, endpoint=endpoint)
            text = _("Dieses Telefon klingelt nicht mehr.")
        else:
            phones.subscribe(entry=entry, endpoint=endpoint)
            text = _("Bei jedem Aufruf klingelt dieses Telefon.")
        return done(request, text, "public_ticket", slug, token)

    if not bell_key():
        raise Http404
    return run_idempotent(request, actor_of(request), work)


@never_cache
@shown_page
def seat(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """What a phone that rings shows."""
    tournament = tournament_at(request, slug)
    return JsonResponse(phones.said_of(tournament, entry_of(request, tournament, token)))


@never_cache
@shown_page
def bell(request: HttpRequest, slug: str) -> HttpResponse:
    """The service worker that rings for a ticket; without a key it removes itself."""
    tournament_at(request, slug)
    name = "tournaments/public/bell.js" if bell_key() else "web/sw_off.js"
    context = {"icon": static("jassclub/icon-any-192.png")}
    return render(request, name, context, content_type="text/javascript; charset=utf-8")
