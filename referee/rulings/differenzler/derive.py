"""The arithmetic of Differenzler: predictions, penalty points, control sums, settlement.

Articles differenzler.spieler, .ansage, .spiel, .untertrumpfen, .wertung, .abrechnung, .praemie,
.stoecke and .geberanreiz; house.differenzler-rechnen for tables of two, five, six and eight.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from referee.rules.modes import TrickMode, ranking
from referee.rulings.case import Binding, Case, Derivation, agreed, given
from referee.rulings.facts import UNKNOWN
from referee.rulings.play import derive as play

_PACK_POINTS = sum(ranking(TrickMode.EICHELN).points)
_PACK_CARDS = 36
_USUAL_PLAYERS = 4
STOECK = 20
BONUS = 10


def _players(case: Case) -> int:
    return case.number("players", len(case.numbers("predictions")) or _USUAL_PLAYERS)


def _packs(case: Case) -> int:
    return 2 if _players(case) >= case.profile.differenzler.two_packs_from else 1


def _cards_each(case: Case) -> object:
    if _players(case) == 2:
        return case.profile.differenzler.cards_for_two
    return _PACK_CARDS * _packs(case) // _players(case)


def _points_of_packs(case: Case) -> int:
    return _PACK_POINTS * _packs(case) + case.profile.last_trick


def _control_sum(case: Case) -> object:
    """All points in play; UNKNOWN where cards stay out whose points nobody told."""
    out = _PACK_CARDS * _packs(case) % _players(case)
    if _players(case) == 2 or (out and not case.has("left_out")):
        return UNKNOWN
    return _points_of_packs(case) - (case.number("left_out") if out else 0)


def _highest(case: Case) -> int:
    total = _control_sum(case)
    return total if isinstance(total, int) else _points_of_packs(case)


def _said_in_all(case: Case) -> object:
    predictions = case.numbers("predictions")
    return sum(predictions) if predictions else case.get("predicted")


def _predictions_fit(case: Case) -> object:
    """Whether the predictions of all add up to the points in play."""
    predicted, total = _said_in_all(case), _control_sum(case)
    return predicted == total if UNKNOWN not in (predicted, total) else UNKNOWN


def _made(case: Case) -> int:
    """Points made, the Stöck added or taken off where they were declared."""
    return case.number("made") + _stoeck_value(case)


def _stoeck_value(case: Case) -> int:
    return {"plus": STOECK, "minus": -STOECK}.get(str(case.get("sign")), 0)


_with_result = given("prediction", "made")


@given("all_made")
def _sum_missing(case: Case) -> object:
    total = _control_sum(case)
    return total - sum(case.numbers("all_made")) if isinstance(total, int) else UNKNOWN


def _sum_right(case: Case) -> object:
    missing = _sum_missing(case)
    return missing == 0 if missing != UNKNOWN else UNKNOWN


def _deduction(step: int) -> Binding:
    """A point less for each `step` points by which the predictions of all miss the total."""

    def find(case: Case) -> object:
        predicted, total = _said_in_all(case), _control_sum(case)
        both = isinstance(predicted, int) and isinstance(total, int)
        return abs(total - predicted) // step if both else UNKNOWN  # type: ignore[operator]

    return find


def _dealer_score(step: int) -> Binding:
    @given("dealer_difference")
    def find(case: Case) -> object:
        off = _deduction(step)(case)
        return case.number("dealer_difference") - off if isinstance(off, int) else UNKNOWN

    return find


@given("hands_played")
def _hands_left(case: Case) -> object:
    return -case.number("hands_played") % _players(case)


def _average(case: Case) -> Fraction | None:
    totals = case.numbers("totals")
    return Fraction(sum(totals), len(totals)) if totals else None


def _plain(value: Fraction) -> int | float:
    return value.numerator if value.denominator == 1 else round(float(value), 2)


def _shown_average(case: Case) -> object:
    average = _average(case)
    return UNKNOWN if average is None else _plain(average)


def _balance(case: Case) -> object:
    """What each is below (plus) or above (minus) the average, by seat."""
    average = _average(case)
    if average is None:
        return UNKNOWN
    return tuple(_plain(average - total) for total in case.numbers("totals"))


def fewest(case: Case) -> object:
    """The seats with the fewest penalty points."""
    totals = case.numbers("totals")
    return tuple(seat for seat, total in enumerate(totals) if total == min(totals)) or UNKNOWN


def beside_dealer(steps: int, players: Callable[[Case], int]) -> Binding:
    """The seat so many places on from the dealer, at a table of any size."""
    return given("dealer")(lambda case: (case.number("dealer") + steps) % players(case))


@given("dealer")
def _order(case: Case) -> object:
    """The seats in the order of their predictions, the dealer last."""
    first, players = case.number("dealer") + 1, _players(case)
    return tuple((first + step) % players for step in range(players))


def _here(find: Binding) -> Binding:
    """The same question, asked of the game of this book."""
    return lambda case: find(replace(case, told={**case.told, "game": "differenzler"}))


def _of_play(name: str) -> Derivation:
    """What follows from a card that lies; these articles know no answer for one not yet played."""
    return play.from_play(_here(play.DERIVATIONS[name].find))


def _plays(option: str) -> Callable[[object], object]:
    return lambda value: value == option


_STEPS: dict[object, str] = {0: "none", 2: "two", 5: "five"}


def _hit(case: Case) -> object:
    """Whether the number was made exactly; without a trick nothing was."""
    trickless = case.get("tricks") in (0, "none") or case.get("took_trick") is False
    predicted, made = case.get("prediction"), case.get("made")
    if predicted == UNKNOWN and case.get("predicted_zero") is True:
        predicted = 0
    if made == UNKNOWN and trickless:
        made = 0
    return None if UNKNOWN in (predicted, made) else predicted == made


DERIVATIONS: dict[str, Derivation] = {
    "prediction_in_range": Derivation(
        needs=("prediction",),
        also=("players", "left_out"),
        find=lambda case: 0 <= case.number("prediction") <= _highest(case),
        reads=("predictions",),
    ),
    "predictions_fit": Derivation(
        needs=(), also=("predictions", "predicted", "players", "left_out"), find=_predictions_fit
    ),
    "prediction_hit": Derivation(
        needs=(),
        also=("prediction", "made", "tricks", "took_trick", "predicted_zero"),
        find=_hit,
    ),
    "zero_with_tricks": Derivation(
        needs=("prediction",),
        find=lambda case: UNKNOWN if case.get("prediction") == 0 else "not_zero",
    ),
    "predicted_zero": Derivation(
        needs=("prediction",), find=lambda case: case.get("prediction") == 0
    ),
    "took_trick": Derivation(needs=("tricks",), find=lambda case: case.number("tricks") > 0),
    "made_total_right": Derivation(
        needs=("all_made",),
        also=("players", "left_out"),
        find=_sum_right,
        reads=("predictions",),
    ),
    "hands_divide": Derivation(
        needs=("hands_played",),
        also=("players",),
        find=lambda case: _hands_left(case) == 0,
        reads=("predictions",),
    ),
    "differenzler_gave": _of_play("gave"),
    "differenzler_undertrumping": _of_play("undertrumping"),
    "hidden_agreed": agreed("hidden", "differenzler.predictions", _plays("hidden")),
    "bonus_agreed": agreed("bonus", "differenzler.exact_bonus"),
    "stoeck_agreed": agreed("stoeck_counts", "differenzler.stoeck_choice"),
    "incentive_agreed": agreed("per", "differenzler.dealer_incentive", lambda value: _STEPS[value]),
    "fit_agreed": agreed("may_fit", "differenzler.dealer_may_fit"),
    "recut_agreed": agreed("recut", "differenzler.trump_recut"),
    "surcharge_agreed": agreed("surcharge", "differenzler.missing_prediction", _plays("penalty")),
}

BINDINGS: dict[str, Binding] = {
    "cards_each": _cards_each,
    "control_total": _control_sum,
    "highest_prediction": _highest,
    "predicted_in_all": _said_in_all,
    "made_with_stoeck": given("made")(_made),
    "stoeck_value": _stoeck_value,
    "difference": _with_result(lambda case: abs(case.number("prediction") - _made(case))),
    "difference_without_stoeck": _with_result(
        lambda case: abs(case.number("prediction") - case.number("made"))
    ),
    "exact_bonus": lambda case: -BONUS,
    "points_missing": _sum_missing,
    "deduction_by_two": _deduction(2),
    "deduction_by_five": _deduction(5),
    "dealer_score_by_two": _dealer_score(2),
    "dealer_score_by_five": _dealer_score(5),
    # What one writes who predicted nothing, by the custom of some clubs.
    "missing_score": lambda case: case.profile.differenzler.missing_penalty + case.number("made"),
    "average": _shown_average,
    "balance": _balance,
    "lowest_seats": fewest,
    "hands_left": _hands_left,
    "right_of_dealer": beside_dealer(1, _players),
    "left_of_dealer": beside_dealer(-1, _players),
    "speaking_order": _order,
    "differenzler_legal_cards": _here(play.BINDINGS["legal_cards"]),
    "differenzler_is_legal": _here(play.BINDINGS["is_legal"]),
}
