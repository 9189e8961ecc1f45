"""The index: everything that is written or asked about each article, as weighted phrases.

A phrase is a title, a keyword, a sentence or a question as players put it. Its features are word
keys, concepts and parts of keys; a rare feature counts more than a common one.
"""

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from math import log, sqrt

from referee.rulebook.lookup.folding import key, parts, words

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


WORD, CONCEPT, PIECE = 1.0, 2.5, 0.5
"""What a feature weighs by its kind."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A text of an article. `sentence`: its id where it is one of the article's sentences."""

    article: str
    lang: str
    kind: str
    text: str
    sentence: str | None = None


def features(text: str) -> dict[str, float]:
    """The features of a text with their weights."""
    keys = [key(word) for word in words(text)]
    found: dict[str, float] = {}
    for name in keys:
        found["w:" + name] = WORD
        for piece in parts(name):
            found["p:" + piece] = PIECE
    found.update(("c:" + name, CONCEPT) for name in concepts(keys))
    return found


class Index:
    """Phrases by feature, ready to be compared with a question."""

    def __init__(self, phrases: Iterable[Phrase]) -> None:
        self.phrases = tuple(phrases)
        each = [features(phrase.text) for phrase in self.phrases]
        counted = Counter(name for found in each for name in found)
        most = len(self.phrases) + 1
        self.rarity = {name: log(most / count) for name, count in counted.items()}
        self.unseen = log(most)
        self.postings: dict[str, list[tuple[int, float]]] = {}
        for place, found in enumerate(each):
            for name, value in self._normed(found).items():
                self.postings.setdefault(name, []).append((place, value))

    def closeness(self, found: Mapping[str, float]) -> dict[int, float]:
        """How close each phrase is to a text with these features: cosine, 0 to 1."""
        scores: dict[int, float] = {}
        for name, weight in self._normed(found).items():
            for place, value in self.postings.get(name, ()):
                scores[place] = scores.get(place, 0.0) + weight * value
        return scores

    def _normed(self, found: Mapping[str, float]) -> dict[str, float]:
        heavy = {name: value * self.rarity.get(name, self.unseen) for name, value in found.items()}
        length = sqrt(sum(value * value for value in heavy.values())) or 1.0
        return {name: value / length for name, value in heavy.items()}
