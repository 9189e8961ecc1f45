"""The form of a passe: who played together, the total and the matsches of each side."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy

from jassclub.web.form_state import FormState
from scoring.forms.kind import (
    COMMON,
    Choice,
    Column,
    Kind,
    Spot,
    as_typed,
    from_lists,
    in_lists,
    rows,
    voided,
)
from scoring.games.card_sums import hand_total
from scoring.games.passen.kind import ACROSS, SEATS

LISTS = {"points": "points", "matsches": "matsches"}
ALONE = ("partner", "hands", "scribe")
FIELD_OF = {**COMMON, **{f"/{name}": name for name in ALONE}, **in_lists(LISTS, 2)}


def slip_of(typed: FormState, _spot: Spot) -> dict[str, Any]:
    """The slip as typed; what stays empty is what is usual, or follows."""
    if (void := voided(typed)) is not None:
        return void
    slip: dict[str, Any] = {
        "points": [typed.number("points_0"), typed.number("points_1")],
        "matsches": [typed.number("matsches_0"), typed.number("matsches_1")],
    }
    rest = {name: typed.number(name) for name in ALONE}
    return slip | {name: value for name, value in rest.items() if value is not None}


def typed_from(slip: Mapping[str, Any]) -> FormState:
    """The fields of a slip that stands on the sheet, to be corrected; across is as usual."""
    rest = {name: slip.get(name) for name in ("state", *ALONE)}
    if rest["partner"] == ACROSS:
        rest["partner"] = None
    return as_typed({**rest, **from_lists(slip, LISTS, 2)})


def more(typed: FormState, spot: Spot) -> dict[str, Any]:
    """The pairings, a row a side, and what the control sum is made of; `scribes` is empty where
    nobody is charged."""
    profile = spot.rules.profile
    chosen = typed.values.get("partner") or str(ACROSS)
    sides = (_("Partei von %(name)s") % {"name": spot.players.get(0, "")}, _("Gegner"))
    return {
        "pairings": [(sent, words, sent == chosen) for sent, words in pairings(spot)],
        "sides": rows(typed, dict(enumerate(sides)), *LISTS),
        "hands": profile.passe.hands,
        "a_hand": hand_total(profile),
        "bonus": profile.matsch_bonus,
        "scribes": _scribes(spot),
    }


def pairings(spot: Spot) -> list[Choice]:
    """Who plays with whom, those across first."""
    seats = [spot.players.get(seat, "") for seat in range(SEATS)]
    words = _("%(first)s + %(second)s gegen %(third)s + %(fourth)s")
    found = []
    for partner in (ACROSS, 1, 3):
        third, fourth = (seats[seat] for seat in range(1, SEATS) if seat != partner)
        names = {"first": seats[0], "second": seats[partner], "third": third, "fourth": fourth}
        found.append((str(partner), words % names))
    return found


def _scribes(spot: Spot) -> list[Choice]:
    profile = spot.rules.profile
    if (profile.control_sum, profile.passe.difference) != ("warn", "scribe"):
        return []
    return [("", ""), *((str(seat), name) for seat, name in sorted(spot.players.items()))]


def grid(spot: Spot) -> list[Column]:
    """The partner of the first seat, totals and matsches of both sides, the number of hands.

    The usual partner and the usual number stay empty: a row in which nothing stands is no passe.
    """
    profile, seats = spot.rules.profile, spot.players
    partners = [("", seats.get(ACROSS, "")), *((str(seat), seats.get(seat, "")) for seat in (1, 3))]
    bonus, usual = profile.matsch_bonus, profile.passe.hands
    columns = [
        Column("partner", _("%(name)s mit") % {"name": seats.get(0, "")}, partners),
        Column("points_0", _("Total dieser Seite"), part=True),
        Column("points_1", _("Total der Gegner"), part=True),
        Column("matsches_0", _("Matsche dieser Seite"), each=bonus),
        Column("matsches_1", _("Matsche der Gegner"), each=bonus),
        Column("hands", _("Anzahl Spiele"), usual=usual, each=hand_total(profile)),
    ]
    scribes = _scribes(spot)
    return [*columns, Column("scribe", _("Geschrieben von"), scribes)] if scribes else columns


KIND = Kind(
    template="scoring/_passen_fields.html",
    sheet="scoring/_passen_sheet.html",
    field_of=lambda _rules: FIELD_OF,
    slip_of=slip_of,
    typed_from=lambda slip, _rules: typed_from(slip),
    whole=lambda spot: spot.rules.profile.passe.hands * hand_total(spot.rules.profile),
    grid=grid,
    more=more,
    noun=gettext_lazy("Passe"),
    hands=lambda rules: rules.profile.passe.hands,
    running=True,
    dealt=False,
)
