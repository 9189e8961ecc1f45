"""What every address of the API has in common, told to the OpenAPI generator once."""

from __future__ import annotations

from typing import Any, Literal

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework import serializers

from jassclub.api.problems import CONTENT_TYPE

Parameter = OpenApiParameter | serializers.Serializer[Any] | type[serializers.Serializer[Any]]


class FindingSerializer(serializers.Serializer[Any]):
    """One thing that is wrong."""

    pointer = serializers.CharField(help_text="JSON pointer into what was sent")
    code = serializers.CharField(help_text="stable word for programs")
    detail = serializers.CharField(help_text="sentence for people")
    article = serializers.CharField(required=False, help_text="rule it rests on (slug)")


class ProblemSerializer(serializers.Serializer[Any]):
    """A refusal (RFC 9457) with all findings at once."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField()
    detail = serializers.CharField()
    instance = serializers.CharField(required=False)
    request = serializers.CharField(
        required=False, help_text="the X-Request-ID, by which the operator finds it in his logs"
    )
    errors = FindingSerializer(many=True)  # type: ignore[assignment]


IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description="Random text of 1 to 255 printable ASCII characters, new for each request that "
    "is meant; repeating a request with it gives the stored answer.",
)
IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description='The ETag that the change was made against, such as `"v7"`.',
)


class ApiSchema(AutoSchema):
    """Adds the headers that a view asks for and the one form of all refusals."""

    def get_override_parameters(self) -> list[Parameter]:
        """Idempotency-Key where it is required, If-Match where a version is changed."""
        parameters: list[Parameter] = list(super().get_override_parameters())
        if self.method == "POST" and getattr(self.view, "idempotent", False):
            parameters.append(IDEMPOTENCY_KEY)
        if self.method in ("PATCH", "DELETE") and getattr(self.view, "versioned", False):
            parameters.append(IF_MATCH)
        return parameters

    def get_filter_backends(self) -> list[Any]:
        """None for a list that is not a query: there is nothing to filter."""
        has_query = getattr(self.view, "queryset", None) is not None
        return list(super().get_filter_backends()) if has_query else []

    def _get_response_bodies(
        self, direction: Literal["request", "response"] = "response"
    ) -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        problem = OpenApiResponse(ProblemSerializer, description="Refusal")
        bodies["default"] = self._get_response_for_code(  # type: ignore[no-untyped-call]
            problem, "default", [CONTENT_TYPE]
        )
        return bodies
