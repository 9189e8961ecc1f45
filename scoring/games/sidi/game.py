"""Sidi Barrani: card points to both sides, and the bid to the one that won it.

A bid is made with card points alone; doubled it counts twice or four times, while what had to be
made stays. Every hand is played to its last trick, and the account after it decides the game.
"""

from collections.abc import Sequence
from dataclasses import replace

from scoring.games.base import Control, HandScore, Line, PlayedHand, Row, Sheet, Table
from scoring.games.card_sums import totals
from scoring.games.endings import Ending, Finish
from scoring.games.sheet import Game
from scoring.games.sidi.slip import CHECKS, FIELDS, SidiSlip, read_slip
from scoring.games.stakes import stakes_of

SIDES = (0, 1)


class Sidi(Game[SidiSlip]):
    """Columns are the sides 0+2 and 1+3."""

    name = "sidi"
    members = FIELDS
    typed = staticmethod(read_slip)
    checks = CHECKS

    def normal(self, slip: SidiSlip, _table: Table) -> dict[str, object]:
        """Both sides' card points, the Weis of both, null for Stöck and Matsch of nobody."""
        return {
            "contract": slip.contract,
            "declared_by": slip.declared_by,
            "bid": slip.bid,
            "double": slip.double,
            "points": list(slip.cards),
            "matsch": slip.matsch,
            "weis": list(slip.weis),
            "stoeck": slip.stoeck,
        }

    def told(self, normal: dict[str, object], slip: SidiSlip, table: Table) -> dict[str, object]:
        """All but the seats: which side bid and which had the Stöck is enough."""
        stoeck = None if slip.stoeck is None else table.column_of(slip.stoeck)
        return {**normal, "declared_by": slip.bidder, "stoeck": stoeck}

    def worth(self, slip: SidiSlip, table: Table) -> HandScore:
        total, expected = sum(slip.cards), totals(slip.contract, table.profile)
        return HandScore(
            state="complete",
            lines=tuple(_line(slip, table, side) for side in SIDES),
            control=Control(sum=total, expected=total if total in expected else max(expected)),
            matsch=slip.matsch,
            kontermatsch=slip.matsch is not None and slip.matsch != slip.bidder,
        )

    def ended(self, sheet: Sheet, hands: Sequence[PlayedHand], table: Table) -> Sheet:
        """Over with the first hand after which one side alone has the target, or more."""
        slips = {hand.number: hand.slip for hand in hands}
        for row in sheet.rows:
            winner = self._winner(row, slips[row.number], table)
            if winner is not None:
                finish = _finish(sheet, row, winner, table)
                return replace(sheet, finish=finish, finished=True)
        return sheet

    def _winner(self, row: Row, slip: object, table: Table) -> int | None:
        """Who has the target once a hand is counted: the higher total where both have it."""
        profile, (first, second) = table.profile, row.running
        counts = row.score is not None and row.score.counts
        if not counts or not 0 < profile.target <= max(first, second) or first == second:
            return None
        winner = int(second > first)
        _state, last = self._readable(slip, table)
        by_bid = last is not None and last.made and last.bidder == winner
        return None if profile.value("sidi.end") == "bonus" and not by_bid else winner


def _finish(sheet: Sheet, last: Row, winner: int, table: Table) -> Finish:
    profile, (first, second) = table.profile, last.running
    rows = [row for row in sheet.rows if row.number <= last.number]
    made = [row.score.matsch for row in rows if row.score is not None]
    schneider = profile.schneider and 2 * min(first, second) < profile.target
    ending = Ending(
        hand=last.number,
        winner=winner,
        outcome="reached",
        article=profile.citation("finish").article,
        counts=(first, second),
        target=profile.target,
        schneider=schneider,
    )
    matsches = [made.count(side) for side in SIDES]
    stakes = stakes_of(profile, winner=winner, schneider=schneider, matsches=matsches)
    return Finish(ending=ending, stakes=stakes)


def _line(slip: SidiSlip, table: Table, side: int) -> Line:
    winner = slip.bidder if slip.made else 1 - slip.bidder
    has_stoeck = slip.stoeck is not None and table.column_of(slip.stoeck) == side
    parts = {
        "cards": slip.cards[side],
        "bid": (side == winner) * slip.bid * slip.double,
        "weis": slip.weis[side],
        "stoeck": has_stoeck * table.profile.stoeck_points,
        "matsch": (slip.matsch == side) * table.profile.matsch_bonus,
    }
    return Line(total=sum(parts.values()), parts=parts, card_points=slip.cards[side])
