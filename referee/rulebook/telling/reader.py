"""What a question tells of the facts of an article, with the words that say so.

Each fact has phrases for its answers, a file an article and `common.toml` for facts of several:
rows of words, compared as they sound.

`a|b` either; `word*` what begins so; `<name>` a word of that list in `words.toml`; `7` that
number, in digits or in letters; `{n}`, `{card}`, `{mode}`, `{trump}`, `{other}` (a suit that is not
trump), `{group}` ("zu dritt"), `{list}` (numbers one after the other), `{hand}` (what both sides
counted, added up), `{score}` (points of more than a hand) any such, and where the phrase has no
answer the first is it; `#` a number that is not; `..` up to three words between, `...` up to eight,
never over the end of a sentence; `+word` only where the question says it somewhere, `!word` where
it does not, `&word` and `^word` the same in the sentence of the phrase; `=word` is the number that
stands nearest to that word, on either side.
Of several numbers each goes to the phrase whose words it stands nearest to (`numbers.py`), and a
number of tricks or of players to no fact that counts points. `unclear` is the answer of phrases
that say that none of the others can be told, `open_which` of those that say that one of them holds
and not which: it is asked, whatever is usual.

A phrase that stands beside an "or" tells nothing, nor beside a "not", a "before" or behind an "is
it" that asks, unless it begins with `~` or has a "not" of its own; between its words none may
stand. Where the words give two answers to a fact, they give none, but by `?` it is asked for.
"""

import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from itertools import accumulate

from referee.rulebook.telling.numbers import Named, shared_out
from referee.rulebook.telling.tokens import (
    COMMA,
    JOINED,
    STOP,
    UNITS,
    Meaning,
    meaning,
    plain,
    tokens,
)

GAPS = {"..": 3, "...": 8}
ALWAYS = ("needs", "prize", "target")
"""What takes a number to itself also where nobody asks for it: "uns fehlen 12"."""
ON_SLATE = ("written", "turned", "complete_open", "incomplete", "weis", "target")
"""Takes a small number in letters ("alle vier") only beside a word for points."""
BEFORE, AFTER = 3, 2
"""How far from a phrase stands a word that takes it back."""
_FILES = {
    file.name.removesuffix(".toml"): file.read_text(encoding="utf-8")
    for file in sorted(files("referee.rulebook.telling").iterdir(), key=str)
    if file.name.endswith(".toml")
}
ARTICLES = tuple(name for name in _FILES if name not in ("words", "common"))
"""Those that have phrases of their own."""
STOECK = 20
"""What is written for them wherever they are named tells no points."""
UNCLEAR, OPEN = "unclear", "open_which"
CONDITIONS = "+!&^"
_VALUES: Mapping[str, object] = {"true": True, "false": False, "said": None}
Raw = Mapping[str, Mapping[str, Mapping[str, list[str]]]]
"""Fact -> answer -> language -> phrases."""


@dataclass(frozen=True, slots=True)
class Told:
    """The answer that a question gives to a fact, where it stands, and whether it is asked for."""

    fact: str
    value: object
    start: int
    end: int
    asks: bool = False

    def within(self, other: "Told") -> bool:
        """Whether it stands in longer words for the same fact."""
        longer = other.end - other.start > self.end - self.start
        return longer and other.start <= self.start and self.end <= other.end


@dataclass(frozen=True, slots=True)
class Phrase:
    """`items` with how many words may stand before each; `answer` is None where an item is it;
    `firm`: no word beside it takes it back; `only`, `unless`: what else the question has to say, or
    must not; `near`, `far`: its sentence; `asks`: the question is for this.
    """

    fact: str
    answer: object
    items: tuple[tuple[str, int], ...]
    firm: bool
    only: tuple[str, ...]
    unless: tuple[str, ...]
    near: tuple[str, ...]
    far: tuple[str, ...]
    asks: bool

    @property
    def words(self) -> tuple[str, ...]:
        return (*dict(self.items), *self.only, *self.unless, *self.near, *self.far)


