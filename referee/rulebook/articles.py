"""The articles of the books: title, numbered sentences and keywords in four languages.

One TOML file for each article, `articles/<book>/<slug>.toml`. The files are read when the module
is imported and parsed when an article is first asked for.

The shelf: which books exist, their articles, and the profiles as they stand in the files.

All files are read once, when the module is imported; nothing is read at call time.

Which profiles play by which other book, and where it says the same in its own words.

`own_books.toml`: [profiles] names who follows a book or one of its articles; [general] the articles
of the main book on the same matter; [like] the sentence whose rule a sentence of that book repeats;
[notes] why no ruling can cite one.

The decision tables of the articles as they stand in their files: text, not yet law.

One TOML file for each article, `tables/<book>/<slug>.toml`. All are read when the module is
imported; the rulings parse and check a table when it is first asked for.
"""

import hashlib
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any

from jassclub.core.languages import LANGUAGES, read_book

MAIN_BOOK = "jassregeln"
_ROOT = files("referee.rulebook")


@dataclass(frozen=True)
class RawProfile:
    """One profile file: `values` as written, `extends` the slug of the layer below or None."""

    slug: str
    title: str
    edition: str
    extends: str | None
    values: dict[str, object]


def slug_in(book: str, name: str) -> str:
    """The slug of an article of a book; those of other books carry the book before a dot."""
    return name if book == MAIN_BOOK else f"{book}.{name}"


def texts_by_article(folder: str) -> dict[str, str]:
    """Slug -> text of the file, for a folder that has a folder a book and a file an article."""
    return {
        slug_in(book.name, file.name.removesuffix(".toml")): file.read_text(encoding="utf-8")
        for book in sorted((_ROOT / folder).iterdir(), key=str)
        for file in sorted(book.iterdir(), key=str)
        if file.name.endswith(".toml")
    }


def raw_profile(slug: str, text: str) -> RawProfile:
    """Read the text of a profile file; ValueError (or KeyError) when its head is incomplete."""
    table = tomllib.loads(text)
    head = {key: table.pop(key, None) for key in ("title", "edition", "extends", "values")}
    if table or not head["title"] or not head["edition"]:
        raise ValueError(f"profile {slug}: needs title, edition and values only, has {table}")
    return RawProfile(slug=slug, **head)


_BOOKS = tomllib.loads((_ROOT / "books.toml").read_text(encoding="utf-8"))
BOOKS: dict[str, str] = {slug: entry["title"] for slug, entry in _BOOKS.items()}
"""Book -> its title, the main book first."""
ARTICLES: dict[str, str] = {
    slug_in(book, name): book for book, entry in _BOOKS.items() for name in entry["articles"]
}
"""Article -> its book, in the order of the books."""
PROFILES: dict[str, RawProfile] = {
    slug: raw_profile(slug, file.read_text(encoding="utf-8"))
    for file in sorted((_ROOT / "profiles").iterdir(), key=lambda item: item.name.partition(".")[0])
    for slug, dot, ending in [file.name.partition(".")]
    if ending == "toml"
}


def is_article(slug: object) -> bool:
    """Whether a citation names an article of a book on the shelf."""
    return isinstance(slug, str) and slug in ARTICLES


Words = Mapping[str, str]


class ArticleError(ValueError):
    """An article file that is not whole; `problems` names everything that is wrong in it."""

    def __init__(self, slug: str, problems: list[str]) -> None:
        super().__init__(f"article {slug}: " + "; ".join(problems))
        self.problems = problems


@dataclass(frozen=True)
class Sentence:
    """One numbered sentence: `id` is "s1", "s2", ...; `text` by language."""

    id: str
    text: Words


@dataclass(frozen=True, kw_only=True)
class Article:
    """An article. `source`: where the fact stands; `since`: the day from which the text holds.

    `keywords`: language (also "gsw", the dialects) -> what players say.
    """

    slug: str
    book: str
    title: Words
    sentences: tuple[Sentence, ...]
    keywords: Mapping[str, tuple[str, ...]]
    source: str
    since: date
    digest: str

    def sentence(self, number: str) -> Sentence:
        """The sentence with this id; KeyError if the article has none."""
        return {sentence.id: sentence for sentence in self.sentences}[number]


TEXTS = texts_by_article("articles")


def article_slugs() -> list[str]:
    """All articles with a text, the main book first, each book in the order of its list."""
    written = [slug for slug in ARTICLES if slug in TEXTS]
    return [*written, *(slug for slug in TEXTS if slug not in ARTICLES)]


