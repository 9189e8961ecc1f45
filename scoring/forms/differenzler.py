"""The form of a Differenzler hand: a row a player, typed fields to a slip and back; or, of a
game that was carried over, its differences alone."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from jassclub.web.form_state import FormState
from scoring.core.rules import Rules
from scoring.forms.kind import (
    COMMON,
    Column,
    HandOutcome,
    Kind,
    Spot,
    as_typed,
    cells,
    from_lists,
    in_lists,
    said,
    spoken_grid,
    spoken_rows,
    voided,
)
from scoring.games.differenzler.deck import dealt_at
from scoring.games.differenzler.kind import KEY

LISTS = {"predictions": "said", "points": "made", "won_trick": "won"}
ALONE = {
    "/trump": "contract",
    "/stoeck/sign": "stoeck_sign",
    "/stoeck": "stoeck",
    "/left_out": "left_out",
}
DIFFERENCES = {KEY: "points"}


def slip_of(typed: FormState, spot: Spot) -> dict[str, Any]:
    """The slip as typed; predictions that were made before the hand are not asked again.

    What is sealed is told by nobody: the service knows it.
    """
    seats, left = range(spot.rules.players), bool(typed.values.get("left_out"))
    return voided(typed) or {
        "trump": typed.values.get("contract") or None,
        "points": [typed.number(f"made_{seat}") for seat in seats],
        "stoeck": _stoeck(typed),
        "won_trick": [_won(typed, seat) for seat in seats],
        **({"left_out": _left_out(typed)} if left else {}),
        "predictions": said(typed, spot),
    }


def typed_from(slip: Mapping[str, Any], rules: Rules) -> FormState:
    """The fields of a slip that stands on the sheet, to be corrected."""
    stoeck, lists = slip.get("stoeck") or {}, from_lists(slip, LISTS, rules.players)
    ticked = {name: "1" if lists[name] else "" for name in lists if name.startswith("won")}
    alone = {
        "state": slip["state"],
        "contract": slip.get("trump"),
        "stoeck": stoeck.get("seat"),
        "stoeck_sign": stoeck.get("sign"),
        "left_out": _written(slip.get("left_out")),
    }
    return as_typed({**alone, **lists, **ticked})


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


def more(typed: FormState, spot: Spot) -> dict[str, Any]:
    """The rows of the players, and how many cards nobody was dealt."""
    rows = spoken_rows(typed, spot, "won")
    return {"rows": rows, "left": dealt_at(spot.rules.table()).left}


def whole(spot: Spot) -> int:
    """What all make together; 0 where it depends on the cards that were left out."""
    dealt = dealt_at(spot.rules.table())
    return 0 if dealt.left else dealt.total


def grid(spot: Spot) -> list[Column]:
    """Prediction and points of each player; what nobody was dealt where something was."""
    found, left = spoken_grid(spot, part=True), dealt_at(spot.rules.table()).left
    return [*found, Column("left_out", _("weggelegt"))] if left else found


def tariff(rules: Rules) -> dict[str, Any] | None:
    """What no tricks can make; None where more counts than how far off each was."""
    options, dealt = rules.profile.differenzler, dealt_at(rules.table())
    more = options.exact_bonus or options.dealer_incentive or options.stoeck_choice or dealt.left
    if more or not options.dealer_may_fit:
        return None
    never = [points for points in range(dealt.total) if not dealt.can_be_made(points)]
    return {"differences": True, "never": never}


PLAYED_KIND = Kind(
    template="scoring/_differenzler_fields.html",
    field_of=lambda rules: {**COMMON, **ALONE, **in_lists(LISTS, rules.players)},
    slip_of=slip_of,
    typed_from=typed_from,
    whole=whole,
    grid=grid,
    more=more,
    tariff=tariff,
)
CARRIED_OVER = replace(
    PLAYED_KIND,
    template="scoring/_difference_fields.html",
    field_of=lambda rules: {**COMMON, **in_lists(DIFFERENCES, rules.players)},
    slip_of=lambda typed, spot: {
        KEY: [typed.number(f"points_{seat}") for seat in range(spot.rules.players)]
    },
    typed_from=lambda slip, rules: as_typed(from_lists(slip, DIFFERENCES, rules.players)),
    whole=lambda _spot: 0,
    more=lambda typed, spot: cells(typed, spot.names, "points"),
)


def ways(rules: Rules) -> list[HandOutcome]:
    """None at a table that is played; a game that was carried over corrects its differences."""
    alone = HandOutcome(
        name="differences",
        words=_("Nur die Differenzen"),
        hint=_("Aus einer alten Tabelle: Ansagen und Punkte sind nicht mehr bekannt."),
        form=CARRIED_OVER,
        fits=lambda slip: slip.get(KEY) is not None,
    )
    return [alone] if rules.profile.differenzler.differences_alone else []


KIND = replace(PLAYED_KIND, ways=ways)