def told_in(question: str, article: str, facts: Collection[str]) -> list[Told]:
    """What the words tell of these facts, one answer a fact."""
    asked, wanted = _asked(question), {*facts, *ALWAYS}
    found: dict[str, list[Told]] = {}
    named: list[Named] = []
    for phrase in phrases(article):
        for told in asked.told(phrase) if phrase.fact in wanted else ():
            if isinstance(told, Named):
                named.append(told)
            else:
                found.setdefault(phrase.fact, []).append(told)
    for each in shared_out(named):
        found.setdefault(each.fact, []).append(asked.said(each))
    return [told for each in found.values() for told in _agreed(each)]


ABOUT = (-2, -1, 1, 2)
CLAUSE = 4
"""So many words after a "but" may say the contrary of what stands before it."""


def contrasts(question: str) -> list[tuple[int, int, int]]:
    """Where sentences begin that go on with a "but", where that stands, and where they end."""
    return list(_asked(question).contrasts())


def numbers_in(question: str) -> list[tuple[int, int]]:
    """Where points stand in digits that are none of a row of numbers."""
    return [
        (token.start, token.end)
        for token in _asked(question).tokens
        if {"n", "part"} & token.said.keys() == {"n"}
        and token.unit in (None, "points")
        and not (token.said["n"] == STOECK and _asked(question).behind("<stoeck>", ABOUT))
        and question[token.start : token.end].isdecimal()
    ]


def suits_in(question: str) -> list[tuple[int, object]]:
    """Where suits are named that are not said to be trump, and which."""
    named = [token for token in _asked(question).tokens if "mode" in token.said]
    return [(token.start, token.said["mode"]) for token in named if "trump" not in token.said]


def led_in(question: str) -> object:
    """The suit that was to be followed: one that a card was put on, or that was due instead of the
    one that was given, else the first that is named; None where none is."""
    asked, named = _asked(question), suits_in(question)
    for places in (asked.behind("<due>"), asked.behind("<came>", ABOUT), asked.behind("<still>")):
        for suit in (suit for at, suit in named if at in places):
            return suit
    return named[0][1] if named else None


@lru_cache(maxsize=16)
def _asked(question: str) -> "_Asked":
    return _Asked(question)  # read once for all articles that were found


def _agreed(each: list[Told]) -> list[Told]:
    each = [told for told in each if told.asks] or each
    told_which = [told for told in each if told.value != OPEN] or each
    left = [told for told in told_which if not any(told.within(other) for other in told_which)]
    same = len({told.value for told in left}) == 1
    return left[:1] if same and left[0].value != UNCLEAR else []


@cache
def phrases(article: str) -> tuple[Phrase, ...]:
    """The phrases of an article; its own stand for those of a fact that several have."""
    return tuple(_read({**_raw("common"), **_raw(article)}))


def warm_up() -> None:
    """Read all phrases before somebody waits for them."""
    for phrase in (phrase for article in ARTICLES for phrase in phrases(article)):
        for word in phrase.words:
            meaning(word)


@cache
def _raw(name: str) -> Raw:
    return tomllib.loads(_FILES.get(name, ""))


def _read(facts: Raw) -> Iterator[Phrase]:
    for fact, answers in facts.items():
        for answer, languages in answers.items():
            value = _VALUES.get(answer, int(answer) if answer.isdecimal() else answer)
            for text in (text for texts in languages.values() for text in _either_side(texts)):
                words = text.lstrip("?~").split()
                taken = value is not None or any(word[0] == "{" for word in words)
                beside = {
                    sign: tuple(word[1:] for word in words if word[0] == sign)
                    for sign in CONDITIONS
                }
                yield Phrase(
                    fact,
                    value if taken else answer,
                    items=tuple(_items(word for word in words if word[0] not in CONDITIONS)),
                    firm=text.startswith(("~", "?")) or "<not>" in text,
                    only=beside["+"],
                    unless=beside["!"],
                    near=beside["&"],
                    far=beside["^"],
                    asks=text.startswith("?"),
                )


