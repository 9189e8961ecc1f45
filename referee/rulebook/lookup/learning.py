"""What the look-up learns from all that is written or asked about each article.

Two measures by feature and article, added: how much more often a feature stands with an article
than elsewhere (naive Bayes), and what it takes to tell the articles from each other where that
errs (a perceptron, averaged). Both are deterministic.

Learning takes some seconds, so the outcome is kept beside this file, and goes along in a package:
it holds until an article, a question, the lexicon or this code changes.
"""

import marshal
import tomllib
from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from math import inf, log, sqrt
from operator import add
from pathlib import Path
from typing import Any

from referee.rulebook.articles import (
    MAIN_BOOK,
    RAW_TABLES,
    TEXTS,
    Article,
    article,
    article_slugs,
)
from referee.rulebook.lookup.features import (
    Lexicon,
    features,
    key,
    parts,
    read_lexicon,
    rough,
    words,
)

UNIT = 100
"""One point is as much in a row of the index."""
WEIGHT = {"w": 1.5, "p": 0.7, "c": 2.5, "d": 1.2}
"""What a feature weighs by its kind: word, part of a word, concept, pair of concepts."""
LAW = (MAIN_BOOK, "differenzler", "hae", "swiss-club", "what-is-jass")
"""The books that are searched whole; of the house and of other books only what decides disputes,
the rest is shown beside an article."""
USUAL = {"title": 1.5, "keyword": 1.3, "sentence": 0.8, "question": 1.2, "elsewhere": 1.2}
"""How much a phrase of each kind tells of the way an article is talked about."""
ELSEWHERE = "elsewhere"
"""The column of what these books do not speak of."""
BAYES, SMOOTH, ABSENT = 0.2, 1.0, -2.0
"""What naive Bayes counts beside the perceptron; ABSENT: a feature that an article never has."""
ROUNDS, MARGIN = 3, 1.0
"""How often the perceptron sees what it last got wrong, and by how much the right article is to be
ahead."""
_ROOT = files("referee.rulebook")
SEAL = 32
"""Length of the digest before what is kept."""
_KEPT = Path(__file__).with_suffix(".index")


Rows = dict[str, list[float]]
"""Feature -> what it speaks for each article, times its heft: so rows are summed as they are."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A text of an article. `sentence`: its id where it is one of the article's sentences."""

    article: str
    kind: str
    text: str
    sentence: str = ""


def is_law(found: Article) -> bool:
    """Whether an article answers questions: one of the books of law, or one that decides."""
    return found.book in LAW or found.slug in RAW_TABLES


@dataclass(frozen=True, slots=True)
class Question:
    """As a player puts it, in a language (also "gsw"); `answer`: what it tells of `fact`."""

    lang: str
    text: str
    fact: str = ""
    answer: str = ""


@cache
def asked() -> dict[str, tuple[Question, ...]]:
    """Article -> questions to it. In its file they stand by language; those that tell something of
    the case by fact and answer before."""
    return {slug: tuple(_read(tomllib.loads(text))) for slug, text in _files().items()}


def _read(raw: Mapping[str, Any], fact: str = "", answer: str = "") -> Iterator[Question]:
    for name, below in raw.items():
        if isinstance(below, list):
            yield from (Question(name, text, fact, answer) for text in below)
        else:
            yield from _read(below, fact or name, name if fact else "")


@cache
def questions() -> dict[str, dict[str, list[str]]]:
    """Article -> language -> questions."""
    found: dict[str, dict[str, list[str]]] = {}
    for slug, each in asked().items():
        for one in each:
            found.setdefault(slug, {}).setdefault(one.lang, []).append(one.text)
    return found


@cache
def _files() -> dict[str, str]:
    return {
        file.name.removesuffix(".toml"): file.read_text(encoding="utf-8")
        for file in sorted((_ROOT / "questions").iterdir(), key=str)
        if file.name.endswith(".toml")
    }


def prepared() -> tuple[Any, ...]:
    """The fields of the index: read, or learned and kept where none fits the sources."""
    sources = _digest()
    if kept := _kept(sources):
        return tuple(marshal.loads(kept))  # noqa: S302
    fields = learned(_phrases())
    _keep(sources, marshal.dumps(fields))
    return fields


def _digest() -> bytes:
    """Of all that is learned from, and of the code that learns."""
    names = ("lexicon.toml", "elsewhere.toml", "lookup/features.py", "lookup/learning.py")
    others = [(_ROOT / name).read_text("utf-8") for name in names]
    return blake2b(marshal.dumps([TEXTS, _files(), sorted(RAW_TABLES), others], 2)).digest()


