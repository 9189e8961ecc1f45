"""What migrations need beyond Django to be applied while people play."""

from __future__ import annotations

from typing import Any

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db.migrations.operations import AddIndex


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


def _beside(schema_editor: Any) -> bool:
    return bool(schema_editor.connection.vendor == "postgresql")
