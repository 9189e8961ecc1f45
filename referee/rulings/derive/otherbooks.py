"""Details of the texts that differ from the main book (what-is-jass.eldest)."""

from referee.rules.seats import after
from referee.rulings.case import Binding, Case, Derivation
from referee.rulings.vocabulary import UNKNOWN


def _next_eldest(case: Case) -> object:
    """Who names trump in the next hand; seats count in playing order, whichever way it goes."""
    return after(case.number("eldest"), 1) if case.has("eldest") else UNKNOWN


DERIVATIONS: dict[str, Derivation] = {}

BINDINGS: dict[str, Binding] = {"next_eldest": _next_eldest}
