"""The decision tables of the articles as they stand in their files: text, not yet law.

One TOML file for each article, `tables/<book>/<slug>.toml`. All are read when the module is
imported; the rulings parse and check a table when it is first asked for.
"""

from importlib.resources import files

from referee.rulebook.shelf import MAIN_BOOK

RAW_TABLES: dict[str, str] = {
    (slug if book.name == MAIN_BOOK else f"{book.name}.{slug}"): file.read_text(encoding="utf-8")
    for book in sorted((files("referee.rulebook") / "tables").iterdir(), key=str)
    for file in sorted(book.iterdir(), key=str)
    for slug, dot, ending in [file.name.partition(".")]
    if ending == "toml"
}
"""Slug of the article -> text of its table."""

COMMON_FACTS_TEXT: str = (files("referee.rulebook") / "common_facts.toml").read_text("utf-8")
"""The facts that several tables share."""

NAMES_TEXT: str = (files("referee.rulebook") / "names.toml").read_text("utf-8")
"""Cards, suits and modes in words."""
