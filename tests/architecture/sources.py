"""The project's own Python files, parsed once for the tests of the architecture."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("jassclub", "referee", "scoring", "tournaments")
PURE = (
    "referee/rulebook",
    "referee/rules",
    "referee/rulings",
    "scoring/games",
    "tournaments/draw/pure",
    "tournaments/format/pure",
    "tournaments/results/pure",
    "tournaments/standings/pure",
)


FLOOR = tuple(
    f"jassclub/core/{name}.py"
    for name in ("errors", "languages", "peculiar", "reader", "typography")
)
"""What pure packages use of the floor; it is as pure as they are."""


@cache
def python_files(*folders: str) -> tuple[Path, ...]:
    """Relative paths of the modules in the folders (default: all rooms), without migrations."""
    found = [path for folder in folders or ROOMS for path in (ROOT / folder).rglob("*.py")]
    return tuple(sorted(p.relative_to(ROOT) for p in found if "migrations" not in p.parts))


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse((ROOT / path).read_text(), str(path))


def imported(path: Path) -> set[str]:
    """Dotted names of the modules that a file imports, at the top or inside functions."""
    names: set[str] = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return names
