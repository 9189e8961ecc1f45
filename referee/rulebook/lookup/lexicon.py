"""What means the same at a Jass table, in five languages: concept -> words and phrases.

A concept makes a French question meet a German article. Trumpfbauer and Under are kept apart:
the one is a card of the trump suit only.
"""

import tomllib
from collections.abc import Sequence
from importlib.resources import files

from referee.rulebook.lookup.folding import key, words

LONGEST_PHRASE = 4


def _read(text: str) -> dict[tuple[str, ...], list[str]]:
    found: dict[tuple[str, ...], list[str]] = {}
    for concept, phrases in tomllib.loads(text).items():
        for phrase in phrases:
            found.setdefault(tuple(map(key, words(phrase))), []).append(concept)
    return found


_CONCEPTS = _read((files("referee.rulebook") / "lexicon.toml").read_text("utf-8"))
_ENDINGS = 5
"""A word of at least so many sounds also stands for a concept whose word it begins with."""
_STEMS = {
    phrase[0]: names
    for phrase, names in _CONCEPTS.items()
    if len(phrase) == 1 and len(phrase[0]) >= _ENDINGS
}


def concepts(keys: Sequence[str]) -> list[str]:
    """The concepts that the words of a text (as keys) stand for."""
    names: list[str] = []
    for start, word in enumerate(keys):
        for length in range(1, LONGEST_PHRASE + 1):
            names += _CONCEPTS.get(tuple(keys[start : start + length]), ())
        stems = (word[:length] for length in range(len(word), _ENDINGS - 1, -1))
        names += next((_STEMS[stem] for stem in stems if stem in _STEMS), ())
    return list(dict.fromkeys(names))
