"""Schieber: two sides of two, card points, Weis, Stöck and Matsch, each with its multiplier."""

from collections.abc import Sequence
from dataclasses import replace

from jassclub.core.errors import Finding
from scoring.games.base import (
    REPLAYED,
    Control,
    Findings,
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
from scoring.games.schieber.checks import check_sense, constant_factor
from scoring.games.schieber.finish import with_finish
from scoring.games.schieber.slip import SchieberSlip, read_slip
from scoring.games.sheet import after_the_end, after_the_last, build_sheet, check_seats, nothing

SIDES = (0, 1)


class Schieber:
    """See `Game`. Slips are described in `how-to-add-a-game`; columns are the sides 0+2 and 1+3."""

    name = "schieber"
    lower_wins = False

    def check_table(self, table: Table) -> list[Finding]:
        return check_seats(table)

    def check(self, slip: object, table: Table) -> list[Finding]:
        return [*_read(slip, table)[1].items, *_decided(table)]

    def normalise(self, slip: object, table: Table) -> dict[str, object]:
        """Both sides' card points without bonus, Weis as points per side, null for unknown."""
        read = readable(_read(slip, table))
        if read.state in REPLAYED:
            return {"state": read.state}
        return _ended(read) | {
            "state": read.state,
            "contract": read.contract,
            "declared_by": read.declared_by,
            "pushed": read.pushed,
            "points": list(read.cards),
            "matsch": read.matsch,
            "weis": list(read.weis),
            "stoeck": read.stoeck,
            "last_trick": read.last_trick,
        }

    def numbers(self, slip: object, table: Table) -> dict[str, object]:
        """Contract, points, Matsch, Weis, claims and the side of the Stöck; not who declared."""
        normal = self.normalise(slip, table)
        stoeck = normal.get("stoeck")
        side = table.column_of(stoeck) if isinstance(stoeck, int) else None
        kept = ("state", "contract", "points", "matsch", "weis", "tricks", "claim", "berg")
        return {key: normal[key] for key in kept if key in normal} | {"stoeck_side": side}

    def score(self, slip: object, table: Table) -> HandScore:
        return _score(readable(_read(slip, table)), table)

    def sheet(self, hands: Sequence[PlayedHand], table: Table) -> Sheet:
        out = _sheet(hands, table)
        rows = [_told_late(row, out) for row in out.rows]
        return replace(out, rows=tuple(rows))


def _sheet(hands: Sequence[PlayedHand], table: Table) -> Sheet:
    """The sheet without the warnings of hands that were written after the end."""
    return with_finish(build_sheet(Schieber(), hands, table, judge=_judge), hands, table)


def _judge(hand: PlayedHand, table: Table) -> Judged:
    """What a slip says by itself, and whether the agreed hands had been played before."""
    alone = replace(table, hand_number=1, others=())
    told = next((told for seen, told in hand.judged if seen == alone), None)
    if told is None:
        told = _alone(hand.slip, alone)
        hand.judged.append((alone, told))
    findings, score = told
    return [*findings, *after_the_last(table)], score


def _alone(slip: object, table: Table) -> Judged:
    read, out = _read(slip, table)
    return out.items, None if read is None or out.blocked else _score(read, table)


def _score(read: SchieberSlip, table: Table) -> HandScore:
    if read.state in REPLAYED:
        return nothing(read.state, table)
    return HandScore(
        state=read.state,
        lines=tuple(_line(read, table, side) for side in SIDES),
        control=_control(read, table),
        matsch=read.matsch,
        kontermatsch=_is_kontermatsch(read, table),
    )


def _decided(table: Table) -> list[Finding]:
    """Whether the game had ended before this hand, by its number of hands or by its finish."""
    before = [other for other in table.others if other.number < table.hand_number]
    late = after_the_last(table)
    if late or not before or not table.profile.target:
        return late
    first = replace(table, dealer=None, hand_number=1, others=())
    return after_the_end(_sheet(before, first), table.hand_number)


def _told_late(row: Row, sheet: Sheet) -> Row:
    late = after_the_end(sheet, row.number)
    told = any(item.code == "game_decided" for item in row.findings)
    return replace(row, findings=(*row.findings, *late)) if late and not told else row


def _read(slip: object, table: Table) -> tuple[SchieberSlip | None, Findings]:
    out = Findings()
    read = read_slip(slip, table, out)
    if read is not None and read.state not in REPLAYED:
        check_sense(read, table, out)
    return read, out


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


def _line(slip: SchieberSlip, table: Table, side: int) -> Line:
    profile, factor = table.profile, multiplier(slip.contract, table)
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
    total, expected = sum(slip.cards), totals(slip.contract, table.profile)
    right = total if total in expected else max(expected)
    return Control(sum=total + bonus, expected=right + bonus)


def _is_kontermatsch(slip: SchieberSlip, table: Table) -> bool:
    """All tricks to the side that did not declare; it counts like any Matsch (kontermatsch)."""
    if slip.matsch is None or slip.declared_by is None:
        return False
    return table.column_of(slip.declared_by) != slip.matsch
