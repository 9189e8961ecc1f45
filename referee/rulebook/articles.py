"""The articles of the books: title, numbered sentences and keywords in four languages.

One TOML file for each article, `articles/<book>/<slug>.toml`. The files are read when the module
is imported and parsed when an article is first asked for.
"""

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any

from referee.rulebook.shelf import ARTICLES, MAIN_BOOK, texts_by_article

LANGUAGES = ("de", "fr", "it", "en")
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


_TEXTS = texts_by_article("articles")


def article_slugs() -> list[str]:
    """All articles with a text, the main book first, each book in the order of its list."""
    written = [slug for slug in ARTICLES if slug in _TEXTS]
    return [*written, *(slug for slug in _TEXTS if slug not in ARTICLES)]


@cache
def article(slug: str) -> Article:
    """The article; KeyError if there is none, ArticleError if its file is not whole."""
    return read_article(slug, slug.rpartition(".")[0] or MAIN_BOOK, _TEXTS[slug])


def read_article(slug: str, book: str, text: str) -> Article:
    """Read the text of an article file; ArticleError names all that is wrong in it."""
    table = tomllib.loads(text)
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
