"""Where what a POST made can be read: the header Location of each 201 and 202."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.urls import Resolver404, resolve


def location_of(path: str, told: Mapping[str, Any] | None) -> str:
    """What was made, else the nearest thing before it in the address that can be read.

    `told` is None where a thing has come to its end: then its collection is what is left.
    """
    if told is None:
        path = path.rsplit("/", 2)[0]
    return next(filter(can_be_read, _candidates(path, told or {})), "")


def _candidates(path: str, told: Mapping[str, Any]) -> Iterator[str]:
    yield from (f"{path}/{told[name]}" for name in ("id", "number") if name in told)
    while path:
        yield path
        path = path.rpartition("/")[0]


def can_be_read(path: str) -> bool:
    """Whether something answers GET there."""
    try:
        view: Any = resolve(path).func
    except Resolver404:
        return False
    return "get" in getattr(view, "actions", ()) or hasattr(getattr(view, "cls", None), "get")
