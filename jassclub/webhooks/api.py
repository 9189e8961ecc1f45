"""`/webhooks`: addresses that are called when something happens in a club."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.serializers import InputSerializer, RowAnswer
from jassclub.clubs.api.base import (
    PersonAddresses,
    change,
    command,
    listing,
    reading,
    removal,
)
from jassclub.clubs.events import SUBJECTS
from jassclub.webhooks import services
from jassclub.webhooks.guard import LONGEST_URL
from jassclub.webhooks.models import Attempt, Delivery, Webhook

MOST_EVENTS = 50


class EventsField(serializers.ListField):
    """Kinds of news."""

    child = serializers.ChoiceField(choices=list(SUBJECTS))


class AboutWebhook(InputSerializer):
    """What is said of a webhook when it is set up and when it is changed."""

    label = serializers.CharField(max_length=80)  # type: ignore[assignment]
    url = serializers.CharField(max_length=LONGEST_URL)
    events = EventsField(min_length=1, max_length=MOST_EVENTS)


class WebhookIn(AboutWebhook):
    """A webhook to set up."""

    club = serializers.UUIDField(source="club_id")


class WebhookChangeIn(AboutWebhook):
    """What of a webhook can be changed."""

    active = serializers.BooleanField()


class WebhookOut(RowAnswer):
    """A webhook as given out: never its secret. `stopped` says why the service gave it up."""

    events = EventsField(read_only=True)

    class Meta:
        model = Webhook
        fields = (
            "id",
            "club",
            "label",
            "url",
            "active",
            "stopped",
            "secret_set_at",
            "old_secret_until",
            "created_at",
            "version",
        )


class WebhookSecretOut(WebhookOut):
    """A webhook with its new secret, shown this once (null in a replay)."""

    secret = serializers.CharField(allow_null=True)


class AttemptOut(RowAnswer):
    """One try: the code of the answer, or why there was none."""

    class Meta:
        model = Attempt
        fields = ("at", "code", "fault", "milliseconds", "answer")


class DeliveryOut(RowAnswer):
    """What a webhook was told or is to be told; `message` is the `webhook-id` of every try."""

    kind = serializers.CharField(source="message.kind", read_only=True)
    data = serializers.DictField(source="message.payload", read_only=True)  # type: ignore[assignment]
    attempts = AttemptOut(many=True, read_only=True)

    class Meta:
        model = Delivery
        fields = (
            "id",
            "message",
            "state",
            "tries",
            "next_try_at",
            "delivered_at",
            "created_at",
        )


class Webhooks(PersonAddresses):
    """The webhooks of the clubs whose admin the caller is."""

    queryset = Webhook.objects.none()
    filterset_fields = ("club", "active")
    secrets = ("secret",)
    versioned = True
    conditional = True
    list = listing(
        services.webhooks,
        WebhookOut,
        "The webhooks of the clubs whose admin the caller is, newest first.",
    )
    retrieve = reading(
        services.webhook_of,
        WebhookOut,
        "One webhook, without its secret. Role: admin.",
    )
    partial_update = change(
        services.change_webhook,
        WebhookOut,
        "Change a webhook, switch it on or off. Role: admin.",
        takes=WebhookChangeIn,
    )
    destroy = removal(
        services.delete_webhook,
        "Delete a webhook with its log. Role: admin.",
    )

    @extend_schema(request=WebhookIn, responses={201: WebhookSecretOut})
    def create(self, request: Request) -> Response:
        """Set up a webhook. Its secret is in this answer only. Role: admin."""
        webhook, secret = services.add_webhook(actor=self.actor, **self.read(WebhookIn))
        return self.respond(WebhookOut, webhook, 201, secret=secret)

    @extend_schema(request=None, responses={201: WebhookSecretOut})
    def rotate_secret(self, request: Request, webhook_id: UUID) -> Response:
        """Make a new secret; for 24 hours the one of before signs as well. Role: admin."""
        webhook, secret = services.rotate_secret(actor=self.actor, webhook_id=webhook_id)
        return self.respond(WebhookOut, webhook, 201, secret=secret)


class Deliveries(PersonAddresses):
    """What became of the messages to one webhook."""

    queryset = Delivery.objects.none()
    filterset_fields = ("state",)
    list = listing(
        services.deliveries_of,
        DeliveryOut,
        "Messages of the last 30 days with every try, newest first. Role: admin.",
    )
    test = command(
        services.send_test,
        DeliveryOut,
        "Send a message of the type `webhook.ping`. Role: admin.",
        status=202,
    )
    redeliver = command(
        services.redeliver,
        DeliveryOut,
        "Send a message again, under the same `webhook-id`. Role: admin.",
        status=202,
    )


WEBHOOK = "webhooks/<uuid:webhook_id>"

urlpatterns = [
    Webhooks.at("webhooks", "list", "create"),
    Webhooks.at(WEBHOOK, "retrieve", "partial_update", "destroy"),
    Webhooks.at(f"{WEBHOOK}/secret", "rotate_secret"),
    Deliveries.at(f"{WEBHOOK}/test-delivery", "test"),
    Deliveries.at(f"{WEBHOOK}/deliveries", "list"),
    Deliveries.at(f"{WEBHOOK}/deliveries/<uuid:delivery_id>/redelivery", "redeliver"),
]
