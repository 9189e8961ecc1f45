"""Cards, suits and contracts as people say them, in four languages and both decks."""

from collections.abc import Sequence

from referee.rulebook.names import NAMES
from referee.rules.cards import RANK_LETTERS, SUIT_LETTERS, Notation
from referee.rules.modes import MISERE

_DECK_OF_SUIT = {suit: deck for deck, suits in SUIT_LETTERS.items() for suit in suits}


def name_of(value: object, lang: str) -> str:
    """A detail in words: a card ("ROA"), a suit, a mode, a list of them, a number, a text."""
    if isinstance(value, str):
        return _name(value, lang)
    if isinstance(value, Sequence):
        return ", ".join(name_of(item, lang) for item in value)
    return str(value)


def _name(text: str, lang: str) -> str:
    if text.startswith(MISERE):
        played = text.removeprefix(MISERE)
        return f"Misère, {_name(played, lang)}" if played else MISERE
    for kind in ("modes", "jokers"):
        if text in NAMES[kind]:
            return str(NAMES[kind][text][lang])
    suit = text[:2] if text[:2] in _DECK_OF_SUIT else text[:1]
    deck = _DECK_OF_SUIT.get(suit)
    rank = text[len(suit) :].removesuffix("'")
    if deck is None or (rank and rank not in RANK_LETTERS[deck]):
        return text
    suit_name = NAMES["suits"][suit][lang]
    return _card(suit_name, deck, rank, lang) if rank else str(suit_name)


def _card(suit: str, deck: Notation, rank: str, lang: str) -> str:
    ranks = NAMES["ranks"][deck]
    name = ranks[rank][lang] if rank in ranks else {"T": "10"}.get(rank, rank)
    return str(NAMES["order"][lang]).format(suit=suit, rank=name)
