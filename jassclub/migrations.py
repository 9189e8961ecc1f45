"""What migrations need beyond Django to be applied while people play."""

from typing import Any

from django.contrib.postgres.operations import (
    AddConstraintNotValid,
    AddIndexConcurrently,
    RemoveIndexConcurrently,
)
from django.db.migrations.operations import AddConstraint, AddIndex, RemoveIndex


class AddIndexWhilePlaying(AddIndexConcurrently):
    """An index that PostgreSQL builds beside the writers; elsewhere an ordinary one.

    The migration must say `atomic = False` and do nothing else: broken off halfway it leaves an
    invalid index, which has to be dropped before the next try.
    """

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        kind = AddIndexConcurrently if _beside(schema_editor) else AddIndex
        kind.database_forwards(self, app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        kind = AddIndexConcurrently if _beside(schema_editor) else AddIndex
        kind.database_backwards(self, app_label, schema_editor, from_state, to_state)


class RemoveIndexWhilePlaying(RemoveIndexConcurrently):
    """An index that PostgreSQL drops beside the writers; alone in its migration, as above."""

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        kind = RemoveIndexConcurrently if _beside(schema_editor) else RemoveIndex
        kind.database_forwards(self, app_label, schema_editor, from_state, to_state)


class AddCheckWhilePlaying(AddConstraintNotValid):
    """A check that PostgreSQL asks of new rows only, without reading the old ones under a lock.

    For a check that is wider than one before it, so that the old rows keep it already.
    """

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        kind = AddConstraintNotValid if _beside(schema_editor) else AddConstraint
        kind.database_forwards(self, app_label, schema_editor, from_state, to_state)


def _beside(schema_editor: Any) -> bool:
    return bool(schema_editor.connection.vendor == "postgresql")
