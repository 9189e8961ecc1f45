"""Reads one layer of a profile, whoever wrote it, and tells everything that is wrong with it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

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
    if kind is None:
        where = pointer(*echo(path, 120).split("."))
        layer.findings.append(
            Finding(code="unknown_switch", pointer=where, params={"switch": echo(path)})
        )
        return
    where = pointer(*path.split("."))
    value = entry["value"] if isinstance(entry, Mapping) and "value" in entry else entry
    problems = [*_value_problem(value, kind, where), *_citation_problem(entry, where, origin)]
    if problems:
        layer.findings.extend(problems)
    elif path in layer.values:
        layer.findings.append(Finding(code="switch_twice", pointer=where))
    else:
        layer.values[path] = kind.freeze(value)
        layer.citations[path] = citation_of(entry, origin)


def _value_problem(value: object, kind: Kind, where: str) -> Iterator[Finding]:
    problem = kind.problem(value)
    if problem:
        yield Finding(code=problem[0], pointer=where, params=problem[1])


def _citation_problem(entry: object, where: str, origin: str) -> Iterator[Finding]:
    cited = entry if isinstance(entry, Mapping) and "value" in entry else {"value": entry}
    if unknown := set(cited) - {"value", "article", "sentence", "house", "origin"}:
        name = echo(sorted(map(str, unknown))[0])
        yield Finding(code="unknown_switch", pointer=where, params={"switch": name})
    article, house = cited.get("article"), cited.get("house")
    if article is not None and not _is_sentence(article, cited.get("sentence", FIRST)):
        yield Finding(code="unknown_article", pointer=where, params={"article": echo(article)})
    if house is not None and not (
        isinstance(house, str) and 0 < len(house) <= 500 and house.isprintable()
    ):
        yield Finding(code="wrong_type", pointer=where, params={"expected": "reason"})
    if article is not None and house is not None:
        yield Finding(code="citation_twice", pointer=where)
    if level_of(origin) == 0 and article is None and house is None:
        yield Finding(code="citation_missing", pointer=where)


def _is_sentence(article: object, number: object) -> bool:
    if not is_article(article):
        return False
    try:
        sentence_of(f"{article}#{number}")
    except KeyError:
        return False
    return True


def citation_of(entry: object, origin: str) -> Cited:
    """The citation a readable entry carries; a bare value is its origin's house rule."""
    cited = entry if isinstance(entry, Mapping) and "value" in entry else {}
    article, house = cited.get("article"), cited.get("house")
    if article is None and house is None:
        house = origin
    return Cited(origin=origin, article=article, house=house, sentence=cited.get("sentence", FIRST))