def _sealed(sources: bytes, outcome: bytes) -> bytes:
    return blake2b(sources + outcome, digest_size=SEAL).digest()


def _kept(sources: bytes) -> bytes:
    """What was learned from these sources; nothing where it is not there or not whole."""
    try:
        kept = _KEPT.read_bytes()
    except OSError:
        return b""
    return kept[SEAL:] if kept[:SEAL] == _sealed(sources, kept[SEAL:]) else b""


def _keep(sources: bytes, outcome: bytes) -> None:
    """Where nothing can be written, each process learns for itself."""
    try:
        # Race: two processes that learn at once write the same bytes; who reads half of them sees
        # it by the seal, and learns.
        _KEPT.write_bytes(_sealed(sources, outcome) + outcome)
    except OSError:
        return


def _phrases() -> Iterator[Phrase]:
    for slug in article_slugs():
        if is_law(article(slug)):
            yield from _phrases_of(article(slug))
    for texts in tomllib.loads((_ROOT / "elsewhere.toml").read_text("utf-8")).values():
        yield from (Phrase(ELSEWHERE, ELSEWHERE, text) for text in texts)


def _phrases_of(found: Article) -> Iterator[Phrase]:
    yield from (Phrase(found.slug, "title", title) for title in found.title.values())
    for keywords in found.keywords.values():
        yield from (Phrase(found.slug, "keyword", text) for text in keywords)
    for sentence in found.sentences:
        for text in sentence.text.values():
            yield Phrase(found.slug, "sentence", text, sentence.id)
    for question in asked().get(found.slug, ()):
        yield Phrase(found.slug, "question", question.text)


def learned(told: Iterator[Phrase]) -> tuple[Any, ...]:
    """The fields of an index, in their order."""
    phrases = sorted(told, key=_mixed)
    lexicon = read_lexicon((_ROOT / "lexicon.toml").read_text("utf-8"))
    each = [list(features([*map(key, words(phrase.text))], lexicon)) for phrase in phrases]
    articles = sorted({phrase.article for phrase in phrases} - {ELSEWHERE})
    heft, rows = _rows([*articles, ELSEWHERE], phrases, each)
    known = _known(phrases, each, lexicon)
    return (
        lexicon,
        tuple(articles),
        rows,
        heft,
        known,
        _spelled(known),
        _rough(known, heft),
        *_sentences(phrases, each, heft),
        {slug: marshal.dumps(_answers(questions, lexicon)) for slug, questions in asked().items()},
    )


def _rows(
    columns: Sequence[str], phrases: Sequence[Phrase], each: Sequence[Sequence[str]]
) -> tuple[dict[str, float], dict[str, bytes]]:
    """How rare each feature is, and its row of the index."""
    counted = Counter(name for found in each for name in found)
    heft = {
        name: WEIGHT[name[0]] * log((len(phrases) + 1) / count) for name, count in counted.items()
    }
    return heft, {
        name: array("h", [int(value * UNIT) for value in row]).tobytes()
        for name, row in Lessons(columns, phrases, each, heft).learn()
    }


def _answers(questions: Sequence[Question], lexicon: Lexicon) -> list[tuple[Any, ...]]:
    """Each fact, its answers ("" where none is told), how rare each feature is, and its row."""
    found = []
    for fact in sorted({one.fact for one in questions} - {""}):
        told = [Phrase(q.answer, "question", q.text) for q in questions if q.fact in ("", fact)]
        phrases = sorted(told, key=_mixed)
        each = [list(features([*map(key, words(one.text))], lexicon)) for one in phrases]
        answers = sorted({one.article for one in phrases})
        found.append((fact, answers, *_rows(answers, phrases, each)))
    return found


def _mixed(phrase: Phrase) -> bytes:
    """An order that says nothing: the perceptron is not to see article after article."""
    return blake2b(phrase.text.encode()).digest()


@dataclass(frozen=True, slots=True)
class Lesson:
    """A phrase as it is learned: the place of its article, what it counts, its features, and how
    long they make it."""

    right: int
    weight: float
    found: Sequence[str]
    length: float


