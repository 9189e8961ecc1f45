"""What a ruling changes on the score sheet: a slip and effects in, the slip that follows out.

Most effects happen at the table (whose trick, which cards are dead) and show in what is written
after the hand. On the sheet stand: a hand that is annulled or dealt again, points that change
sides, Weis and Stöck, and penalty points, which have a column of their own.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.games.base import REPLAYED, Table
from scoring.games.registry import GAMES

Slip = Mapping[str, Any]
Effect = Mapping[str, Any]
SIDES = ("0+2", "1+3")
_WHOLE = {"annul_hand": "annulled", "redeal": "misdealt"}
"""Effects that make the hand worth nothing, and the state it then has. Of what the innocent side
chooses only these change the sheet; by other choices the effects stand alone.
"""


@dataclass(frozen=True, kw_only=True)
class Booking:
    """`slip`: what now stands for the hand, None where the sheet stays as it is. `penalties`:
    seat and points."""

    slip: dict[str, Any] | None
    penalties: tuple[tuple[int, int], ...]


def booked(slip: Slip | None, effects: Sequence[Effect], choice: str, table: Table) -> Booking:
    """The sheet after a ruling. `slip` is None while the hand is being played; `choice` is what
    the innocent side chose, "" where there was nothing to choose."""
    chosen = [{"type": choice}] if choice in _WHOLE else []
    every = [*chosen, *effects]
    wholly = [] if GAMES[table.profile.game].in_blocks else every
    whole = next((effect["type"] for effect in wholly if effect["type"] in _WHOLE), None)
    return Booking(
        slip=_worthless(slip, _WHOLE[whole]) if whole else _written(slip, every, table),
        penalties=tuple(_penalties(every, table)),
    )


def _worthless(slip: Slip | None, state: str) -> dict[str, Any] | None:
    """The slip of a hand that counts nothing, None if it stands there already."""
    return None if slip and slip.get("state") == state else {"state": state}


def _written(slip: Slip | None, effects: Sequence[Effect], table: Table) -> dict[str, Any] | None:
    """The slip with the effects it can show, None if nothing changed."""
    if not slip or slip.get("state") in REPLAYED:
        return None
    now = dict(slip)
    for effect in effects:
        change = _CHANGES.get(effect["type"])
        changed = change(now, effect, table) if change else None
        now = now if changed is None else changed
    return now if now != slip else None


def _penalties(effects: Sequence[Effect], table: Table) -> list[tuple[int, int]]:
    return [
        (effect["seat"], effect["points"])
        for effect in effects
        if effect["type"] == "penalty_points"
        and effect.get("points", 0) > 0
        and effect.get("seat", table.players) < table.players
    ]


def _column(effect: Effect, table: Table) -> int | None:
    """The column that an effect is about."""
    if effect.get("side") in SIDES and table.columns == len(SIDES):
        return SIDES.index(effect["side"])
    seat = effect.get("seat")
    return table.column_of(seat) if isinstance(seat, int) and seat < table.players else None


def _move_points(slip: dict[str, Any], effect: Effect, table: Table) -> dict[str, Any] | None:
    """Card points change sides; the sum stays. A Matsch is a matter of tricks and stays too."""
    column, now = _column(effect, table), _pair(slip.get("points"))
    if column is None or now is None or table.columns != len(SIDES):
        return None
    moved = min(effect.get("points", 0), now[1 - column])
    now[column] += moved
    now[1 - column] -= moved
    return {**slip, "points": now}


def _weis(slip: dict[str, Any], effect: Effect, table: Table) -> dict[str, Any] | None:
    """The Weis of one side; where no side is named, of both."""
    if "weis" not in slip or table.columns != len(SIDES):
        return None
    column = _column(effect, table)
    points = effect.get("points", 0) if effect["type"] == "weis_points" else 0
    if column is None:
        return {**slip, "weis": [0, 0]} if not points else None
    now = _pair(slip["weis"]) or [0, 0]
    now[column] = points
    return {**slip, "weis": now}


def _stoeck(slip: dict[str, Any], effect: Effect, table: Table) -> dict[str, Any] | None:
    """The Stöck of a seat, or of nobody where they do not count."""
    if "stoeck" not in slip:
        return None
    if not effect.get("points"):
        return {**slip, "stoeck": None}
    seat = effect.get("seat")
    return {**slip, "stoeck": seat} if isinstance(seat, int) and seat < table.players else None


def _pair(value: object) -> list[int] | None:
    """Two numbers, one for each side; None if the value is anything else."""
    numbers = [item for item in value if isinstance(item, int)] if isinstance(value, list) else []
    return numbers if len(numbers) == len(SIDES) == len(value) else None  # type: ignore[arg-type]


_CHANGES: dict[str, Callable[[dict[str, Any], Effect, Table], dict[str, Any] | None]] = {
    "points_to": _move_points,
    "weis_void": _weis,
    "weis_points": _weis,
    "stoeck_points": _stoeck,
}
