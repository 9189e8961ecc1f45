"""JSON pointers (RFC 6901) to every finding of a serializer, however deep."""

from collections.abc import Iterator
from typing import Any

from rest_framework.exceptions import ErrorDetail
from rest_framework.settings import api_settings

from jassclub.core.findings import Finding, step


def details_of(detail: Any) -> tuple[Finding, ...]:
    """All leaves of a DRF error detail (nested lists and dicts) in the order of the fields."""
    return tuple(_walk(detail, ""))


def _walk(detail: Any, pointer: str) -> Iterator[Finding]:
    if isinstance(detail, dict):
        for key, inner in detail.items():
            yield from _walk(inner, _below(pointer, key))
    elif isinstance(detail, list | tuple):
        yield from _walk_list(detail, pointer)
    else:
        code = detail.code if isinstance(detail, ErrorDetail) else "invalid"
        yield Finding(code or "invalid", pointer, str(detail))


def _walk_list(details: list[Any] | tuple[Any, ...], pointer: str) -> Iterator[Finding]:
    """A list holds either the findings of one place or one entry per item sent."""
    for index, inner in enumerate(details):
        yield from _walk(inner, step(pointer, index) if isinstance(inner, dict | list) else pointer)


def _below(pointer: str, key: object) -> str:
    about_the_whole = key == api_settings.NON_FIELD_ERRORS_KEY
    return pointer if about_the_whole else step(pointer, key)
