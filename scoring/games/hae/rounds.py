"""Which rounds a game of HAE Jass has: from the first deal down to one card, each once."""

from collections.abc import Mapping

from referee.rules.decks import HAE_54
from scoring.games.base import PlayedHand, Table
from scoring.games.reading import whole


def first_round(table: Table) -> int:
    """Cards for each player in the first round: ten, or as many as the pack has for all.

    Source: hae.geben.
    """
    return min(table.profile.hae.most_cards, len(HAE_54) // table.players)


def written_rounds(table: Table) -> dict[int, int]:
    """Cards of each round that the other hands have written -> number of the hand."""
    found: dict[int, int] = {}
    for hand in sorted(table.others, key=lambda item: item.number):
        if _counts(hand):
            found.setdefault(_cards_of(hand, table, found), hand.number)
    return found


def due_round(table: Table) -> int:
    """Cards of the round that this hand should be: one fewer each hand, a redeal keeps them."""
    return _due(table.hand_number, table, written_rounds(table))


def _due(number: int, table: Table, written: Mapping[int, int]) -> int:
    redealt = sum(hand.number < number and not _counts(hand) for hand in table.others)
    first = first_round(table)
    cards = first - (number - 1) + redealt
    if 1 <= cards <= first and cards not in written:
        return cards
    return next((left for left in range(first, 0, -1) if left not in written), 1)


def _cards_of(hand: PlayedHand, table: Table, before: Mapping[int, int]) -> int:
    said = whole(hand.slip.get("cards")) if isinstance(hand.slip, Mapping) else None
    return _due(hand.number, table, before) if said is None else said


def _counts(hand: PlayedHand) -> bool:
    state = hand.slip.get("state") if isinstance(hand.slip, Mapping) else None
    return state in (None, "complete")
