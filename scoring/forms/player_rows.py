"""Rows of fields, one a player: what was said before the hand and what was made in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from jassclub.web.form_state import FormState
from scoring.forms.kind import Prediction


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
    typed: FormState, names: Mapping[int, str], predictions: Sequence[Prediction]
) -> list[PlayerRow]:
    """A row a player, in order of the seats; `predictions` as the selectors tell them."""
    return [_row(typed, seat, name, predictions) for seat, name in sorted(names.items())]


def told(typed: FormState, seat: int, predictions: Sequence[Prediction]) -> int | str | None:
    """What a player said: as it is known already, else as typed."""
    known = predictions[seat]["value"] if predictions else None
    return typed.number(f"said_{seat}") if known is None else known


def _row(typed: FormState, seat: int, name: str, predictions: Sequence[Prediction]) -> PlayerRow:
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
