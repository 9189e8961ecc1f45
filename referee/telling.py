"""What a question tells of a case before anything is asked: the Jass that it names, and the facts
of an article that its words say.

How much of it is found and how much is wrong, on questions with the facts that they tell.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from jassclub.core.reader import Refusal
from referee.rulebook.articles import MAIN_BOOK, home
from referee.rulebook.lookup.features import key, words
from referee.rulebook.lookup.search import JASSE, Hit, Jass, likely, lookup, named_jasse
from referee.rulebook.telling.reader import (
    OPEN,
    Told,
    contrasts,
    led_in,
    numbers_in,
    suits_in,
    told_in,
)
from referee.rulebook.telling.tokens import OF_A_HAND, tokens
from referee.rules.profile import load_profile
from referee.rulings.answers import CONTEXT, SELECTOR, inputs_of, looked_at
from referee.rulings.case import PLAYED_AS
from referee.rulings.decide import can_be
from referee.rulings.facts import UNKNOWN, Fact
from referee.rulings.reading import table_of, table_slugs
from referee.rulings.tables import Table

PROFILE = "_profile"
"""Stands in the address of a case for the rules it is decided by."""
DESCRIBES = CONTEXT | {
    "contract",
    "first_trick_over",
    "weis_kind",
    "four_rank",
    "first_trick",
    "last_trick",
    "trick",
    "last",
    "last_round",
    "last_player",
}
"""Facts that may be told whatever is asked: also which Weis it was, and in which trick."""
ELSEWHERE = "house.ausserhalb"
"""Says, before all that was found, that no book speaks of a game that is said to be no Jass."""
LONG = 12
"""In a story of more words than that one alone tells little."""
SURE = 2.5
"""By how much what is likely has to be ahead of the next."""
STEM = 5
"""So many sounds of a word tell it, whatever its ending."""


def found_for(question: str, limit: int = 5) -> list[Hit]:
    """The articles for a question, best first: those that fit, and whose facts it tells, be they
    in doubt. A Jass or a suit that is named speaks for none of them. Where the points of both sides
    are told it is asked what a hand has, too."""
    tables = table_slugs()

    def told(slug: str) -> int:
        facts = _heard_in(question, slug) if slug in tables else ()
        return sum(bool(it.end) and it.fact != "mode" for it in facts)

    both_sides = any("hand" in token.said for token in tokens(question))
    found = lookup(f"{question} {OF_A_HAND}" if both_sides else question, limit, told)
    if not any(it.value == "game" for it in _heard_in(question, ELSEWHERE)):
        return found
    return [Hit(ELSEWHERE, 1.0, "s1"), *(hit for hit in found if hit.article != ELSEWHERE)][:limit]


def heard(question: str, slug: str) -> tuple[Told, ...]:
    """What a question tells of an article; nothing where it decides nothing."""
    return facts_told(question, slug) if slug in table_slugs() else ()


def deciding(question: str, slug: str, sentence: str) -> str:
    """The sentence of an article that decides what the question is heard to ask, else, and where
    it is one of several, the one whose words fit best."""
    told = {it.fact: it.value for it in heard(question, slug)}
    if SELECTOR not in told:
        return sentence
    rows = (row for row in table_of(slug).rows if SELECTOR in row.when)
    fit = (row for row in rows if all(told[it] in of for it, of in row.when.items() if it in told))
    cited = [it.partition("#")[2] for row in fit for it in row.cites if it.startswith(f"{slug}#")]
    return sentence if sentence in cited else next(iter(cited), sentence)


def told_of_case(question: str, slug: str, playing: str = "") -> dict[str, object]:
    """What an address says of a case of this article: its rules and its facts.

    `playing`: the game of a table; its rules hold, and only another game has to be told.
    """
    named = named_jasse(question)
    rules = _rules(named, slug, playing)
    told = {told.fact: told.value for told in facts_told(question, slug)}
    if rules or PLAYED_AS.get(playing, playing) in [jass.game for jass in named]:
        told.pop("game", None)
    return rules | told


def with_told(question: str, rules: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the look-up found, each article with the facts that the question tells of its case."""
    for rule in rules:
        found = heard(question, rule["article"])
        rule["told"] = {told.fact: told.value for told in found}
        rule["words"] = {it.fact: question[it.start : it.end] for it in found if it.end}
    return rules


