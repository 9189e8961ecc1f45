"""What else a Differenzler hand can come to: only its differences are known."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from jassclub.web.form_state import FormState
from scoring.core.rules import Rules
from scoring.forms.differenzler import played as differenzler_form
from scoring.forms.kind import COMMON, HandOutcome, Kind, Spot, as_typed, at
from scoring.forms.point_rows import point_rows
from scoring.games.differenzler.deck import KEY


def ways(rules: Rules) -> list[HandOutcome]:
    """None at a table that is played; a game that was carried over corrects its differences."""
    return [_alone()] if rules.profile.differenzler.differences_alone else []


def _alone() -> HandOutcome:
    return HandOutcome(
        name="differences",
        words=_("Nur die Differenzen"),
        hint=_("Aus einer alten Tabelle: Ansagen und Punkte sind nicht mehr bekannt."),
        form=_form(),
        fits=lambda slip: slip.get(KEY) is not None,
    )


def _form() -> Kind:
    return replace(
        differenzler_form.KIND,
        template="scoring/_difference_fields.html",
        fields=lambda rules: tuple(_field(seat) for seat in range(rules.players)),
        field_of=_field_of,
        slip_of=_slip_of,
        typed_from=_typed_from,
        whole=lambda _spot: 0,
        more=lambda typed, spot: point_rows(typed, spot.names),
    )


def _field(seat: int) -> str:
    return f"points_{seat}"


def _field_of(rules: Rules) -> dict[str, str]:
    seats = {f"/{KEY}/{seat}": _field(seat) for seat in range(rules.players)}
    return {**COMMON, f"/{KEY}": _field(0), **seats}


def _slip_of(typed: FormState, spot: Spot) -> dict[str, Any]:
    return {KEY: [typed.number(_field(seat)) for seat in range(spot.rules.players)]}


def _typed_from(slip: Mapping[str, Any], rules: Rules) -> FormState:
    return as_typed({_field(seat): at(slip.get(KEY), seat) for seat in range(rules.players)})


KIND = replace(differenzler_form.KIND, ways=ways)
