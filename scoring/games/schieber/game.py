"""Schieber: two sides of two, card points, Weis, Stöck and Matsch, each with its multiplier."""

from scoring.games.base import Control, HandScore, Line, Table
from scoring.games.schieber.checks import check_sense, constant_factor
from scoring.games.schieber.finish import with_finish
from scoring.games.schieber.slip import FIELDS, SCHIEBER_STATES, SchieberSlip, read_slip
from scoring.games.sheet import Game

SIDES = (0, 1)


class Schieber(Game[SchieberSlip]):
    """Columns are the sides 0+2 and 1+3."""

    name = "schieber"
    members = FIELDS
    states = SCHIEBER_STATES
    typed = staticmethod(read_slip)
    checks = (check_sense,)
    ended = staticmethod(with_finish)

    def normal(self, slip: SchieberSlip, _table: Table) -> dict[str, object]:
        """Both sides' card points without bonus, Weis as points per side, null for unknown."""
        return _ended(slip) | {
            "contract": slip.contract,
            "declared_by": slip.declared_by,
            "pushed": slip.pushed,
            "points": list(slip.cards),
            "matsch": slip.matsch,
            "weis": list(slip.weis),
            "stoeck": slip.stoeck,
            "last_trick": slip.last_trick,
        }

    def told(
        self, normal: dict[str, object], slip: SchieberSlip, table: Table
    ) -> dict[str, object]:
        """Contract, points, Matsch, Weis, claims and the side of the Stöck; not who declared."""
        side = None if slip.stoeck is None else table.column_of(slip.stoeck)
        kept = ("state", "contract", "points", "matsch", "weis", "tricks", "claim", "berg")
        return {key: normal[key] for key in kept if key in normal} | {"stoeck_side": side}

    def worth(self, slip: SchieberSlip, table: Table) -> HandScore:
        factor = multiplier(slip.contract, table)
        return HandScore(
            state=slip.state,
            lines=tuple(_line(slip, table, side, factor) for side in SIDES),
            control=_control(slip, table),
            matsch=slip.matsch,
            kontermatsch=_is_kontermatsch(slip, table),
        )


def _ended(slip: SchieberSlip) -> dict[str, object]:
    """How far the hand went and what was claimed, where a slip says so."""
    said: dict[str, object] = {"tricks": slip.tricks} if slip.state == "ended" else {}
    for key, claim in (("claim", slip.claim), ("berg", slip.berg)):
        if claim is not None:
            said[key] = claim.to_json()
    return said


def multiplier(contract: str | None, table: Table) -> int:
    """The factor of a contract; where none was written, the one all contracts share."""
    factor = (
        constant_factor(table)
        if contract is None
        else table.profile.multipliers.of(table.deck, contract)
    )
    return factor or 1


def _line(slip: SchieberSlip, table: Table, side: int, factor: int) -> Line:
    profile = table.profile
    has_stoeck = slip.stoeck is not None and table.column_of(slip.stoeck) == side
    plain = {
        "cards": slip.cards[side],
        "weis": slip.weis[side],
        "stoeck": has_stoeck * profile.stoeck_points,
        "matsch": (slip.matsch == side) * profile.matsch_bonus,
    }
    multiplied = {
        "cards": True,
        "weis": profile.weis_multiplied,
        "stoeck": profile.stoeck_multiplied,
        "matsch": profile.matsch_multiplied,
    }
    parts = {name: points * (factor if multiplied[name] else 1) for name, points in plain.items()}
    return Line(
        total=sum(parts.values()),
        parts=parts,
        card_points=slip.cards[side],
        multiplier=factor,
        unmultiplied=sum(plain.values()),
    )


def _control(slip: SchieberSlip, table: Table) -> Control:
    """Card points and, for a Matsch, the bonus once: 157 or 257 for a hand that adds up.

    A hand that was not played to its end has no sum of its own, only what the check allows.
    """
    if slip.unfinished:
        return Control(sum=sum(slip.cards), expected=sum(slip.cards))
    bonus = table.profile.matsch_bonus if slip.matsch is not None else 0
    total = sum(slip.cards)
    right = total if total in slip.sums else max(slip.sums)
    return Control(sum=total + bonus, expected=right + bonus)


def _is_kontermatsch(slip: SchieberSlip, table: Table) -> bool:
    """All tricks to the side that did not declare; it counts like any Matsch (kontermatsch)."""
    if slip.matsch is None or slip.declared_by is None:
        return False
    return table.column_of(slip.declared_by) != slip.matsch
