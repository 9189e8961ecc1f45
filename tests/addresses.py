"""Every address of the service, read from the URL conf."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver


def addresses(
    entries: Sequence[URLPattern | URLResolver] | None = None, prefix: str = ""
) -> Iterator[tuple[str, Any]]:
    """(address with its places, what answers there)."""
    for entry in get_resolver().url_patterns if entries is None else entries:
        address = prefix + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from addresses(entry.url_patterns, address)
        else:
            yield address, entry.callback