@lru_cache(maxsize=32)
def facts_told(question: str, slug: str) -> tuple[Told, ...]:
    """The facts of an article that a question tells, each with the words that say so; all of them
    can be read and stand together.
    """
    named = named_jasse(question)
    table, profile = table_of(slug), load_profile(_rules(named, slug).get(PROFILE) or home(slug))
    found = [told for told in _heard_in(question, slug) if not _doubted(told, question, slug)]
    guessed = _likely(question, slug)
    read = _of_one_matter([*_game(named, table), *found], table, guessed)
    read += [told for told in guessed if told.fact not in {SELECTOR, *(it.fact for it in found)}]
    facts = {told.fact: told.value for told in read}
    if can_be(table, facts, profile):
        return tuple(read)
    fit: list[Told] = []
    for told in read:
        if can_be(table, {it.fact: it.value for it in (*fit, told)}, profile):
            fit.append(told)
    return tuple(fit)


def supposed(question: str, slug: str) -> dict[str, object]:
    """What a question may tell and is asked for: its words are too few, or it goes on to say
    something else. No ruling rests on that before somebody has said so."""
    found = _heard_in(question, slug)
    return {told.fact: told.value for told in found if _doubted(told, question, slug)}


@lru_cache(maxsize=32)
def _heard_in(question: str, slug: str) -> tuple[Told, ...]:
    return tuple(_read(_said_in(question, slug), table_of(slug)))


@lru_cache(maxsize=32)
def _said_in(question: str, slug: str) -> list[Told]:
    """What the words say, be it asked for or not."""
    return told_in(question, slug, table_of(slug).facts)


def _doubted(told: Told, question: str, slug: str) -> bool:
    """Whether an answer may not be meant: by one word of a long story that is none of its own,
    before a "but" after which nothing is heard, of another suit than the one that was led, where
    that matters, and is named no second time, or beside points that nothing takes. What it is
    about is no answer."""
    fact = table_of(slug).facts[told.fact]
    if fact.name in DESCRIBES | {SELECTOR} or fact.agreed or fact.default is not None:
        return False
    untaken = _untaken(question, slug)
    if fact.kind == "points":
        return untaken and _is_added(fact, question, slug)
    if fact.kind not in ("choice", "yesno") or untaken:
        return untaken
    led, suits = led_in(question), suits_in(question)
    follows = {"trick", "card"} & table_of(slug).facts.keys()
    once = follows and sum(suit == led for _at, suit in suits) < 2
    if once and any(told.start <= at < told.end and suit != led for at, suit in suits):
        return True
    said = words(question[told.start : told.end])
    if len(said) == 1:
        return len(words(question)) > LONG and not _is_its_own(said[0], fact, told.value)
    return any(
        begin <= told.start
        and told.end <= but
        and not any(other.start < end and other.end > but for other in _heard_in(question, slug))
        for begin, but, end in contrasts(question)
    )


def _is_added(fact: Fact, question: str, slug: str) -> bool:
    """Whether other points are added to these of which nothing is heard."""
    table, heard = table_of(slug), {told.fact for told in _heard_in(question, slug)}
    sums = (inputs_of(axis) for axis in table.axes if fact.name in inputs_of(axis))
    open_ = {name for names in sums for name in names & table.facts.keys()} - heard
    return any(table.facts[name].kind == "points" for name in open_)


@lru_cache(maxsize=32)
def _untaken(question: str, slug: str) -> bool:
    """Whether points are told that answer nothing that is asked, where points decide."""
    heard, facts = _said_in(question, slug), table_of(slug).facts.values()
    return any(fact.kind == "points" for fact in facts) and any(
        not any(told.start <= start and end <= told.end for told in heard)
        for start, end in numbers_in(question)
    )


def _is_its_own(word: str, fact: Fact, value: object) -> bool:
    """Whether a word begins as one of those by which the answer is called, or asked for."""
    return key(word)[:STEM] in _stems(fact.ask, fact.labels.get(value) or {})


def called_in(question: str, fact: Fact) -> set[object]:
    """The answers that a question calls by a word of their own, whatever it says of them."""
    said = {stem for word in words(question) if len(stem := key(word)[:STEM]) == STEM}
    return {value for value, names in fact.labels.items() if said & _stems(names)}


def _stems(*called: Mapping[str, str]) -> set[str]:
    texts = (text for names in called for text in names.values())
    return {key(word)[:STEM] for text in texts for word in words(text)}


def _likely(question: str, slug: str) -> list[Told]:
    """What it is about, by the questions to the article that are most alike: no words say it. What
    was done is never learned: it turns on a "not" or a "before", which likeness does not see."""
    surely = ((fact, answer) for fact, answer, by in likely(question, slug) if by >= SURE)
    return [Told(fact, answer, 0, 0) for fact, answer in surely]


