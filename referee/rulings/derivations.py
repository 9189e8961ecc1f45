"""The functions that tables may name, a line a topic: answers that follow, details to fill in."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from referee.rulings import case
from referee.rulings.case import Binding, Derivation
from referee.rulings.dealing import derive as dealing
from referee.rulings.differenzler import derive as differenzler
from referee.rulings.finish import derive as finish
from referee.rulings.hae import derive as hae
from referee.rulings.lead import derive as lead
from referee.rulings.play import derive as play, misplay
from referee.rulings.rest import derive as rest
from referee.rulings.slate import derive as slate
from referee.rulings.tournament import derive as tournament
from referee.rulings.weis import derive as weis, naming

_TOPICS = (
    (case,),
    (lead,),
    (play, misplay),
    (rest,),
    (finish,),
    (slate,),
    (dealing,),
    (weis, naming),
    (differenzler,),
    (hae,),
    (tournament,),
)
_Function = TypeVar("_Function")


def _joined(parts: Iterable[Mapping[str, _Function]]) -> dict[str, _Function]:
    """All of them in one; ValueError if two modules use the same name."""
    joined: dict[str, _Function] = {}
    for part in parts:
        if twice := joined.keys() & part.keys():
            raise ValueError(f"two modules name {', '.join(sorted(twice))}")
        joined |= part
    return joined


_MODULES = [module for topic in _TOPICS for module in topic]
DERIVATIONS: dict[str, Derivation] = _joined(module.DERIVATIONS for module in _MODULES)
BINDINGS: dict[str, Binding] = _joined(module.BINDINGS for module in _MODULES)
COMMON_BINDINGS = tuple(case.BINDINGS)
"""Details that every table may use without naming them."""
