"""Rows of fields, one a column of the sheet: only its points."""

from collections.abc import Sequence
from dataclasses import dataclass

from jassclub.web.form_state import FormState


@dataclass(frozen=True)
class PointRow:
    """The field of one side or player."""

    field: str
    name: str
    points: str
    errors: Sequence[str]


def point_rows(typed: FormState, names: Sequence[str], field: str = "points") -> list[PointRow]:
    """A row a column, in order of the seats."""
    fields = [f"{field}_{index}" for index in range(len(names))]
    return [
        PointRow(field, name, typed.values.get(field, ""), typed.errors.get(field, ()))
        for field, name in zip(fields, names, strict=True)
    ]
