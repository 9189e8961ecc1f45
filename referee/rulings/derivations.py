"""All functions that tables may name: derivations of answers, bindings of details."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from referee.rulings.case import Binding, Derivation
from referee.rulings.derive import (
    announcing,
    dealing,
    differenzler,
    finish,
    hae,
    lead,
    matters,
    misplay,
    otherbooks,
    play,
    rest,
    shared,
    slate,
    weis,
    weisnames,
)

_MODULES = (
    shared,
    lead,
    play,
    misplay,
    rest,
    finish,
    slate,
    dealing,
    announcing,
    weis,
    weisnames,
    matters,
    differenzler,
    hae,
    otherbooks,
)

_Found = TypeVar("_Found")


def _joined(parts: Iterable[Mapping[str, _Found]]) -> dict[str, _Found]:
    """All of them in one; ValueError if two modules use the same name."""
    found: dict[str, _Found] = {}
    for part in parts:
        if twice := found.keys() & part.keys():
            raise ValueError(f"two modules name {', '.join(sorted(twice))}")
        found |= part
    return found


DERIVATIONS: dict[str, Derivation] = _joined(module.DERIVATIONS for module in _MODULES)
BINDINGS: dict[str, Binding] = _joined(module.BINDINGS for module in _MODULES)
COMMON_BINDINGS = tuple(shared.BINDINGS)
"""Details that every table may use without naming them."""
