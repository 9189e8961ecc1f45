"""What several tables derive: sides, neighbours, games in which tricks are avoided."""

from referee.rulings.case import Binding, Case, Derivation
from referee.rulings.facts import known
from referee.rulings.kinds import SIDES
from referee.rulings.vocabulary import UNKNOWN

_AVOIDING = ("differenzler", "misere", "molotow", "guggitaler")


def _avoidance(case: Case) -> object:
    """Whether losing the power to take would help the offender (article falsch-gespielte-karte)."""
    if known(case.get("mode")) and case.mode().misere:
        return True
    told = case.told.get("avoidance")
    open_to_say = case.told.get("game", "other") == "other" and isinstance(told, bool)
    return case.get("game") in _AVOIDING or (open_to_say and told)


def side_text(seat: int) -> str:
    """The side of a seat at a table of four, as it is written."""
    return SIDES[seat % 2]


def other_side(side: str) -> str:
    """The side against this one."""
    return SIDES[1 - SIDES.index(side)]


def _of_offender(case: Case, steps: int) -> object:
    return (case.number("offender") + steps) % 4 if case.has("offender") else UNKNOWN


def _side_of_offender(case: Case) -> object:
    return side_text(case.number("offender")) if case.has("offender") else UNKNOWN


def _opponents(case: Case) -> object:
    return side_text(case.number("offender") + 1) if case.has("offender") else UNKNOWN


DERIVATIONS = {"avoidance": Derivation(needs=("game",), also=("mode",), find=_avoidance)}

BINDINGS: dict[str, Binding] = {
    "offender_side": _side_of_offender,
    "opponents": _opponents,
    "partner": lambda case: _of_offender(case, 2),
    "right_of_offender": lambda case: _of_offender(case, 1),
    "left_of_offender": lambda case: _of_offender(case, 3),
}
