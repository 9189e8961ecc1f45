"""Every address of the API, read from the URL conf."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

from jassclub.api.views import ApiView

PREFIX = "api/v1/"
CHANGING = frozenset({"post", "put", "patch", "delete"})


def routes() -> list[tuple[str, frozenset[str]]]:
    """(address, methods in lower case) of every view of ours below the API."""
    return [
        (address, frozenset(name for name in {*CHANGING, "get"} if hasattr(view, name)))
        for address, view in _walk(get_resolver().url_patterns, "")
        if address.startswith(PREFIX) and issubclass(view, ApiView)
    ]


def _walk(entries: list[URLPattern | URLResolver], prefix: str) -> Iterator[tuple[str, Any]]:
    for entry in entries:
        address = prefix + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from _walk(entry.url_patterns, address)
        else:
            yield address, getattr(entry.callback, "view_class", type(None))
