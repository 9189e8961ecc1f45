"""JSON Schema (2020-12) of slips, and the parts that the games make theirs of.

A schema says what a slip looks like at any table. What a game takes, its schema takes; whether
numbers fit each other and the rules of a table, only the game can say.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.rules.profile_fields import SUITS, UNTRUMPED
from scoring.games.base import REPLAYED, STATES

Schema = Mapping[str, Any]
FLAG: Schema = {"type": ["boolean", "null"]}
TRUMPS = [suit for suits in SUITS.values() for suit in suits]
TRUMP: Schema = {"enum": [*TRUMPS, None]}
CONTRACT: Schema = {"enum": [*TRUMPS, *UNTRUMPED, None]}
MOST_SEATS = 13


def number(low: int, high: int) -> Schema:
    """A whole number, or null where it is not known."""
    return {"type": ["integer", "null"], "minimum": low, "maximum": high}


def several(item: Schema, least: int = 2, most: int = MOST_SEATS) -> Schema:
    """A list with an item for each seat or side."""
    return {"type": ["array", "null"], "items": item, "minItems": least, "maxItems": most}


def pair(item: Schema) -> Schema:
    """A list with an item for each of two sides."""
    return several(item, most=2)


def members(known: Mapping[str, Schema]) -> Schema:
    """An object of these members, all of which may be absent, or null."""
    return {"type": ["object", "null"], "properties": known, "additionalProperties": False}


def slip_schema(known: Mapping[str, Schema], states: Sequence[str] = STATES) -> Schema:
    """A slip of these members; of a hand that is dealt again nothing but its state is read."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {"state": {"enum": [*states, None]}, **dict.fromkeys(known, True)},
        "additionalProperties": False,
        "if": {"properties": {"state": {"enum": list(REPLAYED)}}, "required": ["state"]},
        "else": {"properties": known},
    }
