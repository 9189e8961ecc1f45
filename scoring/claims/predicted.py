"""What was said before a hand, taken over into its slip when the hand is written."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from jassclub.core.findings import Finding
from scoring.claims.models import HandEntry
from scoring.claims.selectors import GameState
from scoring.core.models import Hand
from scoring.core.rules import Rules


@dataclass(frozen=True)
class Completed:
    """A slip with the predictions that were made before the hand, and what it says against them."""

    slip: Mapping[str, Any]
    faults: Sequence[Finding] = ()


def complete(state: GameState, hand: Hand, slip: Mapping[str, Any], *, is_new: bool) -> Completed:
    """Take over the predictions that were made before the hand was played.

    As long as they are sealed the slip only says whose are; it may name those of the others, from
    their slips of paper. Said aloud they bind the first entry; once it stands, a number misheard
    is corrected like any other. `is_new`: nothing can have been said for it yet.
    """
    rules, current = state.rules, state.entry_of(hand)
    if slip.get("state", "complete") != "complete":
        return Completed(slip)
    predictions = hand.predictions.filter(current=True).values_list("seat", "value")
    made = {} if is_new else dict(predictions)
    if rules.sealed_on_phone:
        bare = {key: value for key, value in slip.items() if key != "sealed"}
        if hand.revealed_at is None:
            return Completed(_veiled(bare, made, rules))
        return _bound(bare, made, rules, current)
    if not made:
        return Completed(slip)
    member = rules.speaking().member
    written, bound = slip.get(member), [made.get(seat) for seat in range(rules.players)]
    if written is None:
        written = bound if current is None else current.slip.get(member, bound)
    faults = _differing(written, bound, member) if current is None else ()
    return Completed({**slip, member: written}, faults)


def _veiled(slip: Mapping[str, Any], made: Mapping[int, int], rules: Rules) -> Mapping[str, Any]:
    """The slip of a hand that is not opened: whose number lies sealed, and none of these."""
    if not made:
        return slip
    seats = range(rules.players)
    on_paper = slip.get("predictions")
    numbers = [None for _seat in seats] if on_paper is None else on_paper
    return {**slip, "predictions": numbers, "sealed": [seat in made for seat in seats]}


def _bound(
    slip: Mapping[str, Any], made: Mapping[int, int], rules: Rules, current: HandEntry | None
) -> Completed:
    """The slip of a hand that was opened: what was sealed binds, what stood on paper may have
    been misread."""
    on_paper = slip.get("predictions")
    if on_paper is None:
        before = current.slip.get("predictions") if current is not None else None
        on_paper = before or [None] * rules.players
    if not isinstance(on_paper, list) or len(on_paper) != rules.players:
        return Completed(slip)
    numbers = [made.get(seat) if number is None else number for seat, number in enumerate(on_paper)]
    bound = [made.get(seat) for seat in range(rules.players)]
    return Completed({**slip, "predictions": numbers}, _differing(numbers, bound, "predictions"))


def _differing(said: object, bound: Sequence[int | None], member: str) -> list[Finding]:
    text = _("Angesagt war etwas anderes.")
    return [
        Finding("prediction_differs", f"/slip/{member}/{seat}", text)
        for seat, value in enumerate(bound)
        if value is not None and (not isinstance(said, list) or said[seat : seat + 1] != [value])
    ]
