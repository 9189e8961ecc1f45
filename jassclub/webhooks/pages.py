"""Webhooks in the office: setting up, switching on and off, trying out, reading the log."""

from collections.abc import Callable
from typing import Any, TypeVar
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from jassclub.clubs import selectors as clubs
from jassclub.clubs.events import SUBJECTS
from jassclub.clubs.models import Role
from jassclub.clubs.pages.office import Desk
from jassclub.core.digits import number_in
from jassclub.core.errors import DomainError
from jassclub.web.form_state import FormState, words_of
from jassclub.web.forms import HIDDEN, done, submit
from jassclub.web.idempotent import run_idempotent
from jassclub.web.refusals import page
from jassclub.web.sending import sent_from
from jassclub.webhooks import selectors, services
from jassclub.webhooks.guard import LONGEST_URL
from jassclub.webhooks.models import Delivery, Webhook
from jassclub.webhooks.words import WORDS

AT_ONCE = 25
"""Messages on one page of the log."""
LONGEST_LABEL = 80
FIELDS = {"/label": "label", "/url": "url", "/events": "events"}
SWITCHES = {"on": True, "off": False}

Made = tuple[Webhook, str]
T = TypeVar("T")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@page
def webhooks(request: HttpRequest, slug: str) -> HttpResponseBase:
    """All webhooks of a club, and the form for a new one. Role: admin."""
    desk = Desk.of(request, slug, Role.ADMIN)
    if request.method != "POST":
        return _show_all(request, desk, FormState(), [])
    typed, events = _typed(request)

    def make() -> Made:
        return services.add_webhook(
            actor=desk.actor, club_id=desk.club.pk, **_values(typed, events)
        )

    try:
        return _shown_once(request, desk, make)
    except DomainError as refusal:
        typed.refuse(refusal, FIELDS)
        return _show_all(request, desk, typed, events, status=refusal.status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@page
def webhook(request: HttpRequest, slug: str, webhook_id: UUID) -> HttpResponseBase:
    """One webhook with its log, and the form that changes it. Role: admin."""
    desk, found = _at(request, slug, webhook_id)
    if request.method != "POST":
        typed = FormState({"label": found.label, "url": found.url})
        return _show(request, desk, found, typed, found.events)
    typed, events = _typed(request)

    return submit(
        request,
        desk.actor,
        lambda: _change(request, desk, found, _values(typed, events)),
        then=lambda _changed: done(
            request, _("Der Webhook ist geändert."), "webhook", slug, webhook_id
        ),
        redraw=lambda refusal: _show(
            request, desk, found, typed.refuse(refusal, FIELDS), events, status=refusal.status
        ),
    )


@sent_from("webhook", "slug", "webhook_id")
@page
def switch(request: HttpRequest, slug: str, webhook_id: UUID) -> HttpResponseBase:
    """Switch a webhook on or off."""
    desk, found = _at(request, slug, webhook_id)

    active = SWITCHES.get(request.POST.get("to", ""), found.active)
    return _tapped(
        request,
        desk,
        found,
        lambda: _change(request, desk, found, {"active": active}),
        then=lambda _changed: redirect("webhook", slug, webhook_id),
    )


@sent_from("webhook", "slug", "webhook_id")
@page
def remove(request: HttpRequest, slug: str, webhook_id: UUID) -> HttpResponseBase:
    """Delete a webhook with its log."""
    desk, found = _at(request, slug, webhook_id)

    return _tapped(
        request,
        desk,
        found,
        lambda: services.delete_webhook(
            actor=desk.actor, webhook_id=found.pk, version=_version(request)
        ),
        then=lambda _gone: done(request, _("Der Webhook ist gelöscht."), "webhooks", slug),
    )


@never_cache
@sent_from("webhook", "slug", "webhook_id")
@page
def rotate(request: HttpRequest, slug: str, webhook_id: UUID) -> HttpResponseBase:
    """A new secret, shown once."""
    desk, found = _at(request, slug, webhook_id)

    def make() -> Made:
        return services.rotate_secret(actor=desk.actor, webhook_id=found.pk)

    return _shown_once(request, desk, make)


@sent_from("webhook", "slug", "webhook_id")
@page
def ping(request: HttpRequest, slug: str, webhook_id: UUID) -> HttpResponseBase:
    """Try a webhook out."""
    desk, found = _at(request, slug, webhook_id)

    words = _("Die Probe ist unterwegs; unten steht, wie es ihr erging.")
    return _tapped(
        request,
        desk,
        found,
        lambda: services.send_test(actor=desk.actor, webhook_id=found.pk),
        then=lambda _sent: done(request, words, "webhook", slug, webhook_id),
    )


@sent_from("webhook", "slug", "webhook_id")
@page
def again(request: HttpRequest, slug: str, webhook_id: UUID, delivery_id: UUID) -> HttpResponseBase:
    """Send a message again."""
    desk, found = _at(request, slug, webhook_id)

    words = _("Die Meldung ist noch einmal unterwegs.")
    return _tapped(
        request,
        desk,
        found,
        lambda: services.redeliver(actor=desk.actor, webhook_id=found.pk, delivery_id=delivery_id),
        then=lambda _sent: done(request, words, "webhook", slug, webhook_id),
    )


def _at(request: HttpRequest, slug: str, webhook_id: UUID) -> tuple[Desk, Webhook]:
    desk = Desk.of(request, slug, Role.ADMIN)
    return desk, clubs.found(selectors.webhooks_of_club(desk.actor, desk.club.pk), webhook_id)


def _typed(request: HttpRequest) -> tuple[FormState, list[str]]:
    typed = FormState.of(request.POST, ("url",), longest=LONGEST_URL + 1)
    typed.values["label"] = words_of(request.POST, "label", longest=LONGEST_LABEL)
    return typed, [kind for kind in SUBJECTS if kind in request.POST.getlist("events")]


def _values(typed: FormState, events: list[str]) -> dict[str, Any]:
    return {"label": typed.values["label"], "url": typed.values["url"], "events": events}


def _change(request: HttpRequest, desk: Desk, found: Webhook, values: dict[str, Any]) -> Webhook:
    return services.change_webhook(
        actor=desk.actor, webhook_id=found.pk, version=_version(request), values=values
    )


def _version(request: HttpRequest) -> int:
    """The version that the form was made from; 0, which is never one, where none was sent."""
    return number_in(request.POST.get("version", "")) or 0


def _tapped(
    request: HttpRequest,
    desk: Desk,
    found: Webhook,
    command: Callable[[], T],
    *,
    then: Callable[[T], HttpResponse],
) -> HttpResponseBase:
    """Run a form without fields; a refusal is said on the page of the webhook."""

    def redraw(refusal: DomainError) -> HttpResponse:
        found.refresh_from_db()
        typed = FormState({"label": found.label, "url": found.url}).refuse(refusal, {})
        return _show(request, desk, found, typed, found.events, status=refusal.status)

    return submit(request, desk.actor, command, then=then, redraw=redraw, passing=HIDDEN)


def _shown_once(request: HttpRequest, desk: Desk, make: Callable[[], Made]) -> HttpResponseBase:
    """The page of a new secret. What is kept of this answer is a way back: no secret is stored
    in it."""
    fresh: list[Made] = []

    def work() -> HttpResponse:
        fresh.append(make())
        return redirect("webhook", desk.club.slug, fresh[0][0].pk)

    answer = run_idempotent(request, desk.actor, work)
    if not fresh:
        messages.info(request, _("Das Geheimnis wird nur einmal gezeigt."))
        return answer
    found, secret = fresh[0]
    context = desk.context(webhook=found, secret=secret)
    return render(request, "pages/office/webhook_secret.html", context, status=201)


def _show_all(
    request: HttpRequest, desk: Desk, typed: FormState, events: list[str], *, status: int = 200
) -> HttpResponse:
    rows = selectors.webhooks_of_club(desk.actor, desk.club.pk)
    context = desk.context(webhooks=rows, typed=typed, kinds=_kinds(events))
    return render(request, "pages/office/webhooks.html", context, status=status)


def _show(
    request: HttpRequest,
    desk: Desk,
    found: Webhook,
    typed: FormState,
    events: list[str],
    *,
    status: int = 200,
) -> HttpResponse:
    told = selectors.deliveries_of(desk.actor, found.pk).order_by("-created_at", "id")
    shown = Paginator(told, AT_ONCE).get_page(request.GET.get("page"))
    context = desk.context(
        webhook=found,
        typed=typed,
        kinds=_kinds(events),
        shown=shown,
        log=[(delivery, _kind(delivery)) for delivery in shown],
    )
    return render(request, "pages/office/webhook.html", context, status=status)


def _kinds(ticked: list[str]) -> list[tuple[str, Any, bool]]:
    """(kind, words, ticked) of all that can be asked for."""
    return [(kind, words, kind in ticked) for kind, words in WORDS.items() if kind in SUBJECTS]


def _kind(delivery: Delivery) -> str:
    kind = delivery.message.kind
    return str(WORDS.get(kind, kind))
