"""HAE Jass: bid your tricks, fight for them in summit duels; each one off is a Härpfl."""

from collections.abc import Sequence
from dataclasses import replace

from jassclub.core.errors import Finding
from scoring.games.base import (
    Control,
    HandScore,
    Line,
    PlayedHand,
    Sheet,
    Table,
)
from scoring.games.hae.checks import CHECKS, check_bids, forbidden_bid, next_to_bid
from scoring.games.hae.slip import FIELDS, HaeSlip, due_round, first_round, read_slip
from scoring.games.sheet import Game, check_alone, check_seats

__all__ = [
    "HaeJass",
    "check_bids",
    "due_round",
    "first_round",
    "forbidden_bid",
    "next_to_bid",
    "rounds_played",
]


class HaeJass(Game[HaeSlip]):
    """Columns are the seats."""

    name = "hae"
    lower_wins = True
    members = FIELDS
    typed = staticmethod(read_slip)
    checks = CHECKS
    counted = False

    def check_table(self, table: Table) -> list[Finding]:
        return check_seats(table) + check_alone(table)

    def normal(self, slip: HaeSlip, _table: Table) -> dict[str, object]:
        """All tricks and the cards of the round written out, the record with its leaders."""
        return {
            "cards": slip.cards,
            "bids": list(slip.bids),
            "tricks": list(slip.tricks),
            "record": slip.record and slip.record.to_json(),
        }

    def told(self, normal: dict[str, object], _slip: HaeSlip, _table: Table) -> dict[str, object]:
        """The round, its bids and its tricks; the record is how they came about."""
        return {key: normal[key] for key in ("state", "cards", "bids", "tricks")}

    def worth(self, slip: HaeSlip, _table: Table) -> HandScore:
        taken = sum(tricks or 0 for tricks in slip.tricks)
        return HandScore(
            state="complete",
            lines=tuple(map(_line, slip.bids, slip.tricks)),
            control=Control(sum=taken, expected=slip.cards),
        )

    def ended(self, sheet: Sheet, _hands: Sequence[PlayedHand], table: Table) -> Sheet:
        """Over after the round of one card, when every round has been played."""
        complete = rounds_played(sheet) == set(range(1, first_round(table) + 1))
        leaders = sheet.leaders
        if table.profile.hae.ties == "fewest_misses":
            leaders = _fewest_misses(sheet)
        return replace(
            sheet, leaders=leaders, finished=sheet.finished or complete, may_end=complete
        )


def rounds_played(sheet: Sheet) -> set[int]:
    """The cards of each round that stands on the sheet."""
    scores = [row.score for row in sheet.rows if row.score is not None]
    return {score.control.expected for score in scores if score.counts}


def _line(bid: int | None, taken: int | None) -> Line:
    said, made = bid or 0, taken or 0
    off = abs(said - made)
    return Line(
        total=off,
        parts={"difference": off},
        card_points=made,
        prediction=said,
        made=made,
        exact=off == 0,
    )


def _fewest_misses(sheet: Sheet) -> tuple[int, ...]:
    scores = [row.score for row in sheet.rows if row.score is not None and row.score.counts]
    misses = {at: sum(not score.lines[at].exact for score in scores) for at in sheet.leaders}
    fewest = min(misses.values())
    return tuple(at for at in sheet.leaders if misses[at] == fewest)
