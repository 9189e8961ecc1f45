"""The form of a Differenzler hand: a row a player, typed fields to a slip and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.rules import Rules
from scoring.web.typed import Typed

Prediction = Mapping[str, Any]
"""One seat as `scoring.selectors.predictions_of` tells it: `seat`, `made`, `value`."""


def fields(players: int) -> tuple[str, ...]:
    """The names of the fields for that many players."""
    rows = [f"{name}_{seat}" for seat in range(players) for name in ("said", "made", "won")]
    return ("state", "contract", "stoeck", "stoeck_sign", *rows)


def field_of(players: int) -> dict[str, str]:
    """JSON pointers of the slip to the fields that they are about."""
    names = {
        "/trump": "contract",
        "/stoeck/sign": "stoeck_sign",
        "/stoeck": "stoeck",
        "/state": "state",
        "/reason_code": "reason_code",
        "/reason_text": "reason_text",
        "/number": "number",
    }
    for seat in range(players):
        names |= {
            f"/predictions/{seat}": f"said_{seat}",
            f"/points/{seat}": f"made_{seat}",
            f"/won_trick/{seat}": f"won_{seat}",
        }
    return names


def slip_of(typed: Typed, rules: Rules, predictions: Sequence[Prediction]) -> dict[str, Any]:
    """The slip as typed; `predictions` are those made before the hand, they are not asked again.

    Where a number is sealed the slip says nothing of any: the service knows them all.
    """
    if typed.values.get("state") in ("annulled", "misdealt"):
        return {"state": typed.values["state"]}
    seats = range(rules.players)
    slip: dict[str, Any] = {
        "trump": typed.values["contract"] or None,
        "points": [typed.number(f"made_{seat}") for seat in seats],
        "stoeck": _stoeck(typed),
        "won_trick": [_won(typed, seat) for seat in seats],
    }
    if any(item["made"] and item["value"] is None for item in predictions):
        return slip
    return slip | {"predictions": [_told(typed, seat, predictions) for seat in seats]}


def _told(typed: Typed, seat: int, predictions: Sequence[Prediction]) -> int | str | None:
    known = predictions[seat]["value"] if predictions else None
    return typed.number(f"said_{seat}") if known is None else known


def typed_from(slip: Mapping[str, Any], players: int) -> Typed:
    """The fields of a slip that stands on the sheet, to be corrected."""
    stoeck = slip.get("stoeck") or {}
    values: dict[str, Any] = {
        "state": slip["state"],
        "contract": slip.get("trump"),
        "stoeck": stoeck.get("seat"),
        "stoeck_sign": stoeck.get("sign"),
    }
    for seat in range(players):
        values[f"said_{seat}"] = _at(slip.get("predictions"), seat)
        values[f"made_{seat}"] = _at(slip.get("points"), seat)
        values[f"won_{seat}"] = "1" if _at(slip.get("won_trick"), seat) else ""
    return Typed({name: "" if value is None else str(value) for name, value in values.items()})


@dataclass(frozen=True)
class PlayerRow:
    """The fields of one player. `fixed`: the prediction stands and is `shown` as said, or ***."""

    seat: int
    name: str
    said: str
    made: str
    won: bool
    fixed: bool
    shown: str
    said_errors: Sequence[str]
    made_errors: Sequence[str]


def rows(
    typed: Typed, names: Mapping[int, str], predictions: Sequence[Prediction]
) -> list[PlayerRow]:
    """A row a player, in order of the seats; `predictions` as the selectors tell them."""
    return [_row(typed, seat, name, predictions) for seat, name in sorted(names.items())]


def _row(typed: Typed, seat: int, name: str, predictions: Sequence[Prediction]) -> PlayerRow:
    known = predictions[seat] if predictions else {"made": False, "value": None}
    return PlayerRow(
        seat=seat,
        name=name,
        said=typed.values.get(f"said_{seat}", ""),
        made=typed.values.get(f"made_{seat}", ""),
        won=bool(typed.values.get(f"won_{seat}")),
        fixed=bool(known["made"]),
        shown="***" if known["value"] is None else str(known["value"]),
        said_errors=typed.errors.get(f"said_{seat}", ()),
        made_errors=typed.errors.get(f"made_{seat}", ()),
    )


def _stoeck(typed: Typed) -> dict[str, Any] | None:
    if not typed.values.get("stoeck"):
        return None
    sign = {"1": 1, "-1": -1}.get(typed.values.get("stoeck_sign", ""))
    return {"seat": typed.number("stoeck"), "sign": sign}


def _won(typed: Typed, seat: int) -> bool | None:
    """Asked only where nothing was made: a tick says that the trick was worth nothing."""
    if typed.values.get(f"won_{seat}"):
        return True
    nothing = typed.values.get(f"said_{seat}") == "0" and typed.values.get(f"made_{seat}") == "0"
    return False if nothing else None


def _at(values: object, seat: int) -> Any:
    return values[seat] if isinstance(values, list) and seat < len(values) else None
