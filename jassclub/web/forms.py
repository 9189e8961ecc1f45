"""The one way of a form: run its command once, and say on the same page why it was refused.

Refusals of the services as pages: not there, not allowed, or said in words with the way back.

Addresses that forms are sent to. Who only visits one is led to the page that has the form.

That happens after a log-in or a change of the looks on a page that came back with errors, and
with bookmarks of it.

A form that is sent twice is stored once: every form carries a key of its own.
"""

from collections.abc import Callable, Collection
from functools import wraps
from hashlib import sha256
from typing import Any, Protocol, TypeVar

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from jassclub.api.preconditions import Claim, answer_once
from jassclub.core.errors import Conflict, DomainError, Invalid, NotAllowed, NotFound
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


T = TypeVar("T")

MISSING = (404,)
HIDDEN = (403, 404)
"""Refusals after which there is no form to show again: they become pages of their own."""


class Form(Protocol):
    """What was typed, as a `FormState` or a class of the page around one."""

    def refuse(self, refusal: DomainError) -> object:
        """Say what is wrong at its field."""


def attempt(
    request: HttpRequest,
    answer: Callable[[], HttpResponseBase],
    *,
    form: Form,
    show: Callable[[], HttpResponseBase],
    passing: Collection[int] = HIDDEN,
) -> HttpResponseBase:
    """The page of a form for a visitor, and the answer for a form that was sent.

    A refusal is put at the fields of the form, and `show` draws its page again as it was typed;
    a refusal whose status is `passing` goes on to the page of refusals.
    """
    if request.method != "POST":
        return show()
    try:
        return answer()
    except DomainError as refusal:
        if refusal.status in passing:
            raise
        form.refuse(refusal)
        return show()


def submit(
    request: HttpRequest,
    actor: object,
    command: Callable[[], T],
    *,
    then: Callable[[T], HttpResponse],
    form: Form,
    show: Callable[[], HttpResponseBase],
    passing: Collection[int] = HIDDEN,
    asks: Callable[[], str] = nothing_to_ask,
) -> HttpResponseBase:
    """The same for a command that runs once however often its form is sent; `then` says where to
    go with what it has returned. `actor` and `asks` are those of `run_idempotent`.
    """
    return attempt(
        request,
        lambda: run_idempotent(request, actor, lambda: then(command()), asks=asks),
        form=form,
        show=show,
        passing=passing,
    )


def show_once(
    request: HttpRequest,
    actor: object,
    command: Callable[[], T],
    *,
    secret: Callable[[T], HttpResponse],
    then: Callable[[T], HttpResponse],
    again: str,
) -> HttpResponseBase:
    """Run the command of a form once and show the secret that it made, this one time.

    What is kept of the answer is the way `then`, so that no secret is stored; who sends the form
    again is led there and reads the words `again`.
    """
    made: list[T] = []

    def run() -> HttpResponse:
        made.append(command())
        return then(made[0])

    way = run_idempotent(request, actor, run)
    if made:
        return secret(made[0])
    messages.info(request, again)
    return way


def done(request: HttpRequest, words: str, to: str, *arguments: object) -> HttpResponse:
    """On to the page `to`, which says once what was done."""
    messages.info(request, words)
    return redirect(to, *arguments)


def way_back(request: HttpRequest, otherwise: str = "/") -> str:
    """The page of this service that the form names as `next`."""
    way = request.POST.get("next", "")
    mine = url_has_allowed_host_and_scheme(way, allowed_hosts={request.get_host()})
    return way if mine else otherwise


View = Callable[..., HttpResponseBase]


def page(view: View) -> View:
    """A view whose refusals become pages.

    Who is not logged in is asked to, and comes back after it: whether the page exists is told to
    nobody before. A phone that a table link let in (`request.at_table`) has nothing to log in to.
    """

    @wraps(view)
    def answered(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        try:
            return offline_queue.answered(request, view(request, *args, **kwargs))
        except DomainError as refusal:
            return _as_page(request, refusal)

    return answered


def form_page(view: View) -> View:
    """A page with a form that is sent to itself; nobody on the way keeps it."""
    return never_cache(require_http_methods(["GET", "HEAD", "POST"])(page(view)))


def shown_page(view: View) -> View:
    """A page that is only read; nobody on the way keeps it."""
    return never_cache(require_safe(page(view)))


def _as_page(request: HttpRequest, refusal: DomainError) -> HttpResponseBase:
    known = request.user.is_authenticated or getattr(request, "at_table", False)
    unknown = isinstance(refusal, NotFound | NotAllowed) and not known
    if offline_queue.by_outbox(request):
        return offline_queue.refused(offline_queue.log_in_needed() if unknown else refusal)
    if unknown:
        return redirect_to_login(request.get_full_path())
    if isinstance(refusal, NotFound):
        raise Http404(refusal.message)
    if isinstance(refusal, NotAllowed):
        raise PermissionDenied(refusal.message)
    return render(request, "web/refused.html", {"refusal": refusal}, status=refusal.status)


def sent_from(name: str, *arguments: str) -> Callable[[View], View]:
    """A view for POST alone; anything else goes to the page `name` with those arguments."""

    def decorate(view: View) -> View:
        @wraps(view)
        def answered(request: HttpRequest, **kwargs: object) -> HttpResponseBase:
            if request.method != "POST":
                where: dict[str, Any] = {key: kwargs[key] for key in arguments}
                answer: HttpResponseBase = redirect(name, **where)
                return answer
            return view(request, **kwargs)

        return require_http_methods(["GET", "HEAD", "POST"])(answered)

    return decorate
