"""Words as they sound: what people type in five languages, with and without errors.

A word is folded to a key in which the spellings of one sound fall together (`Wys`, `Wiis`,
`Weiss` differ by a letter at most, `Stöck` and `Stock` not at all); parts of keys then catch
typing errors, endings and the compounds of German.
"""

import re
import unicodedata
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+")
_SPELLINGS = (
    ("ae", "e"),
    ("oe", "o"),
    ("ue", "u"),
    ("sch", "x"),
    ("ch", "x"),
    ("sh", "x"),
    ("ck", "k"),
    ("qu", "k"),
    ("tz", "z"),
    ("th", "t"),
    ("ph", "f"),
    ("dt", "t"),
    ("ie", "i"),
    ("ey", "ei"),
    ("ay", "ei"),
    ("ai", "ei"),
    ("y", "i"),
    ("v", "f"),
    ("w", "f"),
    ("c", "k"),
    ("q", "k"),
)
_LETTERS = str.maketrans({"ä": "e", "ö": "o", "ü": "u", "ß": "s", "œ": "o", "æ": "e"})
_DOUBLED = re.compile(r"(.)\1+")
_SILENT_H = re.compile(r"(?<=[aeiou])h(?=[^aeiou]|$)")
PART = 4
"""Length of the parts of a key."""


def words(text: str) -> list[str]:
    """The words of a text, lower case, in order."""
    return _WORD.findall(unicodedata.normalize("NFKC", text).lower())


@lru_cache(maxsize=20_000)
def key(word: str) -> str:
    """The word as it sounds."""
    letters = unicodedata.normalize("NFD", word.translate(_LETTERS))
    folded = "".join(char for char in letters if not unicodedata.combining(char))
    for spelling, sound in _SPELLINGS:
        folded = folded.replace(spelling, sound)
    return _DOUBLED.sub(r"\1", _SILENT_H.sub("", folded)) or word


@lru_cache(maxsize=20_000)
def parts(folded: str) -> tuple[str, ...]:
    """The overlapping parts of a key, its ends marked."""
    marked = f"^{folded}$"
    if len(marked) <= PART:
        return (marked,)
    return tuple({marked[at : at + PART] for at in range(len(marked) - PART + 1)})
