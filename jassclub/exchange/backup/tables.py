"""Which tables a backup holds, and what state of the database they belong to."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from decimal import Decimal
from functools import cache
from graphlib import TopologicalSorter
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Field, ForeignKey, JSONField, Model, Value
from django.db.models.base import ModelBase

LEFT_OUT = frozenset({"sessions", "axes"})
"""Apps whose rows are of the moment: who is logged in, who is locked out."""
FILLED_BY_MIGRATE = frozenset({"contenttypes.ContentType", "auth.Permission"})
"""Tables that an empty database has rows in already."""

Migrations = list[list[str]]
"""[app, name], sorted."""

_READERS: dict[str, Any] = {
    "DateField": date.fromisoformat,
    "DateTimeField": datetime.fromisoformat,
    "DecimalField": Decimal,
    "TimeField": time.fromisoformat,
    "UUIDField": UUID,
}


@cache
def tables() -> tuple[type[Model], ...]:
    """Every table that is kept, after those that its foreign keys point to."""
    kept = [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.app_label not in LEFT_OUT and model._meta.managed
    ]
    graph = {model: _targets(model) for model in sorted(kept, key=_name)}
    return tuple(TopologicalSorter(graph).static_order())


def _targets(model: type[Model]) -> list[type[Model]]:
    """Where the foreign keys of a table lead, itself apart."""
    related = [field.related_model for field in columns(model)]
    targets = {target for target in related if isinstance(target, ModelBase)}
    return sorted(targets - {model}, key=_name)


def _name(model: type[Model]) -> str:
    return model._meta.db_table


def columns(model: type[Model]) -> list[Field[Any, Any]]:
    """The fields of a table that have a column."""
    return list(model._meta.local_concrete_fields)


def migrations(using: str) -> Migrations:
    """What has been applied to the tables that are kept."""
    applied = MigrationRecorder(connections[using]).applied_migrations()
    return sorted([app, name] for app, name in applied if app not in LEFT_OUT)


def as_json(value: object) -> object:
    """`default` of json.dumps: how a value of a column is written that JSON does not know."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, UUID | Decimal):
        return str(value)
    raise TypeError(f"a backup cannot hold a {type(value).__name__}")


def reader(field: Field[Any, Any]) -> Any:
    """The function that makes what was written for a column its value again."""
    while isinstance(field, ForeignKey):
        field = field.target_field
    if isinstance(field, JSONField):
        # JSON's null in a column that has to hold something; NULL elsewhere.
        return lambda value: Value(None, field) if value is None and not field.null else value
    read = _READERS.get(field.get_internal_type())
    return read and (lambda value: None if value is None else read(value))
