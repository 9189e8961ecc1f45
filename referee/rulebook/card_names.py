"""Typed names of cards, as people say or write them: "Ecken-Bauer", "D10", "Trumpf-As", "RO9".

The words stand in `card_words.toml`. What is read is a code of the deck in which it was said
("DJ", "DT", "RO9"); a trump is one of the deck in which the mode is written.
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from importlib.resources import files

_WORDS = tomllib.loads((files("referee.rulebook") / "card_words.toml").read_text("utf-8"))
_TOKEN = re.compile(r"[^\W\d_]+|\d+|[\u2660-\u2667]")
_ELIDED = re.compile(r"\b[dls]['’]|\bd(?= atout\b)")
_TRUMP, _NELL = "TRUMP", "9"
_LONGEST = 60


def folded(text: str) -> str:
    """Without case, accents and ligatures."""
    letters = unicodedata.normalize("NFD", text.casefold().replace("œ", "oe"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _by_word(table: Mapping[str, list[str]]) -> dict[str, str]:
    return {folded(word): name for name, words in table.items() for word in words}


_CODES = {suit.lower(): suit for suit in _WORDS["suits"]}
_SUITS = _by_word({**_WORDS["suits"], _TRUMP: _WORDS["trump"]["words"]}) | _CODES
_NELLS = frozenset(map(folded, _WORDS["trump"]["nell"]))
_RANKS = _by_word(_WORDS["ranks"]) | dict.fromkeys(_NELLS, _NELL)
_LETTERS = {deck: _by_word(letters) for deck, letters in _WORDS["letters"].items()}
_ALL_LETTERS = frozenset(letter for deck in _LETTERS.values() for letter in deck)
_WRITTEN = {
    deck: {rank: letters[0] for rank, letters in table.items()}
    for deck, table in _WORDS["letters"].items()
}
_BETWEEN = frozenset(map(folded, _WORDS["between"]["words"]))


def read_card_name(text: str, mode: str | None = None) -> str | None:
    """The code of the one card that a text names; None where it names none, or not only one.

    `mode`: what is trump ("RO"), for a card that is called by the trump.
    """
    parts = list(_parts(folded(text[:_LONGEST])))
    suits = [_SUITS[part] for part in parts if part in _SUITS]
    ranks = [part for part in parts if part not in _SUITS]
    suit = _suit(suits or [_TRUMP] * bool(_NELLS & {*ranks}), mode)
    return _code(suit, ranks[0]) if suit and len(ranks) == 1 else None


def read_suit_name(text: str) -> str | None:
    """The letters of the suit that a text names, None where it names none."""
    suit = _SUITS.get(folded(text.strip()))
    return None if suit == _TRUMP else suit


def read_card_names(text: str, mode: str | None = None) -> list[str]:
    """All cards of a list as it was typed; what names none stays as it stands, in upper case."""
    found: list[str] = []
    for item in re.split(r"[,;+\n]", text):
        words = item.split()
        while words:
            ends = range(min(len(words), 4), 0, -1)
            read = ((read_card_name(" ".join(words[:end]), mode), end) for end in ends)
            card, end = next(((card, end) for card, end in read if card), (words[0].upper(), 1))
            found, words = [*found, card], words[end:]
    return found


def _suit(suits: list[str], mode: str | None) -> str | None:
    """The one suit that was named; where the trump was named as well it is the same."""
    named = {suit for suit in suits if suit != _TRUMP}
    if suits and not named:
        trump = (mode or "").upper().removeprefix("MISERE_")
        named = {trump} & {*_WORDS["suits"]}
    return named.pop() if len(named) == 1 else None


def _code(suit: str, rank: str) -> str | None:
    deck = "german" if len(suit) > 1 else "french"
    name = _LETTERS[deck].get(rank) or _RANKS.get(rank)
    return suit + _WRITTEN[deck].get(name, name) if name else None


def _parts(text: str) -> Iterator[str]:
    """The words of a name, those written together taken apart."""
    for token in _TOKEN.findall(_ELIDED.sub(" ", text)):
        if token in _SUITS or token in _RANKS:
            yield token
        elif token not in _BETWEEN:
            yield from _apart(token)


def _apart(token: str) -> tuple[str, ...]:
    """ "rosenass" in two; "roa" too, where the second part is the letter of a rank."""
    for end in range(len(token) - 1, 0, -1):
        suit, rank = token[:end], token[end:]
        if suit in _SUITS and rank in (_ALL_LETTERS if suit in _CODES else _RANKS):
            return suit, rank
    return (token,)
