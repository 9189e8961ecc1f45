"""`/clubs/{id}/imports` and `/clubs/{id}/tournament-imports`: an archive comes in.

Bodies larger than a hand: read up to a limit of their own, before anything else reads them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import IO, Any, ClassVar
from uuid import UUID

from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import BaseParser, MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from jassclub.api.serializers import Answer, StrictJSONParser, refuse_too_many
from jassclub.clubs.actors import IsPerson
from jassclub.clubs.api.base import ActorView, PersonAddresses, reading
from jassclub.core.errors import Invalid
from jassclub.exchange.api.exports import archive_form
from jassclub.exchange.archives import importing
from jassclub.exchange.archives.importing import import_archive
from jassclub.exchange.archives.tournament import import_tournament
from jassclub.exchange.sheets import Lines, read, turn
from tournaments.desk.api import TournamentOut

LONGEST_NAME = 120


@dataclass(frozen=True)
class Upload:
    """A file as it was sent."""

    content: bytes
    name: str = ""


class FileParser(BaseParser):
    """Any body as it is: the file itself, whatever type it claims to be."""

    media_type = "*/*"

    def parse(  # type: ignore[override]
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Upload:
        """The bytes."""
        return Upload(stream.read())


class LargeView(ActorView):
    """A view that takes more than the usual megabyte."""

    throttle_scope = "uploads"
    largest: ClassVar[int] = 9_500_000
    """Bytes. Whoever has more uses the command `import_archive`, which knows no limit."""

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Request:
        """Read the body here: Django's own limit is meant for hands."""
        wrapped = super().initialize_request(request, *args, **kwargs)
        if request.method == "POST" and not hasattr(request, "_body"):
            self._too_large = not _read(request, self.largest)
        return wrapped

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse what is too large, in the form of all refusals."""
        if getattr(self, "_too_large", False):
            raise RequestDataTooBig
        super().initial(request, *args, **kwargs)


class SheetView(LargeView):
    """A view that takes a spreadsheet, and one wish about it."""

    parser_classes = [MultiPartParser, StrictJSONParser, FileParser]
    largest = 5_000_000
    wished: ClassVar[str]
    """What the wish is called."""
    upload: Upload
    wish: str
    sheet: Lines

    def allow(self, **kwargs: Any) -> None:
        """Refuse who may not send one there."""
        raise NotImplementedError

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Read the file before the transaction begins: it would hold up who writes meanwhile."""
        super().initial(request, *args, **kwargs)
        if request.method == "POST":
            self.allow(**kwargs)
            self.upload, self.wish = uploaded(request, self.wished, self.asked)
            self.sheet = read(self.upload.content)


def uploaded(request: Request, wish: str, query: Mapping[str, Any]) -> tuple[Upload, str]:
    """The file and one wish about it, from a form or from the body and the address."""
    sent: Any = request.data
    if isinstance(sent, Upload):
        return Upload(sent.content, _name(query.get("name"))), str(query.get(wish, ""))
    file = sent.get("file") if isinstance(sent, Mapping) else None
    if not isinstance(file, UploadedFile):
        raise Invalid.at(
            "/file",
            "field_missing",
            _("Hier gehört eine Datei hin: CSV, XLSX oder ein Formular mit einer Datei."),
        )
    wished = sent.get(wish, "")
    return Upload(file.read(), _name(file.name)), wished if isinstance(wished, str) else ""


def _name(name: str | None) -> str:
    return (name or "").replace("\x00", "")[:LONGEST_NAME]


def _read(request: HttpRequest, largest: int) -> bool:
    """Put the body where Django looks for it; False if there is more than `largest`."""
    body = request.read(largest + 1)
    vars(request)["_body"] = b"" if len(body) > largest else body
    return len(body) <= largest


class TakenOut(Answer):
    """What became of an archive: games by their ids here."""

    club = serializers.UUIDField()
    created = serializers.ListField(child=serializers.UUIDField())
    copied = serializers.ListField(
        child=serializers.UUIDField(), help_text="taken in with other ids and a chain of their own"
    )
    unchanged = serializers.ListField(child=serializers.UUIDField())
    added = serializers.DictField(child=serializers.IntegerField())
    withheld = serializers.IntegerField(help_text="sealed predictions that came without a number")


class FindingOut(Answer):
    """One thing that is wrong with an archive."""

    pointer = serializers.CharField()
    code = serializers.CharField()
    text = serializers.CharField()
    article = serializers.CharField(allow_null=True)


class RefusalOut(Answer):
    """Why nothing of an archive was taken."""

    code = serializers.CharField()
    message = serializers.CharField()
    details = FindingOut(many=True)


class ImportOut(Answer):
    """An archive that a worker takes in, and in the end what became of it."""

    id = serializers.UUIDField()
    state = serializers.ChoiceField(choices=["waiting", "running", "taken", "refused"])
    created_at = serializers.DateTimeField()
    taken = TakenOut(allow_null=True)
    refusal = RefusalOut(allow_null=True)


class SmallParser(StrictJSONParser):
    """Reads what is taken in at once; the rest is left to the worker as it is."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """The decoded body, or the bytes."""
        raw = stream.read()
        if len(raw) > importing.AT_ONCE:
            refuse_too_many(raw)
            return Upload(raw)
        return super().parse(BytesIO(raw), media_type, parser_context)


class TurnView(LargeView):
    """A view that takes in what it reads, two at once."""

    permission_classes = [IsPerson]

    def _in_transaction(self, handler: Any, request: Request, **kwargs: Any) -> HttpResponseBase:
        # The turn comes before the transaction: on SQLite those who wait would wait for the one
        # writer there is, each in a thread that others need.
        with turn():
            return super()._in_transaction(handler, request, **kwargs)


class ImportsView(TurnView):
    """Archives of games, seasons and clubs."""

    parser_classes = [SmallParser]

    @extend_schema(
        request={"application/json": archive_form("archive")},
        responses={201: TakenOut, 202: ImportOut},
    )
    def post(self, request: Request, club_id: UUID) -> Response:
        """Take an archive in: all of it or nothing, the same one only once. Role: admin.

        One of more than half a megabyte is taken in by a worker: 202, and its state by its id.
        """
        if isinstance(request.data, Upload):
            kept = importing.keep(actor=self.actor, club_id=club_id, content=request.data.content)
            return Response(ImportOut.of(kept), status=202)
        taken = import_archive(actor=self.actor, archive=request.data, club_id=club_id)
        return Response(TakenOut.of(taken), status=201)


class Imports(PersonAddresses):
    """One archive that a worker takes in."""

    retrieve = reading(
        importing.import_of,
        ImportOut,
        "What has become of it; after two weeks it is forgotten. Role: admin.",
    )


class TournamentImportsView(TurnView):
    """Archives of tournaments."""

    made_at = "tournaments/{id}"

    @extend_schema(
        request={"application/json": archive_form("tournament-archive")},
        responses={201: TournamentOut},
    )
    def post(self, request: Request, club_id: UUID) -> Response:
        """Take a tournament in that is over, its log checked and its ranking the same.

        Role: admin.
        """
        taken = import_tournament(actor=self.actor, club_id=club_id, archive=request.data)
        return Response(TournamentOut.of(taken), status=201)
