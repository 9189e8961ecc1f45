"""Rows of fields, one a column of the sheet: only its points."""

from collections.abc import Sequence
from dataclasses import dataclass

from jassclub.web.form_state import FormState


@dataclass(frozen=True)
class PointRow:
    """The field of one side or player."""

    index: int
    name: str
    points: str
    errors: Sequence[str]


def point_rows(typed: FormState, names: Sequence[str]) -> list[PointRow]:
    """A row a column, in order of the seats."""
    return [
        PointRow(
            index,
            name,
            typed.values.get(f"points_{index}", ""),
            typed.errors.get(f"points_{index}", ()),
        )
        for index, name in enumerate(names)
    ]
