"""Webhooks in the office: setting up, switching on and off, trying out, reading the log."""

from collections.abc import Callable
from typing import Any, TypeVar
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from jassclub.clubs import rights as clubs
from jassclub.clubs.events import SUBJECTS
from jassclub.clubs.models import Role
from jassclub.clubs.pages.office import Desk
from jassclub.web.form_state import Fields, FormState, line, plain
from jassclub.web.forms import attempt, done, form_page, page, sent_from, show_once, submit
from jassclub.webhooks import services
from jassclub.webhooks.guard import LONGEST_URL
from jassclub.webhooks.models import Delivery, Webhook
from jassclub.webhooks.words import WORDS

AT_ONCE = 25
"""Messages on one page of the log."""
LONGEST_LABEL = 80
FIELDS = Fields(
    "version",
    url=plain(LONGEST_URL + 1),
    label=line(LONGEST_LABEL),
    places={"/events": "events"},
)
SWITCHES = {"on": True, "off": False}

Made = tuple[Webhook, str]
T = TypeVar("T")


@form_page
def webhooks(request: HttpRequest, slug: str) -> HttpResponseBase:
    """All webhooks of a club, and the form for a new one. Role: admin."""
    desk = Desk.of(request, slug, Role.ADMIN)
    form, events = FIELDS.of(request), _ticked(request)
    return attempt(
        request,
        lambda: _show_secret(
            request,
            desk,
            lambda: services.add_webhook(**desk.ids, **_values(form, events)),
        ),
        form=form,
        show=lambda: _show_all(request, desk, form, events),
        passing=(),
    )


@form_page
def webhook(request: HttpRequest, slug: str, webhook_id: UUID) -> HttpResponseBase:
    """One webhook with its log, and the form that changes it. Role: admin."""
    desk, hook = _at(request, slug, webhook_id)
    form = FIELDS.of(request, label=hook.label, url=hook.url)
    events = _ticked(request) if request.method == "POST" else hook.events
    return submit(
        request,
        desk.actor,
        lambda: _change(desk, hook, form, _values(form, events)),
        then=lambda _changed: done(
            request, _("Der Webhook ist geändert."), "webhook", slug, webhook_id
        ),
        form=form,
        show=lambda: _show(request, desk, hook, form, events),
        passing=(),
    )


@sent_from("webhook", "slug", "webhook_id")
@page
def switch(request: HttpRequest, slug: str, webhook_id: UUID) -> HttpResponseBase:
    """Switch a webhook on or off."""
    desk, hook = _at(request, slug, webhook_id)
    active = SWITCHES.get(request.POST.get("to", ""), hook.active)
    form = FIELDS.read(request.POST)
    return _tapped(
        request,
        desk,
        hook,
        lambda: _change(desk, hook, form, {"active": active}),
        then=lambda _changed: redirect("webhook", slug, webhook_id),
    )


@sent_from("webhook", "slug", "webhook_id")
@page
def remove(request: HttpRequest, slug: str, webhook_id: UUID) -> HttpResponseBase:
    """Delete a webhook with its log."""
    desk, hook = _at(request, slug, webhook_id)
    version = FIELDS.read(request.POST).whole("version")
    return _tapped(
        request,
        desk,
        hook,
        lambda: services.delete_webhook(actor=desk.actor, webhook_id=hook.pk, version=version),
        then=lambda _gone: done(request, _("Der Webhook ist gelöscht."), "webhooks", slug),
    )


@never_cache
@sent_from("webhook", "slug", "webhook_id")
@page
def rotate(request: HttpRequest, slug: str, webhook_id: UUID) -> HttpResponseBase:
    """A new secret, shown once."""
    desk, hook = _at(request, slug, webhook_id)
    return _show_secret(
        request, desk, lambda: services.rotate_secret(actor=desk.actor, webhook_id=hook.pk)
    )


@sent_from("webhook", "slug", "webhook_id")
@page
def ping(request: HttpRequest, slug: str, webhook_id: UUID) -> HttpResponseBase:
    """Try a webhook out."""
    desk, hook = _at(request, slug, webhook_id)
    words = _("Die Probe ist unterwegs; unten steht, wie es ihr erging.")
    return _tapped(
        request,
        desk,
        hook,
        lambda: services.send_test(actor=desk.actor, webhook_id=hook.pk),
        then=lambda _sent: done(request, words, "webhook", slug, webhook_id),
    )


