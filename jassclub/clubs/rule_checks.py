"""What the rooms above say about the rules of a club and of its seasons.

They add their checks in their `AppConfig.ready`, so that no import points upward.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from jassclub.core.errors import Finding

of_layers: list[Callable[[Mapping[str, Any]], Sequence[Finding]]] = []
"""Each says everything that is wrong with a layer of house rules, whatever is played by it;
pointers begin at the layer."""
of_seasons: list[Callable[[str, Any], Sequence[Finding]]] = []
"""Each says everything that is wrong with one key of a season's rules and its value; pointers begin
at the rules."""


def layer_faults(layer: Mapping[str, Any]) -> list[Finding]:
    """Everything that keeps a club from having this layer."""
    return [fault for check in of_layers for fault in check(layer)]


def season_faults(rules: Mapping[str, Any]) -> list[Finding]:
    """Everything that keeps a season from having these rules."""
    return [fault for key, value in rules.items() for c in of_seasons for fault in c(key, value)]


def usable(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Those that can be stored again: what was stored before it was checked is left out."""
    return {key: value for key, value in rules.items() if not season_faults({key: value})}
