"""The kinds of value a profile may hold: each tells what is wrong with a value and freezes it.

The layers in which they come are read here, each value with the article or the reason it cites.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from jassclub.core.errors import Finding, echo, pointer
from jassclub.core.reader import signed_number_in
from referee.rulebook.articles import cited as sentence_of, is_article

Problem = tuple[str, dict[str, object]]
Factors = tuple[tuple[str, int], ...]
MOST_LINES = 16
LONGEST_NAME = 20
_SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class Kind:
    """A kind of value; `form` is the field that asks for it, `options` what can be picked there."""

    form = "number"
    options: Sequence[Any] = ()

    def problem(self, value: object) -> Problem | None:
        """Code and parameters of what is wrong with a JSON value, None when it fits."""
        raise NotImplementedError

    def freeze(self, value: Any) -> object:
        """The hashable form of a value that fits."""
        return value

    def plain(self, value: Any) -> object:
        """The JSON form of a frozen value."""
        return value

    def texts(self, value: Any) -> list[str]:
        """A frozen value as the texts of its field."""
        return [text_of(value)]

    def typed(self, texts: Sequence[str]) -> object:
        """What was typed as JSON; what cannot be read stays text, and is refused."""
        return _number("".join(texts[:1]))


def in_plain(kinds: Mapping[str, Kind], values: Mapping[str, object]) -> dict[str, object]:
    """The JSON form of frozen values, by path."""
    return {path: kind.plain(values[path]) for path, kind in kinds.items()}


def text_of(value: object) -> str:
    """A single value as it stands in a field."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _number(text: str) -> int | str:
    number = signed_number_in(text.replace("−", "-"), most_digits=18)
    return text if number is None else number


@dataclass(frozen=True)
class Flag(Kind):
    form = "choice"
    options = (True, False)

    def problem(self, value: object) -> Problem | None:
        return None if isinstance(value, bool) else ("wrong_type", {"expected": "true/false"})

    def typed(self, texts: Sequence[str]) -> object:
        text = "".join(texts[:1])
        return {"yes": True, "no": False}.get(text, text)


@dataclass(frozen=True)
class Number(Kind):
    low: int
    high: int

    def problem(self, value: object) -> Problem | None:
        if not isinstance(value, int) or isinstance(value, bool):
            return "wrong_type", {"expected": "integer"}
        if not self.low <= value <= self.high:
            return "out_of_range", {"low": self.low, "high": self.high}
        return None


@dataclass(frozen=True)
class Choice(Kind):
    options: Sequence[str | int]
    form = "choice"

    def problem(self, value: object) -> Problem | None:
        fits = isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool))
        if fits and value in self.options:
            return None
        return "not_a_choice", {"options": ", ".join(map(str, self.options))}

    def typed(self, texts: Sequence[str]) -> object:
        text = "".join(texts[:1])
        return {str(option): option for option in self.options}.get(text, text)


@dataclass(frozen=True)
class Slug(Kind):
    def problem(self, value: object) -> Problem | None:
        if isinstance(value, str) and len(value) <= 40 and _SLUG.fullmatch(value):
            return None
        return "wrong_type", {"expected": "slug"}


@dataclass(frozen=True)
class Several(Kind):
    """A list of at least one of the options, without repeats; frozen in the options' order."""

    options: Sequence[str | int]
    form = "several"

    def problem(self, value: object) -> Problem | None:
        if not isinstance(value, list | tuple) or not value:
            return "wrong_type", {"expected": "list"}
        bad = [item for item in value if Choice(self.options).problem(item)]
        if bad or len(set(value)) != len(value):
            return "not_a_choice", {"options": ", ".join(map(str, self.options))}
        return None

    def freeze(self, value: Any) -> object:
        return tuple(option for option in self.options if option in value)

    def plain(self, value: Any) -> object:
        return list(value)

    def texts(self, value: Any) -> list[str]:
        return list(map(str, value))

    def typed(self, texts: Sequence[str]) -> object:
        return texts


@dataclass(frozen=True)
class FactorTable(Kind):
    """Contract -> factor 1 to 20 for one deck; frozen as pairs in the order of `names`."""

    names: tuple[str, ...]
    form = "factors"

    def problem(self, value: object) -> Problem | None:
        if not isinstance(value, Mapping):
            return "wrong_type", {"expected": "table"}
        unknown = [str(name)[:20] for name in value if name not in self.names]
        if unknown:
            return "not_a_choice", {"options": ", ".join(self.names)}
        return next(filter(None, map(Number(1, 20).problem, value.values())), None)

    def freeze(self, value: Any) -> object:
        return tuple((name, value[name]) for name in self.names if name in value)

    def plain(self, value: Any) -> object:
        return dict(value)

    def texts(self, value: Any) -> list[str]:
        factors = dict(value)
        return [str(factors.get(name, "")) for name in self.names]

    def typed(self, texts: Sequence[str]) -> object:
        return {name: _number(text) for name, text in zip(self.names, texts, strict=False) if text}


@dataclass(frozen=True)
class LineList(Kind):
    """Lines of a Coiffeur sheet from top to bottom: `[name, factor 1 to 20]`, no name twice.

    A list and no table: its order is a value too, and JSON objects do not keep theirs.
    """

    def problem(self, value: object) -> Problem | None:
        if not isinstance(value, list | tuple) or not 0 < len(value) <= MOST_LINES:
            return "wrong_type", {"expected": "lines"}
        if not all(map(_is_line, value)):
            return "wrong_type", {"expected": "[name, factor]"}
        if len({name for name, _ in value}) != len(value):
            return "line_named_twice", {}
        factor = Number(1, 20)
        return next(filter(None, (factor.problem(item[1]) for item in value)), None)

    def freeze(self, value: Any) -> object:
        return tuple((name, factor) for name, factor in value)

    def plain(self, value: Any) -> object:
        return [list(item) for item in value]


def _is_line(value: object) -> bool:
    if not isinstance(value, list | tuple) or len(value) != 2 or not isinstance(value[0], str):
        return False
    return 0 < len(value[0]) <= LONGEST_NAME and value[0].isprintable()


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
