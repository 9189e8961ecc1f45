"""Setting up webhooks, their secrets, trying one out and sending something again.

Webhooks are the affair of a club's admins; in another club there are none to be seen.

What has to be told: written in the transaction of what happened, sent when it stands.
"""

import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from ipaddress import ip_address
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from jassclub.clubs import rights as clubs
from jassclub.clubs.actors import Actor
from jassclub.clubs.events import SUBJECTS, DomainEvent
from jassclub.clubs.models import Club, Membership, Role
from jassclub.clubs.rights import found_for, get_club, visible_clubs
from jassclub.clubs.services.people import added, changed, locked, removed
from jassclub.core.errors import Conflict, Finding, Invalid
from jassclub.core.records import plain
from jassclub.core.rows import Param, PreparedQuery, save_fields
from jassclub.core.workers import after_commit, wake
from jassclub.webhooks import guard
from jassclub.webhooks.models import Delivery, HookMessage, Webhook
from jassclub.webhooks.signing import new_secret


def webhooks(actor: Actor) -> QuerySet[Webhook]:
    """Those of the clubs whose admin the actor is."""
    if actor.kind == "system":
        return Webhook.objects.all()
    if actor.user_id is None:
        return Webhook.objects.none()
    over = Membership.objects.filter(user_id=actor.user_id, role=Role.ADMIN)
    return Webhook.objects.filter(club__in=over.values("club"))


def visible_webhooks(actor: Actor) -> QuerySet[Webhook]:
    """Those of the visible clubs: there a refusal says that the role is missing."""
    return Webhook.objects.filter(club__in=visible_clubs(actor))


def webhook_of(actor: Actor, webhook_id: UUID) -> Webhook:
    """One webhook; 404 in another club, 403 without the role admin."""
    return found_for(actor, visible_webhooks(actor), webhook_id, Role.ADMIN)


def webhooks_of_club(actor: Actor, club_id: UUID) -> QuerySet[Webhook]:
    """All of one club, by label; 403 without the role admin."""
    get_club(actor, club_id, Role.ADMIN)
    return Webhook.objects.filter(club_id=club_id).order_by("label", "id")


def deliveries_of(actor: Actor, webhook_id: UUID) -> QuerySet[Delivery]:
    """What one webhook was told or is to be told, with every try."""
    told = Delivery.objects.filter(webhook=webhook_of(actor, webhook_id)).select_related("message")
    return told.prefetch_related("attempts")


MOST_IN_A_CLUB = 20
OVERLAP = timedelta(hours=24)
"""How long the secret of before goes on signing: time to give the receiver the new one."""


@transaction.atomic
def add_webhook(
    *, actor: Actor, club_id: UUID, label: str, url: str, events: list[str]
) -> tuple[Webhook, str]:
    """A new webhook and its secret, which is never readable again. Needs the role admin.

    Invalid for an address that must not be called or events that nobody knows, Conflict if the
    club has `MOST_IN_A_CLUB` already.
    """
    clubs.get_club(actor, club_id, Role.ADMIN)
    values = _checked({"label": label, "url": url, "events": events})
    # Race: two webhooks added at once would both be the last that the club may have.
    club = Club.objects.select_for_update().get(pk=club_id)
    if Webhook.objects.filter(club=club).count() >= MOST_IN_A_CLUB:
        raise Conflict(
            "too_many",
            _("Mehr als %(most)s Webhooks kann ein Club nicht haben.") % {"most": MOST_IN_A_CLUB},
        )
    webhook = Webhook(club=club, secret=new_secret(), **values)
    return added(webhook, actor=actor), webhook.secret


@transaction.atomic
def change_webhook(
    *, actor: Actor, webhook_id: UUID, version: int, values: Mapping[str, Any]
) -> Webhook:
    """Change any of label, url, events, active. Switched on, what still waits is sent."""
    webhook = _locked(actor, webhook_id, version)
    new = _checked(values)
    if new.get("active"):
        new["stopped"] = ""
        _now(webhook)
    return changed(webhook, new, actor=actor)


@transaction.atomic
def rotate_secret(
    *, actor: Actor, webhook_id: UUID, version: int | None = None
) -> tuple[Webhook, str]:
    """A new secret, shown once; for a day the one of before signs as well."""
    webhook = _locked(actor, webhook_id, version)
    moment, secret = timezone.now(), new_secret()
    save_fields(
        webhook, old_secret=webhook.secret, old_secret_until=moment + OVERLAP, secret=secret
    )
    return changed(webhook, {"secret_set_at": moment}, actor=actor), secret


@transaction.atomic
def delete_webhook(*, actor: Actor, webhook_id: UUID, version: int) -> None:
    """Delete a webhook with its log; what was on its way is not sent any more."""
    removed(_locked(actor, webhook_id, version), actor=actor)


@transaction.atomic
def send_test(*, actor: Actor, webhook_id: UUID) -> Delivery:
    """Send a message that says nothing; Conflict for a webhook that is switched off."""
    webhook = _active(_locked(actor, webhook_id))
    _now(webhook)
    return write_ping(webhook)


@transaction.atomic
def redeliver(*, actor: Actor, webhook_id: UUID, delivery_id: UUID) -> Delivery:
    """Send something again under the same id, whatever became of it before."""
    webhook = _active(_locked(actor, webhook_id))
    # Race: a worker that has this delivery in hand notes its outcome before or after this.
    mine = Delivery.objects.select_for_update(of=("self",)).filter(webhook=webhook)
    delivery = clubs.found(mine.select_related("message"), delivery_id)
    save_fields(
        delivery,
        state=Delivery.State.WAITING,
        tries=0,
        next_try_at=timezone.now(),
        delivered_at=None,
    )
    _now(webhook)
    return delivery


