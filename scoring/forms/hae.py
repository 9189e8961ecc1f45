"""The form of a HAE round: tricks bid and taken, a row a player."""

from collections.abc import Mapping
from typing import Any

from jassclub.web.form_state import FormState
from scoring.claims.rows import table_at
from scoring.core.rules import Rules
from scoring.forms.kind import (
    COMMON,
    Kind,
    Spot,
    as_typed,
    from_lists,
    in_lists,
    said,
    spoken_grid,
    spoken_rows,
    voided,
)
from scoring.games.hae.kind import BIDS, due_round

LISTS = {"bids": "said", "tricks": "made"}


def slip_of(typed: FormState, spot: Spot) -> dict[str, Any]:
    """The slip as typed; bids that were spoken before are not asked again."""
    return voided(typed) or {
        "cards": typed.number("cards"),
        "bids": said(typed, spot),
        "tricks": [typed.number(f"made_{seat}") for seat in range(spot.rules.players)],
    }


def typed_from(slip: Mapping[str, Any], rules: Rules) -> FormState:
    """The fields of a slip that stands on the sheet, to be corrected."""
    alone = {"state": slip["state"], "cards": slip.get("cards")}
    return as_typed({**alone, **from_lists(slip, LISTS, rules.players)})


def more(typed: FormState, spot: Spot) -> dict[str, Any]:
    """The round that is due, its rows, and the bid that the dealer, who is due, may not make."""
    table = table_at(spot.hand, spot.rules)
    cards, bids = due_round(table), [item["value"] for item in spot.predictions]
    dealer = -1 if table.dealer is None else table.dealer
    return {
        "cards": cards,
        "rows": spoken_rows(typed, spot),
        "dealer": spot.players.get(dealer, ""),
        "forbidden": BIDS.forbidden(bids, table) if None in bids[dealer:][:1] else None,
    }


KIND = Kind(
    template="scoring/_hae_fields.html",
    sheet="scoring/_hae_sheet.html",
    field_of=lambda rules: {**COMMON, "/cards": "cards", **in_lists(LISTS, rules.players)},
    slip_of=slip_of,
    typed_from=typed_from,
    whole=lambda spot: due_round(table_at(spot.hand, spot.rules)),
    grid=lambda spot: spoken_grid(spot, part=False),
    more=more,
    sayable=lambda spot: range(due_round(table_at(spot.hand, spot.rules)) + 1),
)
