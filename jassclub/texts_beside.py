"""What a translation says otherwise than the German it stands for, which neither text shows alone:
a word that its concept never has, several addressed instead of one, a polite form.

`make check-texts` asks it of every message and every sentence of the books (`texts.py`).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from jassclub.core.languages import SOURCE, in_books
from jassclub.texts import NO_WORD, plain, read_books, speaks, terms


def other_than(language: str, german: str, text: str) -> Iterator[str]:
    """What is wrong with a text beside its German."""
    german, text = plain(german), plain(text)
    freely = terms()["beside"]["freely"].get(language, ())
    for concept, (named, ours, never) in _concepts(language).items():
        if named.search(german) and not ours.search(text):
            if found := never.search(text):
                yield f"not our word for {concept}: «{found.group()}»"
            elif language != SOURCE and len(german.split()) <= SHORT and concept not in freely:
                yield f"without our word for {concept}"
    if _is(SOURCE, "reader", german) and not _is(SOURCE, "table", german):
        not_to_one, you = speaks(language, "never_to_reader"), speaks(language, "you")
        if polite := not_to_one and not_to_one.search(text):
            yield f"speaks to one reader: «{polite.group().strip()}»"
        elif you and _is(SOURCE, "you", german) and not you.search(text):
            yield "speaks to the reader in German and not here"
    anybody = speaks(language, "anybody")
    if anybody and _is(SOURCE, "anybody", german) and not anybody.search(text):
        yield "speaks to the reader in German and not here"


SHORT = 4
"""Words of a label: too few to tell a concept by a pronoun."""


def _is(language: str, how: str, text: str) -> bool:
    pattern = speaks(language, how)
    return bool(pattern and pattern.search(text))


def repeats_alone(language: str, german: Sequence[str], forms: Sequence[str]) -> bool:
    """Whether the forms of one and of several are the same where the German ones are not, nor is
    it a noun that never changes."""
    if len(set(forms)) == len(forms) or len(set(german)) < len(german):
        return False
    return not any(re.search(rf"\b{noun}\b", forms[0]) for noun in _unchanging(language))


@cache
def _unchanging(language: str) -> frozenset[str]:
    return frozenset(
        concept[language]
        for concept in terms()["concepts"].values()
        if language in concept
        and concept.get("plural", {}).get(language) in (concept[language], "inv.")
    )


@cache
def _concepts(language: str) -> Mapping[str, tuple[re.Pattern[str], ...]]:
    """Concept -> its German name, its name in the language, what it never is called."""
    return {
        name: (
            _any_of([*_forms(concept, SOURCE), *concept.get(f"forms_{SOURCE}", [])]),
            _any_of(_forms(concept, language), flags=re.IGNORECASE),
            _any_of(concept.get(f"never_{language}", [NO_WORD]), flags=re.IGNORECASE),
        )
        for name, concept in terms()["concepts"].items()
        if language in concept and name not in terms()["beside"]["several_meanings"]
    }


def _forms(concept: Mapping[str, Any], language: str) -> list[str]:
    return [concept[language], concept.get("plural", {}).get(language) or concept[language]]


def _any_of(words: Sequence[str], flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, words))})\b", flags)


def findings_beside_german(language: str) -> Iterator[str]:
    """What the sentences of the books in a language say otherwise than the German ones."""
    for where, told in read_books():
        for german, text in _pairs(told, language):
            untold = ["not translated"] if language in in_books() else []
            for fault in other_than(language, german, text) if text.strip() else untold:
                yield f"{where}: {language}: {fault}: {text or german!r}"


def _pairs(told: Any, language: str) -> Iterator[tuple[str, str]]:
    """(German, text) of everything that a file says in a language."""
    if isinstance(told, dict):
        german, text = told.get(SOURCE), told.get(language)
        if isinstance(german, str):
            yield german, text if isinstance(text, str) else ""
        told = list(told.values())
    if isinstance(told, list):
        for inner in told:
            yield from _pairs(inner, language)
