"""Differenzler: each player predicts his points; the differences add up, the lowest wins."""

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
from scoring.games.differenzler.checks import (
    check_all_cards,
    check_predictions,
    check_sense,
    next_to_predict,
)
from scoring.games.differenzler.deck import KEY, dealt_at, score_differences
from scoring.games.differenzler.slip import FIELDS, DifferenzlerSlip, read_slip
from scoring.games.sheet import Game, check_alone, check_hands_divisible, check_seats

__all__ = [
    "Differenzler",
    "check_predictions",
    "highest_prediction",
    "next_to_predict",
]


class Differenzler(Game[DifferenzlerSlip]):
    """Columns are the seats."""

    name = "differenzler"
    lower_wins = True
    members = (*FIELDS, KEY)
    typed = staticmethod(read_slip)
    checks = (check_sense,)

    def check_table(self, table: Table) -> list[Finding]:
        findings = check_seats(table) + check_alone(table)
        return findings + check_hands_divisible(table) + check_all_cards(table)

    def normal(self, slip: DifferenzlerSlip, table: Table) -> dict[str, object]:
        """All points written out, null for what is unknown."""
        if slip.differences is not None:
            return {KEY: list(slip.differences)}
        stoeck = slip.stoeck and {"seat": slip.stoeck.seat, "sign": slip.stoeck.sign}
        left = slip.left.written
        left_out = {"left_out": list(left) if isinstance(left, tuple) else left}
        return (left_out if dealt_at(table).left else {}) | {
            "trump": slip.trump,
            "predictions": list(slip.predictions),
            **({"sealed": list(slip.sealed)} if slip.sealed else {}),
            "points": list(slip.points),
            "stoeck": stoeck,
            "won_trick": list(slip.won_trick),
        }

    def told(
        self, normal: dict[str, object], slip: DifferenzlerSlip, table: Table
    ) -> dict[str, object]:
        """Predictions, points, Stöck and who was exact; trump is no number."""
        exact = [line.exact for line in self.worth(slip, table).lines]
        kept = ("state", "predictions", "points", "stoeck", KEY)
        return {key: normal[key] for key in kept if key in normal} | {"exact": exact}

    def worth(self, slip: DifferenzlerSlip, table: Table) -> HandScore:
        if slip.differences is not None:
            return score_differences(slip.differences)
        made = sum(points or 0 for points in slip.points)
        return HandScore(
            state="complete",
            lines=tuple(_line(slip, table, seat) for seat in range(table.players)),
            control=Control(sum=made, expected=made if slip.expected is None else slip.expected),
            sealed=bool(slip.sealed),
        )

    def ended(self, sheet: Sheet, _hands: Sequence[PlayedHand], _table: Table) -> Sheet:
        """Not over as long as a hand is sealed: nobody knows yet who has won."""
        waits = any(row.score is not None and row.score.sealed for row in sheet.rows)
        return replace(sheet, finished=False, may_end=False) if waits else sheet


def highest_prediction(table: Table) -> int:
    """The most that can be predicted: 157, or 309 with two packs."""
    return dealt_at(table).highest


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
