"""How master data is written: locked, against a version, with a row of history."""

from collections.abc import Mapping
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import QuerySet

from jassclub.api.etag import stale
from jassclub.clubs.actors import Actor
from jassclub.clubs.history import difference, record, snapshot
from jassclub.clubs.models import Master
from jassclub.clubs.selectors import missing
from jassclub.core.rows import first_or, save_version

M = TypeVar("M", bound=Master)


def locked(rows: QuerySet[M], pk: UUID, *, version: int) -> M:
    """The visible row, locked until the end of the transaction; 404, or 412 if it moved on."""
    # Race: two changes against one version; the second waits, then its version is stale.
    found = first_or(rows.select_for_update(of=("self",)).filter(pk=pk), missing())
    if found.version != version:
        raise stale(found.version)
    return found


def added(item: M, *, actor: Actor) -> M:
    """Store a new piece and its first version."""
    item.save(force_insert=True)
    record(item, actor=actor, diff=difference({}, snapshot(item)))
    return item


def changed(item: M, values: Mapping[str, Any], *, actor: Actor, reason: str = "") -> M:
    """Store the new values of a locked row; without a difference nothing happens."""
    before = snapshot(item)
    for name, value in values.items():
        setattr(item, name, value)
    diff = difference(before, snapshot(item))
    if diff:
        save_version(item, **values)
        record(item, actor=actor, diff=diff, reason=reason)
    return item


def removed(item: Master, *, actor: Actor) -> None:
    """Delete a locked row; its history stays and ends with a version of nulls."""
    diff = {name: [value, None] for name, value in snapshot(item).items()}
    item.version += 1
    record(item, actor=actor, diff=diff)
    item.delete()
