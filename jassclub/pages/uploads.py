"""How much a form may bring along, asked before anything of it is read or stored."""

from __future__ import annotations

from typing import IO, Any

from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import FileUploadHandler

MOST = 10_000_000
"""Bytes of a whole form; what each kind of file may have is less."""


class Quota(FileUploadHandler):
    """Refuses a form that is too large by its own word and leaves files to the handlers after."""

    def handle_raw_input(
        self,
        input_data: IO[bytes],
        META: dict[str, str],  # noqa: N803 (Django's name)
        content_length: int,
        boundary: str,
        encoding: str | None = None,
    ) -> None:
        """Raise RequestDataTooBig, or let the others read."""
        if content_length > MOST:
            raise RequestDataTooBig

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        """Pass everything on."""
        return raw_data

    def file_complete(self, file_size: int) -> Any:
        """None: the file is made by the next handler."""
        return None
