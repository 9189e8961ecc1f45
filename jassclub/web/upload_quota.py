"""How much a form may bring along and how often, asked before anything of it is read or stored."""

from typing import IO

from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import MemoryFileUploadHandler
from django.http import HttpRequest
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.views import APIView

from jassclub.api.preconditions import AddressThrottle
from jassclub.core.errors import TooMany


class FileThrottle(AddressThrottle):
    """Files of one person, whether by pages or by the API, which counts under the same name."""

    scope = "uploads"

    def get_cache_key(self, request: Request, view: APIView) -> str:
        """One count per account, or per address without one: a phone makes itself as many
        accounts of loose slates as it likes."""
        if not request.user.is_authenticated:
            return super().get_cache_key(request, view)
        return self.cache_format % {"scope": self.scope, "ident": request.user.pk}


def count_file(request: HttpRequest) -> None:
    """Count a file that a page is about to read; TooMany where it is one too many."""
    if not FileThrottle().admits(request):
        raise TooMany(
            "too_many_files",
            _("So viele Dateien hintereinander gehen nicht: bitte eine Minute warten."),
        )


MOST = 10_000_000
"""Bytes of a whole form; what each kind of file may have is less."""


class Quota(MemoryFileUploadHandler):
    """Refuses a form that is too large by its own word, and keeps small files in memory."""

    def handle_raw_input(
        self,
        input_data: IO[bytes],
        META: dict[str, str],  # noqa: N803 (Django's name)
        content_length: int,
        boundary: str,
        encoding: str | None = None,
    ) -> None:
        """Raise RequestDataTooBig, or let it be read."""
        if content_length > MOST:
            raise RequestDataTooBig
        super().handle_raw_input(input_data, META, content_length, boundary, encoding)
