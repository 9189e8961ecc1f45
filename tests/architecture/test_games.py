"""A game is one folder: no other game knows it, and nobody above asks for it by its name."""

import ast
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
