"""The decision tables of the articles as they stand in their files: text, not yet law.

One TOML file for each article, `tables/<book>/<slug>.toml`. All are read when the module is
imported; the rulings parse and check a table when it is first asked for.
"""

from importlib.resources import files

from referee.rulebook.shelf import texts_by_article

RAW_TABLES: dict[str, str] = texts_by_article("tables")
"""Slug of the article -> text of its table."""

COMMON_FACTS_TEXT: str = (files("referee.rulebook") / "common_facts.toml").read_text("utf-8")
"""The facts that several tables share."""

NAMES_TEXT: str = (files("referee.rulebook") / "names.toml").read_text("utf-8")
"""Cards, suits and modes in words."""