def _either_side(texts: Iterable[str]) -> Iterator[str]:
    """`=word` written out."""
    for text in texts:
        if text.startswith("="):
            yield f"~{{n}} .. {text[1:]}"
            yield f"~{text[1:]} .. {{n}}"
        else:
            yield text


def _items(words: Iterable[str]) -> Iterator[tuple[str, int]]:
    reach = 0
    for word in words:
        if word not in GAPS:
            yield word, reach
        reach = GAPS.get(word, 0)


class _Asked:
    """A question as tokens, ready for phrases."""

    def __init__(self, question: str) -> None:
        self.tokens = tokens(question)
        self._places: dict[str, list[int]] = {}
        self._sounds: dict[str, list[int]] = {}
        self._written: dict[str, list[int]] = {}
        self._said: dict[object, list[int]] = {}
        for at, token in enumerate(self.tokens):
            for heard in token.keys:
                self._sounds.setdefault(heard, []).append(at)
            self._written.setdefault(plain(question[token.start : token.end]), []).append(at)
            for kind, value in token.said.items():
                self._said.setdefault(kind, []).append(at)
                self._said.setdefault((kind, value), []).append(at)
        light = {*self._at("<light>")}
        self._weight = list(accumulate(int(at not in light) for at in range(len(self.tokens))))
        self._sentences = list(accumulate(int(token.before == STOP) for token in self.tokens))
        asking = (at for at in self._at("<asking>") if self.tokens[at].before == STOP)
        self._or = set(self._at("<or>"))
        counted = {at - 1 for item in ("<card>", "<trick>") for at in self._at(item)}
        first = counted & {*self._at("prima")}  # the first of them, and no "before"
        self._against = {*self._or, *self._at("<not>"), *self._at("<against>"), *asking} - first

    @cached_property
    def _several_cards(self) -> bool:
        return len({token.said["card"] for token in self.tokens if "card" in token.said}) > 1

    def behind(self, item: str, reach: Sequence[int] = (1, 2)) -> set[int]:
        """Where words begin that stand so far behind an item."""
        places = {at + far for at in self._at(item) for far in reach}
        return {token.start for at, token in enumerate(self.tokens) if at in places}

    def contrasts(self) -> Iterator[tuple[int, int, int]]:
        for at in self._at("<contrast>"):
            places = range(len(self.tokens))
            begin = max(one for one in places[: at + 1] if self.tokens[one].before == STOP)
            after = (one for one in places[at + 1 :] if self.tokens[one].before == STOP)
            last = next(after, len(self.tokens)) - 1
            if last - at >= CLAUSE - 1:
                yield self.tokens[begin].start, self.tokens[at].start, self.tokens[last].end

    def said(self, named: Named) -> Told:
        """A number as an answer, where nothing but its place was known."""
        start, end = self.tokens[named.first].start, self.tokens[named.last].end
        return Told(named.fact, named.value, start, end)

    def told(self, phrase: Phrase) -> Iterator[Told | Named]:
        """The answer of a phrase wherever it stands."""
        if any(map(self._at, phrase.unless)) or not all(map(self._at, phrase.only)):
            return
        for first in self._at(phrase.items[0][0]):
            found = self._row(first, phrase.items)
            beside = found and self._beside(phrase, found)
            if beside and not self._taken_back(found, firm=phrase.firm):
                yield from self._answer(phrase, found, beside)

    def _beside(self, phrase: Phrase, found: list[int]) -> list[int]:
        """The words of a phrase with those that its sentence has to have; none where one is not
        there, or one that must not be is."""
        nearest = (self._here(item, found[0])[:1] for item in phrase.near)
        near = [at for places in nearest for at in places]
        if len(near) < len(phrase.near) or any(self._here(item, found[0]) for item in phrase.far):
            return []
        return sorted({*found, *near})

    def _here(self, item: str, beside: int) -> list[int]:
        """Where an item stands in the sentence of a word, the nearest first."""
        same = (at for at in self._at(item) if self._sentences[at] == self._sentences[beside])
        return sorted(same, key=lambda at: abs(at - beside))

    def _answer(
        self, phrase: Phrase, found: list[int], beside: list[int]
    ) -> Iterator[Told | Named]:
        value, first, last = phrase.answer, found[0], found[-1]
        if value is None:
            at, kind = next(
                (at, item[1:-1])
                for (item, _), at in zip(phrase.items, found, strict=True)
                if item[0] == "{"
            )
            value = self.tokens[at].said[kind]
            several = any(kind in self.tokens[at].said for at in {*range(first, last)} - {*found})
            if several or (kind == "card" and self._several_cards):
                return  # of two numbers or cards nobody knows which is meant
            if kind in ("n", "score"):
                if self._counts(phrase.fact, at, found):
                    commas = sum(t.before == COMMA for t in self.tokens[first + 1 : last + 1])
                    far = last - first + 1 - len(found) + 2 * commas
                    yield Named(phrase.fact, value, at, first, last, far)
                return
        start, end = self.tokens[beside[0]].start, self.tokens[beside[-1]].end
        yield Told(phrase.fact, value, start, end, phrase.asks)

    def _counts(self, fact: str, at: int, found: list[int]) -> bool:
        """Whether this number may be the answer: it is neither one of several nor a bound ("unter
        500"), and what it counts is what the fact counts, or what the words of the phrase say."""
        unit = self.tokens[at].unit
        if "part" in self.tokens[at].said or {at - 1, at - 2} & {*self._at("<bound>")} - {*found}:
            return False
        if fact in ON_SLATE and self.tokens[at].spelt and not unit:
            return bool({*found} & {*self._at("<points>"), *self._at("<target>")})
        return unit is None or at + 1 in found or fact in UNITS[unit]

    def _at(self, item: str) -> list[int]:
        """Where an item stands."""
        if item not in self._places:
            self._places[item] = sorted(set(self._meets(meaning(item))))
        return self._places[item]

    def _meets(self, item: Meaning) -> Iterator[int]:
        for heard, places in self._sounds.items():
            if heard in item.whole or (item.begun and heard.startswith(item.begun)):
                yield from places
        for word in item.short:
            yield from self._written.get(word, ())
        for kind in item.kinds:
            yield from self._said.get(kind, ())
        for number in item.numbers:
            yield from self._said.get(("n", number), ())

    def _row(self, first: int, items: tuple[tuple[str, int], ...]) -> list[int]:
        """Where the items of a phrase stand after its first one, nothing if one is not there."""
        found = [first]
        for item, reach in items[1:]:
            after = found[-1]
            # Where words may stand between, articles do not count.
            weight = self._weight if reach else range(len(self.tokens))
            last = weight[after] + reach
            places = (at for at in self._at(item) if after < at and weight[at - 1] <= last)
            at = next(places, None)
            if at is None or not self._together(after, at, COMMA if reach else JOINED):
                return []
            found.append(at)
        return found

    def _together(self, one: int, other: int, most: int) -> bool:
        """Whether no more than this parts two words."""
        return all(self.tokens[at].before <= most for at in range(one + 1, other + 1))

    def _taken_back(self, found: list[int], *, firm: bool) -> bool:
        """Whether a word between those of a phrase takes it back, or one beside them: where it is
        firm only an "or"."""
        first, last = found[0], found[-1]
        beside = self._or if firm else self._against
        around = range(first - BEFORE, last + AFTER + 1)
        return any(at in self._against for at in range(first, last) if at not in found) or any(
            at in beside and self._together(min(at, first), max(at, last), JOINED)
            for at in around
            if not first <= at <= last
        )
