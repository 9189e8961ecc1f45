"""A case as it stands in the address of its page: nothing is stored, everything can be shared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import QueryDict

from referee.rules.profile import Profile
from referee.rulings.case import default_answer
from referee.rulings.facts import Fact
from referee.rulings.names import name_of
from referee.rulings.tables import Table
from referee.rulings.vocabulary import UNKNOWN
from referee.wording import seat_or_side

LISTS = ("cards", "holding", "trick", "numbers")
TYPED = ("seat", "side", "suit", "card", "mode", "points", "number", *LISTS)
"""Kinds of detail that can be typed into the form of a case."""


@dataclass(frozen=True)
class Tap:
    """An answer to tap: its words and the address it leads to."""

    label: str
    address: str


@dataclass(frozen=True)
class Told:
    """One answer given so far, and the address of the case without it."""

    question: str
    answer: str
    undo: str


def read_case(table: Table, query: QueryDict) -> dict[str, object]:
    """The facts of an address; a fact that the article does not know is left to the refusal."""
    return {
        name: _value(table.facts.get(name), text)
        for name, text in query.items()
        if isinstance(text, str) and text and not name.startswith("_")
    }


def address(facts: Mapping[str, object], **more: object) -> str:
    """The query of a case with one answer more."""
    return "?" + urlencode([(name, _text(value)) for name, value in {**facts, **more}.items()])


def told(table: Table, facts: Mapping[str, object], lang: str) -> list[Told]:
    """What was answered so far, in words, each with the way back."""
    return [
        Told(
            table.facts[name].ask.get(lang, name),
            _words(table.facts[name], value, lang),
            address({other: kept for other, kept in facts.items() if other != name}),
        )
        for name, value in facts.items()
        if name in table.facts
    ]


def assumed(
    table: Table, facts: Mapping[str, object], profile: Profile, used: list[str], lang: str
) -> list[tuple[str, list[Tap]]]:
    """What was taken as given because nobody said otherwise: the question, the other answers."""
    return [
        (f"{fact.ask.get(lang, name)} {_words(fact, default_answer(fact, profile), lang)}", taps)
        for name in used
        for fact in [table.facts[name]]
        if name not in facts and not fact.profile and default_answer(fact, profile) is not None
        for taps in [other_answers(fact, facts, default_answer(fact, profile), lang)]
    ]


def other_answers(fact: Fact, facts: Mapping[str, object], given: object, lang: str) -> list[Tap]:
    """The answers that were not given."""
    return [
        Tap(_words(fact, answer, lang), address(facts, **{fact.name: answer}))
        for answer in fact.domain
        if answer != given
    ]


def details(table: Table) -> list[Fact]:
    """The details that can be typed: cards, seats, points."""
    return [fact for fact in table.facts.values() if not fact.is_axis and fact.kind in TYPED]


def _words(fact: Fact, value: object, lang: str) -> str:
    if value == UNKNOWN:
        return "?"
    answer = fact.answer(value) if fact.is_axis else value
    if fact.kind in ("seat", "side"):
        return seat_or_side(value)
    return fact.labels.get(answer, {}).get(lang) or name_of(value, lang)


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
        parts = [part for part in text.replace(",", " ").split() if part]
        return [_number(part) for part in parts] if fact.kind == "numbers" else _upper(parts)
    if fact.kind in ("seat", "points", "number"):
        return _number(text)
    return text.upper() if fact.kind in ("card", "suit", "mode") else text


def _upper(parts: list[str]) -> list[str]:
    return [part.upper() for part in parts]


def _number(text: str) -> object:
    return int(text) if text.lstrip("-").isdecimal() and len(text) < 8 else text
