"""What writing a hand would put on the sheet, for the key that says so. Nothing is stored."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jassclub.core.errors import Finding
from scoring.claims.entries import check_slip
from scoring.claims.selectors import GameState
from scoring.core.models import Hand


@dataclass(frozen=True)
class Foretold:
    """`numbers` stand on the key, a column each: what was made where that is what is written, else
    the points with all that belongs to them. `totals` are what the columns get; empty while
    predictions lie sealed. Where something is wrong there are only `faults`."""

    numbers: Sequence[int] = ()
    totals: Sequence[int] = ()
    faults: Sequence[Finding] = ()


def foretell(state: GameState, hand: Hand, slip: Mapping[str, Any]) -> Foretold:
    """Judge a slip as `record_hand` would, without a lock: what others write meanwhile counts."""
    checked = check_slip(state, hand, slip, is_new=hand._state.adding)
    if checked.faults:
        return Foretold(faults=checked.faults)
    table = state.rules.table_among(hand, state.others(hand))
    score = state.rules.game.score(checked.slip, table)
    numbers = [line.total if line.made is None else line.made for line in score.lines]
    return Foretold(numbers, () if score.sealed else score.totals)
