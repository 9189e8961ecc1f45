"""The look-up: a question in the words of a player, the articles that answer it, best first.

The index: everything that is written or asked about each article, as weighted phrases.

A phrase is a title, a keyword, a sentence or a question as players put it. Its features are word
keys, concepts and parts of keys; a rare feature counts more than a common one.

Which Jass a question names: whoever writes "im Differenzler" has told what is played.
"""

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from math import log, sqrt

from referee.rulebook.articles import MAIN_BOOK, RAW_TABLES, Article, article, article_slugs

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


SMOOTH = 3.0
ABSENT = -1.0
"""What a feature counts against an article in whose phrases it never occurs."""


Weights = dict[str, float]


class Habits:
    """Log odds of features by article. `kinds`: the weight of each kind of phrase."""

    def __init__(self, index: Index, kinds: Mapping[str, float]) -> None:
        self._index = index
        own: dict[str, Weights] = {}
        for phrase in index.phrases:
            counted = own.setdefault(phrase.article, {})
            for name, value in features(phrase.text).items():
                heavy = value * index.rarity[name] * kinds[phrase.kind]
                counted[name] = counted.get(name, 0.0) + heavy
        self._whole = _added(own.values())
        self._odds = {slug: self._log_odds(counted) for slug, counted in own.items()}

    def _log_odds(self, own: Weights) -> Weights:
        smooth, total = SMOOTH * len(self._whole), sum(own.values())
        here = total + smooth
        elsewhere = sum(self._whole.values()) - total + smooth
        return {
            name: log((value + SMOOTH) / here)
            - log((self._whole[name] - value + SMOOTH) / elsewhere)
            for name, value in own.items()
        }

    def fitting(self, found: Mapping[str, float]) -> dict[str, float]:
        """How well a text with these features fits each article; about -10 to 30."""
        rarity = self._index.rarity
        heavy = {name: value * rarity[name] for name, value in found.items() if name in rarity}
        length = sqrt(sum(value * value for value in heavy.values())) or 1.0
        return {
            slug: sum(value * odds.get(name, ABSENT) for name, value in heavy.items()) / length
            for slug, odds in self._odds.items()
        }


def _added(every: Iterable[Weights]) -> Weights:
    whole: Weights = {}
    for weights in every:
        for name, value in weights.items():
            whole[name] = whole.get(name, 0.0) + value
    return whole


LAW = (MAIN_BOOK, "differenzler", "hae", "swiss-club", "what-is-jass")
"""The books that are searched whole; of the house and of other books only what decides disputes,
the rest is shown beside an article."""
KIND = {"title": 1.15, "keyword": 1.0, "sentence": 0.85, "question": 1.0}
"""How much closeness to a phrase of each kind counts."""
USUAL = {"title": 1.5, "keyword": 1.0, "sentence": 0.8, "question": 1.2}
"""How much a phrase of each kind tells of the way an article is talked about."""
FIT = 0.2
"""What the way of talking counts beside the closest phrases."""
OTHER_BOOK = 0.3
"""What an article of another book has to be better by than one of the main book."""
SECOND, THIRD = 0.35, 0.15
"""The best phrase of an article counts whole, the next ones in part."""
FOUND_AT = 0.22
"""Where no phrase comes as close as this, nothing is said to be found."""
ELSEWHERE = "c:elsewhere"
"""The concept of what these books do not speak of: other card games, the office of a club."""
LONGEST = 500
"""A question is cut there."""


@dataclass(frozen=True, slots=True)
class Hit:
    """An article that answers, how well (1 is good), and its sentence that fits best."""

    article: str
    score: float
    sentence: str


def is_law(found: Article) -> bool:
    """Whether an article answers questions: one of the books of law, or one that decides."""
    return found.book in LAW or found.slug in RAW_TABLES


def warm_up() -> None:
    """Build what the first question needs."""
    _index()


