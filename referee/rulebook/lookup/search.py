"""The look-up: a question in the words of a player, the articles that answer it, best first.

The prepared index (`learning.py`) says of each feature of a text how much it speaks for and against
each article; an article's score is the sum. What speaks for nothing in the books
(`elsewhere.toml`) is learned like an article of its own.

Which Jass a question names: whoever writes "im Differenzler" has told what is played.
"""

import marshal
import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from heapq import nlargest
from importlib.resources import files
from math import exp, log, sqrt

from referee.rulebook.articles import GENERAL, RAW_TABLES
from referee.rulebook.lookup.features import Lexicon, features, key, parts, rough, with_l, words
from referee.rulebook.lookup.learning import UNIT, WEIGHT, prepared

SPELLED = 0.6
"""A word that nobody wrote stands for one that shares so much of its parts."""
REGIONAL = 0.8
"""How surely it stands for one that differs only by what regions say each in their way."""
LONGEST = 500
"""A question is cut there."""
NOTHING = marshal.dumps([])
"""What is learned of an article to which nobody asks."""


@dataclass(frozen=True, slots=True)
class Index:
    """What was learned, ready to be asked.

    `articles`: one for each column of `rows`; the column after the last speaks for nothing found.
    `rows`: feature -> what it speaks for each column, 16-bit numbers; `heft`: how rare it is.
    `known`: words of the books -> how many parts they have; `spelled`: part -> such words; `rough`:
    how they sound in any region -> the most usual of them.
    `sentences`: article and id of each; `told`: feature -> places in `sentences`, 16-bit numbers.
    `answers`: article -> what its questions tell, each as (fact, answers, heft, rows), dumped.
    """

    lexicon: Lexicon
    articles: tuple[str, ...]
    rows: dict[str, bytes]
    heft: dict[str, float]
    known: dict[str, int]
    spelled: dict[str, list[str]]
    rough: dict[str, str]
    sentences: tuple[tuple[str, str, float], ...]
    told: dict[str, bytes]
    answers: dict[str, bytes]

    def read(self, told: Sequence[str]) -> tuple[list[str], float]:
        """The words of a question, misspelt ones put right, and how much of it is understood."""
        total = understood = 0.0
        unseen = WEIGHT["w"] * log(len(self.known))
        keys = []
        for name in map(key, told):
            known, meant = self._meant(name)
            weight = self.heft.get("w:" + name, unseen) if name in self.known else unseen
            total += weight
            understood += weight * known
            keys.append(meant)
        return keys, understood / (total or 1.0)

    def _meant(self, name: str) -> tuple[float, str]:
        """How surely a word is one of the books, and which."""
        if name in self.known:
            return 1.0, name
        own = parts(name)
        shared = Counter(word for piece in own for word in self.spelled.get(piece, ()))
        near, word = max(
            ((2 * count / (len(own) + self.known[word]), word) for word, count in shared.items()),
            default=(0.0, name),
        )
        if near >= SPELLED:
            return near, word
        said = (self.rough.get(rough(each)) for each in (name, with_l(name)))
        return next(((REGIONAL, meant) for meant in said if meant), (0.0, name))

    def best_sentences(self, found: Iterable[str], wanted: Sequence[str]) -> dict[str, str]:
        """The sentence of each wanted article that is closest to a text with these features."""
        closeness: dict[int, float] = {}
        for name in found:
            for place in memoryview(self.told.get(name, b"")).cast("H"):
                closeness[place] = closeness.get(place, 0.0) + self.heft[name] ** 2
        best: dict[str, tuple[float, str]] = {}
        for place, value in closeness.items():
            slug, sentence, length = self.sentences[place]
            if slug in wanted:
                best[slug] = max(best.get(slug, (0.0, "")), (value / length, sentence))
        return {slug: sentence for slug, (_, sentence) in best.items()}


def fits(rows: Mapping[str, bytes], heft: Mapping[str, float], found: Sequence[str]) -> list[float]:
    """How well a text with these features fits each column."""
    length = UNIT * sqrt(sum(heft[name] ** 2 for name in found))
    columns = zip(*(memoryview(rows[name]).cast("h") for name in found), strict=True)
    return [sum(column) / length for column in columns]


AHEAD, UNDERSTOOD, LONG, LEAST = 1.2, 6.8, 1.35, -9.03
"""Whether an article answers: by how much it is ahead of nothing found, how much of the question
is understood, how many words it has. Fitted on questions that were left out of the learning: where
2 or 3 in 100 that have an answer lose it, 4 in 5 that have none find nothing."""
OWN = 2.0
"""By how much the articles of a Jass are further where the question names another one; its own are
half as much nearer, those of a book that it names as much, and more where they decide."""
UNNAMED = 0.5
"""By how much the articles of another book of rules, or of one Jass, are further where nobody names
it."""
BEFORE = 3.0
"""An article that holds in any game stands before that of one game which fits better by so much."""
HEARD, MOST = 0.6, 4
"""By how much an article is nearer for each of its facts that the question tells, of so many."""
RANKED = 5
"""At least so many are ranked by what they hear, however few are wanted."""


