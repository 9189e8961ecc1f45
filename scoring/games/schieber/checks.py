"""What can be wrong with a Schieber slip that can be read: each check adds its findings."""

from collections.abc import Callable
from itertools import combinations

from jassclub.core.errors import pointer
from scoring.games.base import Findings, Table
from scoring.games.card_sums import (
    check_contract,
    check_last_trick,
    check_matsch,
    check_melds,
    check_possible,
    check_sum,
    contracts_at,
    must_stand,
    possible_after,
    turns,
)
from scoring.games.claims import ALL_TRICKS, Claim
from scoring.games.sheets.checks import Values
from scoring.games.weis import Cards, Weis, composable, values_article


def check_unfinished(slip: Values, table: Table, out: Findings) -> None:
    """Points of a hand whose last tricks were not played: turned and complete open tricks only."""
    if slip["last_trick"] is not None:
        out.error("last_trick_unplayed", "/last_trick", "letzter-stich")
    if slip["matsch"] is not None:
        out.error("matsch_unfinished", "/matsch", "matchpraemie")
    if any(slip["weis"]) and slip["tricks"] == 0:
        out.error("weis_undecided", "/weis", "weisregeln")
    if None in slip["points"] and not out.at("/points"):
        out.error("ended_points_needed", "/points", "bedanken")
    if not out.at("/points") and not out.at("/tricks"):
        _check_open_points(slip["cards"], slip["tricks"], slip, table, out, at="/points")


def check_ended(slip: Values, table: Table, out: Findings) -> None:
    """Whether a hand may end before its last trick here, and whether it says by whom."""
    profile = table.profile
    if slip["state"] != "ended" or out.at("/tricks"):
        return
    if profile.finish == "bedanken":
        if slip["claim"] is None and not out.at("/claim"):
            out.error("field_missing", "/claim", "bedanken", field="claim")
    elif not (profile.stoeck_before_play and slip["tricks"] == 0 and slip["stoeck"] is not None):
        out.error("ended_not_allowed", "/state", profile.citation("finish").article)


def check_claims(slip: Values, table: Table, out: Findings) -> None:
    """Claims are made only where they decide, and say nothing that the hand contradicts."""
    profile = table.profile
    if slip["claim"] is not None:
        if profile.finish != "bedanken":
            out.error("claim_not_here", "/claim", profile.citation("finish").article)
        _check_trick(slip["claim"], slip["tricks"], slip["cards"], out, at="/claim")
    if slip["berg"] is not None:
        if not profile.berg or profile.berg_decided != "claim":
            out.error("berg_not_here", "/berg")
        _check_berg(slip["berg"], slip, table, out)


def _check_berg(claim: Claim, slip: Values, table: Table, out: Findings) -> None:
    points, tricks = claim.points or (0, 0), claim.tricks or 0
    if tricks > slip["tricks"]:
        out.error("out_of_range", "/berg/tricks", low=0, high=slip["tricks"])
    elif not out.at("/points") and any(
        at_claim > written for at_claim, written in zip(points, slip["cards"], strict=True)
    ):
        out.error("berg_points_too_many", "/berg/points")
    elif tricks < ALL_TRICKS:
        _check_open_points(points, tricks, slip, table, out, at="/berg/points")
    elif sum(points) != sum(slip["cards"]):
        out.error("sum_wrong", "/berg/points", sum=sum(points), expected=sum(slip["cards"]))
    _check_trick(claim, tricks, points, out, at="/berg")


def _check_open_points(
    points: tuple[int, int],
    tricks: int,
    slip: Values,
    table: Table,
    out: Findings,
    *,
    at: str,
) -> None:
    """No last five, and the cards of that many tricks at both sides together."""
    profile = table.profile
    most = max(slip["sums"]) - profile.last_trick
    if sum(points) > most:
        out.error("sum_too_high", at, "bedanken", sum=sum(points), expected=most)
    elif not possible_after(sum(points), tricks, slip["contract"], profile):
        out.error("impossible_after", at, "bedanken", points=sum(points), tricks=tricks)
    else:
        for side, own in enumerate(points):
            counts = range(tricks + 1)
            if not any(possible_after(own, count, slip["contract"], profile) for count in counts):
                where = at + pointer(side)
                out.error("impossible_after", where, "bedanken", points=own, tricks=tricks)


