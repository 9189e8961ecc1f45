"""The tables of a version: what they are told by, and how an empty database comes to have them."""

from collections.abc import Iterable
from hashlib import sha256

from django.apps.registry import Apps
from django.db import connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

Migrations = list[list[str]]
"""[app, name], sorted."""


def fingerprint(tables: Iterable[type[Model]]) -> str:
    """SHA-256 (hex) over every column: its table, its name, whether it may be empty."""
    lines = sorted(
        f"{model._meta.db_table} {field.column} {field.null}"
        for model in tables
        for field in model._meta.local_concrete_fields
    )
    return sha256("\n".join(lines).encode()).hexdigest()


def unknown(migrations: Migrations) -> Migrations:
    """Those that this version does not have."""
    known = MigrationLoader(None).disk_migrations
    return [made for made in migrations if tuple(made) not in known]


def models_at(migrations: Migrations) -> Apps:
    """The models as they were when just these migrations had been applied."""
    loader = MigrationLoader(None)
    return loader.project_state(_last(migrations, loader)).apps


def make_anew(migrations: Migrations, *, using: str) -> None:
    """Give a database without rows the tables of these migrations in place of those it has."""
    connection = connections[using]
    old = connection.introspection.django_table_names(only_existing=True)
    kept = MigrationRecorder(connection)
    if kept.has_table():
        old.append(kept.Migration._meta.db_table)
    with connection.schema_editor() as editor:
        for table in old:
            editor.execute(editor.sql_delete_table % {"table": editor.quote_name(table)})
    executor = MigrationExecutor(connection)
    executor.migrate(_last(migrations, executor.loader))


def _last(migrations: Migrations, loader: MigrationLoader) -> list[tuple[str, str]]:
    """Those after which none of the same app follows: what Django names a target."""
    applied = {(app, name) for app, name in migrations}
    followed = {
        parent.key
        for key in applied
        for parent in loader.graph.node_map[key].parents
        if parent.key[0] == key[0]
    }
    return sorted(applied - followed)
