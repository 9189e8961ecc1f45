"""How names are written down: as people see them, so that what looks the same is the same."""

import unicodedata
from collections.abc import Collection, Iterable
from itertools import count, pairwise

from jassclub.clubs.services.people import tidy

LONGEST = 80
"""Characters of a name."""
JOINER = "\u200d"
"""Joins pictures to one picture; between letters it is invisible and means nothing here."""
PICTURES = frozenset({"So", "Sk", "Mn"})
INVISIBLE = frozenset({"Cc", "Cf"})


def spelled(name: str) -> str:
    """The name composed, with single spaces, without what nobody sees: control characters, marks
    of direction, characters of no width."""
    return tidy("".join(_visible(" ".join(name.split()))))


def numbered(name: str, taken: Collection[str]) -> str:
    """The name itself, or with the first number behind it that makes it another one.

    `taken` are names in folded case; the result has at most `LONGEST` characters.
    """
    endings = ("" if number == 1 else f" ({number})" for number in count(1))
    names = (name[: LONGEST - len(ending)].rstrip() + ending for ending in endings)
    return next(free for free in names if free.casefold() not in taken)


def _visible(name: str) -> Iterable[str]:
    for before, character in pairwise(f" {name}"):
        joins = character == JOINER and unicodedata.category(before) in PICTURES
        if joins or unicodedata.category(character) not in INVISIBLE:
            yield character
