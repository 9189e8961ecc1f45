"""All addresses of the service, and a plain endpoint that writes one row: the floor under ours."""

from typing import Any, ClassVar

from django.db import transaction
from django.urls import path
from rest_framework.generics import CreateAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer, ModelSerializer

from jassclub.clubs.actors import IsActor
from jassclub.urls import handler400, handler403, handler404, handler500, urlpatterns
from scoring.core.models import ScoreEvent

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]


class PlainRow(ModelSerializer[ScoreEvent]):
    """As the first chapter of the tutorial has it."""

    class Meta:
        model = ScoreEvent
        fields: ClassVar = ["id", "game", "kind", "created_at"]
        read_only_fields: ClassVar = ["created_at"]


class PlainView(CreateAPIView[ScoreEvent]):
    """The same log-in, one transaction, one row; no rules, no versions, no hash, no key."""

    permission_classes = [IsActor]
    serializer_class = PlainRow
    queryset = ScoreEvent.objects.all()

    def create(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """In one transaction, like ours."""
        with transaction.atomic():
            return super().create(request, *args, **kwargs)

    def perform_create(self, serializer: BaseSerializer[ScoreEvent]) -> None:
        """The row says to which club it belongs."""
        serializer.save(club_id=serializer.validated_data["game"].club_id)


urlpatterns = [*urlpatterns, path("bench/plain", PlainView.as_view())]