def _check_trick(
    claim: Claim, tricks: int, points: tuple[int, int], out: Findings, *, at: str
) -> None:
    trick = claim.trick
    if trick is not None and (tricks == 0 or trick.points > points[trick.side]):
        out.error("trick_points_too_many", at + "/trick", "bedanken")


Check = Callable[[Values, Table, Findings], None]


def check_sense(slip: Values, table: Table, out: Findings) -> None:
    """Run all checks on a hand that was played, to its end or until the game ended."""
    points = (check_unfinished,) if slip["unfinished"] else _POINTS
    if out.blocked and out.at("/tricks"):
        points = ()
    for check in (_contract, _declarer, *points, *_CHECKS):
        check(slip, table, out)


def constant_factor(table: Table) -> int | None:
    """The multiplier of all allowed contracts if they share one, else None."""
    by_name = table.profile.multipliers.by_deck[table.deck]
    factors = {by_name.get(name) for name in contracts_at(table)}
    return factors.pop() if len(factors) == 1 else None


def _contract(slip: Values, table: Table, out: Findings) -> None:
    if slip["contract"] is not None or constant_factor(table) is None:
        check_contract(slip["contract"], table, out, "trumpf-ansagen")


def _declarer(slip: Values, table: Table, out: Findings) -> None:
    if slip["pushed"] and not table.profile.push:
        out.error("push_not_allowed", "/pushed", table.profile.citation("push").article)
    elif slip["declared_by"] is not None and (forehand := table.forehand) is not None:
        expected = (forehand + 2 * slip["pushed"]) % table.players
        if slip["declared_by"] != expected:
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


def _weis(slip: Values, table: Table, out: Findings) -> None:
    check_melds(slip["weis"], slip["stoeck"], slip["contract"], table, out)
    if not table.profile.weis:
        return
    for side, points in enumerate(slip["weis"]):
        if not composable(points, table.profile.weis_table):
            where = pointer("weis", side)
            out.error("weis_impossible", where, values_article(table), points=points)
    if slip["matsch"] is not None and slip["weis"][1 - slip["matsch"]]:
        out.warn("weis_without_trick", "/weis", "stoecke", side=1 - slip["matsch"])


def _weis_cards(slip: Values, table: Table, out: Findings) -> None:
    if not slip["weise"]:
        return
    for first, second in combinations(slip["weise"], 2):
        if first.cards & second.cards and not _may_share(first, second, table):
            out.error("weis_cards_twice", pointer("weis", second.at), "weisregeln")
    for seat in range(table.players):
        held = frozenset[tuple[str, str]]().union(
            *(weis.cards for weis in slip["weise"] if weis.seat == seat)
        )
        if len(held) > 9:
            out.error("weis_too_many_cards", "/weis", "weisregeln", seat=seat, cards=len(held))


def _may_share(first: Weis, second: Weis, table: Table) -> bool:
    crossing = first.seat == second.seat and first.kind != second.kind
    return crossing and table.profile.kreuzweis


def _approximate(slip: Values, _table: Table, out: Findings) -> None:
    if slip["state"] == "approximate":
        out.warn("points_approximate", "/state", "kartenpunkte-nicht-gezaehlt")


def _stoeck(slip: Values, table: Table, out: Findings) -> None:
    if slip["stoeck"] is None:
        return
    if out.at("/stoeck"):
        return
    others = (weis.cards for weis in slip["weise"] if weis.seat != slip["stoeck"])
    if any(cards & _stoeck_cards(slip, table) for cards in others):
        out.error("stoeck_held_by_another", "/stoeck", "stoecke")


def _stoeck_cards(slip: Values, table: Table) -> Cards:
    ranks = "OK" if table.deck == "german" else "QK"
    return frozenset((slip["contract"] or "", rank) for rank in ranks)


_POINTS: tuple[Check, ...] = (_sum, _sides, _last_trick)
_CHECKS: tuple[Check, ...] = (
    _weis,
    _weis_cards,
    _stoeck,
    _approximate,
    check_ended,
    check_claims,
)
