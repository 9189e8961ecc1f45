"""The form of a free sheet: a number for each side or player."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from jassclub.core.digits import number_in
from jassclub.web.form_state import FormState
from referee.rules.profile import Profile
from scoring.core.rules import Rules
from scoring.forms.kind import COMMON, Column, Kind, Spot, as_typed, at, voided
from scoring.forms.point_rows import PointRow, point_rows
from scoring.games.registry import game_for


def fields(rules: Rules) -> tuple[str, ...]:
    """The names of the fields."""
    return ("state", *(f"points_{index}" for index in range(rules.sides)))


def field_of(rules: Rules) -> dict[str, str]:
    """JSON pointers of the slip to the fields that they are about."""
    columns = {f"/points/{index}": f"points_{index}" for index in range(rules.sides)}
    return {**COMMON, "/points": "points_0", **columns}


def slip_of(typed: FormState, spot: Spot) -> dict[str, Any]:
    """The slip as typed."""
    return voided(typed) or {
        "points": [_signed(typed, f"points_{index}") for index in range(spot.rules.sides)]
    }


def typed_from(slip: Mapping[str, Any], rules: Rules) -> FormState:
    """The fields of a slip that stands on the sheet, to be corrected."""
    points = {f"points_{index}": at(slip.get("points"), index) for index in range(rules.sides)}
    return as_typed({"state": slip["state"], **points})


def more(typed: FormState, spot: Spot) -> list[PointRow]:
    """The rows of the columns."""
    return point_rows(typed, spot.names)


def grid(spot: Spot) -> list[Column]:
    """The points of each column."""
    return [Column(f"points_{index}", name, part=True) for index, name in enumerate(spot.names)]


def _signed(typed: FormState, name: str) -> int | str | None:
    """A number below 0 is one, too: whether it may be is for the rules to say."""
    text = typed.values.get(name, "").replace("−", "-")
    below = number_in(text.removeprefix("-")) if text.startswith("-") else None
    return typed.number(name) if below is None else -below


def agreed(profile: Profile) -> Iterator[str]:
    """What its rules agree on."""
    yield _("für jedes Spiel: nur die Punkte schreiben")
    yield _("zwei gegen zwei") if profile.sides == "pairs" else _("jeder für sich")
    if game_for(profile).lower_wins:
        yield _("wenig gewinnt")


KIND = Kind(
    template="scoring/_point_fields.html",
    sheet="scoring/_point_sheet.html",
    fields=fields,
    field_of=field_of,
    slip_of=slip_of,
    typed_from=typed_from,
    whole=lambda spot: spot.rules.profile.free.control_total,
    grid=grid,
    more=more,
    running=True,
    tariff=lambda _rules: {"plain": True},
    agreed=agreed,
)
