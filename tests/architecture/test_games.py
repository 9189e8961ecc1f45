"""A game is one folder: no other game knows it, and nobody above asks for it by its name."""

import ast
import re
from pathlib import Path

import pytest

from scoring.games.registry import GAMES
from tests.architecture.sources import ROOT, imported, python_files, tree

FOLDERS = {path.parent.name for path in ROOT.glob("scoring/games/*/kind.py")}
ABOVE = [path for path in python_files("scoring") if path.parts[1] != "games"]


@pytest.mark.parametrize("folder", sorted(FOLDERS))
def test_no_game_imports_another_one(folder) -> None:
    others = tuple(f"scoring.games.{other}." for other in FOLDERS - {folder})
    files = python_files(f"scoring/games/{folder}")
    assert {name for path in files for name in imported(path) if name.startswith(others)} == set()


def test_every_folder_is_listed_in_the_registry() -> None:
    listed = imported(Path("scoring/games/registry.py"))
    assert {f"scoring.games.{folder}.kind" for folder in FOLDERS} <= listed


@pytest.mark.parametrize("path", ABOVE, ids=str)
def test_no_room_compares_the_name_of_a_game(path) -> None:
    compared = [node for node in ast.walk(tree(path)) if isinstance(node, ast.Compare)]
    words = {
        side.value
        for node in compared
        for side in (node.left, *node.comparators)
        if isinstance(side, ast.Constant) and isinstance(side.value, str)
    }
    assert words & set(GAMES) == set()


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
