"""The form of a Schieber hand: typed fields to a slip, and a slip back to its fields.

What else it can come to, with the fields of a claim: thanks, the Berg, points worked out
afterwards.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from jassclub.web.form_state import FormState
from referee.rules.profile_fields import SUITS
from scoring.claims.rows import table_at
from scoring.core.models import Hand
from scoring.core.rules import Rules
from scoring.forms import weis as weis_form
from scoring.forms.kind import Column, HandOutcome, Kind, Spot, as_typed, at, contracts, voided
from scoring.games.card_sums import hand_total
from scoring.games.schieber.slip import ALL_TRICKS

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


PLAYED_KIND = Kind(
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


FLAGS = {
    "claim_other": "other_claims",
    "claim_on": "other_played_on",
    "claim_stoeck": "stoeck_written",
}
NUMBERS = {"claim_seat": "seat", "claim_wrong": "wrong_card", "claim_agreed": "agreed"}
TRICK = {"claim_trick_side": "side", "claim_trick_points": "points"}
CLAIM_FIELDS = (
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


def claim_field_of(key: str) -> dict[str, str]:
    """JSON pointers of a claim to the fields that they are about."""
    members = {f"/{key}/{member}": name for name, member in {**NUMBERS, **FLAGS}.items()}
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


def ways(rules: Rules) -> Iterator[HandOutcome]:
    """Those that the rules of this table know; nothing is offered that would be refused."""
    profile = rules.profile
    if profile.finish == "bedanken":
        yield HandOutcome(
            name="thanks",
            words=_("Wir bedanken uns"),
            hint=_(
                "Eine Seite sagt, dass sie aus ist. Es zählen gedrehte und fertige offene Stiche."
            ),
            form=_claimed("claim", template="scoring/_thanks_fields.html", slip_of=_thanked),
            fits=lambda slip: bool(slip.get("claim")),
            sided=True,
        )
    if profile.berg and profile.berg_decided == "claim":
        form = _claimed("berg", template="scoring/_berg_fields.html", slip_of=_with_berg)
        yield HandOutcome(
            name="berg",
            words=_("Wir haben den Berg"),
            hint=_("Eine Seite meldet den Berg, gespielt wird weiter bis zum letzten Stich."),
            form=replace(form, whole=PLAYED_KIND.whole),
            fits=lambda slip: bool(slip.get("berg")),
            sided=True,
        )
    if profile.stoeck_before_play and profile.finish != "bedanken":
        yield HandOutcome(
            name="stoeck",
            words=_("Mit den Stöck am Ziel"),
            hint=_("Bevor eine Karte gespielt war, reichten die Stöck."),
            form=_plain(_by_stoeck, template="scoring/_stoeck_fields.html"),
            fits=lambda slip: slip.get("state") == "ended",
        )
    yield HandOutcome(
        name="approximate",
        words=_("Nachgerechnet"),
        hint=_("Die Karten waren schon gemischt; die Punkte sind nachgerechnet, nicht gezählt."),
        form=replace(PLAYED_KIND, slip_of=_worked_out),
        fits=lambda slip: slip.get("state") == "approximate",
    )


def _claimed(key: str, *, template: str, slip_of: Any) -> Kind:
    """The form of every day with the fields of a claim; `key` is its place in the slip."""

    def typed_from(slip: Mapping[str, Any], rules: Rules) -> FormState:
        return FormState({**PLAYED_KIND.typed_from(slip, rules).values, **texts(slip, key)})

    return replace(
        _plain(slip_of, template=template),
        fields=lambda _rules: (*FIELDS, *CLAIM_FIELDS),
        field_of=lambda _rules: {**FIELD_OF, **claim_field_of(key)},
        typed_from=typed_from,
        more=more,
    )


def _plain(slip_of: Any, *, template: str) -> Kind:
    return replace(PLAYED_KIND, template=template, slip_of=slip_of, whole=lambda _spot: 0)


def _thanked(typed: FormState, spot: Spot) -> Slip:
    """With all nine tricks the hand is complete; before, it ended within."""
    slip = PLAYED_KIND.slip_of(typed, spot)
    claim = claim_of(typed)
    tricks = claim.pop("tricks")
    if tricks == ALL_TRICKS:
        return {**slip, "state": "complete", "tricks": None, "claim": claim}
    return {**slip, "state": "ended", "tricks": tricks, "claim": claim}


def _with_berg(typed: FormState, spot: Spot) -> Slip:
    slip = PLAYED_KIND.slip_of(typed, spot)
    points = [typed.number("claim_points_0"), typed.number("claim_points_1")]
    return {**slip, "state": "complete", "berg": {**claim_of(typed), "points": points}}


def _by_stoeck(typed: FormState, spot: Spot) -> Slip:
    slip = PLAYED_KIND.slip_of(typed, spot)
    return {**slip, "state": "ended", "tricks": 0, "points": [0, 0], "matsch": None}


def _worked_out(typed: FormState, spot: Spot) -> Slip:
    return {**PLAYED_KIND.slip_of(typed, spot), "state": "approximate"}


KIND = replace(PLAYED_KIND, ways=ways)
