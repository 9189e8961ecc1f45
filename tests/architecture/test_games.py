"""A game is one folder: no other game knows it, and nobody above asks for it by its name."""

import ast
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from scoring.games.registry import GAMES
from tests.architecture.sources import ROOT, imported, python_files, tree
from tests.tabled import tabled

ENGINE = "sheets"
"""Reads the files of all games."""
FOLDERS = {path.parent.name for path in ROOT.glob("scoring/games/*/kind.py")}
ABOVE = [
    path
    for path in python_files("jassclub", "scoring", "tournaments")
    if path.parts[:2] != ("scoring", "games")
]
TABLES = {
    "jassclub/exchange/shapes/registry.py": "how the lines of a spreadsheet become hands",
    "jassclub/home/demo/club.py": "the demo chooses what it shows",
    "scoring/forms/registry.py": "the forms that fields do not suffice for",
    "scoring/tables/pages/variants.py": "families of rules, which bear the name of a game",
}
"""Where a table by game may stand, and what it holds."""


@pytest.mark.parametrize("folder", sorted(FOLDERS))
def test_no_game_imports_another_one(folder) -> None:
    others = tuple(f"scoring.games.{other}." for other in FOLDERS - {folder, ENGINE})
    files = python_files(f"scoring/games/{folder}")
    assert {name for path in files for name in imported(path) if name.startswith(others)} == set()


def test_every_folder_is_listed_in_the_registry() -> None:
    listed = imported(Path("scoring/games/registry.py"))
    assert {f"scoring.games.{folder}.kind" for folder in FOLDERS} <= listed


@tabled("path", ABOVE)
def test_no_room_compares_the_name_of_a_game(path) -> None:
    compared = [node for node in ast.walk(tree(path)) if isinstance(node, ast.Compare)]
    sides = [side for node in compared for side in (node.left, *node.comparators)]
    assert games_among(sides) == set()


def test_a_table_by_game_stands_only_where_there_is_a_reason() -> None:
    """Of two names or more: a single one may be another word, as the key `passen` of an answer."""
    assert {path.as_posix() for path in ABOVE if holds_a_table(path)} == set(TABLES)


def holds_a_table(path: Path) -> bool:
    tables = [node for node in ast.walk(tree(path)) if isinstance(node, ast.Dict)]
    return any(len(games_among(table.keys)) > 1 for table in tables)


def games_among(nodes: Iterable[ast.expr | None]) -> set[str]:
    values = [node.value for node in nodes if isinstance(node, ast.Constant)]
    return {value for value in values if isinstance(value, str)} & set(GAMES)


def places(game: str) -> list[str]:
    """Where a new game stands, as the table of the how-to says; its profile has the same name."""
    told = (ROOT / "jassclub/docs/how-to-add-a-game.md").read_text()
    rows = re.findall(r"^\| `([^`]+)` \|", told, flags=re.M)
    generated = re.findall(r"`(jassclub/docs/[\w.-]+)`", told)
    found = [row for row in rows if "/" in row] + generated
    return [row.replace("<game>", game).replace("<profile>", game) for row in found]


ROOMS = ("jassclub", "referee/api", "referee/rules", "referee/web", "scoring", "tournaments")


@pytest.mark.parametrize("room", ROOMS)
def test_a_game_is_named_only_where_the_how_to_says(room) -> None:
    """Sidi Barrani is the proof; the law (rulebook and rulings) knew it before it had a sheet."""
    named = re.compile(r"\bsidi\b")
    texts = [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / room).rglob("*")
        if path.suffix in (".py", ".html", ".js", ".toml", ".po", ".yaml")
        and named.search(path.read_text())
    ]
    assert [path for path in texts if not path.startswith(tuple(places("sidi")))] == []


def test_the_how_to_lists_no_place_that_a_new_game_leaves_alone() -> None:
    assert [place for place in places("sidi") if not (ROOT / place).exists()] == []
