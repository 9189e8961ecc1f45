"""Which codes a refusal can carry, read from the sources into `jassclub/api/problems.toml`.

`python -m jassclub.problem_codes` writes the file (`make schema` does it on the way), `check` says
whether it is up to date. A code is a
word in an exception, in a finding, or handed to a function that calls it `code`; what is said with
it is the German message id beside it. Which operation refuses with which codes follows from the
functions that its handler can reach: rather one too many than one too few.
"""

import ast
import inspect
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from json import dumps
from os import environ
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, cast

from jassclub.core import errors

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("jassclub", "referee", "scoring", "tournaments")
FILE = Path(__file__).parent / "api" / "problems.toml"
CODE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
GETTEXT = {"_", "gettext", "gettext_noop", "gettext_lazy", "ngettext"}
TABLES = re.compile(r"COMMON|TEMPLATES|_?MESSAGES|SENTENCES|sentences|BREAKS")
"""Names of tables of sentences: code -> what is said."""
FINDINGS = {
    "Finding": 0,
    "RecordError": 0,
    "refuse": 0,
    "ErrorDetail": 1,
    "ValidationError": 1,
    "Odd": 2,
}
"""What makes a finding, and where its code stands among the arguments."""
Codes = dict[str, dict[str, set[Any]]]


def statuses(trees: Iterable[ast.AST]) -> dict[str, int]:
    """The exceptions of `jassclub/core/errors.py` and those made of them, with their status."""
    found = {
        kind.__name__: kind.status
        for kind in vars(errors).values()
        if isinstance(kind, type) and issubclass(kind, errors.DomainError)
    }
    for node in (node for tree in trees for node in ast.walk(tree)):
        if (
            isinstance(node, ast.ClassDef)
            and {_named(base)[1] for base in node.bases} & found.keys()
        ):
            for line in node.body:
                if isinstance(line, ast.Assign) and _named(line.targets[0])[1] == "status":
                    found[node.name] = ast.literal_eval(line.value)
    return found


@dataclass(frozen=True)
class Told:
    """A code in the sources; `status` is None where it stands in a finding only."""

    code: str
    status: int | None
    words: str
    where: tuple[str, str]
    """Module, and the function or class it stands in."""


@dataclass
class Reader(ast.NodeVisitor):
    """Reads the codes of one file."""

    module: str
    kinds: Mapping[str, int]
    takers: Mapping[str, tuple[int, int | None]]
    """Functions with a parameter `code`: its place, and the status if they refuse."""
    found: list[Told] = field(default_factory=list)
    inside: list[ast.AST] = field(default_factory=list)

    def tell(self, code: str, words: str, status: int | None = None) -> None:
        """Note a code."""
        self.found.append(Told(code, status, words, (self.module, self._inside)))

    @property
    def _inside(self) -> str:
        return ".".join(getattr(node, "name", "") for node in self.inside)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """What stands in a function or class is reached through it."""
        self.inside.append(node)
        self.generic_visit(node)
        self.inside.pop()

    visit_ClassDef = visit_FunctionDef  # type: ignore[assignment]  # noqa: N815

    def visit_Call(self, node: ast.Call) -> None:
        """An exception, a finding, or a function that is handed a code."""
        owner, name = _named(node.func)
        at = name == "at" and owner in self.kinds
        kind = owner if at else name
        if kind in self.kinds and (at or isinstance(node.func, ast.Name)):
            # `Invalid.at` says `invalid` of the whole.
            findings_only = at and self.kinds[kind] == errors.Invalid.status
            status = None if findings_only else self.kinds[kind]
            self._take(node, 1 if at else 0, status)
        elif name in FINDINGS:
            self._take(node, FINDINGS[name], None)
        elif name in self.takers:
            self._take(node, *self.takers[name])
        self.generic_visit(node)

    def _take(self, node: ast.Call, place: int, status: int | None) -> None:
        given = node.args[place] if len(node.args) > place else None
        given = given or next((one.value for one in node.keywords if one.arg == "code"), None)
        rest = [*node.args[place + 1 :], *(one.value for one in node.keywords)]
        words = next((said for one in rest if (said := self._words(one))), "")
        for code in _constants(given):
            self.tell(code, words, status)

    def _words(self, node: ast.AST | None) -> str:
        """The message id of a sentence, also where it was given a name before."""
        if isinstance(node, ast.Name) and self.inside:
            named = [
                one.value
                for one in ast.walk(self.inside[-1])
                if isinstance(one, ast.Assign)
                and any(isinstance(to, ast.Name) and to.id == node.id for to in one.targets)
            ]
            return next((said for one in named if (said := _message(one) or _plain(one))), "")
        return _message(node) or _plain(node)

    def visit_Tuple(self, node: ast.Tuple) -> None:
        """`"too_long", _("...")`: a code beside its sentence; at a class they are choices."""
        for one, after in zip(node.elts, node.elts[1:], strict=False):
            in_function = self.inside and isinstance(self.inside[-1], ast.FunctionDef)
            if in_function and (words := _message(after)):
                for code in _constants(one):
                    self.tell(code, words)
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        """A table of sentences."""
        for to in node.targets:
            self._table(getattr(to, "id", ""), node.value)
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """A table of sentences with its type."""
        self._table(getattr(node.target, "id", ""), node.value)
        self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> None:
        """A table of sentences that is handed over."""
        self._table(node.arg or "", node.value)
        self.generic_visit(node)

    def _table(self, name: str, value: ast.AST | None) -> None:
        """A table of sentences, or of exceptions with theirs."""
        if not isinstance(value, ast.Dict):
            return
        for key, said in zip(value.keys, value.values, strict=True):
            first = said.elts[0] if isinstance(said, ast.Tuple) and said.elts else said
            status = self.kinds.get(_named(first)[1])
            for code in _constants(key) if status or TABLES.fullmatch(name) else ():
                where = (self.module, name if status else self._inside)
                self.found.append(Told(code, status, _message(said), where))


