"""A sheet as programs are told it: the cells and totals of a hand, and how the game ended."""

from collections.abc import Mapping, Sequence

from scoring.games.base import Row, Sheet, Table
from scoring.games.endings import Outcome, paid


def alike(columns: int, said: Mapping[str, object]) -> list[list[int]]:
    """The columns as they are told, those together that write the same: where the first hand says
    who plays against all others (`said`), his and his partner's are one, and those of the others.
    """
    every = range(columns)
    party = [said.get(key) for key in ("declared_by", "partner")]
    king = [seat for seat in dict.fromkeys(party) if isinstance(seat, int) and seat in every]
    others = [column for column in every if column not in king]
    return [king, others] if king and others else [[column] for column in every]


def row_told(row: Row, columns: Sequence[int]) -> dict[str, object]:
    """What a hand brings to each column, null where it could not be counted; and the totals."""
    cells = None if row.score is None else [row.score.totals[column] for column in columns]
    return {"hand": row.number, "cells": cells, "totals": [row.running[c] for c in columns]}


def end_told(sheet: Sheet, columns: Sequence[int], table: Table) -> dict[str, object]:
    """How it stands with the last hand; `settlement`: strokes won or lost by each column."""
    found = sheet.outcome or _of_sides(sheet, table)
    if found is None:
        return {
            "over": sheet.finished,
            "winners": [],
            "reason": None,
            "schneider": False,
            "settlement": None,
        }
    return {
        "over": found.over,
        "winners": [at for at, column in enumerate(columns) if column in found.winners],
        "reason": found.reason,
        "schneider": bool(found.schneider),
        "settlement": [found.strokes[column] for column in columns] if found.strokes else None,
    }


def _of_sides(sheet: Sheet, table: Table) -> Outcome | None:
    """The same where claims and targets of two sides ended the game, or its number of hands."""
    ending, columns = sheet.finish.ending, len(sheet.totals)
    if ending is not None and ending.winner is not None:
        schneider = (1 - ending.winner,) if ending.schneider else ()
        stakes = sheet.finish.stakes
        return Outcome(
            hand=ending.hand,
            over=True,
            winners=(ending.winner,),
            reason="target",
            schneider=schneider,
            strokes=stakes.strokes if stakes else (),
        )
    if not sheet.finished:
        return None
    cost = paid(table.profile, columns, sheet.leaders, ())
    hand = sheet.rows[-1].number
    return Outcome(hand=hand, over=True, winners=sheet.leaders, reason="hands", strokes=cost)
