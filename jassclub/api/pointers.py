"""JSON pointers (RFC 6901) to every finding of a serializer, however deep."""

from collections.abc import Iterator
from typing import Any

from rest_framework.exceptions import ErrorDetail
from rest_framework.settings import api_settings

from jassclub.core.errors import Detail


def details_of(detail: Any) -> tuple[Detail, ...]:
    """All leaves of a DRF error detail (nested lists and dicts) in the order of the fields."""
    return tuple(_walk(detail, ""))


def step(pointer: str, key: object) -> str:
    """The pointer one level further down, escaped."""
    return f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}"


def _walk(detail: Any, pointer: str) -> Iterator[Detail]:
    if isinstance(detail, dict):
        for key, inner in detail.items():
            yield from _walk(inner, _below(pointer, key))
    elif isinstance(detail, list | tuple):
        yield from _walk_list(detail, pointer)
    else:
        code = detail.code if isinstance(detail, ErrorDetail) else "invalid"
        yield Detail(pointer, code or "invalid", str(detail))


def _walk_list(details: list[Any] | tuple[Any, ...], pointer: str) -> Iterator[Detail]:
    """A list holds either the findings of one place or one entry per item sent."""
    for index, inner in enumerate(details):
        yield from _walk(inner, step(pointer, index) if isinstance(inner, dict | list) else pointer)


def _below(pointer: str, key: object) -> str:
    about_the_whole = key == api_settings.NON_FIELD_ERRORS_KEY
    return pointer if about_the_whole else step(pointer, key)
