"""Pure packages live on a short list of the standard library and do nothing but compute."""

import ast
from pathlib import Path

from tests.architecture.sources import FLOOR, PURE, imported, python_files, tree
from tests.tabled import tabled

ALLOWED = {
    "__future__", "abc", "array", "bisect", "collections", "copy", "dataclasses", "datetime",
    "decimal", "enum", "fractions", "functools", "hashlib", "heapq", "importlib", "itertools",
    "json", "marshal", "math", "numbers", "operator", "pathlib", "re", "statistics", "string",
    "tomllib", "types", "typing", "unicodedata",
}  # fmt: skip
FILES = (*map(Path, FLOOR), *python_files(*PURE))
PACKAGES = tuple(path.removesuffix(".py").replace("/", ".") for path in (*FLOOR, *PURE))
LOADERS = (
    "jassclub/core/languages.py",
    "jassclub/core/peculiar.py",
    "referee/rulebook/",
    "referee/rules/deals.py",
    "referee/rulings/reading.py",
    "scoring/games/evenings.py",
    "scoring/games/sheets/reading.py",
    "tournaments/draw/pure/designs.py",
    "tournaments/format/pure/offered.py",
)
"""What reads files: its own data, shipped with it."""
CLOCKS = {"now", "today", "utcnow", "fromtimestamp"}
DOORS = {"open", "print", "input", "exec", "eval", "__import__"}


@tabled("path", FILES)
def test_a_pure_module_imports_only_the_short_list_and_pure_packages(path) -> None:
    foreign = {
        name
        for name in imported(path)
        if name.partition(".")[0] not in ALLOWED
        and not (name + ".").startswith(tuple(f"{package}." for package in PACKAGES))
        and name not in {"jassclub.core", "referee", "scoring", "tournaments"}
    }
    assert foreign == set()


@tabled("path", FILES)
def test_a_pure_module_reads_no_clock_and_opens_no_door(path) -> None:
    calls = [node.func for node in ast.walk(tree(path)) if isinstance(node, ast.Call)]
    clocks = {f.attr for f in calls if isinstance(f, ast.Attribute) and f.attr in CLOCKS}
    doors = {f.id for f in calls if isinstance(f, ast.Name) and f.id in DOORS}
    if str(path).startswith(LOADERS):
        doors -= {"open"}
    assert (clocks, doors) == (set(), set())


@tabled("path", FILES)
def test_only_the_books_and_the_presets_read_files(path) -> None:
    if not str(path).startswith(LOADERS):
        assert imported(path) & {"pathlib", "importlib", "tomllib", "importlib.resources"} == set()
