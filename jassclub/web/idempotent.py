"""A form that is sent twice is stored once: every form carries a key of its own."""

from collections.abc import Callable
from hashlib import sha256

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from jassclub.api.idempotency import Claim, answer_once
from jassclub.core.errors import Conflict, DomainError, Invalid
from jassclub.web import offline_queue
from jassclub.web.form_state import KEY, SENT, key_in


def nothing_to_ask() -> str:
    """What was stored raises no question."""
    return ""


def run_idempotent(
    request: HttpRequest,
    actor: object,
    work: Callable[[], HttpResponse],
    *,
    asks: Callable[[], str] = nothing_to_ask,
) -> HttpResponseBase:
    """Do the work of a form, or answer as the first time; `actor` says as text who acts.

    A refusal of the work rolls everything back and leaves the key free for the corrected form.
    A form that was stored, gone back to and changed is refused as `form_sent`. The outbox of a
    phone is answered without a page; `asks` says what the table has to decide, if anything.
    """
    if not offline_queue.by_outbox(request):
        return _stored(request, actor, work)
    try:
        offline_queue.same_person(request, now=str(actor))
        return offline_queue.told(_stored(request, actor, work), question=asks())
    except DomainError as refusal:
        return offline_queue.refused(refusal)


def _stored(
    request: HttpRequest, actor: object, work: Callable[[], HttpResponse]
) -> HttpResponseBase:
    try:
        with transaction.atomic():
            return answer_once(_claim(request, actor), work=work)
    except Invalid as refusal:
        if refusal.code != "idempotency_key_reused":
            raise
        text = _("Dieses Formular ist schon abgeschickt. Soll es noch einmal sein?")
        raise Conflict(SENT, text) from refusal


def _claim(request: HttpRequest, actor: object) -> Claim:
    sent = sorted(
        (name, values)
        for name, values in request.POST.lists()
        if name not in ("csrfmiddlewaretoken", KEY)
    )
    return Claim(
        actor=str(actor),
        key=f"form:{key_in(request.POST)}",
        method="POST",
        path=request.path[:2000],
        fingerprint=sha256(f"{request.path}\n{sent!r}".encode()).hexdigest(),
    )
