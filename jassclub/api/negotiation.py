"""Answers that are files."""

from typing import Any

from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.request import Request


class FileNegotiation(BaseContentNegotiation):
    """The answer is a file of the kind that the address names, whatever is accepted."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        """The first."""
        return parsers[0]

    def select_renderer(self, request: Request, renderers: Any, format_suffix: Any = None) -> Any:
        """The first; it writes refusals only."""
        return renderers[0], renderers[0].media_type
