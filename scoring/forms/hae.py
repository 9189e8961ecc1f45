"""The form of a HAE round: tricks bid and taken, a row a player."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from jassclub.web.form_state import FormState
from scoring.claims.rows import table_at
from scoring.core.rules import Rules
from scoring.forms.kind import (
    COMMON,
    Column,
    Kind,
    PlayerRow,
    Spot,
    as_typed,
    at,
    rows,
    told,
    voided,
)
from scoring.games.hae.game import due_round, forbidden_bid


@dataclass(frozen=True)
class Round:
    """What the template reads. `forbidden`: what the dealer may not say, None if nothing is."""

    cards: int
    rows: Sequence[PlayerRow]
    dealer: str
    forbidden: int | None


def fields(rules: Rules) -> tuple[str, ...]:
    """The names of the fields."""
    players = range(rules.players)
    return ("state", "cards", *(f"{name}_{seat}" for seat in players for name in ("said", "made")))


def field_of(rules: Rules) -> dict[str, str]:
    """JSON pointers of the slip to the fields that they are about."""
    names = {**COMMON, "/cards": "cards", "/bids": "said_0", "/tricks": "made_0"}
    for seat in range(rules.players):
        names |= {f"/bids/{seat}": f"said_{seat}", f"/tricks/{seat}": f"made_{seat}"}
    return names


def slip_of(typed: FormState, spot: Spot) -> dict[str, Any]:
    """The slip as typed; bids that were spoken before are not asked again."""
    seats = range(spot.rules.players)
    return voided(typed) or {
        "cards": typed.number("cards"),
        "bids": [told(typed, seat, spot.predictions) for seat in seats],
        "tricks": [typed.number(f"made_{seat}") for seat in seats],
    }


def typed_from(slip: Mapping[str, Any], rules: Rules) -> FormState:
    """The fields of a slip that stands on the sheet, to be corrected."""
    values: dict[str, Any] = {"state": slip["state"], "cards": slip.get("cards")}
    for seat in range(rules.players):
        values[f"said_{seat}"] = at(slip.get("bids"), seat)
        values[f"made_{seat}"] = at(slip.get("tricks"), seat)
    return as_typed(values)


def more(typed: FormState, spot: Spot) -> Round:
    """The round that is due, its rows, and the bid that may not be made."""
    table = table_at(spot.hand, spot.rules)
    cards, bids = due_round(table), [item["value"] for item in spot.predictions]
    forbidden = forbidden_bid(bids, table, cards) if bids else None
    dealer = spot.players.get(-1 if table.dealer is None else table.dealer, "")
    return Round(cards, rows(typed, spot.players, spot.predictions), dealer, forbidden)


def grid(spot: Spot) -> list[Column]:
    """Bid and tricks of each player."""
    found: list[Column] = []
    for seat, name in sorted(spot.players.items()):
        found.append(Column(f"said_{seat}", _("%(name)s sagt") % {"name": name}))
        found.append(Column(f"made_{seat}", _("%(name)s macht") % {"name": name}))
    return found


KIND = Kind(
    template="scoring/_hae_fields.html",
    sheet="scoring/_hae_sheet.html",
    fields=fields,
    field_of=field_of,
    slip_of=slip_of,
    typed_from=typed_from,
    whole=lambda spot: due_round(table_at(spot.hand, spot.rules)),
    grid=grid,
    more=more,
)
