"""`/clubs/{id}/anchors`: what the ledgers said on each night, signed."""

from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.serializers import RowAnswer
from jassclub.clubs.api.base import PersonAddresses, listing
from scoring.claims import anchors
from scoring.claims.models import LedgerAnchor


class AnchorOut(RowAnswer):
    """One night; `chains` counts the games and tournaments that it is about."""

    class Meta:
        model = LedgerAnchor
        fields = ("number", "created_at", "chains", "previous", "digest", "signature")


class Anchors(PersonAddresses):
    """The anchors of a club."""

    queryset = LedgerAnchor.objects.none()
    list = listing(
        anchors.anchors,
        AnchorOut,
        "The nights on which something was new in the ledgers, latest first.",
    )

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def retrieve(self, request: Request, club_id: UUID) -> Response:
        """The latest one as a file to keep: `manage.py verify_anchor FILE` reads it."""
        return Response(anchors.latest_file(self.actor, club_id))
