"""What the first machine of a hall answers its second one, and nobody else."""

import hmac
import os
from functools import reduce
from operator import or_
from pathlib import Path

from django.conf import settings
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from jassclub.core import second_machine
from jassclub.standby import copies
from jassclub.standby.sealing import kept_token, pass_of, sealed
from tournaments.core.models import LogRecord

PASS, PORT = "Standby-Pass", "Standby-Port"
WEIGHTY = ("draw", "round")
"""What begins the kind of a record after which a copy of the minute before would not do: phones
cannot send again what a director did."""

HANDED_ON = (
    *("ANCHOR_KEY", "OPERATOR", "MAIL_FROM", "MAIL_URL", "PUSH_CONTACT", "HOOK_NETWORKS"),
    *("SILENCE_MINUTES", "CONTACT_DAYS", "NAMES_MONTHS", "FOUNDING_OPEN", "SERVICE_WORKER"),
)
"""Variables of the first machine under which the second one goes on."""


@never_cache
@require_GET
def copy(request: HttpRequest) -> HttpResponse:
    """A sealed copy of everything, of this moment; 503 where there is nothing to copy."""
    token = _let_in(request)
    try:
        parcel = copies.packed(
            settings.VAR,
            database=_database(),
            secrets=_secrets(token),
            environment={name: os.environ[name] for name in HANDED_ON if name in os.environ},
        )
    except (copies.Unfit, OSError) as problem:
        return HttpResponse(f"{problem}\n", status=503, content_type="text/plain; charset=utf-8")
    answer = HttpResponse(sealed(parcel, token), content_type="application/octet-stream")
    port = request.headers.get(PORT, "")
    if port.isdecimal():
        address = f"{request.META['REMOTE_ADDR']}:{port}"
        second_machine.note(second_machine.Fetched(copies.made_at(settings.VAR), address))
    return answer


@never_cache
@require_GET
def news(request: HttpRequest) -> JsonResponse:
    """How often directors have drawn, called and closed: what has moved is copied at once."""
    _let_in(request)
    weighty = reduce(or_, (Q(kind__startswith=kind) for kind in WEIGHTY))
    return JsonResponse({"news": LogRecord.objects.filter(weighty).count()})


def _database() -> Path:
    return Path(settings.DATABASES["default"]["NAME"])


def _secrets(token: str) -> dict[str, str]:
    """What opens something, as files: log-ins, links and phones go on."""
    ringing = {copies.PUSH: Path(settings.PUSH_KEY).read_text()} if settings.PUSH_KEY else {}
    return {copies.KEY: settings.SECRET_KEY, copies.TOKEN: token, **ringing}


def _let_in(request: HttpRequest) -> str:
    """The token; nobody learns that there is one. Only a machine of its own can be copied so."""
    if settings.SQLITE and not (settings.PRODUCTION or settings.REHEARSAL):
        token = kept_token(settings.VAR / copies.TOKEN)
        if hmac.compare_digest(request.headers.get(PASS, ""), pass_of(token)):
            return token
    raise Http404
