"""Sidi Barrani: card points to both sides, and the bid to the one that won it.

A bid is made with card points alone; doubled it counts twice or four times, while what had to be
made stays. Every hand is played to its last trick, and the account after it decides the game.
`matsch`: the side that took all tricks, which is never concluded from 157 points. In a `misere`
the bidder wants few points; `matsch` is then the side that took no trick.
"""

from collections.abc import Sequence

from scoring.games.base import (
    Control,
    Findings,
    HandScore,
    Line,
    PlayedHand,
    Reader,
    Sheet,
    State,
    Table,
)
from scoring.games.card_sums import (
    Numbers,
    check_contract,
    check_matsch,
    check_possible,
    check_stoeck,
    check_sum,
    filled,
    hand_total,
    must_stand,
    only,
    totals,
)
from scoring.games.endings import Ending
from scoring.games.finish import Played, target_judged, with_finish
from scoring.games.sheets.asked import AskedGame, asked_kind
from scoring.games.sheets.checks import Values
from scoring.games.sheets.reading import own_rules

SIDES = (0, 1)
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


def _points(reader: Reader, slip: Values, table: Table) -> Numbers:
    """Points of both sides; one follows from the other where all cards make one sum."""
    expected, taken = totals(slip["contract"], table.profile), slip["matsch"]
    read = reader.numbers("points", 2, low=0, high=max(expected)) or (None, None)
    if read == (None, None) and taken is not None:
        read = (0, None) if (taken == 1) is not bool(slip["misere"]) else (None, 0)
    if read == (None, None) and not reader.out.at("/points"):
        reader.out.error("points_missing", "/points")
    if len(expected) > 1 and None in read and not reader.out.at("/points"):
        reader.out.error("points_both_needed", "/points")
    return filled(read, only(expected))


def _named(slip: Values, table: Table, out: Findings) -> None:
    if slip["contract"] is not None:
        check_contract(slip["contract"], table, out)
    elif not out.at("/contract"):
        cited = table.profile.citation("contracts").article
        out.error("contract_missing", "/contract", cited)
    if slip["misere"] and not table.profile.value("sidi.misere"):
        out.error("misere_not_played", "/misere")


def _bid_fits(slip: Values, table: Table, out: Findings) -> None:
    least, step = (table.profile.value(f"sidi.{name}") for name in ("least_bid", "bid_step"))
    fits = slip["bid"] == MATSCH or slip["bid"] in range(least, MATSCH, step)
    if not fits and not out.at("/bid"):
        out.error("bid_not_allowed", "/bid", least=least, step=step)


def _points_fit(slip: Values, table: Table, out: Findings) -> None:
    if out.at("/points"):
        return
    contract, refuse = slip["contract"], must_stand(table)
    check_sum(cards_of(slip), totals(contract, table.profile), out, refuse=refuse)
    check_possible(slip["points"], contract, table, out, refuse=refuse)
    if not out.at("/points"):
        check_matsch(slip["matsch"], cards_of(slip), out, "turnier.matsch-sidi")


def _weis_fits(slip: Values, table: Table, out: Findings) -> None:
    profile = table.profile
    if any(slip["weis"]) and not profile.weis:
        out.error("weis_not_allowed", "/weis", profile.citation("weis").article)
    elif all(slip["weis"]) and not profile.weis_both_sides:
        out.error("weis_one_side_only", "/weis", "weisregeln")
    check_stoeck(slip["stoeck"], slip["contract"], table, out)


class Sidi(AskedGame):
    """Columns are the sides 0+2 and 1+3."""

    checks = (_named, _bid_fits, _points_fit, _weis_fits)

    read_by_code = ("points",)

    def typed(self, reader: Reader, state: State, table: Table) -> Values:
        if not reader.has("declared_by"):
            reader.out.error("bidder_missing", "/declared_by")
        if not reader.has("bid"):
            reader.out.error("bid_missing", "/bid")
        slip = super().typed(reader, state, table)
        slip["weis"] = tuple(number or 0 for number in slip["weis"] or (0, 0))
        return slip | {"points": _points(reader, slip, table)}

    def told(self, normal: dict[str, object], slip: Values, table: Table) -> dict[str, object]:
        """All but the seats: which side bid and which had the Stöck is enough."""
        seats = {key: slip[key] for key in ("declared_by", "stoeck")}
        return normal | {
            key: None if seat is None else table.column_of(seat) for key, seat in seats.items()
        }

    def worth(self, slip: Values, table: Table) -> HandScore:
        total, expected = sum(cards_of(slip)), totals(slip["contract"], table.profile)
        bidder = table.column_of(slip["declared_by"])
        return HandScore(
            state="complete",
            lines=_lines(slip, table, self._led(table)),
            control=Control(sum=total, expected=total if total in expected else max(expected)),
            matsch=slip["matsch"],
            kontermatsch=slip["matsch"] not in (None, bidder),
        )

    def _led(self, table: Table) -> int | None:
        """The side that was ahead before this hand, where it matters; None where neither was."""
        if table.profile.value("sidi.end") != "overbid":
            return None
        totals, told = [0, 0], sorted(table.others, key=lambda other: other.number)
        for other in told:
            _state, slip, out = self._read(other.slip, table)
            if slip is not None and not out.blocked and other.number < table.hand_number:
                for side, line in enumerate(_lines(slip, table, _ahead(totals))):
                    totals[side] += line.total
        return _ahead(totals)

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


def _ahead(totals: Sequence[int]) -> int | None:
    """The side with more, None where both have as many."""
    return None if totals[0] == totals[1] else int(totals[1] > totals[0])


def _lines(slip: Values, table: Table, led: int | None) -> tuple[Line, ...]:
    """`led`: the side that was ahead, where a bid that it then misses is taken off both sides."""
    cards, bid, bidder = cards_of(slip), slip["bid"], slip["declared_by"] % 2
    winner = bidder if made(slip) else 1 - bidder
    overbid = winner != bidder == led and slip["double"] == 1
    stoeck = None if slip["stoeck"] is None else table.column_of(slip["stoeck"])
    parts = [
        {
            "cards": cards[side],
            "bid": -bid if overbid else (side == winner) * bid * slip["double"],
            "weis": slip["weis"][side],
            "stoeck": (stoeck == side) * table.profile.stoeck_points,
            "matsch": (slip["matsch"] == side) * table.profile.matsch_bonus,
        }
        for side in SIDES
    ]
    return tuple(
        Line(total=sum(each.values()), parts=each, card_points=made)
        for each, made in zip(parts, cards, strict=True)
    )


SIDI = asked_kind(
    Sidi(own_rules("sidi")),
    whole=lambda table: hand_total(table.profile),
    tournament=None,  # who bids too high gives the points away: no hall could check a sum
)
