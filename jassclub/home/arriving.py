"""What stands behind `/t/` without a slash at its end: the code of a table, or a tournament."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect

from jassclub.clubs.authentication import actor_of
from scoring.tables.pages import phones as phone_views
from tournaments.core.selectors import visible_tournaments


def arrive(request: HttpRequest, token: str) -> HttpResponseBase:
    """People leave the last slash away when they type the address of a tournament."""
    typed = request.method == "GET" and "\x00" not in token
    if typed and visible_tournaments(actor_of(request)).filter(slug=token):
        return redirect("public_event", slug=token)
    return phone_views.arrive(request, token)
