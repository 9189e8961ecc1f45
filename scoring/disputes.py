"""From a hand to a case: what the hand says by itself is filled in, what was told comes on top."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.rulings.reading import table_of, table_slugs
from scoring.models import Hand
from scoring.rules import Rules
from scoring.services.rows import current_entry

FILLED = ("mode", "points", "number")
"""Kinds of fact that a hand can fill in."""


def filled_in(hand: Hand, article: str, told: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a case: those that the hand says, and over them those that were told."""
    wanted = table_of(article).facts if article in table_slugs() else {}
    said = {
        name: value
        for name, value in _said_by(hand).items()
        if name in wanted and wanted[name].kind in FILLED
    }
    return {**said, **told}


def _said_by(hand: Hand) -> dict[str, Any]:
    """The mode of a hand and the target of its game, in the names of the tables."""
    rules, entry = Rules.of(hand.game), current_entry(hand)
    slip = entry.slip if entry is not None else {}
    found: dict[str, Any] = {}
    if isinstance(slip.get("contract"), str):
        found["mode"] = slip["contract"]
    if rules.profile.target:
        found["target"] = rules.profile.target
    return found
