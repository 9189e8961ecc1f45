"""Which profiles play by which other book, and where it says the same in its own words.

`own_books.toml`: [profiles] names who follows a book or one of its articles; [like] the sentence
whose rule a sentence of that book repeats; [notes] why no ruling can cite one.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from referee.rulebook.shelf import MAIN_BOOK

_RAW = tomllib.loads((files("referee.rulebook") / "own_books.toml").read_text("utf-8"))
LIKE: Mapping[str, tuple[str, ...]] = {name: tuple(found) for name, found in _RAW["like"].items()}
"""Sentence of another book -> the sentences that say the same."""
NOTES: Mapping[str, str] = _RAW["notes"]
"""Sentence -> why no ruling cites it."""


def followers(citation: str) -> tuple[str, ...]:
    """The profiles that play by the book of this sentence."""
    slug = citation.partition("#")[0]
    names = (citation, slug, slug.partition(".")[0])
    return next((tuple(_RAW["profiles"][name]) for name in names if name in _RAW["profiles"]), ())


def home(slug: str) -> str:
    """The profile that an article of another book speaks of; the main book's for all others."""
    return next(iter(followers(slug)), MAIN_BOOK)


@cache
def own_words(profile: str) -> Mapping[str, tuple[str, ...]]:
    """Sentence -> the sentences of the profile's own book that say the same."""
    found: dict[str, tuple[str, ...]] = {}
    for own, same in LIKE.items():
        for citation in same if profile in followers(own) else ():
            found[citation] = (*found.get(citation, ()), own)
    return found