@cache
def article(slug: str) -> Article:
    """The article; KeyError if there is none, ArticleError if its file is not whole."""
    return read_article(slug, slug.rpartition(".")[0] or MAIN_BOOK, TEXTS[slug])


def read_article(slug: str, book: str, text: str) -> Article:
    """Read the text of an article file; ArticleError names all that is wrong in it."""
    table = read_book(text, f"articles/{slug}")
    if problems := list(_problems(table)):
        raise ArticleError(slug, problems)
    sentences = tuple(
        Sentence(f"s{place}", {lang: words[lang] for lang in LANGUAGES})
        for place, words in enumerate(table["sentences"], start=1)
    )
    return Article(
        slug=slug,
        book=book,
        title=table["title"],
        sentences=sentences,
        keywords={lang: tuple(words) for lang, words in table["keywords"].items()},
        source=table["source"],
        since=table["since"],
        digest=hashlib.sha256(text.encode()).hexdigest(),
    )


def cited(citation: str) -> Sentence:
    """The sentence that a citation ("fragen#s2") names; KeyError if there is none."""
    slug, _, number = citation.partition("#")
    return article(slug).sentence(number)


def _problems(table: dict[str, Any]) -> list[str]:
    expected = {"source": str, "since": date, "title": dict, "keywords": dict, "sentences": list}
    found = [
        f"{name} is missing or of the wrong kind"
        for name, kind in expected.items()
        if not isinstance(table.get(name), kind)
    ]
    found += [f"{name} is not known" for name in table if name not in expected]
    return found or _missing_words(table)


def _missing_words(table: dict[str, Any]) -> list[str]:
    sentences = {f"s{place}": words for place, words in enumerate(table["sentences"], start=1)}
    found = [
        f"{place} has no text in {lang}"
        for place, words in ({"title": table["title"]} | sentences).items()
        for lang in LANGUAGES
        if not words.get(lang)
    ]
    found += [f"no keywords in {lang}" for lang in LANGUAGES if not table["keywords"].get(lang)]
    return found if sentences else [*found, "no sentences"]


_RAW = tomllib.loads((files("referee.rulebook") / "own_books.toml").read_text("utf-8"))
LIKE: Mapping[str, tuple[str, ...]] = {name: tuple(found) for name, found in _RAW["like"].items()}
"""Sentence of another book -> the sentences that say the same."""
GENERAL: Mapping[str, Sequence[str]] = _RAW["general"]
"""Article of one game or book -> those of the main book that say it of any game."""
NOTES: Mapping[str, str] = _RAW["notes"]
"""Sentence -> why no ruling cites it."""


def decided_by(citation: str) -> str:
    """The article whose table decides the cases of one without a table, by the rules of its book;
    empty where none does."""
    decided: Mapping[str, str] = _RAW["decided"]
    return decided.get(citation, decided.get(citation.partition("#")[0], ""))


def followers(citation: str) -> tuple[str, ...]:
    """The profiles that play by the book of this sentence."""
    slug = citation.partition("#")[0]
    names = (citation, slug, slug.partition(".")[0])
    return next((tuple(_RAW["profiles"][name]) for name in names if name in _RAW["profiles"]), ())


def home(slug: str) -> str:
    """The profile that an article of another book speaks of; the main book's for all others."""
    return next(iter(followers(slug)), MAIN_BOOK)


@cache
def own_words(profile: str) -> Mapping[str, tuple[str, ...]]:
    """Sentence -> the sentences of the profile's own book that say the same."""
    found: dict[str, tuple[str, ...]] = {}
    for own, same in LIKE.items():
        for citation in same if profile in followers(own) else ():
            found[citation] = (*found.get(citation, ()), own)
    return found


RAW_TABLES: dict[str, str] = texts_by_article("tables")
"""Slug of the article -> text of its table."""

COMMON_FACTS_TEXT: str = (files("referee.rulebook") / "common_facts.toml").read_text("utf-8")
"""The facts that several tables share."""

INSTEAD: Mapping[str, Any] = read_book(
    (files("referee.rulebook") / "instead.toml").read_text("utf-8"), "instead"
)
"""Game -> what holds in it instead of articles of the main book."""

NAMES_TEXT: str = (files("referee.rulebook") / "names.toml").read_text("utf-8")
"""Cards, suits and modes in words."""
NAMES = read_book(NAMES_TEXT, "names")
"""What cards, contracts, parts and findings are called, in four languages."""
ROLES = frozenset(NAMES["roles"])
"""Parts in a case that have words."""