def lookup(text: str, limit: int = 5) -> list[Hit]:
    """The articles for a question, best first; empty if nothing was found."""
    index, habits = _index()
    found = features(text[:LONGEST])
    close = index.closeness(found)
    phrases = _by_article(index, close)
    if ELSEWHERE in found or max(map(max, phrases.values()), default=0.0) < FOUND_AT:
        return []
    scores = {
        slug: _joined(phrases.get(slug, [])) + FIT * fit - (OTHER_BOOK if "." in slug else 0.0)
        for slug, fit in habits.fitting(found).items()
    }
    ranked = sorted(scores, key=lambda slug: (-scores[slug], slug))[:limit]
    best = _best_sentences(index, close, set(ranked))
    return [Hit(slug, round(scores[slug], 4), best.get(slug, "s1")) for slug in ranked]


def _by_article(index: Index, close: dict[int, float]) -> dict[str, list[float]]:
    """How close the phrases of each article are."""
    closeness: dict[str, list[float]] = {}
    for place, value in close.items():
        phrase = index.phrases[place]
        closeness.setdefault(phrase.article, []).append(value * KIND[phrase.kind])
    return closeness


def _joined(values: list[float]) -> float:
    top = [*sorted(values, reverse=True)[:3], 0.0, 0.0, 0.0]
    return top[0] + SECOND * top[1] + THIRD * top[2]


def _best_sentences(index: Index, close: dict[int, float], wanted: set[str]) -> dict[str, str]:
    best: dict[str, tuple[float, str]] = {}
    for place, value in close.items():
        phrase = index.phrases[place]
        if phrase.sentence and phrase.article in wanted:
            best[phrase.article] = max(
                best.get(phrase.article, (0.0, "")), (value, phrase.sentence)
            )
    return {slug: sentence for slug, (_, sentence) in best.items()}


@cache
def _index() -> tuple[Index, Habits]:
    """Built once, at the latest when the first question comes."""
    index = Index(phrase for slug in article_slugs() for phrase in _phrases(article(slug)))
    return index, Habits(index, USUAL)


def _phrases(found: Article) -> Iterator[Phrase]:
    if not is_law(found):
        return
    for lang, title in found.title.items():
        yield Phrase(found.slug, lang, "title", title)
    for lang, keywords in found.keywords.items():
        yield from (Phrase(found.slug, lang, "keyword", text) for text in keywords)
    for sentence in found.sentences:
        for lang, text in sentence.text.items():
            yield Phrase(found.slug, lang, "sentence", text, sentence.id)
    for lang, questions in QUESTIONS.get(found.slug, {}).items():
        yield from (Phrase(found.slug, lang, "question", text) for text in questions)


QUESTIONS: dict[str, dict[str, list[str]]] = {
    file.name.removesuffix(".toml"): tomllib.loads(file.read_text(encoding="utf-8"))
    for file in sorted((files("referee.rulebook") / "questions").iterdir(), key=str)
    if file.name.endswith(".toml")
}
"""Article -> language (also "gsw") -> questions as players put them."""


SHORT = 5
"""A word of fewer sounds is met only as it is written: by sound «HAE» is «hä»."""


@dataclass(frozen=True, slots=True)
class Jass:
    """A Jass by its `game`; `profile`: its rules, None where there is no profile for it."""

    game: str
    profile: str | None
    names: tuple[tuple[str, ...], ...]

    def named_in(self, told: Sequence[str]) -> bool:
        """Whether one of its names stands among the words."""
        return any(
            all(map(_meets, told[at : at + len(name)], name))
            for name in self.names
            for at in range(len(told) - len(name) + 1)
        )


def named_jasse(text: str) -> list[Jass]:
    """The Jasse that a question names, one for each game, the most particular rules of each."""
    told = words(text)
    found: dict[str, Jass] = {}
    for jass in JASSE:
        if jass.named_in(told):
            found.setdefault(jass.game, jass)
    return list(found.values())


def _meets(word: str, name: str) -> bool:
    """Whether a word is a name as it sounds, or begins with it («Differenzlerabend»)."""
    if len(name) < SHORT:
        return word == name
    return key(word).startswith(key(name))


JASSE = tuple(
    Jass(jass["game"], jass.get("profile"), tuple(tuple(words(name)) for name in jass["names"]))
    for jass in tomllib.loads((files("referee.rulebook") / "jasse.toml").read_text("utf-8"))["jass"]
)
"""All that have a name, those with rules of their own first."""
