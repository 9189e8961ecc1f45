"""The fields of a claim: who said it, when, and what the others did.

What else a Schieber hand can come to: thanks, the Berg, points worked out afterwards.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from jassclub.web.form_state import FormState
from scoring.core.rules import Rules
from scoring.forms.kind import HandOutcome, Kind, Spot, as_typed, at
from scoring.forms.schieber import played as schieber_form
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


Slip = dict[str, Any]


def ways(rules: Rules) -> list[HandOutcome]:
    """Those that the rules of this table know; nothing is offered that would be refused."""
    profile = rules.profile
    by_claim = profile.berg and profile.berg_decided == "claim"
    early = profile.stoeck_before_play and profile.finish != "bedanken"
    return [
        *([_thanks()] if profile.finish == "bedanken" else []),
        *([_berg()] if by_claim else []),
        *([_stoeck()] if early else []),
        _approximate(),
    ]


def _thanks() -> HandOutcome:
    return HandOutcome(
        name="thanks",
        words=_("Wir bedanken uns"),
        hint=_("Eine Seite sagt, dass sie aus ist. Es zählen gedrehte und fertige offene Stiche."),
        form=_claimed("claim", template="scoring/_thanks_fields.html", slip_of=_thanked),
        fits=lambda slip: bool(slip.get("claim")),
        sided=True,
    )


def _berg() -> HandOutcome:
    return HandOutcome(
        name="berg",
        words=_("Wir haben den Berg"),
        hint=_("Eine Seite meldet den Berg, gespielt wird weiter bis zum letzten Stich."),
        form=replace(
            _claimed("berg", template="scoring/_berg_fields.html", slip_of=_with_berg),
            whole=schieber_form.KIND.whole,
        ),
        fits=lambda slip: bool(slip.get("berg")),
        sided=True,
    )


def _stoeck() -> HandOutcome:
    return HandOutcome(
        name="stoeck",
        words=_("Mit den Stöck am Ziel"),
        hint=_("Bevor eine Karte gespielt war, reichten die Stöck."),
        form=_plain(_by_stoeck, template="scoring/_stoeck_fields.html"),
        fits=lambda slip: slip.get("state") == "ended",
    )


def _approximate() -> HandOutcome:
    return HandOutcome(
        name="approximate",
        words=_("Nachgerechnet"),
        hint=_("Die Karten waren schon gemischt; die Punkte sind nachgerechnet, nicht gezählt."),
        form=replace(schieber_form.KIND, slip_of=_in_state("approximate")),
        fits=lambda slip: slip.get("state") == "approximate",
    )


def _claimed(key: str, *, template: str, slip_of: Any) -> Kind:
    """The form of every day with the fields of a claim; `key` is its place in the slip."""

    def typed_from(slip: Mapping[str, Any], rules: Rules) -> FormState:
        plain = schieber_form.KIND.typed_from(slip, rules).values
        return FormState({**plain, **texts(slip, key)})

    return replace(
        _plain(slip_of, template=template),
        fields=lambda _rules: (*schieber_form.FIELDS, *FIELDS),
        field_of=lambda _rules: {**schieber_form.FIELD_OF, **field_of(key)},
        typed_from=typed_from,
        more=more,
    )


def _plain(slip_of: Any, *, template: str) -> Kind:
    return replace(schieber_form.KIND, template=template, slip_of=slip_of, whole=lambda _spot: 0)


def _thanked(typed: FormState, spot: Spot) -> Slip:
    """With all nine tricks the hand is complete; before, it ended within."""
    slip = schieber_form.KIND.slip_of(typed, spot)
    claim = claim_of(typed)
    tricks = claim.pop("tricks")
    if tricks == ALL_TRICKS:
        return {**slip, "state": "complete", "tricks": None, "claim": claim}
    return {**slip, "state": "ended", "tricks": tricks, "claim": claim}


def _with_berg(typed: FormState, spot: Spot) -> Slip:
    slip = schieber_form.KIND.slip_of(typed, spot)
    points = [typed.number("claim_points_0"), typed.number("claim_points_1")]
    claim = {**claim_of(typed), "points": points}
    return {**slip, "state": "complete", "berg": claim}


def _by_stoeck(typed: FormState, spot: Spot) -> Slip:
    slip = schieber_form.KIND.slip_of(typed, spot)
    return {**slip, "state": "ended", "tricks": 0, "points": [0, 0], "matsch": None}


def _in_state(state: str) -> Any:
    def slip_of(typed: FormState, spot: Spot) -> Slip:
        return {**schieber_form.KIND.slip_of(typed, spot), "state": state}

    return slip_of


KIND = replace(schieber_form.KIND, ways=ways)