@dataclass(frozen=True, slots=True)
class Hit:
    """An article that answers, how surely (0.5 to 1), and its sentence that fits best."""

    article: str
    score: float
    sentence: str


def lookup(text: str, limit: int = 5, heard: Callable[[str], int] = lambda slug: 0) -> list[Hit]:
    """The articles for a question, best first; empty if nothing was found. `heard`: how many facts
    of an article the question tells."""
    said = words(text[:LONGEST])
    if _is_outside(said):
        return []
    index = _index()
    book, told = _without_book(_without_closing(said))
    keys, understood = index.read(told)
    found = [name for name in features(keys, index.lexicon) if name in index.rows]
    if not found:
        return []
    *near, nothing = fits(index.rows, index.heft, found)
    base = UNDERSTOOD * understood + LONG * log(1 + len(told)) + LEAST
    named = named_jasse(text)
    nearness = _nearness(named, book)
    sure = {
        slug: base
        + AHEAD * (fit - nothing)
        + next((near for prefix, near in nearness if slug.startswith(prefix)), 0)
        for slug, fit in zip(index.articles, near, strict=True)
    }
    ranked = sorted(sure, key=lambda slug: (-sure[slug], slug))[: max(limit, RANKED)]
    if sure[ranked[0]] < 0:
        return []
    for slug in ranked:
        sure[slug] += HEARD * min(heard(slug), MOST)
    for slug in ranked:  # a book that is named says by itself what it has an article of its own for
        if book and (general := slug.removeprefix(book)) != slug and general in ranked:
            sure[slug] = max(sure[slug], sure[general] + AHEAD / 10)
        elif not named and (before := {*GENERAL.get(slug, ())} & {*ranked}):
            general = max(before, key=sure.__getitem__)
            if 0 <= sure[general] <= sure[slug] <= sure[general] + BEFORE:
                sure[slug] = sure[general] - AHEAD / 10
    ranked = sorted(ranked, key=lambda slug: (-sure[slug], slug))[:limit]
    best = index.best_sentences(found, ranked)
    return [Hit(slug, round(_share(sure[slug]), 4), best.get(slug, "s1")) for slug in ranked]


def likely(text: str, article: str) -> Iterator[tuple[str, str, float]]:
    """What a question tells of a case, learned from the questions to its article: the fact, its
    likeliest answer and by how much that is ahead of the next."""
    for fact, answers, heft, rows in _answers(article):
        if found := [name for name in _features(text) if name in rows]:
            fit = zip(fits(rows, heft, found), answers, strict=True)
            (best, answer), (next_best, _) = nlargest(2, fit)
            if answer:
                yield fact, answer, best - next_best


@cache
def _answers(article: str) -> list[tuple[str, list[str], dict[str, float], dict[str, bytes]]]:
    return list(marshal.loads(_index().answers.get(article, NOTHING)))  # noqa: S302


@lru_cache(maxsize=4)
def _features(text: str) -> list[str]:
    index = _index()
    keys, _ = index.read(_without_closing(words(text[:LONGEST])))
    return [*features(keys, index.lexicon)]


def _is_outside(told: Sequence[str]) -> bool:
    """Whether a question is of what no book speaks of."""
    return any(all(_places(told, names) for names in rows) for rows in OUTSIDE)


def _nearness(named: Sequence["Jass"], book: str) -> list[tuple[str, float]]:
    """By how much the named Jass and book bring articles nearer that begin so."""
    if book:
        decides = ((slug, 1.85 * OWN) for slug in RAW_TABLES if slug.startswith(book))
        return [*decides, (book, OWN), *((prefix, -OWN) for prefix in OF_A_JASS)]
    games = {jass.game for jass in named}
    own = {jass.own for jass in named}
    of_jasse = [
        (prefix, OWN / 2 if prefix in own else -OWN)
        for prefix, game in OF_A_JASS.items()
        if named and (prefix in own or game not in games)
    ]
    others = {jass.book for jass in JASSE} | ({jass.own for jass in JASSE} if not named else set())
    return [*of_jasse, *((prefix, -UNNAMED) for prefix in others - {""})]


def _without_book(told: list[str]) -> tuple[str, list[str]]:
    """A book whose name stands in the question says by what is played and nothing of what happened:
    the prefix of its articles, and the words without the name."""
    for jass in JASSE:
        for name in jass.names if jass.book else ():
            for at in _places(told, [name]):
                return jass.book, told[:at] + told[at + len(name) :]
    return "", told


def _without_closing(told: list[str]) -> list[str]:
    """What closes a question says nothing of what happened ("Ist das recht so?")."""
    while end := _closed_at(told, CLOSINGS):
        told = told[:end]
    return told


