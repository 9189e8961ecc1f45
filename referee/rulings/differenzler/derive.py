"""The arithmetic of Differenzler: predictions, penalty points, control sums, settlement.

Articles differenzler.spieler, .ansage, .spiel, .untertrumpfen, .wertung, .abrechnung, .praemie,
.stoecke and .geberanreiz; house.differenzler-rechnen for tables of two, five, six and eight.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from referee.rules.modes import TrickMode
from referee.rules.ranking import ranking
from referee.rulings.case import Binding, Case, Derivation
from referee.rulings.play import derive as play
from referee.rulings.shared import agreed
from referee.rulings.vocabulary import UNKNOWN

_PACK_POINTS = sum(ranking(TrickMode.EICHELN).points)
_PACK_CARDS = 36
_USUAL_PLAYERS = 4
STOECK = 20
BONUS = 10


def numbers(case: Case, name: str) -> tuple[int, ...]:
    """The numbers of a fact, none if it is not known."""
    value = case.get(name)
    return value if isinstance(value, tuple) else ()


def _players(case: Case) -> int:
    return case.number("players", len(numbers(case, "predictions")) or _USUAL_PLAYERS)


def _packs(case: Case) -> int:
    return 2 if _players(case) >= case.profile.differenzler.two_packs_from else 1


def _cards_each(case: Case) -> object:
    if _players(case) == 2:
        return case.profile.differenzler.cards_for_two
    return _PACK_CARDS * _packs(case) // _players(case)


def _control_sum(case: Case) -> object:
    """All points in play; UNKNOWN where cards stay out whose points nobody told."""
    total = _PACK_POINTS * _packs(case) + case.profile.last_trick
    out = _PACK_CARDS * _packs(case) % _players(case)
    if _players(case) == 2 or (out and not case.has("left_out")):
        return UNKNOWN
    return total - (case.number("left_out") if out else 0)


def _highest(case: Case) -> int:
    total = _control_sum(case)
    return (
        total if isinstance(total, int) else _PACK_POINTS * _packs(case) + case.profile.last_trick
    )


def _fits_the_range(case: Case) -> object:
    """Whether a prediction is one that may be said (differenzler.ansage)."""
    return 0 <= case.number("prediction") <= _highest(case)


def _said_in_all(case: Case) -> int | None:
    if numbers(case, "predictions"):
        return sum(numbers(case, "predictions"))
    return case.number("predicted") if case.has("predicted") else None


def _predictions_fit(case: Case) -> object:
    """Whether the predictions of all add up to the points in play."""
    said, total = _said_in_all(case), _control_sum(case)
    return UNKNOWN if said is None or total == UNKNOWN else said == total


def _made(case: Case) -> int:
    """Points made, the Stöck added or taken off where they were declared."""
    return case.number("made") + _stoeck_value(case)


def _stoeck_value(case: Case) -> int:
    return {"plus": STOECK, "minus": -STOECK}.get(str(case.get("sign")), 0)


def _difference(case: Case) -> object:
    if not case.has("prediction", "made"):
        return UNKNOWN
    return abs(case.number("prediction") - _made(case))


def _difference_without(case: Case) -> object:
    """The difference where the Stöck do not count."""
    if not case.has("prediction", "made"):
        return UNKNOWN
    return abs(case.number("prediction") - case.number("made"))


def _hit(case: Case) -> object:
    return case.number("prediction") == case.number("made")


def _zero_with_tricks(case: Case) -> object:
    """Whether the question of the trick without points comes up (differenzler.praemie)."""
    return UNKNOWN if case.get("prediction") == 0 else "not_zero"


def _sum_right(case: Case) -> object:
    total = _control_sum(case)
    return UNKNOWN if total == UNKNOWN else sum(numbers(case, "all_made")) == total


def _sum_missing(case: Case) -> object:
    total = _control_sum(case)
    if not isinstance(total, int) or not case.has("all_made"):
        return UNKNOWN
    return total - sum(numbers(case, "all_made"))


def _deduction(case: Case, step: int) -> object:
    said, total = _said_in_all(case), _control_sum(case)
    if said is None or not isinstance(total, int):
        return UNKNOWN
    return abs(total - said) // step


def _dealer_score(case: Case, step: int) -> object:
    off = _deduction(case, step)
    if not isinstance(off, int) or not case.has("dealer_difference"):
        return UNKNOWN
    return case.number("dealer_difference") - off


def _missing_score(case: Case) -> object:
    """What one writes who predicted nothing, by the custom of some clubs."""
    return case.profile.differenzler.missing_penalty + case.number("made")


def _average(case: Case) -> Fraction | None:
    totals = numbers(case, "totals")
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
    return tuple(_plain(average - total) for total in numbers(case, "totals"))


def fewest(case: Case) -> object:
    """The seats with the fewest penalty points."""
    totals = numbers(case, "totals")
    return tuple(at for at, total in enumerate(totals) if total == min(totals)) or UNKNOWN


def _divides(case: Case) -> object:
    return case.number("hands_played") % _players(case) == 0


def _hands_left(case: Case) -> object:
    return -case.number("hands_played") % _players(case) if case.has("hands_played") else UNKNOWN


def _after_dealer(case: Case) -> object:
    return (case.number("dealer") + 1) % _players(case) if case.has("dealer") else UNKNOWN


def _before_dealer(case: Case) -> object:
    return (case.number("dealer") - 1) % _players(case) if case.has("dealer") else UNKNOWN


def _order(case: Case) -> object:
    """The seats in the order of their predictions, the dealer last."""
    if not case.has("dealer"):
        return UNKNOWN
    first, players = case.number("dealer") + 1, _players(case)
    return tuple((first + step) % players for step in range(players))


def _here(find: Callable[[Case], object]) -> Callable[[Case], object]:
    """The same question, asked of the game of this book."""
    return lambda case: find(replace(case, told={**case.told, "game": "differenzler"}))


def _of_play(name: str) -> Derivation:
    """What follows from a card that lies; these articles know no answer for one not yet played."""
    return play.from_play(_here(play.DERIVATIONS[name].find))


def _step_in_words(value: object) -> object:
    return {0: "none", 2: "two", 5: "five"}[value]  # type: ignore[index]


_OPTIONS = "differenzler"
DERIVATIONS: dict[str, Derivation] = {
    "prediction_in_range": Derivation(
        needs=("prediction",), also=("players", "left_out"), find=_fits_the_range
    ),
    "predictions_fit": Derivation(
        needs=(), also=("predictions", "predicted", "players", "left_out"), find=_predictions_fit
    ),
    "prediction_hit": Derivation(needs=("prediction", "made"), find=_hit),
    "zero_with_tricks": Derivation(needs=("prediction",), find=_zero_with_tricks),
    "predicted_zero": Derivation(
        needs=("prediction",), find=lambda case: case.get("prediction") == 0
    ),
    "took_trick": Derivation(needs=("tricks",), find=lambda case: case.number("tricks") > 0),
    "made_total_right": Derivation(
        needs=("all_made",), also=("players", "left_out"), find=_sum_right
    ),
    "hands_divide": Derivation(needs=("hands_played",), also=("players",), find=_divides),
    "differenzler_gave": _of_play("gave"),
    "differenzler_undertrumping": _of_play("undertrumping"),
    "hidden_agreed": agreed("hidden", f"{_OPTIONS}.predictions", lambda value: value == "hidden"),
    "bonus_agreed": agreed("bonus", f"{_OPTIONS}.exact_bonus"),
    "stoeck_agreed": agreed("stoeck_counts", f"{_OPTIONS}.stoeck_choice"),
    "incentive_agreed": agreed("per", f"{_OPTIONS}.dealer_incentive", _step_in_words),
    "fit_agreed": agreed("may_fit", f"{_OPTIONS}.dealer_may_fit"),
    "recut_agreed": agreed("recut", f"{_OPTIONS}.trump_recut"),
    "surcharge_agreed": agreed(
        "surcharge", f"{_OPTIONS}.missing_prediction", lambda value: value == "penalty"
    ),
}

BINDINGS: dict[str, Binding] = {
    "cards_each": _cards_each,
    "control_total": _control_sum,
    "highest_prediction": _highest,
    "predicted_in_all": lambda case: UNKNOWN if _said_in_all(case) is None else _said_in_all(case),
    "made_with_stoeck": lambda case: _made(case) if case.has("made") else UNKNOWN,
    "stoeck_value": _stoeck_value,
    "difference": _difference,
    "difference_without_stoeck": _difference_without,
    "exact_bonus": lambda case: -BONUS,
    "points_missing": _sum_missing,
    "deduction_by_two": lambda case: _deduction(case, 2),
    "deduction_by_five": lambda case: _deduction(case, 5),
    "dealer_score_by_two": lambda case: _dealer_score(case, 2),
    "dealer_score_by_five": lambda case: _dealer_score(case, 5),
    "missing_score": _missing_score,
    "average": _shown_average,
    "balance": _balance,
    "lowest_seats": fewest,
    "hands_left": _hands_left,
    "right_of_dealer": _after_dealer,
    "left_of_dealer": _before_dealer,
    "speaking_order": _order,
    "differenzler_legal_cards": _here(play.BINDINGS["legal_cards"]),
    "differenzler_is_legal": _here(play.BINDINGS["is_legal"]),
}
