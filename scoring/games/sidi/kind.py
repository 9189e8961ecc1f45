"""Sidi Barrani: card points to both sides, and the bid to the one that won it.

A bid is made with card points alone; doubled it counts twice or four times, while what had to be
made stays. Every hand is played to its last trick, and the account after it decides the game.
`matsch`: the side that took all tricks, which is never concluded from 157 points. In a `misere`
the bidder wants few points; `matsch` is then the side that took no trick.
"""

from collections.abc import Sequence

from scoring.games.base import Control, Findings, HandScore, Line, PlayedHand, Reader, Sheet, Table
from scoring.games.card_sums import (
    check_contract,
    check_matsch,
    check_melds,
    check_possible,
    check_sum,
    filled,
    hand_total,
    must_stand,
    only,
    totals,
)
from scoring.games.endings import Ending
from scoring.games.finish import Played, ahead, target_judged, with_finish
from scoring.games.sheets.asked import AskedGame, asked_kind
from scoring.games.sheets.awards import melds
from scoring.games.sheets.checks import Values
from scoring.games.sheets.reading import own_rules

MATSCH = 157
"""The highest bid: all tricks."""


def cards_of(slip: Values) -> Sequence[int]:
    """What both sides write of the cards, in a Misère what the other took."""
    first, second = (number or 0 for number in slip["points"])
    return (second, first) if slip["misere"] else (first, second)


def made(slip: Values) -> bool:
    """Whether the bid was reached with card points alone; a Matsch takes all tricks."""
    bidder: int = slip["declared_by"] % 2
    if slip["bid"] == MATSCH:
        return bool(slip["matsch"] == bidder)
    return cards_of(slip)[bidder] >= int(slip["bid"])


def _fits(slip: Values, table: Table, out: Findings) -> None:
    contract, refuse = slip["contract"], must_stand(table)
    check_contract(contract, table, out)
    if not out.at("/points"):
        check_sum(cards_of(slip), totals(contract, table.profile), out, refuse=refuse)
        check_possible(slip["points"], contract, table, out, refuse=refuse)
    if not out.at("/points"):
        check_matsch(slip["matsch"], cards_of(slip), out, "turnier.matsch-sidi")
    check_melds(slip["weis"], slip["stoeck"], contract, table, out)


class Sidi(AskedGame):
    """Columns are the sides 0+2 and 1+3."""

    checks = (_fits,)
    read_by_code = ("points",)

    def completed(self, slip: Values, reader: Reader, table: Table) -> Values:
        """Points of both sides; one follows from the other where all cards make one sum."""
        out = reader.out
        expected, taken = totals(slip["contract"], table.profile), slip["matsch"]
        read = reader.numbers("points", 2, low=0, high=max(expected)) or (None, None)
        if read == (None, None) and taken is not None:
            read = (0, None) if (taken == 1) is not bool(slip["misere"]) else (None, 0)
        if read == (None, None) and not out.at("/points"):
            out.error("points_missing", "/points")
        if len(expected) > 1 and None in read and not out.at("/points"):
            out.error("points_both_needed", "/points")
        return slip | {"points": filled(read, only(expected))}

    def worth(self, slip: Values, table: Table) -> HandScore:
        expected, bidder = totals(slip["contract"], table.profile), slip["declared_by"] % 2
        return HandScore(
            lines=_lines(slip, table, self._led(table)),
            control=Control.of(sum(cards_of(slip)), expected),
            matsch=slip["matsch"],
            kontermatsch=slip["matsch"] not in (None, bidder),
        )

    def _led(self, table: Table) -> int | None:
        """The side that was ahead before this hand, where it matters; None where neither was."""
        found = [0, 0]
        overbid = table.profile.value("sidi.end") == "overbid"
        for _at, slip in self.earlier(table) if overbid else ():
            lines = _lines(slip, table, ahead(found))
            found = [had + line.total for had, line in zip(found, lines, strict=True)]
        return ahead(found)

    def ended(self, sheet: Sheet, hands: Sequence[PlayedHand], table: Table) -> Sheet:
        """Over with the first hand after which one side alone has the target, or more; where it is
        agreed on (`bonus`), it must have made the bid of that hand."""
        slips = {hand.number: hand.slip for hand in hands}

        def by_bid(hand: Played, table: Table) -> Ending | None:
            _state, last = self._readable(slips[hand.row.number], table)
            ending = target_judged(hand, table)
            if last is None or ending is None or not made(last):
                return None
            return ending if ending.winner == last["declared_by"] % 2 else None

        bonus = table.profile.value("sidi.end") == "bonus"
        return with_finish(sheet, hands, table, by_bid if bonus else target_judged)


def _lines(slip: Values, table: Table, led: int | None) -> tuple[Line, ...]:
    """`led`: the side that was ahead, where a bid that it then misses is taken off both sides."""
    cards, bid, bidder = cards_of(slip), slip["bid"], slip["declared_by"] % 2
    winner = bidder if made(slip) else 1 - bidder
    overbid = winner != bidder == led and slip["double"] == 1
    return tuple(
        Line.of(
            {
                "cards": cards[side],
                "bid": -bid if overbid else (side == winner) * bid * slip["double"],
                **melds(slip, side, table),
                "matsch": (slip["matsch"] == side) * table.profile.matsch_bonus,
            },
            cards[side],
        )
        for side in (0, 1)
    )


SIDI = asked_kind(Sidi(own_rules("sidi")), whole=lambda table: hand_total(table.profile))