def _closed_at(told: Sequence[str], closings: Collection[tuple[str, ...]]) -> int:
    """Where one of these begins that ends a question, 0 where none does."""
    keys = tuple(map(key, told))
    return next((at for at in range(1, len(keys)) if keys[at:] in closings), 0)


def asks_whether_right(text: str) -> bool:
    """Whether a question closes with whether what it tells was right, and tells it as it was."""
    told = words(text)
    return bool(_closed_at(told, APPROVING)) and not REPORTED & set(told)


def _share(sure: float) -> float:
    return 1 / (1 + exp(-sure))


@cache
def _index() -> Index:
    """Read from where it is kept; learned anew where the law has changed."""
    return Index(*prepared())


def warm_up() -> None:
    """Have ready what the first question needs."""
    _index()


_RAW = tomllib.loads((files("referee.rulebook") / "jasse.toml").read_text("utf-8"))
NOT, WITHIN, NEITHER, NOR, FROM, AS, LIKE = (
    frozenset(_RAW["words"][name])
    for name in ("not", "within", "neither", "nor", "from", "as", "like")
)
APPROVING, CLOSINGS = (
    frozenset(tuple(map(key, words(text))) for text in texts)
    for texts in (_RAW["approving"], [*_RAW["approving"], *_RAW["closings"]])
)
OUTSIDE = [[[tuple(words(name)) for name in row] for row in rows] for rows in _RAW["outside"]]
REPORTED = frozenset(_RAW["reported"])
SHORT = 5
"""A word of fewer sounds is met only as it is written: by sound «HAE» is «hä»."""


@dataclass(frozen=True, slots=True)
class Jass:
    """A Jass by its `game`; `profile`: its rules, None where there is no profile for it; `beside`:
    words of which one has to be told, too ("Differenzler, verdeckt", "Coiffeur, zehn Zeilen");
    `book`: how the articles begin of a book that is called by this name, `own`: those about it;
    `by`: the only book that knows it."""

    game: str
    profile: str | None
    names: tuple[tuple[str, ...], ...]
    book: str = ""
    own: str = ""
    beside: tuple[tuple[str, ...], ...] = ()
    by: str = ""

    def places_in(self, told: Sequence[str]) -> list[int]:
        """Where its names stand among the words."""
        return _places(told, self.names) if not self.beside or _places(told, self.beside) else []


def _places(told: Sequence[str], names: Iterable[Sequence[str]]) -> list[int]:
    """Where one of the names stands among the words."""
    begun = _beginnings(tuple(told))
    return [
        at
        for name in names
        if (name[0] if len(name[0]) < SHORT else key(name[0]))[:2] in begun
        for at in range(len(told) - len(name) + 1)
        if all(map(_meets, told[at : at + len(name)], name))
    ]


@lru_cache(maxsize=8)
def _beginnings(told: tuple[str, ...]) -> frozenset[str]:
    """How the words begin, written and spoken: most names need no closer look."""
    return frozenset(text[:2] for word in told for text in (word, key(word)))


def named_jasse(text: str) -> list[Jass]:
    """The Jasse that a question names, one for each game, the most particular rules of each: none
    that it says is not played, and none that it compares with another one ("wie beim Schieber").
    """
    told = words(text)
    found: dict[str, Jass] = {}
    compared: set[str] = set()
    for jass in JASSE:
        places = [at for at in jass.places_in(told) if not _denied(told[:at])]
        places = [at for at in places if not {*told[at + 1 : at + 2]} & LIKE]
        if places:
            found.setdefault(jass.game, jass)
        if places and all(_compares(told[:at]) for at in places):
            compared.add(jass.game)
    played = [jass for game, jass in found.items() if game not in compared]
    return played or list(found.values())


def _denied(before: Sequence[str]) -> bool:
    """Whether the words before a name say that it is not played."""
    reach = 2 if {*before[-1:]} & WITHIN else 3
    return bool({*before[-reach:]} & NOT) or bool({*before[-2:]} & NOR and {*before} & NEITHER)


def _compares(before: Sequence[str]) -> bool:
    """Whether the words before a name say that it is another Jass."""
    return bool(before) and (before[-1] in FROM or bool({*before[-3:-1]} & AS))


def _meets(word: str, name: str) -> bool:
    """Whether a word is a name as it sounds, or begins with it («Differenzlerabend»)."""
    if len(name) < SHORT:
        return word == name
    return key(word).startswith(key(name))


JASSE = tuple(
    Jass(
        jass["game"],
        jass.get("profile"),
        tuple(tuple(words(name)) for name in jass["names"]),
        jass.get("book", ""),
        jass.get("own", ""),
        tuple(tuple(words(name)) for name in jass.get("beside", ())),
        jass.get("by", ""),
    )
    for jass in _RAW["jass"]
)
"""All that have a name, those with rules of their own first."""
OF_A_JASS = {prefix: jass.game for jass in JASSE for prefix in (jass.own, jass.book) if prefix}
"""How the articles begin that are about one Jass alone, and which."""
