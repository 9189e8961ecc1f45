"""Differenzler: each player predicts his points; the differences add up, the lowest wins."""

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
from scoring.games.differenzler.checks import (
    check_all_cards,
    check_predictions,
    check_sense,
    next_to_predict,
)
from scoring.games.differenzler.deck import KEY, dealt_at, score_differences
from scoring.games.differenzler.slip import DifferenzlerSlip, read_slip
from scoring.games.sheet import (
    after_the_last,
    build_sheet,
    check_alone,
    check_hands_divisible,
    check_seats,
    nothing,
)

__all__ = [
    "Differenzler",
    "check_predictions",
    "highest_prediction",
    "next_to_predict",
]


class Differenzler:
    """See `Game`. Slips are described in `how-to-add-a-game`; columns are the seats."""

    name = "differenzler"
    lower_wins = True

    def check_table(self, table: Table) -> list[Finding]:
        findings = check_seats(table) + check_alone(table)
        return findings + check_hands_divisible(table) + check_all_cards(table)

    def check(self, slip: object, table: Table) -> list[Finding]:
        return _read(slip, table)[1].items + after_the_last(table)

    def normalise(self, slip: object, table: Table) -> dict[str, object]:
        """All points written out, null for what is unknown."""
        read = readable(_read(slip, table))
        if read.state != "complete":
            return {"state": read.state}
        if read.differences is not None:
            return {"state": read.state, KEY: list(read.differences)}
        stoeck = read.stoeck and {"seat": read.stoeck.seat, "sign": read.stoeck.sign}
        left = read.left.written
        left_out = {"left_out": list(left) if isinstance(left, tuple) else left}
        return (left_out if dealt_at(table).left else {}) | {
            "state": read.state,
            "trump": read.trump,
            "predictions": list(read.predictions),
            **({"sealed": list(read.sealed)} if read.sealed else {}),
            "points": list(read.points),
            "stoeck": stoeck,
            "won_trick": list(read.won_trick),
        }

    def numbers(self, slip: object, table: Table) -> dict[str, object]:
        """Predictions, points, Stöck and who was exact; trump is no number."""
        normal = self.normalise(slip, table)
        exact = [line.exact for line in self.score(slip, table).lines]
        kept = ("state", "predictions", "points", "stoeck", KEY)
        return {key: normal[key] for key in kept if key in normal} | {"exact": exact}

    def score(self, slip: object, table: Table) -> HandScore:
        read = readable(_read(slip, table))
        if read.state != "complete":
            return nothing(read.state, table)
        if read.differences is not None:
            return score_differences(read.differences)
        made = sum(points or 0 for points in read.points)
        return HandScore(
            state=read.state,
            lines=tuple(_line(read, table, seat) for seat in range(table.players)),
            control=Control(sum=made, expected=made if read.expected is None else read.expected),
            sealed=bool(read.sealed),
        )

    def sheet(self, hands: Sequence[PlayedHand], table: Table) -> Sheet:
        """Not over as long as a hand is sealed: nobody knows yet who has won."""
        sheet = build_sheet(self, hands, table)
        waits = any(row.score is not None and row.score.sealed for row in sheet.rows)
        return replace(sheet, finished=False, may_end=False) if waits else sheet


def highest_prediction(table: Table) -> int:
    """The most that can be predicted: 157, or 309 with two packs."""
    return dealt_at(table).highest


def _read(slip: object, table: Table) -> tuple[DifferenzlerSlip | None, Findings]:
    out = Findings()
    read = read_slip(slip, table, out)
    if read is not None and read.state == "complete" and read.differences is None:
        check_sense(read, table, out)
    return read, out


def _line(slip: DifferenzlerSlip, table: Table, seat: int) -> Line:
    profile = table.profile
    made, prediction = slip.made(seat, profile.stoeck_points), slip.predictions[seat]
    parts = _parts(slip, table, seat)
    return Line(
        total=sum(parts.values()),
        parts=parts,
        card_points=slip.points[seat] or 0,
        prediction=prediction,
        made=made,
        exact=_is_exact(slip, table, seat),
    )


def _parts(slip: DifferenzlerSlip, table: Table, seat: int) -> dict[str, int]:
    options = table.profile.differenzler
    made, prediction = slip.made(seat, table.profile.stoeck_points), slip.predictions[seat]
    if slip.sealed:
        return {}
    incentive = -_incentive(slip, table) if seat == table.dealer else 0
    if prediction is None:
        return {"missing": options.missing_penalty, "made": made, "incentive": incentive}
    return {
        "difference": abs(prediction - made),
        "exact": -options.exact_bonus if _is_exact(slip, table, seat) else 0,
        "incentive": incentive,
    }


def _is_exact(slip: DifferenzlerSlip, table: Table, seat: int) -> bool:
    """Exact as the bonus asks for it: a prediction of 0 needs a trick worth 0."""
    prediction = slip.predictions[seat]
    hit = not slip.sealed and prediction == slip.made(seat, table.profile.stoeck_points)
    return hit and (prediction != 0 or slip.won_trick[seat] is True)


def _incentive(slip: DifferenzlerSlip, table: Table) -> int:
    """What the dealer takes off: 1 for each full 5 (or 2) that the predictions miss the sum by."""
    step = table.profile.differenzler.dealer_incentive
    if not step or slip.expected is None or None in slip.predictions:
        return 0
    total = sum(points or 0 for points in slip.predictions)
    return abs(slip.expected - total) // step
