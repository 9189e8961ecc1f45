"""The catalogues of `jassclub/locale/`, kept with Babel: no gettext tools are needed.

Texts in the sources are German and their own translation: de.po is empty. The others translate
them. `python -m jassclub.translations update` collects new texts, drops those no longer used, sets
all in type and compiles; `check` says what is missing, stale, has lost a placeholder, or is not as
texts are here (`texts.py`), also in the books.
"""

import re
import sys
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

from jassclub.core.languages import LANGUAGES, SOURCE, in_books
from jassclub.core.typography import set_in_type
from jassclub.texts import faults, findings_in_books, findings_on_pages, wrong_plural
from jassclub.texts_beside import findings_beside_german, other_than, repeats_alone

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "jassclub" / "locale"
ROOMS = ("jassclub", "referee", "scoring", "tournaments")
KEYWORDS = {
    **DEFAULT_KEYWORDS,
    **{f"{name}_lazy": DEFAULT_KEYWORDS[name] for name in ("gettext", "ngettext", "pgettext")},
    "npgettext_lazy": DEFAULT_KEYWORDS["npgettext"],
    "gettext_noop": None,
}
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*(?::[^{}]*)?\}")
SAID = ("title", "about", "words", "nobody", "house", "round_words", "matsch_words")
"""Under these keys the files of games, profiles and books have sentences."""
Text = str | tuple[str, ...] | list[str]
"""What a message says: one text, or one for each plural form."""

LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)
"""A fixed date in the headers: the same texts give the same file."""


def collected() -> Catalog:
    """Every text marked in Python files and templates, and what games, rules and books say."""
    catalog = Catalog()
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*")):
            for message, context in _texts_of(path):
                catalog.add(message, context=context)
    return catalog


def _texts_of(path: Path) -> Iterator[tuple[Text, str | None]]:
    if path.suffix == ".py":
        source = path.read_bytes()
    elif path.suffix == ".toml" and path.parts[-3:-1] == ("articles", "house"):
        yield tomllib.loads(path.read_text())["source"], None
        return
    elif path.suffix == ".toml" and (
        "games" in path.parts[-3:] or path.parent.name == "profiles" or path.name == "books.toml"
    ):
        yield from ((text, None) for text in _words_in(tomllib.loads(path.read_text())))
        return
    elif path.suffix in (".html", ".txt") and "templates" in path.parts:
        # On one line, what `templatize` leaves of a template reads as Python.
        source = templatize(path.read_text()).replace("\n", " ").strip().encode()
    else:
        return
    for _line, message, _comments, context in extract("python", BytesIO(source), KEYWORDS):
        yield message, context


def _words_in(told: object, key: str = "") -> Iterator[str]:
    """The words of a file: titles, questions, their answers, reasons, what is said of findings."""
    if isinstance(told, dict):
        for name, inner in told.items():
            yield from _words_in(inner, "words" if key in ("answers", "sentences") else name)
    elif isinstance(told, list) and key == "options":
        yield from (option[1] for option in told)
    elif isinstance(told, list) and key == "blank_headings":
        yield from told
    elif isinstance(told, list):
        for inner in told:
            yield from _words_in(inner, "")
    elif isinstance(told, str) and key in SAID:
        yield told


def updated(language: str, texts: Catalog) -> Catalog:
    """The catalogue of a language with exactly these texts, known translations kept."""
    known = _read(language)
    catalog = Catalog(
        locale=language,
        project="Jassclub",
        version="1",
        creation_date=LONG_AGO,
        revision_date=LONG_AGO,
        fuzzy=False,
    )
    for message in texts if language != SOURCE else ():
        if message.id:
            found = known.get(message.id, message.context)
            catalog.add(
                message.id,
                _translation(language, message, found, catalog.num_plurals),
                context=message.context,
            )
    return catalog


