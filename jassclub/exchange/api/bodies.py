"""Bodies larger than a hand: read up to a limit of their own, before anything else reads them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import IO, Any, ClassVar

from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest
from django.utils.translation import gettext as _
from rest_framework.parsers import BaseParser, MultiPartParser
from rest_framework.request import Request

from jassclub.api.parsers import StrictJSONParser
from jassclub.clubs.api.base import ActorView
from jassclub.core.errors import Invalid
from jassclub.exchange.sheets import Lines, read

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
            self.upload, self.wish = uploaded(request, self.wished)
            self.sheet = read(self.upload.content)


def uploaded(request: Request, wish: str) -> tuple[Upload, str]:
    """The file and one wish about it, from a form or from the body and the address."""
    sent: Any = request.data
    query = request.query_params
    if isinstance(sent, Upload):
        return Upload(sent.content, _name(query.get("name"))), query.get(wish, "")
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
