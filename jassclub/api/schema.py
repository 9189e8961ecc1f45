"""What every address of the API has in common, told to the OpenAPI generator once."""

import re
from collections.abc import Iterable
from typing import Any, Literal

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework import serializers

from jassclub.api.codes import COMMON, of_operation
from jassclub.api.problems import CONTENT_TYPE
from jassclub.api.serializers import Answer, InputSerializer

Parameter = OpenApiParameter | serializers.Serializer[Any] | type[serializers.Serializer[Any]]


def _open_enum(name: str) -> dict[str, Any]:
    """The codes that are known today; a program takes others too, since they become more."""
    return {"anyOf": [{"$ref": f"#/components/schemas/{name}"}, {"type": "string"}]}


@extend_schema_field(_open_enum("FindingCode"))
class FindingCodeField(serializers.CharField):
    """The code of a finding."""


@extend_schema_field(_open_enum("ProblemCode"))
class ProblemCodeField(serializers.CharField):
    """The code of a refusal."""


class FindingSerializer(serializers.Serializer[Any]):
    """One thing that is wrong."""

    pointer = serializers.CharField(help_text="JSON pointer into what was sent")
    code = FindingCodeField(help_text="stable word for programs")
    detail = serializers.CharField(help_text="sentence for people")
    article = serializers.CharField(required=False, help_text="rule it rests on (slug)")


