"""A hand among the others of its game: who deals and speaks, and whether two slips say the same."""

from collections.abc import Mapping
from typing import Any

from scoring.claims.models import HandEntry
from scoring.core.models import Hand
from scoring.core.rules import Rules
from scoring.games.base import PlayedHand, SlipError, Table


def table_at(hand: Hand, rules: Rules) -> Table:
    """The table at a hand, with the current slips of all other hands."""
    entries = HandEntry.objects.filter(hand__game_id=hand.game_id, state__in=HandEntry.CURRENT)
    others = entries.exclude(hand__number=hand.number).order_by("hand__number")
    played = [
        PlayedHand(number=number, slip=slip, dealer=dealer)
        for number, slip, dealer in others.values_list("hand__number", "slip", "hand__dealer")
    ]
    return rules.table_among(hand, played)


def speaking_order(hand: Hand, rules: Rules) -> list[int]:
    """Seats from forehand to dealer."""
    dealer = table_at(hand, rules).dealer or 0
    return [(dealer + step) % rules.players for step in range(1, rules.players + 1)]


def same(slip: Mapping[str, Any], other: Mapping[str, Any], hand: Hand, rules: Rules) -> bool:
    """Whether two slips of a hand agree in all numbers, whatever else they note."""
    table = table_at(hand, rules)
    try:
        return rules.game.numbers(slip, table) == rules.game.numbers(other, table)
    except SlipError:
        return slip == other
