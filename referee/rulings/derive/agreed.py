"""What a table has agreed on, where nobody says in the case how it is played."""

from collections.abc import Callable
from operator import attrgetter

from referee.rulings.case import Case, Derivation
from referee.rulings.vocabulary import UNKNOWN


def agreed(fact: str, switch: str, words: Callable[[object], object] = bool) -> Derivation:
    """The answer that the profile gives on an axis of agreements.

    What is told goes before: then nothing is derived. `words` turns the value of the switch
    into an answer of the axis.
    """

    def find(case: Case) -> object:
        return UNKNOWN if fact in case.told else words(attrgetter(switch)(case.profile))

    return Derivation(needs=(), find=find)
