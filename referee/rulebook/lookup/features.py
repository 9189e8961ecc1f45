"""A text taken apart: its words as they sound, parts of them, concepts of the lexicon and pairs of
concepts."""

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations

_WORD = re.compile(r"[^\W_]+")
_GROUPED = re.compile(r"(?<=\d)['’](?=\d{3})")
"""What stands within a number as it is printed."""
_SPELLINGS = (
    ("scht", "st"),
    ("schp", "sp"),
    ("ngg", "nk"),
    ("gg", "k"),
    ("ou", "au"),
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
PART = 3
"""Length of the parts of a key."""


def words(text: str) -> list[str]:
    """The words of a text, lower case, in order."""
    return _WORD.findall(_GROUPED.sub("", unicodedata.normalize("NFKC", text)).lower())


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


_BROAD = re.compile(r"[aeiou](?=u)|e(?=i)")
_LAST = re.compile(r"(?<=..)[aeiou]?n?[aeiou]?$")
_SPOKEN_L = re.compile(r"(?<=[aeiou])u")
ROUGH = 4
"""A word of at least so many sounds is met without its ending."""


def rough(folded: str) -> str:
    """A key without what regions say each in their way: "Haus" as "Hus", how a word ends."""
    return _LAST.sub("", _BROAD.sub("", folded)) if len(folded) >= ROUGH else folded


def with_l(folded: str) -> str:
    """A key with each "l" that Bern says as "u": "Mou" is "Mal"."""
    return _SPOKEN_L.sub("l", folded)


LONGEST_PHRASE = 4


Lexicon = Mapping[tuple[str, ...], Sequence[str]]
"""The words of a phrase, as keys -> the concepts that it stands for."""
_ENDINGS = 5
"""A word of at least so many sounds also stands for a concept whose word it begins with."""


def read_lexicon(text: str) -> dict[tuple[str, ...], list[str]]:
    """The lexicon as it stands in its file: concept -> words and phrases."""
    found: dict[tuple[str, ...], list[str]] = {}
    for concept, phrases in tomllib.loads(text).items():
        for phrase in phrases:
            found.setdefault(tuple(map(key, words(phrase))), []).append(concept)
    return found


def concepts(keys: Sequence[str], lexicon: Lexicon) -> list[str]:
    """The concepts that the words of a text (as keys) stand for."""
    names: list[str] = []
    for start, word in enumerate(keys):
        for length in range(1, LONGEST_PHRASE + 1):
            names += lexicon.get(tuple(keys[start : start + length]), ())
        stems = ((word[:length],) for length in range(len(word), _ENDINGS - 1, -1))
        names += next((lexicon[stem] for stem in stems if stem in lexicon), ())
    return list(dict.fromkeys(names))


def features(keys: Sequence[str], lexicon: Lexicon) -> Iterator[str]:
    """The features of a text with these words (as keys), the kind before a colon."""
    for name in set(keys):
        yield "w:" + name
    for piece in {piece for name in keys for piece in parts(name)}:
        yield "p:" + piece
    named = sorted(concepts(keys, lexicon))
    for concept in named:
        yield "c:" + concept
    for one, other in combinations(named, 2):
        yield f"d:{one} {other}"
