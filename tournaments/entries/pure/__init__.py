"""Names as they sound: who may be the same person, spelled otherwise.

Swiss surnames are written in many ways for one sound (Lüthi, Luethi, Lüthy; Meier, Mayer), and in
lists the surname stands first as often as last. `FOLDS` and `SOUNDS` are expressions that Python
and JavaScript read alike: the page of the door works with the same ones.
"""

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

FOLDS = (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss"))
"""How a name is written without what other keyboards lack; then accents fall."""
SOUNDS = (
    ("sch", "s"), ("ck", "k"), ("dt", "t"), ("th", "t"), ("ph", "f"), ("tz", "z"), ("rh", "r"),
    ("ch(?=r)", "k"), ("[ae][iy]", "ei"), ("y", "i"), ("ie", "i"), ("ae", "e"), ("oe", "o"),
    ("ue", "u"), ("v", "f"), ("w", "f"), ("qu", "kf"), ("x", "ks"), ("c(?!h)", "k"), ("d", "t"),
    ("b", "p"), ("g", "k"), ("z", "s"), ("j", "i"), ("([aeiou])h(?![aeiou])", "$1"),
    ("(.)\\1+", "$1"),
)  # fmt: skip
"""What sounds alike, in the order in which it is replaced."""
SHORT = 4
"""Letters up to which one other letter makes another name: Beat and Bea, Ruth and Rut."""
_SPLIT = re.compile(r"[^a-z0-9]+")


def folded(name: str) -> str:
    """A name in small plain letters: lüthi and Luethi become luethi."""
    text = unicodedata.normalize("NFC", name).lower()
    for written, plain in FOLDS:
        text = text.replace(written, plain)
    bare = unicodedata.normalize("NFD", text)
    return "".join(sign for sign in bare if not unicodedata.combining(sign))


def tokens(name: str) -> list[str]:
    """The words of a name, folded and in order of the alphabet: Hans Lüthi is Lüthi Hans."""
    return sorted(word for word in _SPLIT.split(folded(name)) if word)


@lru_cache(maxsize=8_192)
def sound(word: str) -> str:
    """How a folded word sounds."""
    for written, said in SOUNDS:
        word = re.sub(written, said.replace("$1", r"\1"), word)
    return word


def alike(one: str, other: str) -> bool:
    """Whether two whole names may be one person's: the same words in any order, words that sound
    the same, or one slip of the keys in one word. A name of one word is like every name with it.
    """
    mine, theirs = tokens(one), tokens(other)
    if not mine or not theirs:
        return False
    if len(mine) > len(theirs):
        mine, theirs = theirs, mine
    if len(mine) == 1:
        return any(_near(mine[0], word) for word in theirs)
    return all(any(_near(word, found) for found in theirs) for word in mine)


def fits(typed: str, name: str) -> bool:
    """Whether each word that was typed begins a word of the name, as written or as it sounds."""
    parts = tokens(name)
    return all(
        any(
            part.startswith(word)
            or sound(part) == sound(word)
            or (len(word) >= SHORT and sound(part).startswith(sound(word)))
            for part in parts
        )
        for word in tokens(typed)
    )


def like(name: str, people: Mapping[int, str]) -> list[int]:
    """The numbers of those whose name is alike."""
    return [number for number, known in people.items() if alike(name, known)]


def _near(one: str, other: str) -> bool:
    if sound(one) == sound(other):
        return True
    return min(len(one), len(other)) > SHORT and _one_slip(one, other)


def _one_slip(one: str, other: str) -> bool:
    """Whether one letter more, less or another, or two exchanged neighbours, make them equal."""
    if len(one) > len(other):
        one, other = other, one
    at = next((n for n, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]),
              len(one))  # fmt: skip
    if len(one) < len(other):
        return one[at:] == other[at + 1 :]
    crossed = one[at : at + 2] == other[at : at + 2][::-1] and one[at + 2 :] == other[at + 2 :]
    return crossed or one[at + 1 :] == other[at + 1 :]
