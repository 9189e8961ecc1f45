"""`/webhooks`: addresses that are called when something happens in a club."""

from typing import Any, ClassVar
from uuid import UUID

from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.preconditions import conditional, etag_of, expected_version, versioned
from jassclub.api.serializers import FilterSet, InputSerializer, UUIDFilter
from jassclub.clubs.api.base import ActorView
from jassclub.clubs.events import SUBJECTS
from jassclub.clubs.rights import IsPerson
from jassclub.webhooks import services
from jassclub.webhooks.guard import LONGEST_URL
from jassclub.webhooks.models import Attempt, Delivery, Webhook

MOST_EVENTS = 50


class EventsField(serializers.ListField):
    """Kinds of news."""

    child = serializers.ChoiceField(choices=list(SUBJECTS))


class WebhookIn(InputSerializer):
    """A webhook to set up."""

    club = serializers.UUIDField()
    label = serializers.CharField(max_length=80)  # type: ignore[assignment]
    url = serializers.CharField(max_length=LONGEST_URL)
    events = EventsField(min_length=1, max_length=MOST_EVENTS)


class WebhookChangeIn(InputSerializer):
    """What of a webhook can be changed."""

    label = serializers.CharField(max_length=80)  # type: ignore[assignment]
    url = serializers.CharField(max_length=LONGEST_URL)
    events = EventsField(min_length=1, max_length=MOST_EVENTS)
    active = serializers.BooleanField()


class WebhookOut(serializers.ModelSerializer[Webhook]):
    """A webhook as given out: never its secret. `stopped` says why the service gave it up."""

    events = EventsField(read_only=True)
    stopped = serializers.ChoiceField(Webhook.Stopped.choices, read_only=True, allow_blank=True)

    class Meta:
        model = Webhook
        fields: tuple[str, ...] = (
            "id",
            "club",
            "label",
            "url",
            "events",
            "active",
            "stopped",
            "secret_set_at",
            "old_secret_until",
            "created_at",
            "version",
        )
        read_only_fields = fields


class WebhookSecretOut(WebhookOut):
    """A webhook with its new secret, shown this once (null in a replay)."""

    secret = serializers.CharField(allow_null=True)

    class Meta(WebhookOut.Meta):
        fields = (*WebhookOut.Meta.fields, "secret")
        read_only_fields = WebhookOut.Meta.fields


class AttemptOut(serializers.ModelSerializer[Attempt]):
    """One try: the code of the answer, or why there was none."""

    class Meta:
        model = Attempt
        fields = ("at", "code", "fault", "milliseconds", "answer")
        read_only_fields = fields


class DeliveryOut(serializers.ModelSerializer[Delivery]):
    """What a webhook was told or is to be told; `message` is the `webhook-id` of every try."""

    kind = serializers.CharField(source="message.kind", read_only=True)
    data = serializers.DictField(source="message.payload", read_only=True)  # type: ignore[assignment]
    attempts = AttemptOut(many=True, read_only=True)

    class Meta:
        model = Delivery
        fields = (
            "id",
            "message",
            "kind",
            "data",
            "state",
            "tries",
            "next_try_at",
            "delivered_at",
            "created_at",
            "attempts",
        )
        read_only_fields = fields


class WebhookFilter(FilterSet):
    """What webhooks can be picked by."""

    club = UUIDFilter()

    class Meta:
        model = Webhook
        fields: ClassVar = ["club", "active"]


class DeliveryFilter(FilterSet):
    """What deliveries can be picked by."""

    class Meta:
        model = Delivery
        fields: ClassVar = ["state"]


class WebhooksView(ActorView):
    """The webhooks of the clubs whose admin the caller is."""

    permission_classes = [IsPerson]
    queryset = Webhook.objects.none()
    filterset_class = WebhookFilter
    secrets = ("secret",)

    @extend_schema(operation_id="webhooks_list", responses=WebhookOut(many=True))
    def get(self, request: Request) -> Response:
        """The webhooks of the clubs whose admin the caller is, newest first."""
        return self.answer_page(WebhookOut, services.webhooks(self.actor))

    @extend_schema(
        operation_id="webhooks_create", request=WebhookIn, responses={201: WebhookSecretOut}
    )
    def post(self, request: Request) -> Response:
        """Set up a webhook. Its secret is in this answer only. Role: admin."""
        values = self.read(WebhookIn)
        webhook, secret = services.add_webhook(
            actor=self.actor, club_id=values.pop("club"), **values
        )
        return _with_secret(webhook, secret, status=201)