def _named(node: ast.AST) -> tuple[str, str]:
    if isinstance(node, ast.Attribute):
        return _named(node.value)[1], node.attr
    return "", getattr(node, "id", "")


def _constants(node: ast.AST | None) -> Iterator[str]:
    """The code itself, or both of `a if so else b`, or the second of `x or "b"`."""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str) and CODE.fullmatch(node.value):
            yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*_constants(node.body), *_constants(node.orelse))
    elif isinstance(node, ast.BoolOp):
        yield from (code for one in node.values for code in _constants(one))


def _message(node: ast.AST | None) -> str:
    for one in ast.walk(node) if node else ():
        if isinstance(one, ast.Call) and _named(one.func)[1] in GETTEXT and one.args:
            said = one.args[0]
            if isinstance(said, ast.Constant) and isinstance(said.value, str):
                return said.value
    return ""


def _plain(node: ast.AST | None) -> str:
    """A sentence for the logs, which is English; what is filled in is left out."""
    if isinstance(node, ast.BinOp):
        return _plain(node.left)
    if isinstance(node, ast.JoinedStr):
        parts = (one.value if isinstance(one, ast.Constant) else "…" for one in node.values)
        said = "".join(map(str, parts))
    else:
        said = str(node.value) if isinstance(node, ast.Constant) else ""
    return said if " " in said else ""


@cache
def told() -> tuple[Told, ...]:
    """Every code of the sources."""
    paths = [
        path
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
        if "migrations" not in path.parts and path != Path(__file__)
    ]
    trees = {path: ast.parse(path.read_text()) for path in paths}
    kinds = statuses(trees.values())
    found: list[Told] = []
    for path, tree in trees.items():
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        reader = Reader(module, kinds, _takers(tree, kinds))
        reader.visit(tree)
        found += reader.found
    return tuple(found)


def _takers(tree: ast.AST, kinds: Mapping[str, int]) -> dict[str, tuple[int, int | None]]:
    """The functions of a file that are handed a code."""
    found: dict[str, tuple[int, int | None]] = {"error": (0, None), "warn": (0, None)}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names = [one.arg for one in (*node.args.posonlyargs, *node.args.args)]
            names = [name for name in names if name not in ("self", "cls")]
            if "code" in names:
                made = _named(node.returns)[1] if node.returns else ""
                status = None if made == "Invalid" else kinds.get(made)
                found[node.name] = (names.index("code"), status)
    return found


def reachable(handler: Any, view: type) -> set[tuple[str, str]]:
    """(module, name) of every function of the house that a handler can come to."""
    seen: set[tuple[str, str]] = set()
    tables: set[tuple[str, str]] = set()
    waiting: list[tuple[Any, type | None]] = [(handler, view)]
    by_name = _raising_methods()
    while waiting:
        thing, owner = waiting.pop()
        thing = inspect.unwrap(thing) if callable(thing) else thing
        if isinstance(thing, partial):
            thing = thing.func
        if isinstance(thing, property):
            thing = thing.fget
        thing = getattr(thing, "__func__", thing)
        place = (getattr(thing, "__module__", "") or "", getattr(thing, "__qualname__", ""))
        if place in seen or not place[0].startswith(ROOMS):
            continue
        seen.add(place)
        if isinstance(thing, type):
            waiting += [(getattr(thing, "__init__", None), thing)]
        elif isinstance(thing, FunctionType):
            waiting += _called(thing, owner)
            tables |= {(thing.__module__, name) for name in _names(thing.__code__)}
            for name in set(_names(thing.__code__)) & by_name.keys():
                seen |= by_name[name]
    return seen | tables