@sent_from("webhook", "slug", "webhook_id")
@page
def again(request: HttpRequest, slug: str, webhook_id: UUID, delivery_id: UUID) -> HttpResponseBase:
    """Send a message again."""
    desk, hook = _at(request, slug, webhook_id)
    words = _("Die Meldung ist noch einmal unterwegs.")
    return _tapped(
        request,
        desk,
        hook,
        lambda: services.redeliver(actor=desk.actor, webhook_id=hook.pk, delivery_id=delivery_id),
        then=lambda _sent: done(request, words, "webhook", slug, webhook_id),
    )


def _at(request: HttpRequest, slug: str, webhook_id: UUID) -> tuple[Desk, Webhook]:
    desk = Desk.of(request, slug, Role.ADMIN)
    return desk, clubs.found(services.webhooks_of_club(desk.actor, desk.club.pk), webhook_id)


def _ticked(request: HttpRequest) -> list[str]:
    return [kind for kind in SUBJECTS if kind in request.POST.getlist("events")]


def _values(form: FormState, events: list[str]) -> dict[str, Any]:
    return {"label": form.values["label"], "url": form.values["url"], "events": events}


def _change(desk: Desk, hook: Webhook, form: FormState, values: dict[str, Any]) -> Webhook:
    return services.change_webhook(
        actor=desk.actor, webhook_id=hook.pk, version=form.whole("version"), values=values
    )


def _tapped(
    request: HttpRequest,
    desk: Desk,
    hook: Webhook,
    command: Callable[[], T],
    *,
    then: Callable[[T], HttpResponse],
) -> HttpResponseBase:
    """Run a form without fields; a refusal is said on the page of the webhook."""
    form = FormState()

    def show() -> HttpResponse:
        hook.refresh_from_db()
        form.values = {"label": hook.label, "url": hook.url}
        return _show(request, desk, hook, form, hook.events)

    return submit(request, desk.actor, command, then=then, form=form, show=show)


def _show_secret(request: HttpRequest, desk: Desk, make: Callable[[], Made]) -> HttpResponseBase:
    """The page of a new secret."""

    def secret(made: Made) -> HttpResponse:
        return desk.render(
            request,
            "pages/office/webhook_secret.html",
            status=201,
            webhook=made[0],
            secret=made[1],
        )

    return show_once(
        request,
        desk.actor,
        make,
        secret=secret,
        then=lambda made: redirect("webhook", desk.club.slug, made[0].pk),
        again=_("Das Geheimnis wird nur einmal gezeigt."),
    )


def _show_all(request: HttpRequest, desk: Desk, form: FormState, events: list[str]) -> HttpResponse:
    rows = services.webhooks_of_club(desk.actor, desk.club.pk)
    return desk.render(
        request,
        "pages/office/webhooks.html",
        status=form.status,
        webhooks=rows,
        typed=form,
        kinds=_kinds(events),
    )


def _show(
    request: HttpRequest, desk: Desk, hook: Webhook, form: FormState, events: list[str]
) -> HttpResponse:
    deliveries = services.deliveries_of(desk.actor, hook.pk).order_by("-created_at", "id")
    shown = Paginator(deliveries, AT_ONCE).get_page(request.GET.get("page"))
    return desk.render(
        request,
        "pages/office/webhook.html",
        status=form.status,
        webhook=hook,
        typed=form,
        kinds=_kinds(events),
        shown=shown,
        log=[(delivery, _kind(delivery)) for delivery in shown],
    )


def _kinds(ticked: list[str]) -> list[tuple[str, Any, bool]]:
    """(kind, words, ticked) of all that can be asked for."""
    return [(kind, words, kind in ticked) for kind, words in WORDS.items() if kind in SUBJECTS]


def _kind(delivery: Delivery) -> str:
    kind = delivery.message.kind
    return str(WORDS.get(kind, kind))
