"""What each side of a Schieber hand could count when somebody claimed to be out."""

from collections.abc import Mapping
from dataclasses import dataclass

from referee.rules.finish import Thanks
from referee.rules.finish_order import SIDES, Standing
from scoring.games.base import Findings, HandScore, Row, Table
from scoring.games.reading import Reader, whole
from scoring.games.schieber.claim import Claim, read_claim
from scoring.games.schieber.slip import ALL_TRICKS

WRITTEN_FROM = 2
"""From the second complete trick on the Weis stands on the slate (schreibregeln)."""


@dataclass(frozen=True, kw_only=True)
class Played:
    """A hand that counts: what the sides had before it, what it brought, what was claimed."""

    row: Row
    score: HandScore
    tricks: int = ALL_TRICKS
    claim: Claim | None = None
    berg: Claim | None = None

    @property
    def before(self) -> tuple[int, ...]:
        """The slate before the hand; penalties of the hand stand on it."""
        return tuple(
            total - line.total
            for total, line in zip(self.row.running, self.score.lines, strict=True)
        )

    @property
    def factor(self) -> int:
        return self.score.lines[0].multiplier

    def part(self, name: str, side: int) -> int:
        """Points of one kind that the hand brought a side, multiplied."""
        return self.score.lines[side].parts[name]


def played(row: Row, slip: object, table: Table) -> Played | None:
    """The hand of a row, None where it is worth nothing."""
    if row.score is None or not row.score.counts or not isinstance(slip, Mapping):
        return None
    reader = Reader(slip, Findings())
    tricks = whole(slip.get("tricks")) if row.score.state == "ended" else None
    return Played(
        row=row,
        score=row.score,
        tricks=ALL_TRICKS if tricks is None else tricks,
        claim=read_claim(reader, "claim", table),
        berg=read_claim(reader, "berg", table),
    )


def thanks(hand: Played, claim: Claim, table: Table) -> Thanks:
    """The facts of a claim, in points of the slate; the target is that of the game."""
    tricks = hand.tricks if claim.tricks is None else claim.tricks
    return Thanks(
        first=table.column_of(claim.seat),
        sides=(
            _standing(hand, claim, SIDES[0], tricks),
            _standing(hand, claim, SIDES[1], tricks),
        ),
        target=table.profile.target,
        tricks=tricks,
        other_claims=claim.other_claims,
        other_played_on=claim.other_played_on,
        wrong_card=claim.wrong_card * hand.factor,
    )


def _standing(hand: Played, claim: Claim, side: int, tricks: int) -> Standing:
    cards = hand.part("cards", side) if claim.points is None else claim.points[side] * hand.factor
    bonus = hand.part("matsch", side) if tricks == ALL_TRICKS else 0
    last = _last_trick(claim, side, tricks, cards, hand.factor)
    weis = hand.part("weis", side) if tricks else 0
    stoeck = hand.part("stoeck", side)
    weis_written, stoeck_written = tricks >= WRITTEN_FROM, claim.stoeck_written
    return Standing(
        written=hand.before[side] + weis_written * weis + stoeck_written * stoeck,
        turned=cards - last + (0 if last else bonus),
        trick=last + (bonus if last else 0),
        weis=(not weis_written) * weis,
        stoeck=(not stoeck_written) * stoeck,
    )


def _last_trick(claim: Claim, side: int, tricks: int, cards: int, factor: int) -> int:
    """Points of the last complete trick: of the only one, or as the claim says."""
    if tricks == 1:
        return cards
    if claim.trick is None or claim.trick.side != side:
        return 0
    return claim.trick.points * factor


def at_the_end(hand: Played) -> tuple[Standing, Standing]:
    """What each side has once all nine tricks are counted: nothing of the hand is written yet."""
    first, second = (
        Standing(
            written=hand.before[side],
            trick=hand.part("cards", side) + hand.part("matsch", side),
            weis=hand.part("weis", side),
            stoeck=hand.part("stoeck", side),
        )
        for side in SIDES
    )
    return first, second
