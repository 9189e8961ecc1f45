"""The way in."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_safe

from jassclub.clubs import selectors as clubs
from jassclub.clubs.authentication import actor_of
from jassclub.clubs.pages.sessions import demo_logins
from jassclub.clubs.phones import phone_of
from jassclub.clubs.scopes import page_of
from jassclub.web.refusals import page
from jassclub.web.robots import indexable


@never_cache
@require_GET
@page
def home(request: HttpRequest) -> HttpResponseBase:
    """The clubs of the reader; with only one, that one. A phone at a table goes to its game, and
    strangers read what this is and how they get in."""
    if not request.user.is_authenticated:
        return _for_visitors(request)
    mine = list(clubs.visible_clubs(actor_of(request)).order_by("name"))
    if len(mine) == 1:
        return redirect("club", mine[0].slug)
    return render(request, "pages/home.html", {"clubs": mine, "founding": settings.FOUNDING_OPEN})


def _for_visitors(request: HttpRequest) -> HttpResponseBase:
    phone = phone_of(request)
    if phone is not None and phone.link.is_open():
        return redirect(page_of(phone.link.scope))
    request.indexable = True  # type: ignore[attr-defined]
    context = {"founding": settings.FOUNDING_OPEN, "operator": settings.OPERATOR, **demo_logins()}
    return render(request, "pages/welcome.html", context)


@indexable
@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    """One page with an anchor for each question; no account needed."""
    minutes = {"minutes": settings.SILENCE_MINUTES}
    return render(request, "pages/guide.html", minutes)
