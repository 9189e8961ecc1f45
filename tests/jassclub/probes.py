"""Small views with which the floor of the API is tried out, without the rooms above it."""

import threading
from datetime import date
from typing import ClassVar

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import DataError, connection
from django.http import Http404
from django.urls import include, path
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions, serializers
from rest_framework.authentication import BaseAuthentication
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from jassclub.api import problems
from jassclub.api.preconditions import conditional, digest_of, etag_of, expected_version
from jassclub.api.serializers import InputSerializer, JSONObjectField
from jassclub.api.views import ApiView, Ending
from jassclub.clubs.actors import Anyone
from jassclub.clubs.models import Club, Season, User
from jassclub.core.errors import Conflict, Finding, Invalid, NotAllowed

inside = threading.Event()
go_on = threading.Event()


class Probe(ApiView):
    """Anybody may; the header X-Actor says who it is."""

    authentication_classes = []
    permission_classes = [Anyone]

    def actor_key(self) -> str:
        return self.request.headers.get("X-Actor", "user:1")


class ClubIn(InputSerializer):
    name = serializers.CharField(max_length=120)
    slug = serializers.SlugField()
    layer = JSONObjectField(required=False)


class Store(Probe):
    """Stores a club and answers with a Location."""

    secrets = ("token",)

    def post(self, request):
        values = self.read(ClubIn)
        club = Club.objects.create(name=values["name"], slug=values["slug"])
        data = {"name": club.name, "token": "geheim"}
        return Response(data, status=201, headers={"Location": f"/clubs/{club.slug}"})


class StoreAndRefuse(Probe):
    """Stores a club, then refuses: by raising, or by returning the refusal."""

    def post(self, request):
        values = self.read(ClubIn)
        Club.objects.create(name=values["name"], slug=values["slug"])
        refusal = Conflict("contested", "Zwei Fassungen", extra={"versions": [1, 2]})
        if values["name"] == "raise":
            raise refusal
        return problems.refusal(refusal, request)


class Slow(Probe):
    """Stores a club, and goes on only when it is told."""

    def post(self, request):
        Club.objects.create(name="langsam", slug="langsam")
        inside.set()
        assert go_on.wait(20)
        return Response({"done": True}, status=201)


class Question(Probe):
    """Stores nothing, so that it needs no key."""

    idempotent = False

    def post(self, request):
        return Response({"asked": request.data})


class EndingOne(Probe):
    """Will not be there for good."""

    endings: ClassVar = {"get": Ending(date(2027, 1, 1), date(2028, 1, 1), "/api/probes/versioned")}

    @extend_schema(operation_id="readEnding", description="Ends.", responses={200: ClubIn})
    def get(self, request):
        return Response({})

    def post(self, request):
        return Response({})


class Versioned(Probe):
    """Version 7 of something."""

    versioned = True

    def get(self, request):
        return conditional(request, digest_of("a", 7), lambda: Response({"built": True}))

    def patch(self, request):
        return Response({"sent": expected_version(request)}, headers={"ETag": etag_of(8)})


class UnsureBearer(BaseAuthentication):
    """Knows nobody."""

    def authenticate(self, request):
        return None

    def authenticate_header(self, request):
        return "Bearer"


class Wait(BaseThrottle):
    """Not before 41.2 seconds."""

    def allow_request(self, request, view):
        return False

    def wait(self):
        return 41.2


def _refuse_by_the_database() -> None:
    Season.objects.create(
        club=Club.objects.create(name="x", slug="x"),
        name="2",
        starts="2026-02-01",
        ends="2026-01-01",
    )


def _repeat_a_name() -> None:
    Club.objects.create(name="x", slug="doppelt")
    Club.objects.create(name="y", slug="doppelt")


def _overflow() -> None:
    if connection.vendor == "postgresql":
        Club.objects.create(name="x" * 200, slug="lang")
    raise DataError("value too long")


def raise_(error: Exception) -> None:
    raise error


FAULTS = {
    "invalid": lambda: raise_(Invalid.of([Finding("sum", "/a", "157", "schreibregeln")], "Summe")),
    "not_allowed": lambda: raise_(NotAllowed("role_missing", "Rolle")),
    "http404": lambda: raise_(Http404()),
    "forbidden": lambda: raise_(PermissionDenied()),
    "suspicious": lambda: raise_(SuspiciousOperation()),
    "validation": lambda: raise_(exceptions.ValidationError({"a": ["falsch"]})),
    "check": _refuse_by_the_database,
    "unique": _repeat_a_name,
    "overflow": _overflow,
    "fault": lambda: raise_(RuntimeError("geheimer Grund")),
}


class Faulty(Probe):
    """Fails in the way that the address names."""

    idempotent = False

    def post(self, request, kind):
        FAULTS[kind]()


class Closed(Probe):
    """Wants a log-in."""

    authentication_classes = [UnsureBearer]

    def check_permissions(self, request):
        assert isinstance(request.user, AnonymousUser)
        self.permission_denied(request)


class Busy(Probe):
    """Too many requests."""

    throttle_classes = [Wait]

    def get(self, request):
        return Response({})


class Users(Probe):
    """A list in pages."""

    queryset = User.objects.all()
    ordering = ("username", "id")

    class Out(serializers.ModelSerializer[User]):
        class Meta:
            model = User
            fields = ("username",)

    @extend_schema(responses=Out(many=True))
    def get(self, request):
        return self.answer_page(self.Out, self.queryset)


class Words(Probe):
    """A list that is no query, in pages."""

    class Out(serializers.Serializer):
        word = serializers.CharField(source="*")

    @extend_schema(responses=Out(many=True))
    def get(self, request):
        return self.answer_page(self.Out, [f"wort{number:03}" for number in range(230)])


class NewestClubs(Probe):
    """A list ordered by a moment, which a forged cursor may fail to be."""

    queryset = Club.objects.all()
    ordering = ("-created_at", "id")

    class Out(serializers.ModelSerializer[Club]):
        class Meta:
            model = Club
            fields = ("slug",)

    @extend_schema(responses=Out(many=True))
    def get(self, request):
        return self.answer_page(self.Out, self.queryset)


probes = [
    path("store", Store.as_view()),
    path("store-again", Store.as_view()),
    path("contested", StoreAndRefuse.as_view()),
    path("slow", Slow.as_view()),
    path("question", Question.as_view()),
    path("ending", EndingOne.as_view()),
    path("versioned", Versioned.as_view()),
    path("faulty/<kind>", Faulty.as_view()),
    path("closed", Closed.as_view()),
    path("busy", Busy.as_view()),
    path("users", Users.as_view()),
    path("words", Words.as_view()),
    path("newest-clubs", NewestClubs.as_view()),
]
urlpatterns = [path("api/probes/", include(probes)), path("", include("jassclub.urls"))]

handler400 = "jassclub.api.problems.bad_request"
handler403 = "jassclub.api.problems.permission_denied"
handler404 = "jassclub.api.problems.page_not_found"
handler500 = "jassclub.api.problems.server_error"
