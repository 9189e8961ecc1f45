"""A world that the tests of a module share, since it takes longer to make than to try something."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from django.core.management import call_command
from django.db import connection, transaction

T = TypeVar("T")


@contextmanager
def lasting(blocker: Any, make: Callable[[], T]) -> Iterator[T]:
    """What `make` puts into the database; everything is gone after it."""
    with blocker.unblock(), transaction.atomic():
        made = make()
        connection.run_on_commit.clear()  # no worker is to hear of it
    yield made
    with blocker.unblock():
        call_command("flush", verbosity=0, interactive=False, inhibit_post_migrate=False)