class Lessons:
    """Phrases with their features and articles, to be told apart."""

    def __init__(
        self,
        articles: Sequence[str],
        phrases: Sequence[Phrase],
        each: Sequence[Sequence[str]],
        heft: Mapping[str, float],
    ) -> None:
        places = {slug: place for place, slug in enumerate(articles)}
        self._heft = heft
        self._width = len(articles)
        self._lessons = [
            Lesson(places[phrase.article], USUAL[phrase.kind], found, _length(found, heft))
            for phrase, found in zip(phrases, each, strict=True)
            if found
        ]

    def learn(self) -> Iterator[tuple[str, list[float]]]:
        """The row of each feature."""
        usual, apart = self._usual(), self._apart()
        for name, row in usual.items():
            yield name, [one + other for one, other in zip(row, apart[name], strict=True)]

    def _nothing(self) -> Rows:
        return {name: [0.0] * self._width for name in self._heft}

    def _usual(self) -> Rows:
        own = self._nothing()
        for lesson in self._lessons:
            for name in lesson.found:
                own[name][lesson.right] += lesson.weight * self._heft[name]
        totals = [sum(column) for column in zip(*own.values(), strict=True)]
        smooth, whole = SMOOTH * len(own), sum(totals)
        against = [log((total + smooth) / (whole - total + smooth)) for total in totals]
        for name, row in own.items():
            every, heft = sum(row) + SMOOTH, BAYES * self._heft[name]
            own[name] = [
                heft * (log((value + SMOOTH) / (every - value)) - odds) if value else heft * ABSENT
                for value, odds in zip(row, against, strict=True)
            ]
        return own

    def _apart(self) -> Rows:
        """The mean of all rounds, in the order of the lessons and in the opposite one."""
        one, other = self._seen(self._lessons), self._seen(self._lessons[::-1])
        return {
            name: [
                (here + there) / (2 * ROUNDS) for here, there in zip(row, other[name], strict=True)
            ]
            for name, row in one.items()
        }

    def _seen(self, lessons: Sequence[Lesson]) -> Rows:
        rows, mean = self._nothing(), self._nothing()
        for _ in range(ROUNDS):
            lessons = [lesson for lesson in lessons if self._corrected(rows, lesson)]
            for name, row in rows.items():
                mean[name] = [*map(add, mean[name], row)]
        return mean

    def _corrected(self, rows: Rows, lesson: Lesson) -> bool:
        """Speak for the right article and against the one that was held for it, if one was."""
        scores: list[float] = [*map(sum, zip(*[rows[name] for name in lesson.found], strict=True))]
        scores[lesson.right] -= MARGIN * lesson.length
        wrong = scores.index(max(scores))
        if wrong != lesson.right:
            for name in lesson.found:
                step = lesson.weight * self._heft[name] ** 2 / lesson.length
                rows[name][lesson.right] += step
                rows[name][wrong] -= step
        return wrong != lesson.right


def _length(found: Sequence[str], heft: Mapping[str, float]) -> float:
    return sqrt(sum(heft[name] ** 2 for name in found))


def _known(
    phrases: Sequence[Phrase], each: Sequence[Sequence[str]], lexicon: Lexicon
) -> dict[str, int]:
    """The words of the books, of questions to them and of the lexicon: how many parts each has."""
    told = {
        name[2:]
        for phrase, found in zip(phrases, each, strict=True)
        for name in found
        if name.startswith("w:") and phrase.kind != ELSEWHERE
    }
    meant = {phrase[0] for phrase in lexicon if len(phrase) == 1}
    return {name: len(parts(name)) for name in sorted(told | meant)}


def _spelled(known: Mapping[str, int]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for word in known:
        for piece in parts(word):
            found.setdefault(piece, []).append(word)
    return found


def _rough(known: Mapping[str, int], heft: Mapping[str, float]) -> dict[str, str]:
    """The most usual of the words that sound alike but for what regions say each in their way."""
    seldom_first = sorted(known, key=lambda word: (-heft.get("w:" + word, inf), word))
    return {rough(word): word for word in seldom_first}


def _sentences(
    phrases: Sequence[Phrase], each: Sequence[Sequence[str]], heft: Mapping[str, float]
) -> tuple[tuple[tuple[str, str, float], ...], dict[str, bytes]]:
    """Article, id and length of each sentence; feature (parts of words apart) -> sentences."""
    sentences: list[tuple[str, str, float]] = []
    told: dict[str, array[int]] = {}
    for phrase, found in zip(phrases, each, strict=True):
        if phrase.sentence:
            for name in found:
                if not name.startswith("p:"):
                    told.setdefault(name, array("H")).append(len(sentences))
            sentences.append((phrase.article, phrase.sentence, _length(found, heft)))
    return tuple(sentences), {name: places.tobytes() for name, places in told.items()}
