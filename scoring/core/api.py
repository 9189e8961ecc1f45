"""What the views of this app share."""

from collections.abc import Callable
from typing import Any, TypeVar

from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from jassclub.clubs.api.base import ActorView
from jassclub.clubs.rights import IsActor

R = TypeVar("R")


class TableView(ActorView):
    """For people and phones; which games they reach is up to the selectors and services."""

    permission_classes = [IsActor]
    throttle_scope = "entries"

    def created(
        self,
        present: Callable[[R], dict[str, Any]],
        service: Callable[..., R],
        shape: type[BaseSerializer[Any]] | None = None,
        **address: Any,
    ) -> Response:
        """Call a service about `address` with the body that `shape` reads; 201 with its result."""
        body = {} if shape is None else self.read(shape)
        return Response(present(service(actor=self.actor, **address, **body)), status=201)
