"""The form of a Differenzler hand: a row a player, typed fields to a slip and back; or, of a
game that was carried over, its differences alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from jassclub.web.form_state import FormState
from scoring.core.rules import Rules
from scoring.forms.kind import (
    COMMON,
    Column,
    HandOutcome,
    Kind,
    PlayerRow,
    Prediction,
    Spot,
    as_typed,
    at,
    point_rows,
    rows,
    told,
    voided,
)
from scoring.games.differenzler.deck import KEY, dealt_at


def fields(players: int) -> tuple[str, ...]:
    """The names of the fields for that many players."""
    each = [f"{name}_{seat}" for seat in range(players) for name in ("said", "made", "won")]
    return ("state", "contract", "stoeck", "stoeck_sign", "left_out", *each)


def field_of(players: int) -> dict[str, str]:
    """JSON pointers of the slip to the fields that they are about."""
    names = {
        **COMMON,
        "/trump": "contract",
        "/stoeck/sign": "stoeck_sign",
        "/stoeck": "stoeck",
        "/left_out": "left_out",
        "/points": "made_0",
        "/predictions": "said_0",
    }
    for seat in range(players):
        names |= {
            f"/predictions/{seat}": f"said_{seat}",
            f"/points/{seat}": f"made_{seat}",
            f"/won_trick/{seat}": f"won_{seat}",
        }
    return names


def slip_of(typed: FormState, rules: Rules, predictions: Sequence[Prediction]) -> dict[str, Any]:
    """The slip as typed; `predictions` are those made before the hand, they are not asked again.

    What is sealed is told by nobody: the service knows it.
    """
    if (void := voided(typed)) is not None:
        return void
    seats = range(rules.players)
    slip: dict[str, Any] = {
        "trump": typed.values.get("contract") or None,
        "points": [typed.number(f"made_{seat}") for seat in seats],
        "stoeck": _stoeck(typed),
        "won_trick": [_won(typed, seat) for seat in seats],
    }
    if typed.values.get("left_out"):
        slip["left_out"] = _left_out(typed)
    return slip | {"predictions": [told(typed, seat, predictions) for seat in seats]}


def typed_from(slip: Mapping[str, Any], players: int) -> FormState:
    """The fields of a slip that stands on the sheet, to be corrected."""
    stoeck = slip.get("stoeck") or {}
    values: dict[str, Any] = {
        "state": slip["state"],
        "contract": slip.get("trump"),
        "stoeck": stoeck.get("seat"),
        "stoeck_sign": stoeck.get("sign"),
        "left_out": _written(slip.get("left_out")),
    }
    for seat in range(players):
        values[f"said_{seat}"] = at(slip.get("predictions"), seat)
        values[f"made_{seat}"] = at(slip.get("points"), seat)
        values[f"won_{seat}"] = "1" if at(slip.get("won_trick"), seat) else ""
    return FormState({name: "" if value is None else str(value) for name, value in values.items()})


def _stoeck(typed: FormState) -> dict[str, Any] | None:
    if not typed.values.get("stoeck"):
        return None
    sign = {"1": 1, "-1": -1}.get(typed.values.get("stoeck_sign", ""))
    return {"seat": typed.number("stoeck"), "sign": sign}


def _won(typed: FormState, seat: int) -> bool | None:
    """Asked only where nothing was made: a tick says that the trick was worth nothing."""
    if typed.values.get(f"won_{seat}"):
        return True
    nothing = typed.values.get(f"said_{seat}") == "0" and typed.values.get(f"made_{seat}") == "0"
    return False if nothing else None


def _left_out(typed: FormState) -> int | str | list[str] | None:
    """Points, or the cards themselves: RO6 EI7."""
    cards = typed.values["left_out"].upper().replace(",", " ").split()
    read = typed.number("left_out")
    return read if isinstance(read, int) else cards


def _written(left_out: object) -> object:
    return " ".join(map(str, left_out)) if isinstance(left_out, list) else left_out


@dataclass(frozen=True)
class Sheet:
    """What the template reads: a row a player, and how many cards nobody was dealt."""

    rows: Sequence[PlayerRow]
    left: int


def more(typed: FormState, spot: Spot) -> Sheet:
    """The rows of the players."""
    return Sheet(rows(typed, spot.players, spot.predictions), dealt_at(spot.rules.table()).left)


def whole(spot: Spot) -> int:
    """What all make together; 0 where it depends on the cards that were left out."""
    dealt = dealt_at(spot.rules.table())
    return 0 if dealt.left else dealt.total


def grid(spot: Spot) -> list[Column]:
    """Prediction and points of each player; what nobody was dealt where something was."""
    found: list[Column] = []
    for seat, name in sorted(spot.players.items()):
        found.append(Column(f"said_{seat}", _("%(name)s sagt") % {"name": name}))
        found.append(Column(f"made_{seat}", _("%(name)s macht") % {"name": name}, part=True))
    left = dealt_at(spot.rules.table()).left
    return [*found, Column("left_out", _("weggelegt"))] if left else found


PLAYED_KIND = Kind(
    template="scoring/_differenzler_fields.html",
    fields=lambda rules: fields(rules.players),
    field_of=lambda rules: field_of(rules.players),
    slip_of=lambda typed, spot: slip_of(typed, spot.rules, spot.predictions),
    typed_from=lambda slip, rules: typed_from(slip, rules.players),
    whole=whole,
    grid=grid,
    more=more,
)


def _points(seat: int) -> str:
    return f"points_{seat}"


def _field_of(rules: Rules) -> dict[str, str]:
    seats = {f"/{KEY}/{seat}": _points(seat) for seat in range(rules.players)}
    return {**COMMON, f"/{KEY}": _points(0), **seats}


DIFFERENCES = replace(
    PLAYED_KIND,
    template="scoring/_difference_fields.html",
    fields=lambda rules: tuple(_points(seat) for seat in range(rules.players)),
    field_of=_field_of,
    slip_of=lambda typed, spot: {
        KEY: [typed.number(_points(seat)) for seat in range(spot.rules.players)]
    },
    typed_from=lambda slip, rules: as_typed(
        {_points(seat): at(slip.get(KEY), seat) for seat in range(rules.players)}
    ),
    whole=lambda _spot: 0,
    more=lambda typed, spot: point_rows(typed, spot.names),
)


def ways(rules: Rules) -> list[HandOutcome]:
    """None at a table that is played; a game that was carried over corrects its differences."""
    alone = HandOutcome(
        name="differences",
        words=_("Nur die Differenzen"),
        hint=_("Aus einer alten Tabelle: Ansagen und Punkte sind nicht mehr bekannt."),
        form=DIFFERENCES,
        fits=lambda slip: slip.get(KEY) is not None,
    )
    return [alone] if rules.profile.differenzler.differences_alone else []


KIND = replace(PLAYED_KIND, ways=ways)
