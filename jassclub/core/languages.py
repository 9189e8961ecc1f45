"""The languages of the service: a line here, and a folder `jassclub/locale/<code>/` for each.

The folder holds the catalogues, what is peculiar to the language (`peculiar.py`) and, of a language
that does not stand in the books themselves, its `books/`: the same files, with a text where the
book has one in each language. What is not translated there yet is read in the language of the
source. Plain Python, for the pure packages too.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jassclub.core.peculiar import LOCALE
from jassclub.core.typography import set_in_type

LANGUAGES = {"de": "Deutsch", "fr": "Français", "it": "Italiano", "en": "English"}
"""Code -> its own name."""
SOURCE = "de"
FOR_PROGRAMS = "en"
"""What is read by whoever speaks none of them: the document of the API, a bill for a bank."""


def language_choices() -> list[tuple[str, str]]:
    """For a column: a further language needs no migration."""
    return list(LANGUAGES.items())


def read_book(text: str, name: str) -> dict[str, Any]:
    """A file of a book (`articles/fragen`), its sentences in print and in every language."""
    found: dict[str, Any] = tomllib.loads(text)
    for language, books in _apart().items():
        file = books / f"{name}.toml"
        own = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        found = _with(language, found, own)
    printed: dict[str, Any] = _printed("", found)
    return printed


def in_books() -> frozenset[str]:
    """The languages that stand in the books themselves: what is ruled is said in each of them."""
    return frozenset(LANGUAGES.keys() - _apart().keys())


@cache
def _apart() -> Mapping[str, Path]:
    """Languages whose books stand in their own folder."""
    return {code: books for code in LANGUAGES if (books := LOCALE / code / "books").is_dir()}


def _with(language: str, told: Any, own: Any) -> Any:
    """The book with the texts of one more language."""
    if isinstance(told, list):
        more = own if isinstance(own, list) else []
        return [
            _with(language, one, more[place] if place < len(more) else None)
            for place, one in enumerate(told)
        ]
    if not isinstance(told, dict):
        return told
    if SOURCE in told:
        return {**told, language: own or told[SOURCE]}
    mine = own if isinstance(own, dict) else {}
    return {key: _with(language, one, mine.get(key)) for key, one in told.items()}


def _printed(key: str, told: Any) -> Any:
    if isinstance(told, dict):
        return {name: _printed(name, inner) for name, inner in told.items()}
    if isinstance(told, list):
        return [_printed("", inner) for inner in told]
    return set_in_type(key, told) if key in LANGUAGES and isinstance(told, str) else told
