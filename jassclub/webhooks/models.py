"""Who wants to be told what, what there was to tell, and what became of telling it."""

from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from jassclub.clubs.columns import ClubColumn, ClubRow
from jassclub.clubs.models import Club, Master
from jassclub.core.rows import Row


class Webhook(Master):
    """An address that a club wants to be called at.

    `secret` signs and therefore cannot be a digest; it is shown once and leaves the database in
    signatures only. After a change `old_secret` signs as well, until `old_secret_until`.
    """

    class Stopped(models.TextChoices):
        """Why the service itself stopped calling."""

        FAILING = "failing", _("Tagelang kam nichts an.")
        GONE = "gone", _("Der Empfänger sagt, es gebe ihn nicht mehr (410).")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="webhooks")
    label = models.CharField(max_length=80)
    url = models.CharField(max_length=500)
    events = models.JSONField(default=list)
    """Kinds of events, sorted, from `jassclub.clubs.events.SUBJECTS`."""
    active = models.BooleanField(default=True)
    stopped = models.CharField(max_length=8, choices=Stopped, blank=True)
    secret = models.CharField(max_length=80)
    secret_set_at = models.DateTimeField(default=timezone.now)
    old_secret = models.CharField(max_length=80, blank=True)
    old_secret_until = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveIntegerField(default=0)
    """Tries in vain since the last one that arrived."""
    quiet_until = models.DateTimeField(null=True, blank=True)
    """Nothing is tried before, whatever is due: who is away is not asked for every message."""

    class Meta:
        app_label = "pages"
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(stopped="") | Q(active=False), name="stopped_webhook_is_not_active"
            ),
        ]

    def secrets_at(self, moment: datetime) -> list[str]:
        """The secrets that sign at a moment, the present one first."""
        until = self.old_secret_until
        both = until is not None and moment < until
        return [self.secret, self.old_secret] if both else [self.secret]


class HookMessage(Row):
    """Outbox: one thing that happened, written with it in one transaction; ids and numbers only.

    Its id goes along as `webhook-id`, the same at every try and to every receiver.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="hook_messages")
    kind = models.CharField(max_length=40)
    payload = models.JSONField()
    created_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        app_label = "pages"


class Delivery(ClubRow):
    """One message for one webhook. `next_try_at` is set exactly while it waits, `held_until` while
    a worker has it in hand."""

    class State(models.TextChoices):
        """How far it came."""

        WAITING = "waiting", _("wartet")
        DELIVERED = "delivered", _("angekommen")
        FAILED = "failed", _("aufgegeben")

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    message = models.ForeignKey(HookMessage, on_delete=models.CASCADE, related_name="deliveries")
    state = models.CharField(max_length=9, choices=State, default=State.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField(null=True, blank=True, default=timezone.now)
    held_until = models.DateTimeField(null=True, blank=True)
    delivered_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        app_label = "pages"
        constraints: ClassVar = [
            # Race: a message is handed out twice at once; each webhook gets it once.
            models.UniqueConstraint(fields=["webhook", "message"], name="one_delivery_a_webhook"),
            models.CheckConstraint(
                condition=Q(state="waiting", next_try_at__isnull=False)
                | ~Q(state="waiting") & Q(next_try_at__isnull=True),
                name="delivery_waits_for_a_moment",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["webhook", "-created_at"], name="deliveries_of_a_webhook"),
            models.Index(
                fields=["next_try_at"], condition=Q(state="waiting"), name="deliveries_to_try"
            ),
            models.Index(
                fields=["held_until"], condition=Q(held_until__isnull=False), name="deliveries_held"
            ),
        ]


class Attempt(models.Model):
    """One try to deliver; only ever added. `code` is null where no answer came."""

    class Fault(models.TextChoices):
        """Why a try was in vain."""

        BAD_URL = "bad_url", _("Adresse nicht erlaubt")
        PLAIN_HTTP = "plain_http", _("unverschlüsselt (http)")
        UNKNOWN_HOST = "unknown_host", _("Name nicht gefunden")
        FORBIDDEN_ADDRESS = "forbidden", _("liegt nicht im öffentlichen Netz")
        NO_CONNECTION = "unreachable", _("nicht erreichbar")
        TIMEOUT = "timeout", _("zu langsam")
        TLS = "tls", _("Zertifikat nicht gültig")
        BAD_ANSWER = "bad_answer", _("keine HTTP-Antwort")
        REDIRECT = "redirect", _("leitet weiter; dem wird nicht gefolgt")
        STATUS = "status", _("abgelehnt")

    id = models.BigAutoField(primary_key=True)
    club = ClubColumn()
    delivery = models.ForeignKey(Delivery, on_delete=models.CASCADE, related_name="attempts")
    at = models.DateTimeField()
    code = models.PositiveSmallIntegerField(null=True, blank=True)
    fault = models.CharField(max_length=12, choices=Fault, blank=True)
    milliseconds = models.PositiveIntegerField()
    answer = models.CharField(max_length=500, blank=True)
    """The beginning of what a receiver said that did not accept."""

    class Meta:
        app_label = "pages"
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.delivery_id} {self.code or self.fault}"


class PushSubscription(Row):
    """A browser that rings for a person: the address of its push service, nothing else of it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_subscriptions"
    )
    endpoint = models.CharField(max_length=500, unique=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        app_label = "pages"
