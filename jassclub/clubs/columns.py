"""To which club a row belongs, in the row itself; what a table is called; who has an account."""

from typing import Any

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext as _

from jassclub.core.rows import Row


class ClubColumn(models.ForeignKey[Any, Any]):
    """The club of a row that stands below another one; written with it and never changed.

    The row above answers for the club, which exists as long as its rows do. So there is no
    constraint, which would lock the row of the club at each entry, and no index; a table that is
    asked for by its club names one.
    """

    def __init__(self, **options: Any) -> None:
        own = {"to": "clubs.Club", "on_delete": models.DO_NOTHING, "related_name": "+"}
        super().__init__(**{**own, **options, "db_constraint": False, "db_index": False})

    def deconstruct(self) -> Any:
        """A plain foreign key to migrations."""
        name, _path, args, options = super().deconstruct()
        return name, "django.db.models.ForeignKey", args, options


class TableName(models.CharField):  # type: ignore[type-arg]
    """What a table is called. "Tisch 3" is kept as its number ("#3") and worded in the language of
    whoever reads it; so is "Tisch" alone."""

    def from_db_value(self, value: str | None, *_how: Any) -> str | None:
        """In words."""
        number = (value or "")[1:]
        if value is None or value[:1] != "#" or not (number.isdigit() or not number):
            return value
        return _("Tisch %(number)s") % {"number": number} if number else _("Tisch")

    def get_prep_value(self, value: Any) -> Any:
        """The number of what is worded in the language that is spoken now."""
        text = super().get_prep_value(value)
        number = "".join(filter(str.isdecimal, text)) if isinstance(text, str) else ""
        worded = _("Tisch %(number)s") % {"number": number} if number else _("Tisch")
        return f"#{number}" if text == worded else text

    def deconstruct(self) -> Any:
        """A plain column to migrations."""
        name, _path, args, options = super().deconstruct()
        return name, "django.db.models.CharField", args, options


class Account(AbstractUser):
    """Somebody with an account, or `loose`: a phone on which somebody simply writes.

    That one has neither name nor password. It is let in to its own slates (`actors.keeper_of`) and
    is a stranger everywhere else.
    """

    loose = models.BooleanField(default=False, db_default=False)

    class Meta(AbstractUser.Meta):
        abstract = True

    def get_full_name(self) -> str:
        """A phone has no name of its own."""
        return _("Telefon") if self.loose else super().get_full_name()

    @property
    def is_authenticated(self) -> bool:  # type: ignore[override]
        """Whether somebody has said who he is."""
        return not self.loose

    @property
    def is_anonymous(self) -> bool:  # type: ignore[override]
        """The opposite."""
        return self.loose


class ClubRow(Row):
    """A row that may be told, with its club."""

    club = ClubColumn()

    class Meta:
        abstract = True
