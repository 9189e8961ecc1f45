"""A world that the tests of a module share, since it takes longer to make than to try something."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from django.db import connection, transaction

from tests.thrift import empty

T = TypeVar("T")


@contextmanager
def lasting(blocker: Any, make: Callable[[], T]) -> Iterator[T]:
    """What `make` puts into the database; everything is gone after it."""
    with blocker.unblock(), transaction.atomic():
        made = make()
        connection.run_on_commit.clear()  # no worker is to hear of it
    yield made
    with blocker.unblock():
        empty(connection)
