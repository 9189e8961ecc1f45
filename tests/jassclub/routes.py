"""Every address of the API, read from the URL conf."""

from jassclub.api.views import ApiView
from tests.addresses import addresses

PREFIX = "api/v1/"
CHANGING = frozenset({"post", "put", "patch", "delete"})


def routes() -> list[tuple[str, frozenset[str]]]:
    """(address, methods in lower case) of every view of ours below the API."""
    return [
        (address, frozenset(name for name in {*CHANGING, "get"} if hasattr(view, name)))
        for address, answering in addresses()
        if address.startswith(PREFIX)
        and issubclass(view := getattr(answering, "view_class", type(None)), ApiView)
    ]
