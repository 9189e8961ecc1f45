"""The form of a Handjass hand: trump, and the points of each player."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from jassclub.web.form_state import FormState
from referee.rules.profile import Profile
from scoring.core.rules import Rules
from scoring.forms import free as free_form
from scoring.forms.agreed import length
from scoring.forms.kind import Kind, Spot, as_typed, voided
from scoring.games.card_sums import hand_total


def fields(rules: Rules) -> tuple[str, ...]:
    """The names of the fields."""
    return (*free_form.fields(rules), "contract", "last_trick")


def field_of(rules: Rules) -> dict[str, str]:
    """JSON pointers of the slip to the fields that they are about."""
    return {**free_form.field_of(rules), "/trump": "contract", "/last_trick": "last_trick"}


def slip_of(typed: FormState, spot: Spot) -> dict[str, Any]:
    """The slip as typed; the last trick is kept where a correction found it written."""
    return voided(typed) or {
        "trump": typed.values.get("contract") or None,
        "points": [typed.number(f"points_{seat}") for seat in range(spot.rules.sides)],
        "last_trick": typed.number("last_trick"),
    }


def typed_from(slip: Mapping[str, Any], rules: Rules) -> FormState:
    """The fields of a slip that stands on the sheet, to be corrected."""
    typed = as_typed({"contract": slip.get("trump"), "last_trick": slip.get("last_trick")})
    return FormState({**free_form.typed_from(slip, rules).values, **typed.values})


def agreed(profile: Profile) -> Iterator[str]:
    """What its rules agree on."""
    yield _("jeder für sich")
    yield from length(profile)


KIND = Kind(
    template="scoring/_handjass_fields.html",
    sheet="scoring/_point_sheet.html",
    fields=fields,
    field_of=field_of,
    slip_of=slip_of,
    typed_from=typed_from,
    whole=lambda spot: hand_total(spot.rules.profile),
    grid=free_form.grid,
    more=free_form.more,
    running=True,
    tariff=lambda _rules: {"plain": True},
    agreed=agreed,
)
