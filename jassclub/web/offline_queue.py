"""How a form that came from the outbox of a phone is answered: in a few words instead of a page.

The outbox (outbox.js) keeps what was written until the service has said what became of it. It
names itself and who wrote in a header; decisions/offline.md says why so.
"""

from time import time

from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from jassclub.core.errors import Conflict, DomainError
from jassclub.web.form_state import said_here

HEADER = "Outbox"
"""Sent with every form of the outbox: who wrote it, as the page had said."""
KEPT = "Offline-Copy"
"""A page that carries it may be shown again without network, on the phone that read it."""
RULING = "ruling"
"""What it says on a page with a ruling, of which the last twenty are kept, questions and all."""


class LogInNeeded(DomainError):
    """Nobody is logged in on this phone, and no table link lets it in."""

    status = 401


def by_outbox(request: HttpRequest) -> bool:
    """Whether no person waits for a page, but the outbox for an answer."""
    return HEADER in request.headers


def told(answer: HttpResponseBase, *, question: str = "") -> JsonResponse:
    """It is stored: since when, the page that shows it, what the table is asked about it."""
    return JsonResponse({"to": answer["Location"], "question": question, "at": int(time())})


def refused(refusal: DomainError) -> JsonResponse:
    """It is not stored: why, with all findings."""
    said = {
        detail.text: said_here(
            detail, detail.pointer.removeprefix("/slip")[1:].replace("/", "_"), empty=False
        )
        for detail in refusal.details
    }
    headline = said.pop(refusal.message, refusal.message)
    findings = [text for text in dict.fromkeys(said.values()) if text != headline]
    words = {"code": refusal.code, "words": headline, "findings": findings}
    return JsonResponse({**words, **refusal.extra}, status=refusal.status)


def answered(request: HttpRequest, answer: HttpResponseBase) -> HttpResponseBase:
    """The answer as it is; a page that was sent instead of one means that nothing was stored."""
    if not by_outbox(request) or isinstance(answer, JsonResponse):
        return answer
    text = _("Das wurde nicht angenommen: Am Tisch hat sich inzwischen etwas geändert.")
    return refused(Conflict("not_taken", text))


def log_in_needed() -> LogInNeeded:
    """The refusal of what was written by somebody who is not known here any more."""
    text = _("Dieses Telefon ist hier nicht mehr bekannt: QR-Code am Tisch lesen oder anmelden.")
    return LogInNeeded("log_in_needed", text)


def same_person(request: HttpRequest, *, now: str) -> None:
    """Refuse to send in another's name what somebody wrote on this phone before.

    Equal numbers from the other side would count as its agreement: nobody agrees with himself.
    """
    if request.headers[HEADER] not in ("", now):
        text = _("Das wurde unter einer anderen Anmeldung geschrieben. Jetzt so senden?")
        raise Conflict("someone_else", text, extra={"who": now})
