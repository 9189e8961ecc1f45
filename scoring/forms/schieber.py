"""The form of a Schieber hand: typed fields to a slip, and a slip back to its fields.

What else it can come to, with the fields of a claim: thanks, the Berg, points worked out
afterwards.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from jassclub.web.form_state import FormState
from referee.rules.profile_fields import SUITS
from scoring.claims.rows import table_at
from scoring.core.rules import Rules
from scoring.forms import weis as weis_form
from scoring.forms.kind import (
    COMMON,
    Column,
    HandOutcome,
    Kind,
    Spot,
    as_typed,
    at,
    contracts,
    from_lists,
    said_to_be,
    voided,
)
from scoring.games.card_sums import hand_total
from scoring.games.claims import ALL_TRICKS

FIELD_OF = {
    **COMMON,
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
}


def slip_of(typed: FormState, spot: Spot) -> dict[str, Any]:
    """The slip as typed. What is no number stays text: the rules say so at its place."""
    if (void := voided(typed)) is not None:
        return void
    slip: dict[str, Any] = {
        "contract": typed.values.get("contract") or None,
        "points": [typed.number("points_0"), typed.number("points_1")],
        "matsch": typed.number("matsch"),
        "pushed": bool(typed.values.get("pushed")),
        "weis": weis_form.counted(typed, spot.rules, contract=typed.values.get("contract") or ""),
        "stoeck": typed.number("stoeck"),
    }
    # Forehand declares, or the partner to whom it was pushed.
    forehand = table_at(spot.hand, spot.rules).forehand
    declarer = None if forehand is None else (forehand + 2 * slip["pushed"]) % spot.rules.players
    return slip | {"declared_by": declarer}


def typed_from(slip: Mapping[str, Any], _rules: Rules) -> FormState:
    """The fields of a slip that stands on the slate, to be corrected."""
    weis = slip.get("weis") or ["", ""]
    values = {
        "state": slip["state"],
        "contract": slip.get("contract"),
        **from_lists(slip, {"points": "points"}, 2),
        "matsch": slip.get("matsch"),
        "pushed": "1" if slip.get("pushed") else "",
        "weis_0": weis[0] or "",
        "weis_1": weis[1] or "",
        "stoeck": slip.get("stoeck"),
    }
    return as_typed(values)


def tariff(rules: Rules) -> dict[str, Any]:
    """Factors by contract and the one that all share; points and whether the factor counts."""
    profile = rules.profile
    factors = {item.mode: item.factor for item in contracts(rules)}
    shared = set(factors.values())
    return {
        "whole": hand_total(profile),
        "factor": shared.pop() if len(shared) == 1 else None,
        "factors": factors,
        "trumps": SUITS[rules.deck],
        "matsch": [profile.matsch_bonus, profile.matsch_multiplied],
        "stoeck": [profile.stoeck_points, profile.stoeck_multiplied],
        "weis": profile.weis_multiplied,
        "compared": not profile.weis_both_sides,
    }


def grid(spot: Spot) -> list[Column]:
    """Trump, the points of the sides and who made the Matsch; Weis and Stöck where they count."""
    modes = [("", ""), *((item.mode, item.name) for item in contracts(spot.rules))]
    sides = [("", ""), *((str(index), name) for index, name in enumerate(spot.names))]
    weise = [
        Column(f"weis_{index}", _("Weis %(name)s") % {"name": name})
        for index, name in enumerate(spot.names)
        if spot.rules.profile.weis
    ]
    stoeck = [Column("stoeck", _("Stöck"), sides)] if spot.rules.profile.stoeck_points else []
    return [
        Column("contract", _("Trumpf"), modes),
        *(Column(f"points_{index}", name) for index, name in enumerate(spot.names)),
        Column("matsch", _("Matsch"), sides),
        *weise,
        *stoeck,
    ]


PLAYED_KIND = Kind(
    template="scoring/_schieber_fields.html",
    sheet="scoring/_slate.html",
    field_of=lambda _rules: FIELD_OF,
    slip_of=slip_of,
    typed_from=typed_from,
    whole=lambda spot: hand_total(spot.rules.profile),
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


def claim_field_of(key: str) -> dict[str, str]:
    """JSON pointers of a claim to the fields that they are about."""
    members = {f"/{key}/{member}": name for name, member in {**NUMBERS, **FLAGS}.items()}
    trick = {f"/{key}/trick/{member}": name for name, member in TRICK.items()}
    points = {f"/{key}/points/{side}": f"claim_points_{side}" for side in (0, 1)}
    return {
        "/side": "side",
        "/tricks": "tricks",
        f"/{key}": "claim_seat",
        f"/{key}/tricks": "tricks",
        f"/{key}/points": "claim_points_0",
        f"/{key}/trick": "claim_trick_points",
        f"/{key}/trick/turned": "claim_turned",
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


def more(typed: FormState, spot: Spot) -> dict[str, Any]:
    """Who can have said it, the players of the side that claims, or all where no side was chosen;
    and whether what is folded away stands open."""
    side = typed.number("side")
    folded = (*FLAGS, *TRICK, "claim_wrong", "claim_agreed")
    return {
        "seats": [
            (str(seat), name)
            for seat, name in sorted(spot.players.items())
            if side not in (0, 1) or spot.rules.side_of(seat) == side
        ],
        "open": any(typed.values.get(name) or typed.errors.get(name) for name in folded),
    }


Slip = dict[str, Any]


def ways(rules: Rules) -> Iterator[HandOutcome]:
    """Those that the rules of this table know; nothing is offered that would be refused."""
    profile = rules.profile
    if profile.finish == "bedanken":
        yield HandOutcome(
            name="thanks",
            words=_("Wir bedanken uns"),
            hint=_(
                "Eine Seite sagt, dass sie fertig ist. Es zählen gekehrte und fertige offene "
                "Stiche."
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
        form=said_to_be("approximate", PLAYED_KIND),
        fits=lambda slip: slip.get("state") == "approximate",
    )


def _claimed(key: str, *, template: str, slip_of: Any) -> Kind:
    """The form of every day with the fields of a claim; `key` is its place in the slip."""
    return replace(
        _plain(slip_of, template=template),
        field_of=lambda _rules: {**FIELD_OF, **claim_field_of(key)},
        typed_from=lambda slip, rules: FormState(
            {**typed_from(slip, rules).values, **texts(slip, key)}
        ),
        more=more,
    )


def _plain(slip_of: Any, *, template: str) -> Kind:
    return replace(PLAYED_KIND, template=template, slip_of=slip_of, whole=lambda _spot: 0)


def _thanked(typed: FormState, spot: Spot) -> Slip:
    """With all nine tricks the hand is complete; before, it ended within, without any at 0 : 0."""
    slip = PLAYED_KIND.slip_of(typed, spot)
    claim = claim_of(typed)
    tricks = claim.pop("tricks")
    if tricks == 0:
        slip["points"] = [0 if points is None else points for points in slip["points"]]
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


KIND = replace(PLAYED_KIND, ways=ways)
