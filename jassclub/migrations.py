"""What migrations need beyond Django to be applied while people play."""

from typing import Any, ClassVar

from django.contrib.postgres.operations import (
    AddConstraintNotValid,
    AddIndexConcurrently,
    RemoveIndexConcurrently,
)
from django.db.migrations.operations import AddConstraint, AddIndex, RemoveIndex


class _WhilePlaying:
    """What PostgreSQL does beside the writers; other databases do the ordinary thing."""

    ordinary: ClassVar[Any]

    def database_forwards(self, app_label: str, schema_editor: Any, *states: Any) -> None:
        if schema_editor.connection.vendor == "postgresql":
            super().database_forwards(app_label, schema_editor, *states)  # type: ignore[misc]
        else:
            self.ordinary.database_forwards(self, app_label, schema_editor, *states)

    def database_backwards(self, app_label: str, schema_editor: Any, *states: Any) -> None:
        if schema_editor.connection.vendor == "postgresql":
            super().database_backwards(app_label, schema_editor, *states)  # type: ignore[misc]
        else:
            self.ordinary.database_backwards(self, app_label, schema_editor, *states)


class AddIndexWhilePlaying(_WhilePlaying, AddIndexConcurrently):
    """An index that PostgreSQL builds beside the writers; elsewhere an ordinary one.

    The migration must say `atomic = False` and do nothing else: broken off halfway it leaves an
    invalid index, which has to be dropped before the next try.
    """

    ordinary = AddIndex


class RemoveIndexWhilePlaying(_WhilePlaying, RemoveIndexConcurrently):
    """An index that PostgreSQL drops beside the writers; alone in its migration, as above."""

    ordinary = RemoveIndex


class AddCheckWhilePlaying(_WhilePlaying, AddConstraintNotValid):
    """A check that PostgreSQL asks of new rows only, without reading the old ones under a lock.

    For a check that is wider than one before it, so that the old rows keep it already.
    """

    ordinary = AddConstraint
