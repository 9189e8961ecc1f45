"""All functions that tables may name: derivations of answers, bindings of details."""

from referee.rulings.case import Binding, Derivation
from referee.rulings.derive import (
    announcing,
    dealing,
    finish,
    lead,
    play,
    rest,
    shared,
    slate,
    weis,
)

_MODULES = (shared, lead, play, rest, finish, slate, dealing, announcing, weis)

DERIVATIONS: dict[str, Derivation] = {
    name: derivation for module in _MODULES for name, derivation in module.DERIVATIONS.items()
}
BINDINGS: dict[str, Binding] = {
    name: binding for module in _MODULES for name, binding in module.BINDINGS.items()
}
COMMON_BINDINGS = tuple(shared.BINDINGS)
"""Details that every table may use without naming them."""
