"""Sidi Barrani: card points to both sides, and the bid to the one that won it.

A bid is made with card points alone; doubled it counts twice or four times, while what had to be
made stays. Every hand is played to its last trick, and the account after it decides the game.
"""

from collections.abc import Sequence
from dataclasses import replace

from jassclub.core.errors import Finding
from scoring.games.base import (
    Control,
    HandScore,
    Judged,
    Line,
    PlayedHand,
    Row,
    Sheet,
    Table,
    readable,
)
from scoring.games.card_sums import totals
from scoring.games.endings import Ending, Finish
from scoring.games.sheet import after_the_end, after_the_last, build_sheet, check_seats, nothing
from scoring.games.sidi.slip import SidiSlip, read_slip
from scoring.games.stakes import stakes_of

SIDES = (0, 1)


class Sidi:
    """See `Game`. Columns are the sides 0+2 and 1+3."""

    name = "sidi"
    lower_wins = False

    def check_table(self, table: Table) -> list[Finding]:
        return check_seats(table)

    def check(self, slip: object, table: Table) -> list[Finding]:
        before = [other for other in table.others if other.number < table.hand_number]
        first = replace(table, dealer=None, hand_number=1, others=())
        late = after_the_last(table) or after_the_end(_sheet(before, first), table.hand_number)
        return [*read_slip(slip, table)[1].items, *late]

    def normalise(self, slip: object, table: Table) -> dict[str, object]:
        """Both sides' card points, the Weis of both, null for Stöck and Matsch of nobody."""
        read = readable(read_slip(slip, table))
        if read.state != "complete":
            return {"state": read.state}
        return {
            "state": read.state,
            "contract": read.contract,
            "declared_by": read.declared_by,
            "bid": read.bid,
            "double": read.double,
            "points": list(read.cards),
            "matsch": read.matsch,
            "weis": list(read.weis),
            "stoeck": read.stoeck,
        }

    def numbers(self, slip: object, table: Table) -> dict[str, object]:
        """All but the seats: which side bid and which had the Stöck is enough."""
        read, normal = readable(read_slip(slip, table)), self.normalise(slip, table)
        if read.state != "complete":
            return normal
        stoeck = None if read.stoeck is None else table.column_of(read.stoeck)
        return {**normal, "declared_by": read.bidder, "stoeck": stoeck}

    def score(self, slip: object, table: Table) -> HandScore:
        return _score(readable(read_slip(slip, table)), table)

    def sheet(self, hands: Sequence[PlayedHand], table: Table) -> Sheet:
        out = _sheet(hands, table)
        late = [(*row.findings, *after_the_end(out, row.number)) for row in out.rows]
        rows = [replace(row, findings=said) for row, said in zip(out.rows, late, strict=True)]
        return replace(out, rows=tuple(rows))


def _sheet(hands: Sequence[PlayedHand], table: Table) -> Sheet:
    """The sheet with its end, without the warnings of hands that were written after it."""
    sheet = build_sheet(Sidi(), hands, table, judge=_judge)
    slips = {hand.number: hand.slip for hand in hands}
    for row in sheet.rows:
        ending = _ending(row, slips[row.number], table)
        if ending is not None and ending.winner is not None:
            rows = [other for other in sheet.rows if other.number <= row.number]
            made = [other.score.matsch for other in rows if other.score is not None]
            stakes = stakes_of(
                table.profile,
                winner=ending.winner,
                schneider=ending.schneider,
                matsches=[made.count(side) for side in SIDES],
            )
            return replace(sheet, finish=Finish(ending=ending, stakes=stakes), finished=True)
    return sheet


def _judge(hand: PlayedHand, table: Table) -> Judged:
    read, out = read_slip(hand.slip, table)
    score = None if read is None or out.blocked else _score(read, table)
    return [*out.items, *after_the_last(table)], score


def _score(slip: SidiSlip, table: Table) -> HandScore:
    if slip.state != "complete":
        return nothing(slip.state, table)
    total, expected = sum(slip.cards), totals(slip.contract, table.profile)
    return HandScore(
        state=slip.state,
        lines=tuple(_line(slip, table, side) for side in SIDES),
        control=Control(sum=total, expected=total if total in expected else max(expected)),
        matsch=slip.matsch,
        kontermatsch=slip.matsch is not None and slip.matsch != slip.bidder,
    )


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


def _ending(row: Row, slip: object, table: Table) -> Ending | None:
    """Who has the target once a hand is counted: the higher total where both have it."""
    profile, (first, second) = table.profile, row.running
    counts = row.score is not None and row.score.counts
    if not counts or not 0 < profile.target <= max(first, second) or first == second:
        return None
    winner = int(second > first)
    last = readable(read_slip(slip, table))
    if profile.value("sidi.end") == "bonus" and not (last.made and last.bidder == winner):
        return None
    return Ending(
        hand=row.number,
        winner=winner,
        outcome="reached",
        article=profile.citation("finish").article,
        counts=(first, second),
        target=profile.target,
        schneider=profile.schneider and 2 * min(first, second) < profile.target,
    )