def _locked(actor: Actor, webhook_id: UUID, version: int | None = None) -> Webhook:
    rows = visible_webhooks(actor)
    seen = clubs.found_for(actor, rows, webhook_id, Role.ADMIN)
    return locked(rows, webhook_id, version=seen.version if version is None else version)


def _now(webhook: Webhook) -> None:
    """Whoever stands before the screen does not wait for the pause of a webhook that failed."""
    save_fields(webhook, quiet_until=None)
    # After the commit: a worker that is woken earlier would still find the pause.
    after_commit(kick)


def _active(webhook: Webhook) -> Webhook:
    if not webhook.active:
        raise Conflict(
            "webhook_inactive", _("Dieser Webhook ist ausgeschaltet; schalte ihn zuerst ein.")
        )
    return webhook


def _checked(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values with all that is wrong said at once."""
    new = dict(values)
    details = [*_about_url(new), *_about_events(new)]
    if "label" in new and not new["label"].strip():
        details.append(Finding("required", "/label", _("Gib dem Webhook einen Namen.")))
    Invalid.raise_for(details, _("So kann der Webhook nicht eingerichtet werden."))
    if "events" in new:
        new["events"] = sorted(set(new["events"]))
    return new


def _about_url(new: Mapping[str, Any]) -> list[Finding]:
    if "url" not in new:
        return []
    try:
        target = guard.read_url(new["url"])
        if target.scheme != "https" and not settings.HOOK_NETWORKS:
            raise guard.Refused(guard.Fault.PLAIN_HTTP)
        _refuse_forbidden_literal(target)
    except guard.Refused as refusal:
        texts = {
            guard.Fault.PLAIN_HTTP: _("Die Adresse muss mit https:// anfangen."),
            guard.Fault.FORBIDDEN_ADDRESS: _("Diese Adresse liegt nicht im öffentlichen Netz."),
        }
        usual = _("Das ist keine Adresse, die aufgerufen werden darf.")
        return [Finding(refusal.fault, "/url", texts.get(guard.Fault(refusal.fault), usual))]
    return []


def _refuse_forbidden_literal(target: guard.Target) -> None:
    """Names are looked up when something is sent, an address in numbers is judged at once."""
    try:
        ip_address(target.host)
    except ValueError:
        return
    guard.addresses(target, networks=settings.HOOK_NETWORKS)


def _about_events(new: Mapping[str, Any]) -> list[Finding]:
    if "events" not in new:
        return []
    if not new["events"]:
        return [Finding("required", "/events", _("Wähle mindestens ein Ereignis."))]
    unknown = [kind for kind in new["events"] if kind not in SUBJECTS]
    text = _("Dieses Ereignis gibt es nicht: %(kind)s.")
    return [Finding("unknown_event", "/events", text % {"kind": kind}) for kind in unknown]


PING = "webhook.ping"
TASK = "jassclub.webhooks.tasks.send_messages"
LARGEST_BODY = 32_768
"""Bytes; what `jassclub.clubs.events` allows stays below, however it is written."""


_ACTIVE = PreparedQuery(lambda: Webhook.objects.filter(club=Param("club", Club, "id"), active=True))


def write(told: DomainEvent) -> None:
    """A message for every active webhook of the club that asked for this kind; no webhook, no row.

    Registered as a listener of `jassclub.clubs.events`.
    """
    asked = [webhook for webhook in _ACTIVE(club=told.club_id) if told.kind in webhook.events]
    if not asked:
        return
    ids = {"club": str(told.club_id), SUBJECTS[told.kind]: str(told.subject_id)}
    message = HookMessage.objects.create(
        club_id=told.club_id, kind=told.kind, payload={**told.facts, **ids}
    )
    Delivery.objects.bulk_create(
        Delivery(club_id=told.club_id, webhook=one, message=message) for one in asked
    )
    # After the commit: a worker that is woken earlier would not see the deliveries.
    after_commit(kick)


def write_ping(webhook: Webhook) -> Delivery:
    """A message that only says that somebody wanted to see one arrive; the caller kicks."""
    payload = {"club": str(webhook.club_id), "webhook": str(webhook.pk)}
    message = HookMessage.objects.create(club_id=webhook.club_id, kind=PING, payload=payload)
    return Delivery.objects.create(club_id=webhook.club_id, webhook=webhook, message=message)


def body_of(message: HookMessage) -> bytes:
    """The same bytes at every try: `{"data", "timestamp", "type"}`, UTF-8."""
    told: dict[str, Any] = {
        "type": message.kind,
        "timestamp": plain(message.created_at),
        "data": message.payload,
    }
    return json.dumps(told, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def kick() -> None:
    """Wake a worker; without a broker the sweep of the next minute does the work."""
    wake([TASK])


def kick_after(seconds: float) -> None:
    """Wake a worker a little later: for the first retry, which is sooner than the next sweep."""
    wake([TASK], countdown=seconds)


def purge(*, before: datetime) -> int:
    """Forget messages of before a moment, with what became of them; how many."""
    old = HookMessage.objects.filter(created_at__lt=before)
    return old.delete()[1].get(HookMessage._meta.label, 0)