def _translation(language: str, message: Message, found: Message | None, plurals: int) -> Text:
    if found is not None and isinstance(found.id, tuple) == isinstance(message.id, tuple):
        said = found.string or ""
        if isinstance(said, str):
            return set_in_type(language, said)
        return tuple(set_in_type(language, form) for form in said)
    return ("",) * plurals if message.pluralizable else ""


def findings(language: str, texts: Catalog) -> Iterator[str]:
    """What is wrong with a language: missing, superfluous, broken placeholder, stale .mo; and what
    stands in a text that should not. A language whose books stand apart is translated bit by bit:
    what is missing is read in German."""
    known = _read(language)
    for message in texts:
        if message.id and language == SOURCE:
            yield from _wrong(language, message.id)
        elif message.id:
            found = known.get(message.id, message.context)
            if found and language not in in_books() and not all(_forms(found.string)):
                continue
            if problem := _problem(message, found):
                yield f"{language}: {problem}: {message.id!r}"
            elif found is not None:
                yield from _wrong(language, found.string)
                yield from _otherwise(language, _forms(message.id), _forms(found.string))
    yield from findings_in_books(language)
    yield from findings_beside_german(language)
    for message in known:
        if message.id and texts.get(message.id, message.context) is None:
            yield f"{language}: no longer used: {message.id!r}"
    compiled = _path(language, "mo")
    if not compiled.exists() or compiled.read_bytes() != _compiled(known):
        yield f"{language}: the compiled catalogue is stale"


def _wrong(language: str, text: Text | None) -> Iterator[str]:
    forms = _forms(text)
    if len(forms) > 1 and wrong_plural(language, forms):
        yield f"{language}: the form of several is that of one: {forms[0]!r}"
    for form in dict.fromkeys(forms):
        yield from (f"{language}: {fault}: {form!r}" for fault in faults(language, form))


def _otherwise(language: str, german: list[str], forms: list[str]) -> Iterator[str]:
    if repeats_alone(language, german, forms):
        yield f"{language}: the form of several is that of one: {forms[0]!r}"
    for said, form in dict.fromkeys(zip(german, forms, strict=False)):
        yield from (f"{language}: {fault}: {form!r}" for fault in other_than(language, said, form))


def _problem(message: Message, found: Message | None) -> str:
    if found is None:
        return "not in the catalogue"
    if not all(_forms(found.string)) or found.fuzzy:
        return "not translated"
    allowed = {_placeholders(form) for form in _forms(message.id)}
    if any(_placeholders(form) not in allowed for form in _forms(found.string)):
        return "other placeholders"
    return ""


def _forms(text: Text | None) -> list[str]:
    return [text or ""] if isinstance(text, str | None) else list(text)


def _placeholders(text: str) -> tuple[str, ...]:
    return tuple(sorted(PLACEHOLDER.findall(text)))


def _path(language: str, suffix: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / f"django.{suffix}"


def _read(language: str) -> Catalog:
    path = _path(language, "po")
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def _compiled(catalog: Catalog) -> bytes:
    buffer = BytesIO()
    write_mo(buffer, catalog)
    return buffer.getvalue()


def update() -> None:
    """Write and compile the catalogues of all languages."""
    texts = collected()
    for language in LANGUAGES:
        catalog = updated(language, texts)
        _path(language, "po").parent.mkdir(parents=True, exist_ok=True)
        with _path(language, "po").open("wb") as file:
            write_po(file, catalog, width=96, no_location=True, sort_output=True)
        _path(language, "mo").write_bytes(_compiled(_read(language)))


def main(arguments: list[str]) -> int:
    """`check` or `update`; 0 when all is well, 1 with a line for each finding."""
    if arguments == ["update"]:
        update()
    elif arguments != ["check"]:
        sys.stderr.write("python -m jassclub.translations check|update\n")
        return 2
    texts = collected()
    problems = [*findings_on_pages()]
    problems += [finding for language in LANGUAGES for finding in findings(language, texts)]
    sys.stdout.writelines(f"{problem}\n" for problem in problems)
    return 1 if problems and arguments == ["check"] else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
