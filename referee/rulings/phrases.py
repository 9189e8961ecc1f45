"""The words of a ruling with the details of the case in them.

A text names a detail with what stands in its place where it is not known: `{card|die Karte}`.
"""

import re
from collections.abc import Callable, Mapping

from referee.rules.modes import name_of
from referee.rulings.facts import Fact, known

_START = re.compile(r"^\w|(?<=[.!?] )\w")
_PLACE = re.compile(r"\{(\w+)\|([^{}]*)\}")


def spoken(
    text: str,
    details: Mapping[str, object],
    lang: str,
    name: Callable[[object, str], str] = name_of,
) -> str:
    """The text in `lang` with its details filled in, called as `name` does (cards by name);
    sentences begin in upper case.
    """

    def filled(place: re.Match[str]) -> str:
        value = details.get(place[1])
        return place[2] if value is None or not known(value) else name(value, lang)

    return _START.sub(lambda letter: letter[0].upper(), _PLACE.sub(filled, text))


def named_in(text: str) -> set[str]:
    """The details that a text names."""
    return {place[1] for place in _PLACE.finditer(text)}


def question_words(fact: Fact, lang: str) -> str:
    """How a fact is asked for, of nobody in particular; its name where a book decides it."""
    return spoken(fact.ask.get(lang, fact.name), {}, lang)


def answer_words(fact: Fact, answer: object, lang: str) -> str:
    """An answer of a fact in words; a detail as it is called at the table."""
    return fact.labels.get(answer, {}).get(lang) or name_of(answer, lang)
