"""What can be wrong with a hand in which the game ended, and with claims on a slip."""

from jassclub.core.findings import pointer
from scoring.games.base import Findings, Table
from scoring.games.card_sums import possible_after, totals
from scoring.games.schieber.claim import Claim
from scoring.games.schieber.slip import ALL_TRICKS, SchieberSlip


def check_unfinished(slip: SchieberSlip, table: Table, out: Findings) -> None:
    """Points of a hand whose last tricks were not played: turned and complete open tricks only."""
    if slip.last_trick is not None:
        out.error("last_trick_unplayed", "/last_trick", "letzter-stich")
    if slip.matsch is not None:
        out.error("matsch_unfinished", "/matsch", "matchpraemie")
    if any(slip.weis) and slip.tricks == 0:
        out.error("weis_undecided", "/weis", "weisregeln")
    if None in slip.points and not out.at("/points"):
        out.error("ended_points_needed", "/points", "bedanken")
    if not out.at("/points") and not out.at("/tricks"):
        _check_open_points(slip.cards, slip.tricks, slip, table, out, at="/points")


def check_ended(slip: SchieberSlip, table: Table, out: Findings) -> None:
    """Whether a hand may end before its last trick here, and whether it says by whom."""
    profile = table.profile
    if slip.state != "ended" or out.at("/tricks"):
        return
    if profile.finish == "bedanken":
        if slip.claim is None and not out.at("/claim"):
            out.error("field_missing", "/claim", "bedanken", field="claim")
    elif not (profile.stoeck_before_play and slip.tricks == 0 and slip.stoeck is not None):
        out.error("ended_not_allowed", "/state", profile.citation("finish").article)


def check_claims(slip: SchieberSlip, table: Table, out: Findings) -> None:
    """Claims are made only where they decide, and say nothing that the hand contradicts."""
    profile = table.profile
    if slip.claim is not None:
        if profile.finish != "bedanken":
            out.error("claim_not_here", "/claim", profile.citation("finish").article)
        _check_trick(slip.claim, slip.tricks, slip.cards, out, at="/claim")
    if slip.berg is not None:
        if not profile.berg or profile.berg_decided != "claim":
            out.error("berg_not_here", "/berg")
        _check_berg(slip.berg, slip, table, out)


def _check_berg(claim: Claim, slip: SchieberSlip, table: Table, out: Findings) -> None:
    points, tricks = claim.points or (0, 0), claim.tricks or 0
    if tricks > slip.tricks:
        out.error("out_of_range", "/berg/tricks", low=0, high=slip.tricks)
    elif not out.at("/points") and any(
        at_claim > written for at_claim, written in zip(points, slip.cards, strict=True)
    ):
        out.error("berg_points_too_many", "/berg/points")
    elif tricks < ALL_TRICKS:
        _check_open_points(points, tricks, slip, table, out, at="/berg/points")
    elif sum(points) != sum(slip.cards):
        out.error("sum_wrong", "/berg/points", sum=sum(points), expected=sum(slip.cards))
    _check_trick(claim, tricks, points, out, at="/berg")


def _check_open_points(
    points: tuple[int, int],
    tricks: int,
    slip: SchieberSlip,
    table: Table,
    out: Findings,
    *,
    at: str,
) -> None:
    """No last five, and the cards of that many tricks at both sides together."""
    profile = table.profile
    most = max(totals(slip.contract, profile)) - profile.last_trick
    if sum(points) > most:
        out.error("sum_too_high", at, "bedanken", sum=sum(points), expected=most)
    elif not possible_after(sum(points), tricks, slip.contract, profile):
        out.error("impossible_after", at, "bedanken", points=sum(points), tricks=tricks)
    else:
        for side, own in enumerate(points):
            counts = range(tricks + 1)
            if not any(possible_after(own, count, slip.contract, profile) for count in counts):
                where = at + pointer(side)
                out.error("impossible_after", where, "bedanken", points=own, tricks=tricks)


def _check_trick(
    claim: Claim, tricks: int, points: tuple[int, int], out: Findings, *, at: str
) -> None:
    trick = claim.trick
    if trick is not None and (tricks == 0 or trick.points > points[trick.side]):
        out.error("trick_points_too_many", at + "/trick", "bedanken")