class ProblemSerializer(serializers.Serializer[Any]):
    """A refusal (RFC 9457) with all findings at once."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = ProblemCodeField()
    detail = serializers.CharField()
    instance = serializers.CharField(required=False)
    request = serializers.CharField(
        required=False, help_text="the X-Request-ID, by which the operator finds it in his logs"
    )
    errors = FindingSerializer(many=True)  # type: ignore[assignment]


IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[ -~]+$"},
    OpenApiParameter.HEADER,
    required=True,
    description="Random text of 1 to 255 printable ASCII characters, new for each request that "
    "is meant; repeating a request with it gives the stored answer.",
)
IF_MATCH = OpenApiParameter(
    "If-Match",
    {"type": "string", "pattern": '^(W/)?"v[0-9]{1,9}"$'},
    OpenApiParameter.HEADER,
    required=True,
    description='The ETag that the change was made against, such as `"v7"`.',
)

IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    {"type": "string"},
    OpenApiParameter.HEADER,
    description="The ETag of the answer that is known already; unchanged, it is not sent again.",
)
ETAG = {"ETag": {"schema": {"type": "string"}, "description": "for the next If-None-Match"}}
LOCATION = {"Location": {"schema": {"type": "string"}, "description": "where it can be read"}}
QUOTAS = {
    "RateLimit": {
        "schema": {"type": "string"},
        "description": "How many requests are left (`r`) and the seconds until there are more "
        "(`t`), of the quota that is used up most.",
        "example": '"entries";r=587;t=60',
    },
    "RateLimit-Policy": {
        "schema": {"type": "string"},
        "description": "The quotas that count here: how many requests (`q`) in how many seconds "
        "(`w`).",
        "example": '"entries";q=600;w=60',
    },
}
"""What an answer says of the quotas it was counted in (draft-ietf-httpapi-ratelimit-headers)."""
ENDING = {
    "Deprecation": {
        "schema": {"type": "string"},
        "description": "Since when it is known that this operation will end (RFC 9745).",
        "example": "@1798761600",
    },
    "Sunset": {
        "schema": {"type": "string"},
        "description": "From this moment on it may be gone (RFC 8594), a year later at the least.",
        "example": "Sat, 01 Jan 2028 00:00:00 GMT",
    },
    "Link": {
        "schema": {"type": "string"},
        "description": 'What to ask instead: `rel="successor-version"`.',
        "example": '</api/v1/games>; rel="successor-version"',
    },
}
"""What an answer says of an operation that will end."""
ANYTHING_OR_NULL = [{}, {"type": "null"}]
UNCHANGED = {"description": "Unchanged since the ETag that was named; no body", "headers": ETAG}

REFUSALS = {
    400: "Unreadable, incomplete, or of the wrong shape",
    401: "Not logged in, or with a token that is not (or no longer) valid",
    403: "Known, but not allowed to",
    404: "Not there, or not visible to who asks",
    406: "Not available in the format asked for",
    409: "Stands against what is stored",
    410: "Was there, and has ended",
    412: "Made against an older version, or one that was never given out",
    413: "Too large",
    415: "In a format that is not read here",
    422: "Of the right shape, but against the rules or impossible",
    428: "Without the If-Match that a change needs",
    429: "Too many requests; Retry-After says when to go on",
    503: "Not just now: someone is changing the same, or the database is away; see Retry-After",
}
"""Every status of a refusal, and what it means wherever it is answered."""

ANYWHERE = (400, 401, 403, 404, 406, 409, 422, 429, 503)
CHANGING = (413, 415)
VERSIONED = (412, 428)


WAIT = {
    "schema": {"type": "integer", "minimum": 1},
    "description": "Seconds until it makes sense to send it again.",
    "example": 60,
}
"""What a refusal says that is over soon."""


def refusals() -> dict[str, Any]:
    """The refusals as components, one for each status."""
    problem = {"schema": {"$ref": "#/components/schemas/Problem"}}
    found: dict[str, Any] = {
        _named(status): {
            "description": f"{meaning}: {_listed(COMMON.get(status, ()))}".rstrip(": "),
            "content": {CONTENT_TYPE: problem},
        }
        for status, meaning in REFUSALS.items()
    }
    for status in (429, 503):
        found[_named(status)]["headers"] = {"Retry-After": WAIT}
    found[_named(429)]["headers"] |= quotas()
    return found


def quotas() -> dict[str, Any]:
    """The headers of quotas, as they stand at an answer."""
    return {name: {"$ref": f"#/components/headers/{name}"} for name in QUOTAS}


def _listed(codes: Iterable[str]) -> str:
    return ", ".join(f"`{code}`" for code in codes)


def _named(status: int) -> str:
    return f"Refusal{status}"


def _told(field: serializers.Field[Any, Any, Any, Any]) -> bool:
    """Whether an answer always has this member."""
    return field.required or field.read_only or field.default is not serializers.empty


def _say_what_may_be_blank(field: Any) -> None:
    """What is only read may be as blank as its column: the serializer of a model forgets that."""
    if isinstance(field, serializers.ChoiceField) and field.read_only:
        model = getattr(getattr(field.parent, "Meta", None), "model", None)
        if model is not None and field.source in (f.name for f in model._meta.fields):
            field.allow_blank = field.allow_blank or model._meta.get_field(field.source).blank


VERBS = {"GET": "read", "POST": "create", "PATCH": "change", "DELETE": "delete"}
PLURALS = {"ies": "y", "hes": "h", "sen": "se", "s": ""}


def _singular(name: str) -> str:
    ending = next((ending for ending in PLURALS if name.endswith(ending)), "")
    return name.removesuffix(ending) + PLURALS.get(ending, "")


class ApiSchema(AutoSchema):
    """Adds the headers that a view asks for and the one form of all refusals."""

    def get_operation_id(self) -> str:
        """A verb and what the address names last: `listClubMembers`, `closeGame`.

        A step (a POST that is no `create`) is the verb itself, done to what the address names
        before it: `rotate_secret` of a webhook is `rotateWebhookSecret`.
        """
        if operation := getattr(self.view, "operation", ""):
            return str(operation)
        address, (verb, *what) = self.path.removeprefix("/api/v1/"), self._verb()
        if verb not in (*VERBS.values(), "list"):
            address = address.rpartition("/")[0]
        *owners, thing = [name for name in address.split("/") if not name.startswith("{")][-2:]
        if self.method != "GET" or address.endswith("}"):
            thing = _singular(thing)
        named = re.split(r"\W", "-".join([*map(_singular, owners), thing, *what]))
        return verb + "".join(map(str.capitalize, named))

    def _verb(self) -> list[str]:
        if self.method == "GET" and self._is_list_view():
            return ["list"]
        action = getattr(self.view, "action", "create") if self.method == "POST" else "create"
        return [VERBS[self.method]] if action == "create" else action.split("_")

    def get_extensions(self) -> dict[str, Any]:
        """What a program needs of its token here, and when the operation ends, if it does."""
        found: dict[str, Any] = super().get_extensions()
        if scope_for := getattr(self.view, "scope_for", None):
            found["x-token-scope"] = str(scope_for(self.method))
        if ending := self._ending():
            found |= {"x-sunset": str(ending.until), "x-instead": ending.instead}
        return found

    def get_override_parameters(self) -> list[Parameter]:
        """Idempotency-Key and If-Match where they are required, If-None-Match where it helps."""
        parameters: list[Parameter] = list(super().get_override_parameters())
        if self.method == "POST" and getattr(self.view, "idempotent", False):
            parameters.append(IDEMPOTENCY_KEY)
        if self.method in ("PATCH", "DELETE") and getattr(self.view, "versioned", False):
            parameters.append(IF_MATCH)
        if self._is_conditional():
            parameters.append(IF_NONE_MATCH)
        return parameters

    def _get_parameters(self) -> list[dict[str, Any]]:
        """Without the questions that the view does not listen to: one of several addresses says
        in `asks` which bear on it."""
        found: list[dict[str, Any]] = super()._get_parameters()
        asks = getattr(self.view, "asks", None)
        return [one for one in found if asks is None or one["in"] != "query" or one["name"] in asks]

    def get_auth(self) -> list[dict[str, Any]]:
        """With the empty choice where nobody has to say who he is."""
        known: list[dict[str, Any]] = super().get_auth()
        public = any(getattr(one, "public", False) for one in self.view.get_permissions())
        return [*known, {}] if known and public else known

    def get_filter_backends(self) -> list[Any]:
        """None for a list that is not a query: there is nothing to filter."""
        has_query = getattr(self.view, "queryset", None) is not None
        return list(super().get_filter_backends()) if has_query else []

    def _map_serializer_field(
        self, field: Any, direction: str, bypass_extensions: bool = False
    ) -> dict[str, Any]:
        _say_what_may_be_blank(field)
        found: dict[str, Any] = super()._map_serializer_field(  # type: ignore[no-untyped-call]
            field, direction, bypass_extensions
        )
        if found.get("oneOf") == ANYTHING_OR_NULL:
            del found["oneOf"]  # null is anything, and may not fit twice
        if found.get("format") == "time":
            found["format"] = "time-local"  # the time of JSON Schema has an offset from UTC
        return found

    def _map_basic_serializer(self, serializer: Any, direction: str) -> dict[str, Any]:
        found: dict[str, Any] = super()._map_basic_serializer(  # type: ignore[no-untyped-call]
            serializer, direction
        )
        if isinstance(serializer, InputSerializer) or getattr(serializer, "closed", False):
            found["additionalProperties"] = False  # it refuses members that it does not know
        elif getattr(serializer, "open_ended", False):
            found["additionalProperties"] = True
        elif isinstance(serializer, Answer):
            fields = sorted(serializer.fields.items())
            found["required"] = [name for name, field in fields if _told(field)]
        return found

    def _get_response_bodies(
        self, direction: Literal["request", "response"] = "response"
    ) -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        self.resolve_serializer(ProblemSerializer, "response")
        for status in self._refusals():
            bodies.setdefault(str(status), self._refusal(status))
        if self._is_conditional():
            bodies["200"]["headers"] = ETAG
            bodies["304"] = UNCHANGED
        if self._ending():
            for done in bodies.keys() - {str(status) for status in REFUSALS}:
                bodies[done]["headers"] = {**bodies[done].get("headers", {}), **ENDING}
        for made in {"201", "202"} & bodies.keys():
            bodies[made]["headers"] = {**bodies[made].get("headers", {}), **LOCATION}
        if self._is_counted():
            for done in bodies.keys() & {"200", "201", "202", "204"}:
                bodies[done]["headers"] = bodies[done].get("headers", {}) | quotas()
        if kind := getattr(self.view, "media_type", ""):
            bodies["200"]["content"] = {kind: bodies["200"]["content"][kind]}
        return dict(sorted(bodies.items()))

    def _refusal(self, status: int) -> dict[str, Any]:
        """What is said of a refusal: with the codes of this operation, if any are its own."""
        codes = of_operation(self.method, self.path, status)
        if not codes:
            return {"$ref": f"#/components/responses/{_named(status)}"}
        every = [*codes, *COMMON.get(status, ())]
        words = f"{REFUSALS[status]}: {_listed(every)}"
        return {**refusals()[_named(status)], "description": words, "x-codes": every}

    def _ending(self) -> Any:
        return self.view.ending(self.method) if hasattr(self.view, "ending") else None

    def is_deprecated(self) -> bool:
        """Whether the operation will end."""
        return self._ending() is not None

    def _is_counted(self) -> bool:
        throttles = self.view.get_throttles()
        return any(
            getattr(self.view, getattr(one, "scope_attr", "scope"), None) for one in throttles
        )

    def _is_conditional(self) -> bool:
        tells_one = self.method == "GET" and getattr(self.view, "action", "retrieve") == "retrieve"
        return tells_one and bool(getattr(self.view, "conditional", False))

    def _refusals(self) -> list[int]:
        changing = self.method != "GET"
        versioned = self.method in ("PATCH", "DELETE") and getattr(self.view, "versioned", False)
        own = [status for status in REFUSALS if of_operation(self.method, self.path, status)]
        common = [*ANYWHERE, *(CHANGING if changing else ()), *(VERSIONED if versioned else ())]
        return sorted({*own, *common})
