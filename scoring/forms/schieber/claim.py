"""The fields of a claim: who said it, when, and what the others did."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jassclub.web.form_state import FormState
from scoring.forms.kind import Spot, as_typed, at
from scoring.games.schieber.slip import ALL_TRICKS

FLAGS = {
    "claim_other": "other_claims",
    "claim_on": "other_played_on",
    "claim_stoeck": "stoeck_written",
}
NUMBERS = {"claim_seat": "seat", "claim_wrong": "wrong_card", "claim_agreed": "agreed"}
TRICK = {"claim_trick_side": "side", "claim_trick_points": "points"}
FIELDS = (
    "side",
    "tricks",
    "claim_points_0",
    "claim_points_1",
    "claim_turned",
    *FLAGS,
    *NUMBERS,
    *TRICK,
)


@dataclass(frozen=True)
class Claiming:
    """What the template reads: the seats that can have said it."""

    seats: Sequence[tuple[str, str]]
    open: bool


def field_of(key: str) -> dict[str, str]:
    """JSON pointers of a claim to the fields that they are about."""
    names = {**NUMBERS, **FLAGS}
    members = {f"/{key}/{member}": name for name, member in names.items()}
    trick = {f"/{key}/trick/{member}": name for name, member in TRICK.items()}
    points = {f"/{key}/points/{side}": f"claim_points_{side}" for side in (0, 1)}
    return {
        "/tricks": "tricks",
        f"/{key}": "claim_seat",
        f"/{key}/tricks": "tricks",
        f"/{key}/points": "claim_points_0",
        f"/{key}/trick": "claim_trick_points",
        **members,
        **trick,
        **points,
    }


def claim_of(typed: FormState) -> dict[str, Any]:
    """The claim as typed, with the number of complete tricks."""
    claim: dict[str, Any] = {member: typed.number(name) for name, member in NUMBERS.items()}
    claim |= {member: bool(typed.values.get(name)) for name, member in FLAGS.items()}
    if any(typed.values.get(name) for name in TRICK):
        trick: dict[str, Any] = {member: typed.number(name) for name, member in TRICK.items()}
        claim["trick"] = {**trick, "turned": bool(typed.values.get("claim_turned"))}
    return {**claim, "tricks": typed.number("tricks")}


def texts(slip: Mapping[str, Any], key: str) -> dict[str, str]:
    """The claim of a stored slip as the texts of its fields; empty where it has none."""
    claim: Mapping[str, Any] = slip.get(key) or {}
    trick: Mapping[str, Any] = claim.get("trick") or {}
    tricks = claim.get("tricks", slip.get("tricks", ALL_TRICKS)) if claim else None
    values: dict[str, Any] = {"tricks": tricks}
    values |= {name: claim.get(member) for name, member in NUMBERS.items()}
    values |= {name: trick.get(member) for name, member in TRICK.items()}
    values |= {f"claim_points_{side}": at(claim.get("points"), side) for side in (0, 1)}
    ticked = {name: claim.get(member) for name, member in FLAGS.items()}
    ticked["claim_turned"] = trick.get("turned")
    values |= {name: "1" if value else None for name, value in ticked.items()}
    values["claim_wrong"] = values["claim_wrong"] or None
    return as_typed(values).values


def more(typed: FormState, spot: Spot) -> Claiming:
    """Who is asked: the players of the side that claims, or all where no side was chosen."""
    side = typed.number("side")
    seats = [
        (str(seat), name)
        for seat, name in sorted(spot.players.items())
        if side not in (0, 1) or spot.rules.side_of(seat) == side
    ]
    folded = (*FLAGS, *TRICK, "claim_wrong", "claim_agreed")
    stands = any(typed.values.get(name) or typed.errors.get(name) for name in folded)
    return Claiming(seats, stands)
