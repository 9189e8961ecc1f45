"""The base of all views of the API."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar

from django.db import transaction
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer, Serializer

from jassclub.api.locations import location_of
from jassclub.api.parsers import StrictJSONParser
from jassclub.api.preconditions import Claim, answer_once
from jassclub.api.questions import questions
from jassclub.api.serializers import CursorPagination, ListPagination, made
from jassclub.core.errors import DomainError

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
    asked: Mapping[str, Any]
    """What the query asks, read as the document of the address says."""

    @property
    def pagination_class(self) -> type[CursorPagination]:  # type: ignore[override]
        """By the columns of a query; what is short, or in an order of its own, by its places."""
        return ListPagination if getattr(self, "queryset", None) is None else CursorPagination

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
        work = partial(self._located, handler, request, **kwargs)
        with transaction.atomic():
            if request.method == "POST" and self.idempotent:
                claim = Claim.of(request, self.actor_key())
                return answer_once(claim, work=work, secrets=self.secrets)
            return work()

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
        rows: Any = None,
        **context: Any,
    ) -> Response:
        """A page of these rows, else of `get_queryset()`, filtered."""
        rows = self.get_queryset() if rows is None else rows
        page = self.paginate_queryset(self.filter_queryset(rows))
        found = serializer_class(page, many=True, context=context)
        return self.get_paginated_response(found.data)
