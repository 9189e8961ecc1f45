"""Shutting out who tries one password after the other for one name from one address.

django-axes counts in the database, so that it holds over restarts and without Redis. Only the
pair is shut out: a stranger who guesses for Anna does not keep Anna out at her own telephone.
docs/decisions/rights.md says why so.
"""

from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from rest_framework.throttling import BaseThrottle

from jassclub.core.errors import TooMany


class LoginLocked(TooMany):
    """Too many wrong passwords for this name came from this address."""


def address_of(request: HttpRequest) -> str | None:
    """Where a request comes from, as the throttles read it; None where that is no address."""
    found = str(BaseThrottle().get_ident(request))  # type: ignore[arg-type]
    try:
        return str(ip_address(found.strip("[]")))
    except ValueError:
        return None


def refusal_of(request: HttpRequest) -> LoginLocked | None:
    """Why the attempt of this request was not even tried, or is the last one for a while."""
    if count := getattr(request, "guessed_too_often", None):
        text = _(
            "Dieser Name oder dieses Passwort wird gerade von vielen Orten aus versucht. Wo du "
            "schon einmal angemeldet warst, geht es weiter; sonst in einer Stunde, oder gleich mit "
            "einem Link des Vorstands für ein neues Passwort."
        )
        return LoginLocked("login_slowed", text, most=count.num_requests, wait=count.duration)
    if getattr(request, "axes_locked_out", False):
        text = _(
            "Zu viele falsche Passwörter für diesen Namen. Von hier geht es in einer Viertelstunde "
            "weiter, oder gleich mit einem Link des Vorstands für ein neues Passwort."
        )
        rest = round(settings.AXES_COOLOFF_TIME.total_seconds())
        return LoginLocked("login_locked", text, most=settings.AXES_FAILURE_LIMIT, wait=rest)
    return None


def as_answered(
    request: HttpRequest, answer: HttpResponse, credentials: object = None
) -> HttpResponse:
    """The page and the API say it themselves."""
    return answer
