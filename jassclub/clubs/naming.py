"""Finds a person in free texts: by his names, and by words of them that only he has; initials."""

import re
import unicodedata
from collections.abc import Iterable

SHORTEST_WORD = 3


class Naming:
    """The names of one person, and `neutral`, by which he is called from now on."""

    def __init__(self, names: Iterable[str], *, neutral: str, others: Iterable[str] = ()) -> None:
        """`others` are the names of other people: a word that they share does not name him."""
        self.neutral = neutral
        own = {name for name in names if name.strip()}
        self._own = {_composed(name).casefold() for name in own}
        called = own | (_words(own) - _words(others))
        found = "|".join(re.escape(name) for name in sorted(called, key=len, reverse=True))
        # An s of the genitive belongs to the name: Annas Telefon.
        self._pattern = re.compile(rf"(?<!\w)(?:{found})s?(?!\w)", re.I) if called else None

    def occurs_in(self, text: str) -> bool:
        """Whether the text names him."""
        return self._pattern is not None and self._pattern.search(_composed(text)) is not None

    def is_name(self, text: str) -> bool:
        """Whether the text is one of his names, whole, in whatever case."""
        return _composed(text).casefold() in self._own

    def replaced_in(self, text: str) -> str:
        """The text with the neutral name; untouched if it does not name him."""
        if self._pattern is None or not self.occurs_in(text):
            return text
        return self._pattern.sub(lambda _found: self.neutral, _composed(text))


def initials(name: str) -> str:
    """H. A. for Hansruedi Ammann; particles (`von`) are left out beside capitalised words."""
    words = re.findall(r"[^\W\d_]+", _composed(name))
    own = [word for word in words if word[0].isupper()] or words
    return " ".join(f"{word[0].upper()}." for word in own)


def by_surname(name: str) -> tuple[str, str]:
    """The order of lists in which people look for themselves: Bär before Bucher, von Arx under V.

    What stands before a comma is the surname, else the last word with its particles; what is in
    brackets is none, and a name that ends with a number (Gast 12) has none.
    """
    first, comma, _rest = re.sub(r"\([^)]*\)", " ", name).partition(",")
    words = first.split()
    at = len(words) - 1
    while at > 1 and words[at - 1].islower():
        at -= 1
    whole = comma or at < 1 or not words[-1][0].isalpha()
    return _folded(first if whole else " ".join(words[at:])), _folded(name)


def _folded(text: str) -> str:
    """Without accents and case, as a telephone book sorts."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign)).strip()


def _words(names: Iterable[str]) -> set[str]:
    """Parts of names that stand for a person: capitalised and not too short (no `von`, no `J.`)."""
    parts = (part for name in names for part in re.split(r"[\s-]+", _composed(name)))
    return {part for part in parts if len(part) >= SHORTEST_WORD and part[0].isupper()}


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)