@cache
def _raising_methods() -> dict[str, set[tuple[str, str]]]:
    """Methods below the views that refuse, by name: on what they are called is not known."""
    found: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for one in told():
        _kind, _dot, name = one.where[1].rpartition(".")
        shell = {"api", "pages", "web"} & set(one.where[0].split("."))
        if _kind[:1].isupper() and not name.startswith("_") and not shell:
            found[name].add(one.where)
    return found


def _called(function: FunctionType, owner: type | None) -> Iterator[tuple[Any, type | None]]:
    names = set(_names(function.__code__))
    cells = (cell.cell_contents for cell in function.__closure__ or () if _filled(cell))
    taken = function.__annotations__.values()
    for thing in (*cells, *taken, *(function.__globals__.get(name) for name in names)):
        if isinstance(thing, ModuleType):
            yield from ((found, None) for name in names if (found := getattr(thing, name, None)))
        elif isinstance(thing, type):
            yield thing, thing
            yield from ((found, thing) for found in _methods(thing, names))
        elif isinstance(thing, dict):
            # What is chosen from a table at run time, as papers are by their name.
            yield from ((one, None) for one in thing.values() if isinstance(one, FunctionType))
        else:
            yield thing, None
    if owner is not None:
        yield from ((found, owner) for found in _methods(owner, names))


def _filled(cell: Any) -> bool:
    try:
        return bool(cell.cell_contents is not None)
    except ValueError:
        return False


def _methods(kind: type, names: Iterable[str]) -> Iterator[Any]:
    """Those of a class of the house that are named; of a serializer all that validate."""
    if not kind.__module__.startswith(ROOMS):
        return
    for name in dir(kind):
        if name in names or name.startswith(("validate", "to_internal")):
            found = inspect.getattr_static(kind, name, None)
            found = getattr(found, "func", found)  # a cached property
            if isinstance(found, FunctionType | property | classmethod | staticmethod):
                yield found


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def of_operations() -> dict[str, dict[int, set[str]]]:
    """operation -> status -> codes that its refusal can carry."""
    from jassclub.api.document import Generator

    by_place: dict[tuple[str, str], list[Told]] = defaultdict(list)
    for one in told():
        by_place[one.where].append(one)
    generator: Any = cast(Any, Generator)()
    generator._initialise_endpoints()
    found: dict[str, dict[int, set[str]]] = {}
    for path, _regex, method, view in generator._get_paths_and_endpoints():
        name = getattr(view, "action", None) or method.lower()
        handler = getattr(type(view), name, None)
        places = reachable(handler, type(view))
        codes: dict[int, set[str]] = defaultdict(set)
        for place in places:
            for one in by_place.get(place, ()):
                if one.status:
                    codes[one.status].add(one.code)
        found[f"{method} {path}"] = codes
    return found


def all_codes() -> Codes:
    """code -> its statuses, and what is said with it."""
    found: Codes = defaultdict(lambda: {"statuses": set(), "says": set()})
    for one in told():
        found[one.code]["statuses"] |= {one.status} - {None}
        found[one.code]["says"] |= {one.words} - {""}
    return found


def written() -> str:
    """The file."""
    lines = ["# Written by `python -m jassclub.problem_codes` from the sources; do not edit.", ""]
    for code, known in sorted(all_codes().items()):
        lines += [
            f"[codes.{code}]",
            f"statuses = {sorted(known['statuses'])}",
            f"says = {dumps(sorted(known['says']), ensure_ascii=False)}",
            "",
        ]
    for operation, refusals in sorted(of_operations().items()):
        if refusals:
            told_of = (
                f"{status} = {dumps(sorted(refusals[status]))}" for status in sorted(refusals)
            )
            lines += [f"[operations.{dumps(operation)}]", *told_of, ""]
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """`check`: whether the file is what the sources say; else write it."""
    environ.setdefault("DJANGO_SETTINGS_MODULE", "jassclub.settings")
    import django

    django.setup()
    if arguments != ["check"]:
        FILE.write_text(written())
    elif FILE.read_text() != written():
        sys.stdout.write("The codes of refusals have changed: make schema\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
