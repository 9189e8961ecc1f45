"""The form of a Schieber hand: typed fields to a slip, and a slip back to its fields."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from jassclub.web.form_state import FormState
from referee.rules.profile_fields import SUITS
from scoring.claims.rows import table_at
from scoring.core.models import Hand
from scoring.core.rules import Rules
from scoring.forms import weis as weis_form
from scoring.forms.kind import Column, Kind, Spot, contracts, voided
from scoring.games.card_sums import hand_total

FIELDS = (
    "state",
    "contract",
    "points_0",
    "points_1",
    "matsch",
    "pushed",
    *weis_form.FIELDS,
    "stoeck",
)
FIELD_OF = {
    "/contract": "contract",
    "/points/0": "points_0",
    "/points/1": "points_1",
    "/points": "points_0",
    "/matsch": "matsch",
    "/pushed": "pushed",
    "/declared_by": "pushed",
    **weis_form.FIELD_OF,
    "/weis/0": "weis_0",
    "/weis/1": "weis_1",
    "/weis": "weis_0",
    "/stoeck": "stoeck",
    "/state": "state",
    "/number": "number",
    "/reason_code": "reason_code",
    "/reason_text": "reason_text",
}


def slip_of(typed: FormState, rules: Rules, hand: Hand) -> dict[str, Any]:
    """The slip as typed. What is no number stays text: the rules say so at its place."""
    if (void := voided(typed)) is not None:
        return void
    slip: dict[str, Any] = {
        "contract": typed.values.get("contract") or None,
        "points": [typed.number("points_0"), typed.number("points_1")],
        "matsch": typed.number("matsch"),
        "pushed": bool(typed.values.get("pushed")),
        "weis": weis_form.counted(typed, rules, contract=typed.values.get("contract") or ""),
        "stoeck": typed.number("stoeck"),
    }
    return slip | {"declared_by": _declarer(rules, hand, pushed=slip["pushed"])}


def typed_from(slip: Mapping[str, Any]) -> FormState:
    """The fields of a slip that stands on the slate, to be corrected."""
    points, weis = slip.get("points") or ["", ""], slip.get("weis") or ["", ""]
    values = {
        "state": slip["state"],
        "contract": slip.get("contract"),
        "points_0": points[0],
        "points_1": points[1],
        "matsch": slip.get("matsch"),
        "pushed": "1" if slip.get("pushed") else "",
        "weis_0": weis[0] or "",
        "weis_1": weis[1] or "",
        "stoeck": slip.get("stoeck"),
    }
    return FormState({name: "" if value is None else str(value) for name, value in values.items()})


def whole(rules: Rules) -> int:
    """What the cards of a hand make: 157."""
    return hand_total(rules.profile)


def tariff(rules: Rules) -> dict[str, Any]:
    """Factors by contract and the one that all share; points and whether the factor counts."""
    profile = rules.profile
    factors = {item.mode: item.factor for item in contracts(rules)}
    shared = set(factors.values())
    return {
        "whole": whole(rules),
        "factor": shared.pop() if len(shared) == 1 else None,
        "factors": factors,
        "trumps": SUITS[rules.deck],
        "matsch": [profile.matsch_bonus, profile.matsch_multiplied],
        "stoeck": [profile.stoeck_points, profile.stoeck_multiplied],
        "weis": profile.weis_multiplied,
        "compared": not profile.weis_both_sides,
    }


def _declarer(rules: Rules, hand: Hand, *, pushed: bool) -> int | None:
    """Forehand, or the partner to whom it was pushed."""
    forehand = table_at(hand, rules).forehand
    return None if forehand is None else (forehand + 2 * pushed) % rules.players


def grid(spot: Spot) -> list[Column]:
    """Trump, the points of the first side, its Matsch or that of the others."""
    modes = [("", ""), *((item.mode, item.name) for item in contracts(spot.rules))]
    sides = [("", ""), *((str(index), name) for index, name in enumerate(spot.names))]
    return [
        Column("contract", _("Trumpf"), modes),
        *(Column(f"points_{index}", name) for index, name in enumerate(spot.names)),
        Column("matsch", _("Matsch"), sides),
    ]


KIND = Kind(
    template="scoring/_schieber_fields.html",
    sheet="scoring/_slate.html",
    fields=lambda _rules: FIELDS,
    field_of=lambda _rules: FIELD_OF,
    slip_of=lambda typed, spot: slip_of(typed, spot.rules, spot.hand),
    typed_from=lambda slip, _rules: typed_from(slip),
    whole=lambda spot: whole(spot.rules),
    grid=grid,
    course=True,
    tariff=tariff,
)
