"""What every view that knows who acts has in common, also in the rooms above: most addresses are
told in a line each, by what they call, take and answer."""

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, ClassVar, TypeVar
from uuid import UUID

from django.db.models import Model, QuerySet
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from jassclub.api.preconditions import conditional, etag_of, expected_version
from jassclub.api.serializers import Answer, InputSerializer
from jassclub.api.views import ApiView
from jassclub.clubs.access import TokenScope
from jassclub.clubs.actors import Actor, IsPerson, actor_of, require_scope
from jassclub.clubs.rights import found

M = TypeVar("M", bound=Model)
METHODS = {"list": "get", "retrieve": "get", "partial": "patch", "destroy": "delete"}


class ActorView(ApiView):
    """An `ApiView` with `self.actor`; name `permission_classes` in every subclass."""

    token_scope: ClassVar[str] = TokenScope.EVERYTHING
    """What a program needs of its token to change something here; reading takes `read`."""

    def scope_for(self, method: str) -> str:
        """What a program needs of its token."""
        return TokenScope.READ if method in SAFE_METHODS else self.token_scope

    def check_permissions(self, request: Request) -> None:
        """Refuse who may not, and a program whose token does not reach as far as its person."""
        super().check_permissions(request)
        require_scope(request.auth, self.scope_for(str(request.method)))

    @cached_property
    def actor(self) -> Actor:
        """Who acts in this request."""
        return actor_of(self.request)

    def actor_key(self) -> str:
        """Idempotency keys belong to the actor."""
        return str(self.actor)

    def told(self, answer: type[Answer], thing: Any) -> dict[str, Any]:
        """What this request is told about `thing`."""
        return answer.of(thing)

    def respond(
        self, answer: type[Answer], thing: Any, status: int = 200, **shown_once: str
    ) -> Response:
        """The answer about `thing`, ready for the next If-Match where one is needed."""
        headers = {"ETag": etag_of(thing.version)} if self.versioned else None
        return Response({**self.told(answer, thing), **shown_once}, status, headers=headers)


class Addresses(ViewSetMixin, ActorView):
    """The addresses of one thing: `Clubs.at("clubs", "list", "create")`. What is done there is
    made by the functions below or written out."""

    @classmethod
    def at(cls, route: str, *steps: str) -> URLPattern:
        """An address and what is done there. The first word of a step says its method: a POST if
        it is none of `METHODS`."""
        actions: Any = {METHODS.get(step.partition("_")[0], "post"): step for step in steps}
        return path(route, cls.as_view(actions))


class PersonAddresses(Addresses):
    """For people, not for the phones of a table; in which role, the services ask."""

    permission_classes = [IsPerson]


Handler = Callable[..., HttpResponseBase]


def listing(
    rows: Callable[..., Iterable[Any]], answer: type[Answer], description: str, **documented: Any
) -> Handler:
    """GET: `rows(actor, ...)`, filtered and in pages."""

    @extend_schema(responses=answer(many=True), description=description, **documented)
    def handler(self: ActorView, request: Request, **address: Any) -> Response:
        every: Any = rows(self.actor, **address)
        page = self.paginate_queryset(self.filter_queryset(every)) or ()
        return self.get_paginated_response([self.told(answer, row) for row in page])

    return handler


def reading(
    find: Callable[..., Any], answer: type[Answer], description: str, **documented: Any
) -> Handler:
    """GET: what `find(actor, ...)` finds."""

    @extend_schema(responses=answer, description=description, **documented)
    def handler(self: ActorView, request: Request, **address: Any) -> HttpResponseBase:
        thing = find(self.actor, **address)
        if self.conditional:
            etag = etag_of(thing.version)
            return conditional(request, etag, lambda: Response(self.told(answer, thing)))
        return self.respond(answer, thing)

    return handler


def one_of(rows: Callable[..., QuerySet[M]]) -> Callable[..., M]:
    """Finds the row with the key of the address among `rows(actor)`."""

    def find(actor: Actor, **address: UUID) -> M:
        (key,) = address.values()
        return found(rows(actor), key)

    return find


def command(
    service: Callable[..., Any],
    answer: type[Answer] | None,
    description: str,
    *,
    takes: type[InputSerializer] | None = None,
    status: int = 201,
    **documented: Any,
) -> Handler:
    """POST: `service(actor=..., ...)` with what `takes` reads; answered with what it returns,
    without a body where a thing has come to its end."""

    @extend_schema(request=takes, responses={status: answer}, description=description, **documented)
    def handler(self: ActorView, request: Request, **address: Any) -> Response:
        body = {} if takes is None else self.read(takes)
        done = service(actor=self.actor, **address, **body)
        return self.respond(answer, done, status) if answer else Response(status=status)

    return handler


def change(
    service: Callable[..., Any],
    answer: type[Answer],
    description: str,
    *,
    takes: type[InputSerializer],
    **documented: Any,
) -> Handler:
    """PATCH: `service(actor=..., values=..., ...)`, against the version where there is one."""

    @extend_schema(request=takes, responses=answer, description=description, **documented)
    def handler(self: ActorView, request: Request, **address: Any) -> Response:
        values = self.read(takes, partial=True)
        against = {"version": expected_version(request)} if self.versioned else {}
        changed = service(actor=self.actor, **address, **against, values=values)
        return self.respond(answer, changed)

    return handler


def removal(service: Callable[..., object], description: str, **documented: Any) -> Handler:
    """DELETE: `service(actor=..., ...)`, against the version where there is one."""

    @extend_schema(responses={204: None}, description=description, **documented)
    def handler(self: ActorView, request: Request, **address: Any) -> Response:
        against = {"version": expected_version(request)} if self.versioned else {}
        service(actor=self.actor, **address, **against)
        return Response(status=204)

    return handler
