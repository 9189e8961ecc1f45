"""The lines of a sheet on which each board of a duplicate is written for itself."""

from collections.abc import Iterable
from typing import Any

from jassclub.web.form_state import FormState
from tournaments.core.selectors import LETTERS, SEATS
from tournaments.format.pure import MOST_BOARDS

SIDES = range(2)
BOARDS = tuple(f"board_{at}_{side}" for at in range(MOST_BOARDS) for side in SIDES)
"""The fields: of each board of the round the points of both sides."""
BOARDS_AT = {"/boards": "board_0_0"} | {
    f"/boards/{at}": f"board_{at}_0" for at in range(MOST_BOARDS)
}


def names_trump(board: int) -> str:
    """The letter of the seat that a board lets name trump: it goes round."""
    return LETTERS[(board - 1) % SEATS]


def board_rows(boards: Iterable[int], typed: FormState) -> list[dict[str, Any]]:
    """A line for each board of a passe: its number, who names trump, what stands in its fields."""
    return [
        {
            "board": board,
            "trump": names_trump(board),
            "errors": typed.errors.get(f"board_{at}_0", ()),
            "fields": [
                {"name": (name := f"board_{at}_{side}"), "value": typed.values.get(name, "")}
                for side in SIDES
            ],
        }
        for at, board in enumerate(boards)
    ]


def boards_typed(typed: FormState, *, hands: int) -> list[list[int | str | None] | None]:
    """The boards as `read_sheet` takes them; both fields empty: it was not played."""
    rows = [[typed.number(f"board_{at}_{side}") for side in SIDES] for at in range(hands)]
    return [None if row == [None, None] else row for row in rows]
