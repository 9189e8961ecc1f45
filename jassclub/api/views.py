"""The base of all views of the API, and what each may be asked, read as its document says.

Where what a POST made can be read: the header Location of each 201 and 202.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from email.utils import format_datetime
from functools import lru_cache, partial
from threading import Lock
from typing import Any, ClassVar

from django.db import transaction
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve
from django.utils.translation import get_language, gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer, Serializer
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from jassclub.api import problems
from jassclub.api.preconditions import Claim, answer_once, told_of_quotas
from jassclub.api.serializers import (
    CursorPagination,
    InputSerializer,
    ListPagination,
    StrictJSONParser,
    made,
)
from jassclub.core.errors import Counted, DomainError

ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
NO_ID = "00000000-0000-0000-0000-000000000000"


def location_of(path: str, told: Mapping[str, Any] | None) -> str:
    """What was made, else the nearest thing before it in the address that can be read.

    `told` is None where a thing has come to its end: then its collection is what is left.
    """
    if told is None:
        path = path.rsplit("/", 2)[0]
    places = _candidates(path, told or {})
    return next((place for place in places if can_be_read(ID.sub(NO_ID, place))), "")


def _candidates(path: str, told: Mapping[str, Any]) -> Iterator[str]:
    yield from (f"{path}/{told[name]}" for name in ("id", "number") if name in told)
    while path:
        yield path
        path = path.rpartition("/")[0]


@lru_cache(1024)
def can_be_read(path: str) -> bool:
    """Whether something answers GET there; looked up once for all ids, as it is slow."""
    try:
        view: Any = resolve(path).func
    except Resolver404:
        return False
    return "get" in getattr(view, "actions", ()) or hasattr(getattr(view, "cls", None), "get")


class TruthField(serializers.BooleanField):
    """A truth in the words of JSON."""

    TRUE_VALUES: ClassVar = {"1", "true", "True"}  # type: ignore[misc]
    FALSE_VALUES: ClassVar = {"0", "false", "False"}  # type: ignore[misc]
    NULL_VALUES: ClassVar = set()  # type: ignore[misc]


class OptionField(serializers.ChoiceField):
    """One of some words; a refusal names them."""

    def to_internal_value(self, data: Any) -> Any:
        """The word."""
        if data in self.choices:
            return data
        text = _("Möglich ist nur: %(options)s.") % {"options": ", ".join(self.choices)}
        raise serializers.ValidationError(text, "not_a_choice")


FIELDS: Mapping[str, type[serializers.Field[Any, Any, Any, Any]]] = {
    "enum": OptionField,
    "uuid": serializers.UUIDField,
    "date": serializers.DateField,
    "integer": serializers.IntegerField,
    "boolean": TruthField,
    "pattern": serializers.RegexField,
    "string": serializers.CharField,
}
LIMITS = {
    "default": "default",
    "enum": "choices",
    "maximum": "max_value",
    "maxLength": "max_length",
    "minimum": "min_value",
    "pattern": "regex",
}
"""What a schema says of an answer, and what the field calls that."""


class Questions(InputSerializer):
    """The questions of one address; an empty answer is none."""

    def __init__(self, documented: list[dict[str, Any]]) -> None:
        self.documented = documented
        super().__init__()

    def get_fields(self) -> dict[str, Any]:
        """Made as the document has them."""
        return {one["name"]: _field(one) for one in self.documented}

    def to_internal_value(self, data: Mapping[str, str]) -> Any:
        """What was answered, and what holds for the rest."""
        return super().to_internal_value({name: told for name, told in data.items() if told})


def _field(question: dict[str, Any]) -> Any:
    schema = question["schema"]
    plain = schema.get("format", schema["type"])
    kind = next((kind for kind in ("enum", "pattern") if kind in schema), plain)
    limits = {LIMITS[name]: limit for name, limit in schema.items() if name in LIMITS}
    return FIELDS[kind](required=question.get("required", False), **limits)


_made: dict[object, Questions] = {}
GENERATING = Lock()


def questions(view: APIView, method: str) -> Questions:
    """Those that the document of this address and method names."""
    # A bound keeps the sentence in which it was first told.
    asks, language = getattr(view, "asks", None), get_language()
    key = type(view), getattr(view, "action", method), asks, language
    # Race: the generator loads its extensions at its first use, and breaks where two threads do so
    # at once.
    with GENERATING:
        if key not in _made:
            kept = getattr(getattr(view, method), "kwargs", {}).get("schema", type(view.schema))
            schema: Any = kept()
            schema.view, schema.method, schema.path = view, method.upper(), ""
            named = schema._get_parameters()
            _made[key] = Questions([one for one in named if one["in"] == OpenApiParameter.QUERY])
    return _made[key]


def whole(
    name: str, description: str, *, least: int = 0, most: int, **options: Any
) -> OpenApiParameter:
    """A question that a whole number answers."""
    schema = {"type": "integer", "minimum": least, "maximum": most}
    return OpenApiParameter(name, schema, description=description, **options)


NOTICE = timedelta(days=365)
"""For so long an operation is still there after it was said that it will end."""


@dataclass(frozen=True)
class Ending:
    """An operation that will not be there for good: since when that is known, from which day on
    it may be gone, and what to ask instead (docs/api.md)."""

    since: date
    until: date
    instead: str

    def __post_init__(self) -> None:
        if self.until - self.since < NOTICE:
            raise ValueError(f"{self.until} is less than a year after {self.since}")

    def headers(self) -> dict[str, str]:
        """`Deprecation` (RFC 9745), `Sunset` (RFC 8594) and where to go on."""
        since, until = (datetime.combine(day, time(), UTC) for day in (self.since, self.until))
        return {
            "Deprecation": f"@{int(since.timestamp())}",
            "Sunset": format_datetime(until, usegmt=True),
            "Link": f'<{self.instead}>; rel="successor-version"',
        }


CHANGING = frozenset({"post", "put", "patch", "delete"})


class ApiView(GenericAPIView[Any]):
    """A view that changes something runs whole in one transaction, and a POST only once.

    A *raised* refusal rolls back; a *returned* one (`problems.refusal`) commits what was stored
    before it, such as a contested version. Subclasses name their `permission_classes`; without
    them the default denies.
    """

    parser_classes = [StrictJSONParser]

    idempotent: ClassVar[bool] = True
    """False for log-in and pure questions: their POST needs no Idempotency-Key."""
    versioned: ClassVar[bool] = False
    """True where PATCH and DELETE need If-Match."""
    conditional: ClassVar[bool] = False
    """True where GET answers 304 to who names the current ETag in If-None-Match."""
    made_at: ClassVar[str] = ""
    """Where what a POST makes is read (`disputes/{id}`), if that is not at its own address, below
    it or before it."""
    secrets: ClassVar[tuple[str, ...]] = ()
    """Members of the answer to a POST that are shown once and never stored."""
    endings: ClassVar[Mapping[str, Ending]] = {}
    """By what is done there (`list`, `close`, or `get`): what of this view will end, and when."""
    asked: Mapping[str, Any]
    """What the query asks, read as the document of the address says."""

    @property
    def pagination_class(self) -> type[CursorPagination]:  # type: ignore[override]
        """By the columns of a query; what is short, or in an order of its own, by its places."""
        return ListPagination if getattr(self, "queryset", None) is None else CursorPagination

    def get_throttles(self) -> list[BaseThrottle]:
        """Those that count this request, kept to tell what is left."""
        self.counting: list[BaseThrottle] = super().get_throttles()
        return self.counting

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """With what is left of the quotas that it was counted in, and whether it will end."""
        answer = super().finalize_response(request, response, *args, **kwargs)
        # Who was refused by another count is told of that one.
        told = {} if "RateLimit" in answer else told_of_quotas(getattr(self, "counting", ()))
        if ending := self.ending(request.method):
            told |= ending.headers()
        for name, value in told.items():
            answer[name] = value
        return answer

    def ending(self, method: str | None) -> Ending | None:
        """When what is asked here ends, if it does."""
        return self.endings.get(getattr(self, "action", None) or str(method).lower())

    def actor_key(self) -> str:
        """Whose idempotency keys these are."""
        raise NotImplementedError

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Read the body of a change before its handler runs, and wrap the handler."""
        method = str(request.method).lower()
        if method in CHANGING:
            # The size limit applies to `body`, not to the stream that a parser would read.
            request.body  # noqa: B018
        super().initial(request, *args, **kwargs)
        if "\x00" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            raise DomainError("nul_character", _("Nullzeichen sind nicht erlaubt."))
        if hasattr(self, method) and method != "options":
            asked = questions(self, "get" if method == "head" else method)
            self.asked = asked.run_validation(request.query_params)
        if method in CHANGING and hasattr(self, method):
            request.data  # noqa: B018
            setattr(self, method, partial(self._in_transaction, getattr(self, method)))

    def _in_transaction(self, handler: Any, request: Request, **kwargs: Any) -> HttpResponseBase:
        work = partial(self._counted, handler, request, **kwargs)
        with transaction.atomic():
            if request.method == "POST" and self.idempotent:
                claim = Claim.of(request, self.actor_key())
                return answer_once(claim, work=work, secrets=self.secrets)
            return work()

    def _counted(self, handler: Any, request: Request, **address: Any) -> HttpResponseBase:
        """The answer; a refusal that was counted is returned, so that its count is kept."""
        try:
            return self._located(handler, request, **address)
        except Counted as refusal:
            return problems.refusal(refusal, request)

    def _located(self, handler: Any, request: Request, **address: Any) -> HttpResponseBase:
        """The answer; of what was made with the address at which it can be read."""
        answer: HttpResponseBase = handler(request, **address)
        if request.method == "POST" and answer.status_code in (201, 202):
            told = getattr(answer, "data", {})
            found = (
                f"/api/v1/{self.made_at}".format(**{**told, **address})
                if self.made_at and told
                else location_of(request.path, told)
            )
            answer.headers.setdefault("Location", found)
        return answer

    def read(self, serializer_class: type[Serializer[Any]], **options: Any) -> dict[str, Any]:
        """The body (or other `data`) through a serializer; 400 with every finding of its shape."""
        data = options.pop("data", self.request.data)
        serializer = serializer_class(**options) if options else made(serializer_class)
        values: dict[str, Any] = serializer.run_validation(data)
        return values

    def answer_page(
        self,
        serializer_class: type[BaseSerializer[Any]],
        rows: Any,
        **context: Any,
    ) -> Response:
        """A page of these rows, filtered."""
        page = self.paginate_queryset(self.filter_queryset(rows))
        found = serializer_class(page, many=True, context=context)
        return self.get_paginated_response(found.data)


class FileNegotiation(BaseContentNegotiation):
    """The answer is a file of the kind that the address names, whatever is accepted."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        """The first."""
        return parsers[0]

    def select_renderer(self, request: Request, renderers: Any, format_suffix: Any = None) -> Any:
        """The first; it writes refusals only."""
        return renderers[0], renderers[0].media_type
