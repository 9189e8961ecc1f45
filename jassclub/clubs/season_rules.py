"""What the room of the tournaments says about the rules of a season: it is above this one.

It registers its check in its `AppConfig.ready`, so that no import points upward.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from jassclub.core.errors import Finding

Check = Callable[[str, Any], Sequence[Finding]]
"""Everything that is wrong with one key of the rules and its value; pointers begin at the rules."""

_checks: list[Check] = []


def register(check: Check) -> None:
    """Have the rules of every season checked before they are stored."""
    _checks.append(check)


def faults(rules: Mapping[str, Any]) -> list[Finding]:
    """Everything that keeps a season from having these rules."""
    return [fault for key in rules for fault in _faults(key, rules[key])]


def usable(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Those that can be stored again: what was stored before it was checked is left out."""
    return {key: value for key, value in rules.items() if not _faults(key, value)}


def _faults(key: str, value: Any) -> list[Finding]:
    return [fault for check in _checks for fault in check(key, value)]
