"""Pages that belong to no room: the reader's own looks, and the page for no network."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_POST

from jassclub.api import codes
from jassclub.web.context import TEXT_COOKIE, TEXTS, THEME_COOKIE, THEMES
from jassclub.web.forms import way_back
from jassclub.web.middleware import indexable

YEAR = 60 * 60 * 24 * 365
LOOKS = {TEXT_COOKIE: TEXTS, THEME_COOKIE: THEMES}


@require_POST
def looks(request: HttpRequest) -> HttpResponse:
    """Keep the chosen text size or theme in a cookie and go back to where it was chosen.

    Unknown names and values are passed over: a look is never worth an error page.
    """
    answer = HttpResponseRedirect(way_back(request))
    for name, known in LOOKS.items():
        value = request.POST.get(name)
        if value in known:
            secure = bool(settings.SESSION_COOKIE_SECURE)
            answer.set_cookie(name, value, max_age=YEAR, samesite="Lax", secure=secure)
    return answer


@indexable
@require_GET
def privacy(request: HttpRequest) -> HttpResponse:
    """What is held about people, who is responsible, how long, and how to leave."""
    return render(request, "web/privacy.html", {"operator": settings.OPERATOR})


@indexable
@require_GET
def problems(request: HttpRequest) -> HttpResponse:
    """The codes of all refusals, for who writes programs: English, as the document of the API."""
    lists = [
        ("Refusals as a whole", codes.of_refusals(), ""),
        ("Findings", codes.of_findings(), "finding-"),
    ]
    return render(request, "web/problems.html", {"lists": lists})


@require_GET
def offline(request: HttpRequest) -> HttpResponse:
    """What a phone shows when there is no network and the page is not stored."""
    return render(request, "offline.html")
