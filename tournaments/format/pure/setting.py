"""What a setting is: how its JSON is read, how a form asks for it, and what its choices are called.

A setting is declared once, on the field that keeps its value, beside its type and its default:
`Format`, `Final`, `Prize` and `RankingRule` have one `Setting` on each field. What reads, asks for
and prints settings follows from that.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache
from types import MappingProxyType, NoneType
from typing import Any, Literal, NamedTuple, Self, get_args, get_type_hints

from jassclub.core import reader
from jassclub.core.reader import Read, is_whole, refuse


class Option(NamedTuple):
    """What the form calls a choice, and what the regulation says of it, both msgids."""

    words: str
    told: str = ""


class Choice(StrEnum):
    """A closed list of choices, each with `words` and `told` as an option has them."""

    words: str
    told: str

    def __new__(cls, value: str, words: str = "", told: str = "") -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.words, member.told = words, told
        return member


@dataclass(frozen=True, kw_only=True)
class Setting:
    """`reader` takes a JSON value; `inside` is the class of a value that has settings itself.

    `label` and `help` are msgids; what has no label is asked for by a template of its own. `path`
    leads to the value in the JSON of a format ("ranking/late"). An `optional` one may be null.
    """

    reader: Read
    form: Literal["number", "flag", "choice", "francs", "numbers", "text"] = "text"
    label: str = ""
    help: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    inside: Any = None
    path: str = ""
    optional: bool = False

    def read(self, value: Any) -> Any:
        """The typed value; ValueError, often a Refusal, where it is none."""
        return None if self.optional and value is None else self.reader(value)


def number(low: int, high: int, label: str = "", **more: Any) -> Setting:
    """A whole number."""

    def read(value: Any) -> int:
        if not is_whole(value, low, high):
            raise refuse(
                "out_of_range", f"not a whole number from {low} to {high}", low=low, high=high
            )
        return value

    return Setting(reader=read, **{"form": "number", "label": label, **more})


def flag(label: str, **more: Any) -> Setting:
    """Yes or no."""

    def read(value: Any) -> bool:
        if not isinstance(value, bool):
            raise refuse("not_a_flag", "neither true nor false")
        return value

    return Setting(reader=read, form="flag", label=label, **more)


def line(longest: int, **more: Any) -> Setting:
    """Words on one line."""

    def read(value: Any) -> str:
        if not isinstance(value, str) or len(value) > longest or not value.isprintable():
            raise refuse("not_a_text", longest=longest)
        return value

    return Setting(reader=read, **more)


def choice(
    options: Iterable[str],
    label: str = "",
    *,
    asked: Mapping[str, Any] | None = None,
    help: str = "",
) -> Setting:
    """One of several. `asked`: the options as the form offers them, where it is not in order."""
    known = list(options)

    def read(value: Any) -> str:
        if value not in known:
            listed = ", ".join(known)
            raise refuse("not_a_choice", f"none of {listed}", options=listed)
        return next(option for option in known if option == value)

    offered = asked or {o: o for o in known}
    return Setting(reader=read, form="choice", label=label, help=help, options=offered)


def part(kind: Any) -> Setting:
    """An object whose members are settings; absent ones have their defaults."""
    return Setting(reader=lambda value: kind(**members_of(kind, value)), inside=kind)


def members_of(kind: Any, value: Any) -> dict[str, Any]:
    """The settings in an object, typed; Refusal with everything that cannot be read."""
    return reader.part(readers(kind))(value)


def readers(kind: Any) -> dict[str, Read]:
    """The reader of each setting of a class."""
    return {name: setting.read for name, setting in settings_in(kind).items()}


@cache
def settings_in(kind: Any, above: str = "") -> dict[str, Setting]:
    """The settings on the fields of a class, by name."""
    return {
        name: replace(
            hint.__metadata__[0],
            path=f"{above}{name}",
            optional=NoneType in get_args(hint.__origin__),
        )
        for name, hint in get_type_hints(kind, include_extras=True).items()
    }


def every_setting(kind: Any, above: str = "") -> Iterator[Setting]:
    """The settings of a class, each followed by those inside it."""
    for setting in settings_in(kind, above).values():
        yield setting
        if setting.inside:
            yield from every_setting(setting.inside, f"{setting.path}/")


DEEPEST = 4
MOST_VALUES = 400
LONGEST_TEXT = 500
LARGEST = 1_000_000


def house_rules(value: Any) -> Mapping[str, Any]:
    """The mapping itself; Refusal when it is none, or not plain, or too large."""
    if not isinstance(value, Mapping):
        raise refuse("not_an_object")
    if _size(value, DEEPEST) > MOST_VALUES:
        raise refuse("too_large", most=MOST_VALUES)
    return value


def _size(value: Any, depth: int) -> int:
    """How many values there are, given up as soon as one of them is not plain."""
    if isinstance(value, Mapping | list | tuple):
        if depth == 0 or len(value) > MOST_VALUES:
            raise refuse("too_large", most=MOST_VALUES)
        if isinstance(value, Mapping) and not all(
            isinstance(key, str) and len(key) <= LONGEST_TEXT for key in value
        ):
            raise refuse("not_plain")
        inner = value.values() if isinstance(value, Mapping) else value
        return 1 + sum(_size(item, depth - 1) for item in inner)
    if not _is_scalar(value):
        raise refuse("not_plain")
    return 1


def _is_scalar(value: Any) -> bool:
    if isinstance(value, str):
        return len(value) <= LONGEST_TEXT and "\0" not in value
    return value is None or (isinstance(value, int) and abs(value) <= LARGEST)


def frozen(value: Any) -> Any:
    """The same values, unchangeable: mappings as proxies, lists as tuples."""
    if isinstance(value, Mapping):
        return MappingProxyType({key: frozen(inner) for key, inner in value.items()})
    return tuple(map(frozen, value)) if isinstance(value, list | tuple) else value
