"""The shelf: which books exist, their articles, and the profiles as they stand in the files.

All files are read once, when the module is imported; nothing is read at call time.
"""

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable

MAIN_BOOK = "jassregeln"


@dataclass(frozen=True)
class RawProfile:
    """One profile file: `values` as written, `extends` the slug of the layer below or None."""

    slug: str
    title: str
    edition: str
    extends: str | None
    values: dict[str, object]


def _table(file: Traversable) -> dict[str, object]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _articles(books: dict[str, object]) -> dict[str, str]:
    return {
        slug if book == MAIN_BOOK else f"{book}.{slug}": book
        for book, entry in books.items()
        for slug in entry["articles"]  # type: ignore[index]
    }


def raw_profile(slug: str, text: str) -> RawProfile:
    """Read the text of a profile file; ValueError (or KeyError) when its head is incomplete."""
    table = tomllib.loads(text)
    head = {key: table.pop(key, None) for key in ("title", "edition", "extends", "values")}
    if table or not head["title"] or not head["edition"]:
        raise ValueError(f"profile {slug}: needs title, edition and values only, has {table}")
    return RawProfile(slug=slug, **head)


_ROOT = files("referee.rulebook")
_BOOKS = _table(_ROOT / "books.toml")
BOOKS: dict[str, str] = {slug: str(entry["title"]) for slug, entry in _BOOKS.items()}  # type: ignore[index]
"""Book -> its title, the main book first."""
ARTICLES: dict[str, str] = _articles(_BOOKS)
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
