"""Reads one layer of a profile, whoever wrote it, and tells everything that is wrong with it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from jassclub.core.errors import Finding, echo, pointer
from referee.rulebook.articles import cited as sentence_of
from referee.rulebook.articles import is_article
from referee.rules.profile_kinds import Kind

FIRST = "s1"
LEVELS = ("book", "association", "club", "tournament", "table")


@dataclass(frozen=True)
class Cited:
    """Why a value holds: an `article` and its `sentence`, or `house` = the reason; `origin` is
    its layer.
    """

    origin: str
    article: str | None = None
    house: str | None = None
    sentence: str = FIRST

    @property
    def cites(self) -> str | None:
        """The sentence as rulings cite it; None for a house rule."""
        return f"{self.article}#{self.sentence}" if self.article else None


@dataclass
class Layer:
    """Frozen values and citations by path, and what was wrong with the rest."""

    values: dict[str, object] = field(default_factory=dict)
    citations: dict[str, Cited] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)


def level_of(origin: object) -> int | None:
    """Position of "club" or "club:name" among LEVELS, None for anything else."""
    if not isinstance(origin, str) or len(origin) > 120 or not origin.isprintable():
        return None
    name = origin.partition(":")[0]
    return LEVELS.index(name) if name in LEVELS else None


def read_layer(values: object, *, origin: str, kinds: Mapping[str, Kind]) -> Layer:
    """Read `{path or group: value or {"value", "article" or "house"}}`.

    In a book every value must say its article or its reason. Above the book a bare value
    is taken as the house rule of its origin.
    """
    layer = Layer()
    if not isinstance(values, Mapping):
        layer.findings.append(Finding(code="wrong_type", params={"expected": "table"}))
        return layer
    for path, entry in _leaves(values, kinds):
        _read_value(layer, path, entry, origin=origin, kind=kinds.get(path))
    return layer


def _leaves(
    values: Mapping[object, object], kinds: Mapping[str, Kind], prefix: str = ""
) -> Iterator[tuple[str, object]]:
    groups = {path.partition(".")[0] for path in kinds if "." in path}
    for name, entry in values.items():
        path = f"{prefix}{name}"
        if path in groups and isinstance(entry, Mapping):
            yield from _leaves(entry, kinds, f"{path}.")
        else:
            yield path, entry


def _read_value(layer: Layer, path: str, entry: object, *, origin: str, kind: Kind | None) -> None:
    where = pointer(*echo(path, 120).split("."))
    written = entry if isinstance(entry, Mapping) and "value" in entry else {"value": entry}
    if kind is None:
        problems = [Finding(code="unknown_switch", pointer=where, params={"switch": echo(path)})]
    else:
        problems = [
            *_wrong_value(written["value"], kind, where),
            *_wrong_reason(written, where, origin),
        ]
    if problems or kind is None:
        layer.findings.extend(problems)
    elif path in layer.values:
        layer.findings.append(Finding(code="switch_twice", pointer=where))
    else:
        layer.values[path] = kind.freeze(written["value"])
        layer.citations[path] = _citation(written, origin)


def _wrong_value(value: object, kind: Kind, where: str) -> list[Finding]:
    problem = kind.problem(value)
    return [Finding(code=problem[0], pointer=where, params=problem[1])] if problem else []


def _wrong_reason(written: Mapping[Any, Any], where: str, origin: str) -> list[Finding]:
    article, house = written.get("article"), written.get("house")
    unknown = sorted(map(str, set(written) - {"value", "article", "sentence", "house", "origin"}))
    wanting = level_of(origin) == 0 and article is None and house is None
    uncited = article is not None and not _is_sentence(article, written.get("sentence", FIRST))
    rows: list[tuple[bool, str, dict[str, Any]]] = [
        (bool(unknown), "unknown_switch", {"switch": echo("".join(unknown[:1]))}),
        (uncited, "unknown_article", {"article": echo(article)}),
        (house is not None and not _is_reason(house), "wrong_type", {"expected": "reason"}),
        (article is not None and house is not None, "citation_twice", {}),
        (wanting, "citation_missing", {}),
    ]
    return [Finding(code, where, params=params) for is_so, code, params in rows if is_so]


def _is_reason(house: object) -> bool:
    return isinstance(house, str) and 0 < len(house) <= 500 and house.isprintable()


def _is_sentence(article: object, number: object) -> bool:
    if not is_article(article):
        return False
    try:
        sentence_of(f"{article}#{number}")
    except KeyError:
        return False
    return True


def _citation(written: Mapping[Any, Any], origin: str) -> Cited:
    """The citation that comes with a value; without one it is its origin's house rule."""
    article, house = written.get("article"), written.get("house")
    house = origin if article is None and house is None else house
    return Cited(
        origin=origin, article=article, house=house, sentence=written.get("sentence", FIRST)
    )
