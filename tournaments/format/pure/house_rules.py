"""House rules as plain JSON: bounded and frozen here, understood where profiles are layered."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from jassclub.core.reader import refuse

DEEPEST = 4
MOST_VALUES = 400
LONGEST_TEXT = 500
LARGEST = 1_000_000


def house_rules(value: Any) -> Mapping[str, Any]:
    """The mapping itself; Refusal when it is none, or not plain, or too large."""
    if not isinstance(value, Mapping):
        raise refuse("not_an_object")
    if _size(value, DEEPEST) > MOST_VALUES:
        raise refuse("too_large", most=MOST_VALUES)
    return value


def _size(value: Any, depth: int) -> int:
    """How many values there are, given up as soon as one of them is not plain."""
    if isinstance(value, Mapping | list | tuple):
        if depth == 0 or len(value) > MOST_VALUES:
            raise refuse("too_large", most=MOST_VALUES)
        if isinstance(value, Mapping) and not all(
            isinstance(key, str) and len(key) <= LONGEST_TEXT for key in value
        ):
            raise refuse("not_plain")
        inner = value.values() if isinstance(value, Mapping) else value
        return 1 + sum(_size(item, depth - 1) for item in inner)
    if not _is_scalar(value):
        raise refuse("not_plain")
    return 1


def _is_scalar(value: Any) -> bool:
    if isinstance(value, str):
        return len(value) <= LONGEST_TEXT and "\0" not in value
    return value is None or (isinstance(value, int) and abs(value) <= LARGEST)


def frozen(value: Any) -> Any:
    """The same values, unchangeable: mappings as proxies, lists as tuples."""
    if isinstance(value, Mapping):
        return MappingProxyType({key: frozen(inner) for key, inner in value.items()})
    return tuple(map(frozen, value)) if isinstance(value, list | tuple) else value
