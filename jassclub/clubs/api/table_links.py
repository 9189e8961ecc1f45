"""`/table-links` and `/devices/me`: how a phone comes to a table without an account."""

from datetime import timedelta

import segno
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.serializers import InputSerializer, RowAnswer
from jassclub.clubs import rights
from jassclub.clubs.access import MOST_SEATS, TokenScope
from jassclub.clubs.actors import Anyone, IsDevice
from jassclub.clubs.api.base import (
    ActorView,
    Addresses,
    PersonAddresses,
    change,
    listing,
    one_of,
    reading,
    removal,
)
from jassclub.clubs.models import Device, TableLink
from jassclub.clubs.services import links

MAX_HOURS = 24 * 14


class TableLinkIn(InputSerializer):
    """A link to make."""

    club = serializers.UUIDField(source="club_id")
    label = serializers.CharField(max_length=80)  # type: ignore[assignment]
    scope_kind = serializers.ChoiceField(choices=TableLink.ScopeKind.choices)
    scope_id = serializers.UUIDField()
    hours = serializers.IntegerField(min_value=1, max_value=MAX_HOURS, default=12)


class TableLinkOut(RowAnswer):
    """A link as listed: never its token."""

    class Meta:
        model = TableLink
        fields = (
            "id",
            "club",
            "label",
            "scope_kind",
            "scope_id",
            "created_by",
            "created_at",
            "expires_at",
            "revoked_at",
            "last_used_at",
        )


class TableLinkSecretOut(TableLinkOut):
    """A link just made: token, address and QR code are shown this once (null in a replay)."""

    token = serializers.CharField(allow_null=True)
    url = serializers.URLField(allow_null=True)
    qr = serializers.CharField(allow_null=True, help_text="SVG element")


class OpenIn(InputSerializer):
    """The token out of the QR code."""

    token = serializers.CharField(max_length=200)
    label = serializers.CharField(max_length=80, required=False, allow_blank=True)  # type: ignore[assignment]


class DeviceOut(RowAnswer):
    """A phone and what it may touch."""

    club = serializers.UUIDField(source="link.club_id", read_only=True)
    scope_kind = serializers.ChoiceField(
        source="link.scope_kind", choices=TableLink.ScopeKind.choices, read_only=True
    )
    scope_id = serializers.UUIDField(source="link.scope_id", read_only=True)
    expires_at = serializers.DateTimeField(source="link.expires_at", read_only=True)

    class Meta:
        model = Device
        fields = ("id", "seat", "label")


class DeviceSecretOut(DeviceOut):
    """A phone that has just come: its token is shown this once."""

    token = serializers.CharField()


class DeviceIn(InputSerializer):
    """What a phone says about itself."""

    seat = serializers.IntegerField(min_value=0, max_value=MOST_SEATS - 1, allow_null=True)
    label = serializers.CharField(max_length=80, allow_blank=True)  # type: ignore[assignment]


class LinkDeviceOut(RowAnswer):
    """A phone that came by a link."""

    class Meta:
        model = Device
        fields = ("id", "seat", "label", "created_at", "revoked_at")


class TableLinks(PersonAddresses):
    """The table links of the caller's clubs."""

    token_scope = TokenScope.HANDS

    queryset = TableLink.objects.none()
    filterset_fields = ("club", "scope_kind", "scope_id")
    secrets = ("token", "url", "qr")
    list = listing(
        rights.table_links,
        TableLinkOut,
        "The table links of the caller's clubs, newest first.",
    )
    retrieve = reading(
        one_of(rights.table_links),
        TableLinkOut,
        "One table link, without its token.",
    )
    destroy = removal(
        links.revoke_link,
        "Revoke a link and all phones that came by it. Role: scribe.",
    )

    @extend_schema(
        request=TableLinkIn,
        responses={201: TableLinkSecretOut},
    )
    def create(self, request: Request) -> Response:
        """Make a link for one game or table. Role: scribe.

        One for a game that follows another at the same table is kept with the first of them.
        """
        values = self.read(TableLinkIn)
        lifetime = timedelta(hours=values.pop("hours"))
        link, token = links.create_link(actor=self.actor, lifetime=lifetime, **values)
        url = request.build_absolute_uri(links.path_of(token))
        qr = segno.make_qr(url, error="m").svg_inline(scale=4, border=4, title="QR")
        return self.respond(TableLinkOut, link, 201, token=token, url=url, qr=qr)


class LinkDevices(PersonAddresses):
    """The phones that came by one link."""

    token_scope = TokenScope.HANDS
    queryset = Device.objects.none()
    list = listing(
        rights.phones_of,
        LinkDeviceOut,
        "The phones that came by a link, revoked ones too, newest first. Role: scribe.",
    )
    destroy = removal(
        links.revoke_device,
        "Revoke one phone; the others that came by the link go on. Role: scribe.",
    )


class OpenTableView(ActorView):
    """A phone comes to the table: a log-in, so that no Idempotency-Key is needed."""

    authentication_classes = []
    permission_classes = [Anyone]
    throttle_scope = "anon"
    idempotent = False
    made_at = "devices/me"

    @extend_schema(operation_id="joinTable", request=OpenIn, responses={201: DeviceSecretOut})
    def post(self, request: Request) -> Response:
        """Exchange the token of the QR code for one of this phone's own."""
        device, secret = links.join_table(**self.read(OpenIn))
        return self.respond(DeviceOut, device, 201, token=secret)


class Devices(Addresses):
    """The phone that asks."""

    token_scope = TokenScope.HANDS

    permission_classes = [IsDevice]
    retrieve = reading(
        rights.device_of,
        DeviceOut,
        "What this phone may touch and which seat it took.",
        operation_id="readDevice",
    )
    partial_update = change(
        links.change_device,
        DeviceOut,
        "Take a seat (0-based), leave it (null), or name the phone.",
        takes=DeviceIn,
        operation_id="changeDevice",
    )
