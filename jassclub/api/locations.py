"""Where what a POST made can be read: the header Location of each 201 and 202."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from django.urls import Resolver404, resolve

ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
NO_ID = "00000000-0000-0000-0000-000000000000"


def location_of(path: str, told: Mapping[str, Any] | None) -> str:
    """What was made, else the nearest thing before it in the address that can be read.

    `told` is None where a thing has come to its end: then its collection is what is left.
    """
    if told is None:
        path = path.rsplit("/", 2)[0]
    places = _candidates(path, told or {})
    return next((place for place in places if can_be_read(ID.sub(NO_ID, place))), "")


def _candidates(path: str, told: Mapping[str, Any]) -> Iterator[str]:
    yield from (f"{path}/{told[name]}" for name in ("id", "number") if name in told)
    while path:
        yield path
        path = path.rpartition("/")[0]


@lru_cache(1024)
def can_be_read(path: str) -> bool:
    """Whether something answers GET there; looked up once for all ids, as it is slow."""
    try:
        view: Any = resolve(path).func
    except Resolver404:
        return False
    return "get" in getattr(view, "actions", ()) or hasattr(getattr(view, "cls", None), "get")
