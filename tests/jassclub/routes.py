"""Every address of the API, read from the URL conf."""

from typing import Any

from jassclub.api.views import ApiView
from tests.addresses import addresses

PREFIX = "api/v1/"
CHANGING = frozenset({"post", "put", "patch", "delete"})


def routes() -> list[tuple[str, frozenset[str]]]:
    """(address, methods in lower case) of every view of ours below the API."""
    return [
        (address, frozenset(name for name in {*CHANGING, "get"} if _answers(answering, name)))
        for address, answering in addresses()
        if address.startswith(PREFIX) and issubclass(getattr(answering, "cls", type(None)), ApiView)
    ]


def _answers(answering: Any, method: str) -> bool:
    return method in getattr(answering, "actions", ()) or hasattr(answering.cls, method)
