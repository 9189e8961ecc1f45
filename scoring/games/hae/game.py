"""HAE Jass: bid your tricks, fight for them in summit duels; each one off is a Härpfl."""

from collections.abc import Sequence
from dataclasses import replace

from jassclub.core.errors import Finding
from scoring.games.base import (
    Control,
    Findings,
    HandScore,
    Line,
    PlayedHand,
    Sheet,
    Table,
    readable,
)
from scoring.games.hae.checks import check_bids, check_sense, forbidden_bid, next_to_bid
from scoring.games.hae.slip import HaeSlip, due_round, first_round, read_slip
from scoring.games.sheet import build_sheet, check_alone, check_seats, nothing

__all__ = [
    "HaeJass",
    "check_bids",
    "due_round",
    "first_round",
    "forbidden_bid",
    "next_to_bid",
    "rounds_played",
]


class HaeJass:
    """See `Game`. Slips are described in `how-to-add-a-game`; columns are the seats."""

    name = "hae"
    lower_wins = True

    def check_table(self, table: Table) -> list[Finding]:
        return check_seats(table) + check_alone(table)

    def check(self, slip: object, table: Table) -> list[Finding]:
        return _read(slip, table)[1].items

    def normalise(self, slip: object, table: Table) -> dict[str, object]:
        """All tricks and the cards of the round written out, the record with its leaders."""
        read = readable(_read(slip, table))
        if read.state != "complete":
            return {"state": read.state}
        return {
            "state": read.state,
            "cards": read.cards,
            "bids": list(read.bids),
            "tricks": list(read.tricks),
            "record": read.record and read.record.to_json(),
        }

    def numbers(self, slip: object, table: Table) -> dict[str, object]:
        """The round, its bids and its tricks; the record is how they came about."""
        normal = self.normalise(slip, table)
        kept = ("state", "cards", "bids", "tricks")
        return {key: normal[key] for key in kept if key in normal}

    def score(self, slip: object, table: Table) -> HandScore:
        read = readable(_read(slip, table))
        if read.state != "complete":
            return nothing(read.state, table)
        taken = sum(tricks or 0 for tricks in read.tricks)
        return HandScore(
            state=read.state,
            lines=tuple(map(_line, read.bids, read.tricks)),
            control=Control(sum=taken, expected=read.cards),
        )

    def sheet(self, hands: Sequence[PlayedHand], table: Table) -> Sheet:
        """Over after the round of one card, when every round has been played."""
        sheet = build_sheet(self, hands, table)
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


def _read(slip: object, table: Table) -> tuple[HaeSlip | None, Findings]:
    out = Findings()
    read = read_slip(slip, table, out)
    if read is not None and read.state == "complete":
        check_sense(read, table, out)
    return read, out
