"""What can be wrong with a Differenzler slip that can be read, and with predictions alone."""

from collections.abc import Sequence

from jassclub.core.errors import Finding, pointer
from scoring.games.base import Findings, Table
from scoring.games.differenzler.deck import dealt_at
from scoring.games.differenzler.slip import DifferenzlerSlip, read_predictions
from scoring.games.reading import Reader
from scoring.games.speaking import check_order, next_to_speak


def check_sense(slip: DifferenzlerSlip, table: Table, out: Findings) -> None:
    """Run all checks on a hand that is told whole."""
    for check in _CHECKS if slip.differences is None else ():
        check(slip, table, out)


def check_predictions(predictions: object, table: Table) -> list[Finding]:
    """Findings of predictions while they are being made: a list with null for those to come.

    Open predictions are spoken from the right of the dealer on, the dealer last; hidden ones
    may come in any order. Source: differenzler.ansage.
    """
    out = Findings()
    found = read_predictions(Reader({"predictions": predictions}, out), table)
    if not out.items and table.profile.differenzler.predictions == "open":
        check_order(found, table, out, key="predictions", article="differenzler.ansage")
        _makes_sum_fit(found, table, out)
    return out.items


def check_all_cards(table: Table) -> list[Finding]:
    """Some variations reckon with all points: they need a deal in which no card is left."""
    out, options = Findings(), table.profile.differenzler
    if dealt_at(table).left and options.dealer_incentive:
        out.error("needs_all_cards", "/players", "differenzler.geberanreiz")
    if dealt_at(table).left and not options.dealer_may_fit:
        out.error("needs_all_cards", "/players")
    return out.items


def next_to_predict(predictions: Sequence[int | None], table: Table) -> int | None:
    """The seat whose prediction is next, None when all are made or nobody knows the dealer."""
    return next_to_speak(predictions, table)


def _makes_sum_fit(predictions: Sequence[int | None], table: Table, out: Findings) -> None:
    options, dealt = table.profile.differenzler, dealt_at(table)
    if options.dealer_may_fit or table.dealer is None or None in predictions or dealt.left:
        return
    total = dealt.total
    if sum(points or 0 for points in predictions) == total:
        where = pointer("predictions", table.dealer)
        out.error("prediction_makes_sum_fit", where, total=total)


def _predictions(slip: DifferenzlerSlip, table: Table, out: Findings) -> None:
    options = table.profile.differenzler
    if out.at("/predictions"):
        return
    if options.missing_prediction == "refuse":
        for seat, prediction in enumerate(slip.predictions):
            if prediction is None and not (slip.sealed and slip.sealed[seat]):
                where = pointer("predictions", seat)
                out.error("prediction_missing", where, "differenzler.ansage")
    if options.predictions == "open":
        _makes_sum_fit(slip.predictions, table, out)


def _incentive(_slip: DifferenzlerSlip, table: Table, out: Findings) -> None:
    if table.profile.differenzler.dealer_incentive and table.dealer is None:
        out.error("dealer_unknown", "", "differenzler.geberanreiz")


def _sum(slip: DifferenzlerSlip, table: Table, out: Findings) -> None:
    if out.at("/points") or slip.left.faulty:
        return
    expected, total = slip.expected, sum(points or 0 for points in slip.points)
    add = out.error if _sum_must_stand(table) else out.warn
    if expected is None:
        if not dealt_at(table).can_be_dealt(total):
            add("sum_not_of_deck", "/points", "letzter-stich", sum=total)
    elif min(points or 0 for points in slip.points) < 0:
        written = sum(points or 0 for points in slip.written)
        out.error("sum_too_high", "/points", "letzter-stich", sum=written, expected=expected)
    elif total != expected:
        add("sum_wrong", "/points", "letzter-stich", sum=total, expected=expected)


def _sum_must_stand(table: Table) -> bool:
    """Hidden predictions are shown only when the points add up, so there a wrong sum blocks."""
    profile = table.profile
    return profile.control_sum == "refuse" or profile.differenzler.predictions == "hidden"


def _possible_points(slip: DifferenzlerSlip, table: Table, out: Findings) -> None:
    if out.at("/points"):
        return
    add = out.error if _sum_must_stand(table) else out.warn
    for seat, points in enumerate(slip.points):
        if not dealt_at(table).can_be_made(points or 0):
            add("impossible_points", pointer("points", seat), points=points)


def _stoeck(slip: DifferenzlerSlip, table: Table, out: Findings) -> None:
    if slip.stoeck is not None and not table.profile.differenzler.stoeck_choice:
        cited = table.profile.citation("differenzler.stoeck_choice").article
        out.error("stoeck_not_allowed", "/stoeck", cited)


def _zero_trick(slip: DifferenzlerSlip, table: Table, out: Findings) -> None:
    """Predicting 0 and making 0 earns the bonus only with a trick worth 0."""
    profile = table.profile
    if not profile.differenzler.exact_bonus or out.at("/points"):
        return
    for seat, prediction in enumerate(slip.predictions):
        hit = prediction == 0 and slip.made(seat, profile.stoeck_points) == 0
        if hit and slip.won_trick[seat] is None:
            out.warn("zero_trick_unknown", pointer("won_trick", seat), "differenzler.praemie")


_CHECKS = (
    _predictions,
    _incentive,
    _sum,
    _possible_points,
    _stoeck,
    _zero_trick,
)
