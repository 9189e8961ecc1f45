"""To which club a row belongs, in the row itself."""

from typing import Any

from django.db import models


class ClubOf(models.ForeignKey[Any, Any]):
    """The club of the row above, written when the row is made and never changed.

    `above` names the key to that row; with several the first that is set. The row above answers
    for the club: it exists as long as its rows do. So there is no constraint, which would lock
    the club's row at each entry, and no index unless a table is asked for by its club.
    """

    def __init__(self, *above: str, **options: Any) -> None:
        self.above = above
        own = {"to": "clubs.Club", "on_delete": models.DO_NOTHING, "related_name": "+"}
        super().__init__(**{**own, "db_constraint": False, "db_index": False, **options})

    def deconstruct(self) -> Any:
        """A plain foreign key to migrations: what it is filled with is no matter of tables."""
        name, _path, args, options = super().deconstruct()
        return name, "django.db.models.ForeignKey", args, options

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        """The club, taken from above unless it was given (as in a backup)."""
        row: Any = model_instance
        if add and row.club_id is None:
            above = (getattr(row, name) for name in self.above)
            row.club_id = next(one.club_id for one in above if one is not None)
        return super().pre_save(row, add)
