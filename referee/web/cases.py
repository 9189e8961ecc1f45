"""A case as it stands in the address of its page: nothing is stored, everything can be shared.

What the page of a case shows: the next question, or the ruling with its reasons.

A case may be asked by itself or at a table where a hand is played; both pages read this.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import QueryDict

from jassclub.clubs.actors import Actor
from jassclub.core.errors import Invalid
from jassclub.core.reader import signed_number_in
from referee.asking import ruled
from referee.rulebook.articles import Article, article, cited
from referee.rules.modes import name_of
from referee.rules.profile import Profile, load_profile
from referee.rulings.case import default_answer
from referee.rulings.decide import can_be
from referee.rulings.facts import UNKNOWN, Fact
from referee.rulings.reading import table_slugs
from referee.rulings.ruling import Question, Ruling, spoken
from referee.rulings.tables import Table
from referee.services import precedents_like
from referee.wording import Who, effect_lines, options_of, seat_or_side

LISTS = ("cards", "holding", "trick", "numbers")
PLACES = ("seat", "side")
TYPED = (*PLACES, "suit", "card", "mode", "points", "number", *LISTS)
"""Kinds of detail that can be typed into the form of a case."""
FOUR = {"seat": (0, 1, 2, 3), "side": ("0+2", "1+3")}
"""The places of a table of four, where nobody has a name."""


@dataclass(frozen=True)
class Tap:
    """An answer to tap: its words and the address it leads to."""

    label: str
    address: str


@dataclass(frozen=True, kw_only=True)
class CaseQuery:
    """A case as a page asks it.

    `query` is what stands in the address: the facts that were told, and by names with "_" what
    the page keeps for itself. `filled` are facts that hold without being told; no address and no
    sentence of the page names them. `places`: the seats and sides there are, called by `who`.
    `path`: where the page is, for addresses; empty for the page that is shown.
    """

    table: Table
    profile: Profile
    lang: str
    query: QueryDict
    filled: Mapping[str, object] = field(default_factory=dict)
    places: Mapping[str, tuple[object, ...]] = field(default_factory=lambda: FOUR)
    who: Who = seat_or_side
    path: str = ""

    @cached_property
    def told(self) -> dict[str, object]:
        """The facts in the address; one that the article does not know is left to the refusal."""
        return {
            name: _value(self.table.facts.get(name), text)
            for name, text in self._written.items()
            if not name.startswith("_")
        }

    @property
    def facts(self) -> dict[str, object]:
        """All facts of the case: over those that are filled in, those that were told."""
        return {**self.filled, **self.told}

    @property
    def kept(self) -> list[tuple[str, str]]:
        """The address as the hidden fields of a form."""
        return list(self._written.items())

    def address(self, **more: object) -> str:
        """The query of the case with one answer more."""
        return self.path + query_of({**self._written, **more})

    def allows(self, fact: Fact, answer: object) -> bool:
        """Whether an answer stands together with what is known: no other one is offered."""
        return can_be(self.table, {**self.facts, fact.name: answer}, self.profile)

    def without(self, name: str) -> str:
        """The query of the case without one answer."""
        return self.path + query_of({key: text for key, text in self.kept if key != name})

    def words(self, fact: Fact, value: object) -> str:
        """An answer as people say it."""
        if value == UNKNOWN:
            return "?"
        if fact.kind in PLACES:
            return self.who(value)
        answer = fact.answer(value) if fact.is_axis else value
        label = fact.labels.get(answer, {}).get(self.lang) if fact.is_axis else None
        return label or name_of(value, self.lang)

    def question(self, fact: Fact) -> str:
        """How a fact is asked for, by the names of those it is about."""
        text = fact.ask.get(self.lang, fact.name)
        places = {
            name: place
            for name, place in self.told.items()
            if name in self.table.facts and self.table.facts[name].kind in PLACES
        }
        return spoken(text, places, self.lang, lambda place, _lang: self.who(place))

    @cached_property
    def _written(self) -> dict[str, str]:
        return {name: text for name, text in self.query.items() if isinstance(text, str) and text}


def told(asked: CaseQuery) -> list[dict[str, str]]:
    """What was answered so far, in words, each with the way back."""
    facts = asked.table.facts
    return [
        {
            "question": asked.question(facts[name]),
            "answer": asked.words(facts[name], value),
            "undo": asked.without(name),
        }
        for name, value in asked.told.items()
        if name in facts
    ]


def assumed(asked: CaseQuery, used: list[str]) -> list[tuple[str, list[Tap]]]:
    """What was taken as given because nobody said otherwise: the question, the other answers."""
    return [
        (f"{asked.question(fact)} {asked.words(fact, given)}", other_answers(asked, fact, given))
        for fact in [asked.table.facts[name] for name in used]
        if fact.name not in asked.facts and not fact.profile
        for given in [default_answer(fact, asked.profile)]
        if given is not None
    ]


def other_answers(asked: CaseQuery, fact: Fact, given: object) -> list[Tap]:
    """The answers that were not given."""
    return [
        Tap(asked.words(fact, answer), asked.address(**{fact.name: answer}))
        for answer in fact.domain
        if answer != given and asked.allows(fact, answer)
    ]


def details(asked: CaseQuery) -> list[Fact]:
    """The details that can be typed: cards, seats, points."""
    return [fact for fact in asked.table.facts.values() if not fact.is_axis and fact.kind in TYPED]


def place_taps(asked: CaseQuery) -> list[tuple[str, list[Tap]]]:
    """Who did it, where nobody has said so yet: the question and everybody by name."""
    groups = [
        (
            asked.question(fact),
            [
                Tap(asked.who(place), asked.address(**{fact.name: place}))
                for place in asked.places[fact.kind]
                if asked.allows(fact, place)
            ],
        )
        for fact in details(asked)
        if fact.kind in PLACES and fact.name not in asked.facts
    ]
    return [(words, taps) for words, taps in groups if taps]


def query_of(facts: Mapping[str, object]) -> str:
    """A case as the query of an address."""
    return "?" + urlencode([(name, _text(value)) for name, value in facts.items()])


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


def _value(fact: Fact | None, text: str) -> object:
    if fact is None or text == UNKNOWN:
        return text
    if fact.kind == "yesno":
        return {"yes": True, "no": False}.get(text, text)
    if fact.kind in LISTS:
        read = _number if fact.kind == "numbers" else str.upper
        return [read(part) for part in text.replace(",", " ").split()]
    if fact.kind in ("seat", "points", "number"):
        return _number(text)
    return text.upper() if fact.kind in ("card", "suit", "mode") else text


def _number(text: str) -> object:
    number = signed_number_in(text, most_digits=7)
    return text if number is None else number


def case_context(slug: str, asked: CaseQuery) -> dict[str, Any]:
    """Everything that `referee/case.html` reads but the ways back; `refusal` for bad facts."""
    context = {
        "article": short(article(slug), asked.lang),
        "told": told(asked),
        "details": [
            (fact, asked.question(fact)) for fact in details(asked) if fact.name not in asked.told
        ],
        "places": {
            kind: [(place, asked.who(place)) for place in there]
            for kind, there in asked.places.items()
        },
        "kept": asked.kept,
    }
    try:
        ruling = ruled(slug, asked.facts, asked.profile)
    except Invalid as refusal:
        return {**context, "refusal": refusal}
    if ruling.question:
        return {**context, "question": _question(ruling.question, asked)}
    used = [step.fact for step in ruling.trace]
    return {**context, "assumed": assumed(asked, used), "ruling": _ruling(ruling, asked)}


def shown(said: Mapping[str, Any], lang: str, who: Who = seat_or_side) -> dict[str, Any]:
    """A ruling, as it was given or stored, in words: what happens, who chooses, and why."""
    return {
        **said,
        "lines": effect_lines(said["effects"], who),
        "choices": [options_of(option, who) for option in said["options"]],
        "reasons": [_reason(cite, lang) for cite in said["cites"]],
        "readings": [
            {
                **reading,
                "lines": effect_lines(reading["effects"], who),
                "reasons": [_reason(cite, lang) for cite in reading["cites"]],
            }
            for reading in said["readings"]
        ],
    }


def short(item: Article, lang: str) -> dict[str, Any]:
    """An article as lists name it."""
    return {
        "slug": item.slug,
        "title": item.title[lang],
        "decides": item.slug in table_slugs(),
    }


def _ruling(ruling: Ruling, asked: CaseQuery) -> dict[str, Any]:
    lang = asked.lang
    said: dict[str, Any] = ruling.to_json(lang)
    return {
        **shown(said, lang, asked.who),
        "otherwise": [
            (
                asked.question(asked.table.facts[miss["fact"]]),
                " / ".join(miss["labels"]),
                miss["text"],
            )
            for miss in said["misses"]
        ],
        "competing": [
            (
                ", ".join(load_profile(slug).title for slug in other["profiles"]),
                other["text"],
                _reason(other["cites"][0], lang),
            )
            for other in said["competing"]
        ],
    }


def _question(question: Question, asked: CaseQuery) -> dict[str, Any]:
    fact = asked.table.facts[question.fact]
    taps = [
        Tap(words.get(asked.lang, str(value)), asked.address(**{fact.name: value}))
        for value, words in question.answers
        if asked.allows(fact, value)
    ]
    return {"text": asked.question(fact), "why": _reason(question.why, asked.lang), "taps": taps}


def _reason(citation: str | None, lang: str) -> dict[str, str] | None:
    if citation is None:
        return None
    slug, _, number = citation.partition("#")
    words = {"text": cited(citation).text[lang], "title": article(slug).title[lang]}
    return {"slug": slug, "number": number, **words}


AT_MOST = 3


def decided_before(
    actor: Actor, club_id: UUID, said: Mapping[str, Any], *, lang: str
) -> list[dict[str, object]]:
    """The latest of a club's decisions in cases under the same rows as this ruling: when, what,
    and why where a person decided.
    """
    found = precedents_like(
        actor, club_id=club_id, article=said["article"], rows=said["trace"][-1]["rows"]
    )
    return [
        {
            "on": item.created_at,
            "text": item.ruling.said[lang]["text"],
            "reason": item.ruling.reason,
        }
        for item in found[:AT_MOST]
    ]
