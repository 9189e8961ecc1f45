"""What the room of the rules says about a club's house rules: it is above this one, and tells.

It registers its check in its `AppConfig.ready`, so that no import points upward.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from jassclub.core.errors import Finding

Check = Callable[[Mapping[str, Any]], Sequence[Finding]]
"""Everything that is wrong with a layer, whatever is played by it; pointers begin at the layer."""

_checks: list[Check] = []


def register(check: Check) -> None:
    """Have every layer checked before it is stored."""
    _checks.append(check)


def faults(layer: Mapping[str, Any]) -> list[Finding]:
    """Everything that keeps a club from having this layer."""
    return [fault for check in _checks for fault in check(layer)]