def _of_one_matter(read: list[Told], table: Table, likely: list[Told]) -> list[Told]:
    """What belongs together where words tell something that only another question looks at: what it
    is about goes, unless it is asked for, or something is told that no other question asks for.
    Where nobody says what it is about, an answer that one question alone asks for says it, else
    what is likely."""
    matter = next((told for told in read if told.fact == SELECTOR), None)
    if matter is None:
        if follows := [*matter_of(read, table)]:
            return [*follows, *read]
        matter = next((told for told in likely if told.fact == SELECTOR), None)
        if matter is None:
            return read
        read = [matter, *read]
    selector = table.facts[SELECTOR]
    # Numbers, cards and what was agreed may fill in any ruling; answers belong to a question.
    beside = {told.fact for told in read if _is_answer(table.facts[told.fact])} - DESCRIBES
    own = looked_at(table, selector, matter.value)
    rest = [looked_at(table, selector, one) for one in selector.domain if one != matter.value]
    others = {name for looked in rest for name in looked}
    strange = beside & others - own
    if strange and (matter.asks or (matter.end and beside & own - others)):
        return [told for told in read if told.fact not in strange]
    return [told for told in read if told is not matter] if strange else read


def matter_of(read: Iterable[Told], table: Table) -> Iterator[Told]:
    """What it is about, where one question alone looks at the answers that are told, and at all."""
    selector = table.facts.get(SELECTOR)
    told = {it.fact for it in read if _is_answer(table.facts[it.fact]) and it.value != UNKNOWN}
    answers = told - DESCRIBES
    if selector is None or not answers:
        return
    looking = {value: answers & looked_at(table, selector, value) for value in selector.domain}
    asking = [value for value, facts in looking.items() if facts]
    if len(asking) == 1 and looking[asking[0]] == answers:
        yield Told(SELECTOR, asking[0], 0, 0)


def _is_answer(fact: Fact) -> bool:
    """Whether it is part of the story: not what a table agrees on before it plays."""
    return fact.is_axis and fact.default is None and not fact.agreed


def _rules(named: Sequence[Jass], slug: str, playing: str = "") -> dict[str, str]:
    """The rules that a question names, where it names one Jass and no table says what is played."""
    rules = named[0].profile if len(named) == 1 and not playing else None
    return {PROFILE: rules} if rules and _holds_by(slug, rules) else {}


def _holds_by(slug: str, rules: str) -> bool:
    """Whether these rules may be played by an article: by one of another book only those of its
    game, and by one of a book that is a Jass of its own no others."""
    own = home(slug)
    if any(jass.book and slug.startswith(jass.book) for jass in JASSE):
        return rules == own
    return own == MAIN_BOOK or load_profile(rules).game == load_profile(own).game


def _game(named: Sequence[Jass], table: Table) -> Iterator[Told]:
    """The game that is named; of several nobody knows which is meant: it is asked."""
    fact = table.facts.get("game")
    game = named[0].game if len(named) == 1 else UNKNOWN
    if named and fact is not None and game in (*fact.domain, UNKNOWN):
        yield Told("game", game, 0, 0)


def _read(found: Sequence[Told], table: Table) -> Iterator[Told]:
    """What the article asks for, as its facts read it."""
    for told in found:
        if fact := table.facts.get(told.fact):
            try:
                value = UNKNOWN if told.value == OPEN else fact.read(_listed(fact, told.value))
            except Refusal:
                continue
            yield replace(told, value=value)


def _listed(fact: Fact, value: object) -> object:
    return [value] if fact.kind in ("cards", "trick") else value


@dataclass(frozen=True, slots=True)
class Taken:
    """What was taken from questions: of so many facts `told`, `found`; besides, `wrong` ones."""

    told: int
    found: int
    wrong: int

    @property
    def recall(self) -> float:
        return self.found / self.told if self.told else 1.0

    def __add__(self, other: "Taken") -> "Taken":
        return Taken(self.told + other.told, self.found + other.found, self.wrong + other.wrong)


def taken_from(item: Mapping[str, Any]) -> Taken:
    """What was taken from one question; `told`: what its words tell, `also`: what may be taken."""
    heard = facts_told(item["question"], item["article"])
    found = {
        told.fact: list(told.value) if isinstance(told.value, tuple) else told.value
        for told in heard
    }
    told: Mapping[str, Any] = item["told"]
    right = sum(found.get(fact, UNKNOWN) == value for fact, value in told.items())
    may = {**item.get("also", {}), **told}
    # What it is about may follow from an answer, without words of its own.
    worded = {told.fact for told in heard if told.fact != SELECTOR or told.end}
    wrong = sum(may.get(fact, UNKNOWN) != found[fact] for fact in worded)
    return Taken(len(told), right, wrong)


ALL = "all"


def by_language(items: Iterable[Mapping[str, Any]]) -> dict[str, Taken]:
    """The figures of each language, and of all."""
    figures: dict[str, Taken] = {}
    for item in items:
        taken = taken_from(item)
        for name in (item["lang"], ALL):
            figures[name] = figures.get(name, Taken(0, 0, 0)) + taken
    return figures
