"""The shelf: which books exist, their articles, and the profiles as they stand in the files.

All files are read once, when the module is imported; nothing is read at call time.
"""

import tomllib
from dataclasses import dataclass
from importlib.resources import files

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
