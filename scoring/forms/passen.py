"""The form of a passe: who played together, the total and the matsches of each side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy

from jassclub.web.form_state import FormState
from scoring.core.rules import Rules
from scoring.forms.kind import COMMON, Choice, Column, Kind, Spot, as_typed, at, voided
from scoring.games.card_sums import hand_total
from scoring.games.passen.game import ACROSS, SEATS

FIELDS = ("state", "partner", "hands", "points_0", "points_1", "matsches_0", "matsches_1", "scribe")
FIELD_OF = {
    **COMMON,
    "/partner": "partner",
    "/hands": "hands",
    "/points": "points_0",
    "/points/0": "points_0",
    "/points/1": "points_1",
    "/matsches": "matsches_0",
    "/matsches/0": "matsches_0",
    "/matsches/1": "matsches_1",
    "/scribe": "scribe",
}


def slip_of(typed: FormState, _spot: Spot) -> dict[str, Any]:
    """The slip as typed; what stays empty is what is usual, or follows."""
    if (void := voided(typed)) is not None:
        return void
    slip: dict[str, Any] = {
        "points": [typed.number("points_0"), typed.number("points_1")],
        "matsches": [typed.number("matsches_0"), typed.number("matsches_1")],
    }
    rest = {name: typed.number(name) for name in ("partner", "hands", "scribe")}
    return slip | {name: value for name, value in rest.items() if value is not None}


def typed_from(slip: Mapping[str, Any]) -> FormState:
    """The fields of a slip that stands on the sheet, to be corrected; across is as usual."""
    partner = None if slip.get("partner") == ACROSS else slip.get("partner")
    sides = {
        f"{name}_{side}": at(slip.get(name), side)
        for name in ("points", "matsches")
        for side in (0, 1)
    }
    rest = {name: slip.get(name) for name in ("state", "hands", "scribe")}
    return as_typed({**sides, **rest, "partner": partner})


@dataclass(frozen=True)
class SideRow:
    """The fields of one side."""

    index: int
    name: str
    points: str
    matsches: str
    point_errors: Sequence[str]
    matsch_errors: Sequence[str]


@dataclass(frozen=True)
class PasseFields:
    """What the template of the fields reads. `scribes` is empty where nobody is charged."""

    pairings: Sequence[tuple[str, str, bool]]
    sides: Sequence[SideRow]
    hands: int
    a_hand: int
    bonus: int
    scribes: Sequence[Choice]


def more(typed: FormState, spot: Spot) -> PasseFields:
    """The pairings, a row a side, and what the control sum is made of."""
    profile = spot.rules.profile
    chosen = typed.values.get("partner") or str(ACROSS)
    sides = (_("Seite von %(name)s") % {"name": spot.players.get(0, "")}, _("Gegenseite"))
    return PasseFields(
        pairings=[(sent, words, sent == chosen) for sent, words in pairings(spot)],
        sides=[_side(index, name, typed) for index, name in enumerate(sides)],
        hands=profile.passe.hands,
        a_hand=hand_total(profile),
        bonus=profile.matsch_bonus,
        scribes=_scribes(spot),
    )


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


def _side(index: int, name: str, typed: FormState) -> SideRow:
    return SideRow(
        index=index,
        name=name,
        points=typed.values.get(f"points_{index}", ""),
        matsches=typed.values.get(f"matsches_{index}", ""),
        point_errors=typed.errors.get(f"points_{index}", ()),
        matsch_errors=typed.errors.get(f"matsches_{index}", ()),
    )


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


def whole(rules: Rules) -> int:
    """The control sum of a passe of the usual length without a matsch."""
    return rules.profile.passe.hands * hand_total(rules.profile)


KIND = Kind(
    template="scoring/_passen_fields.html",
    sheet="scoring/_passen_sheet.html",
    fields=lambda _rules: FIELDS,
    field_of=lambda _rules: FIELD_OF,
    slip_of=slip_of,
    typed_from=lambda slip, _rules: typed_from(slip),
    whole=lambda spot: whole(spot.rules),
    grid=grid,
    more=more,
    noun=gettext_lazy("Passe"),
    hands=lambda rules: rules.profile.passe.hands,
    running=True,
    dealt=False,
)
