"""What can be wrong with a Schieber slip that can be read: each check adds its findings."""

from jassclub.core.errors import pointer
from scoring.games.base import Findings, Table
from scoring.games.card_sums import (
    check_contract,
    check_last_trick,
    check_matsch,
    check_possible,
    check_sum,
    contracts_at,
    must_stand,
    turns,
)
from scoring.games.claims import check_claims, check_ended, check_unfinished
from scoring.games.sheets.checks import Values
from scoring.games.weis import check_weise


def constant_factor(table: Table) -> int | None:
    """The multiplier of all allowed contracts if they share one, else None."""
    by_name = table.profile.multipliers.by_deck[table.deck]
    factors = {by_name.get(name) for name in contracts_at(table)}
    return factors.pop() if len(factors) == 1 else None


def check_sense(slip: Values, table: Table, out: Findings) -> None:
    """Run all checks on a hand that was played, to its end or until the game ended."""
    _declaration(slip, table, out)
    if not (out.blocked and out.at("/tricks")):
        for check in (check_unfinished,) if slip["unfinished"] else (_sum, _sides, _last_trick):
            check(slip, table, out)
    check_weise(slip, table, out)
    if slip["state"] == "approximate":
        out.warn("points_approximate", "/state", "kartenpunkte-nicht-gezaehlt")
    check_ended(slip, table, out)
    check_claims(slip, table, out)


def _declaration(slip: Values, table: Table, out: Findings) -> None:
    if slip["contract"] is not None or constant_factor(table) is None:
        check_contract(slip["contract"], table, out, "trumpf-ansagen")
    declarer, forehand = slip["declared_by"], table.forehand
    if None not in (declarer, forehand) and (table.profile.push or not slip["pushed"]):
        expected = (forehand + 2 * slip["pushed"]) % table.players
        if declarer != expected:
            out.warn("declarer_unexpected", "/declared_by", "trumpf-ansagen", seat=expected)


def _sum(slip: Values, table: Table, out: Findings) -> None:
    expected = slip["sums"]
    if None in slip["points"]:
        # The values turn with the direction, so that no side follows from the other.
        if turns(slip["contract"]) and len(expected) > 1 and not out.at("/points"):
            out.error("points_both_needed", "/points")
        return
    if _bonus_written(slip, table):
        out.error("points_with_bonus", "/points", "matchpraemie", total=max(expected))
    elif min(slip["cards"]) < 0:
        at = slip["cards"].index(max(slip["cards"]))
        out.error("out_of_range", pointer("points", at), low=0, high=max(expected))
    else:
        refuse = must_stand(table) or slip["state"] == "approximate"
        check_sum(slip["cards"], expected, out, refuse=refuse)


def _bonus_written(slip: Values, table: Table) -> bool:
    bonus, expected = table.profile.matsch_bonus, slip["sums"]
    written = [points or 0 for points in slip["written"]]
    one_side = bonus > 0 and max(written) - bonus in expected
    return slip["matsch"] is None and one_side and (None in slip["written"] or min(written) == 0)


def _sides(slip: Values, table: Table, out: Findings) -> None:
    """Points that make the sum together may still be wrong for each side."""
    if None in slip["points"] or out.at("/points"):
        return
    if slip["state"] != "approximate":
        pairs = zip(slip["cards"], slip["written"], strict=True)
        told = [cards if written is not None else None for cards, written in pairs]
        check_possible(told, slip["contract"], table, out, refuse=must_stand(table))
    if not out.at("/points"):
        check_matsch(slip["matsch"], slip["cards"], out, "matchpraemie")


def _last_trick(slip: Values, table: Table, out: Findings) -> None:
    side = slip["last_trick"]
    if side is None:
        return
    if slip["matsch"] not in (None, side):
        out.error("last_trick_not_matsch", "/last_trick", "letzter-stich")
    elif None not in slip["points"]:
        check_last_trick(side, slip["cards"], table, out)