class WebhookView(ActorView):
    """One webhook."""

    permission_classes = [IsPerson]
    versioned = True
    conditional = True

    @extend_schema(operation_id="webhooks_read", responses=WebhookOut)
    def get(self, request: Request, webhook_id: UUID) -> HttpResponseBase:
        """One webhook, without its secret. Role: admin."""
        webhook = services.webhook_of(self.actor, webhook_id)
        etag = etag_of(webhook.version)
        return conditional(request, etag, lambda: Response(WebhookOut(webhook).data))

    @extend_schema(operation_id="webhooks_change", request=WebhookChangeIn, responses=WebhookOut)
    def patch(self, request: Request, webhook_id: UUID) -> Response:
        """Change a webhook, switch it on or off. Role: admin."""
        values = self.read(WebhookChangeIn, partial=True)
        webhook = services.change_webhook(
            actor=self.actor,
            webhook_id=webhook_id,
            version=expected_version(request),
            values=values,
        )
        return versioned(WebhookOut(webhook).data, webhook.version)

    @extend_schema(operation_id="webhooks_delete", responses={204: None})
    def delete(self, request: Request, webhook_id: UUID) -> Response:
        """Delete a webhook with its log. Role: admin."""
        version = expected_version(request)
        services.delete_webhook(actor=self.actor, webhook_id=webhook_id, version=version)
        return Response(status=204)


class SecretView(ActorView):
    """The secret of a webhook."""

    permission_classes = [IsPerson]
    secrets = ("secret",)

    @extend_schema(
        operation_id="webhooks_rotate_secret", request=None, responses={201: WebhookSecretOut}
    )
    def post(self, request: Request, webhook_id: UUID) -> Response:
        """Make a new secret; for 24 hours the one of before signs as well. Role: admin."""
        webhook, secret = services.rotate_secret(actor=self.actor, webhook_id=webhook_id)
        return _with_secret(webhook, secret, status=201)


class PingView(ActorView):
    """Trying a webhook out."""

    permission_classes = [IsPerson]

    @extend_schema(operation_id="webhooks_test", request=None, responses={202: DeliveryOut})
    def post(self, request: Request, webhook_id: UUID) -> Response:
        """Send a message of the type `webhook.ping`. Role: admin."""
        delivery = services.send_test(actor=self.actor, webhook_id=webhook_id)
        return Response(DeliveryOut(delivery).data, status=202)


class DeliveriesView(ActorView):
    """What became of the messages to one webhook."""

    permission_classes = [IsPerson]
    queryset = Delivery.objects.none()
    filterset_class = DeliveryFilter

    @extend_schema(operation_id="webhooks_deliveries", responses=DeliveryOut(many=True))
    def get(self, request: Request, webhook_id: UUID) -> Response:
        """Messages of the last 30 days with every try, newest first. Role: admin."""
        return self.answer_page(DeliveryOut, services.deliveries_of(self.actor, webhook_id))


class RedeliveryView(ActorView):
    """Sending a message again."""

    permission_classes = [IsPerson]

    @extend_schema(operation_id="webhooks_redeliver", request=None, responses={202: DeliveryOut})
    def post(self, request: Request, webhook_id: UUID, delivery_id: UUID) -> Response:
        """Send a message again, under the same `webhook-id`. Role: admin."""
        delivery = services.redeliver(
            actor=self.actor, webhook_id=webhook_id, delivery_id=delivery_id
        )
        return Response(DeliveryOut(delivery).data, status=202)


def _with_secret(webhook: Webhook, secret: str, *, status: int) -> Response:
    data: dict[str, Any] = {**WebhookOut(webhook).data, "secret": secret}
    return versioned(data, webhook.version, status=status)
