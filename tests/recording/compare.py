"""Two recordings beside each other, by item, with the renames that were agreed to."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from difflib import unified_diff
from fnmatch import fnmatch
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from tests.recording.told import as_json

RAW = "raw/"
"""Archives as they are sent: to be imported, not to be compared letter by letter."""
MOST_LINES = 24
DOTS, SHADES = 400, 16
"""A picture is another one where so many dots differ by more shades: Chromium itself draws a line
of letters a hair higher or lower from one time to the next."""


@dataclass
class Rename:
    """A word that is another one from now on, in the items that `where` fits, and why."""

    old: str
    new: str
    why: str
    where: str = "*"
    used: int = 0

    def applied(self, text: str, path: str) -> str:
        """The old text as the new one should read."""
        if self.old not in text or not fnmatch(path, self.where):
            return text
        self.used += 1
        return text.replace(self.old, self.new)


MOMENT = re.compile(r'"(\d{4}-\d\d-\d\dT\d\d:\d\d:[\d.]+[+-]\d\d:\d\d)"')


def in_utc(text: str) -> str:
    """Every moment with an offset, as it is told in UTC."""

    def told(found: re.Match[str]) -> str:
        moment = datetime.fromisoformat(found[1]).astimezone(UTC)
        return json.dumps(moment.isoformat().replace("+00:00", "Z"))

    return MOMENT.sub(told, text)


def in_json(change: Callable[[Any], Any], text: str) -> str:
    """The text with the JSON of its answer changed."""
    *front, body = text.split("\n\n", 2)
    if not body.startswith(("{", "[")):
        return text
    return "\n\n".join([*front, as_json(change(json.loads(body)))])


def in_pages(answer: Any) -> Any:
    """A list that was sent whole, as its only page."""
    whole = isinstance(answer, dict) and answer.keys() == {"results"}
    return {**answer, "next": None, "previous": None} if whole else answer


OWN = ("played", "mean")
"""Kinds of units whose hands count in an average."""


def with_counts(told: Any) -> Any:
    """Means as they are told with their count."""
    if isinstance(told, list):
        return list(map(with_counts, told))
    if not isinstance(told, dict):
        return told
    found = {name: with_counts(inner) for name, inner in told.items()}
    if "hands" not in told:
        return found
    if "mean" in found:
        found["average"] = found.pop("mean")
    own = [unit["hands"] for unit in told.get("units", ()) if unit["kind"] in OWN]
    counts = {"average": sum(own) if "units" in told else told["hands"]}
    for name in counts.keys() | {"bias", "distance", "predicted", "made"}:
        if name in found and not isinstance(found[name], list | dict):
            mean = found[name] if found[name] is None else str(found[name])
            found[name] = {"mean": mean, "count": counts.get(name, told["hands"])}
    return found


FORMS: Mapping[str, Callable[[str], str]] = {
    "moments in UTC": in_utc,
    "lists in pages": partial(in_json, in_pages),
    "means with their count": partial(in_json, with_counts),
}


@dataclass
class Reform:
    """What is told in another form from now on, in the items that `where` fits, and why."""

    form: str
    why: str
    where: str = "*"
    used: int = 0

    def applied(self, text: str, path: str) -> str:
        """The old text in the new form."""
        told = FORMS[self.form](text) if fnmatch(path, self.where) else text
        self.used += told != text
        return told


@dataclass
class Renames:
    """What the committed map says: items called otherwise, words and forms that changed."""

    items: dict[str, str] = field(default_factory=dict)
    texts: list[Rename] = field(default_factory=list)
    forms: list[Reform] = field(default_factory=list)

    @classmethod
    def read(cls, path: Path | None) -> Renames:
        if path is None or not path.is_file():
            return cls()
        told = tomllib.loads(path.read_text())
        return cls(
            {one["old"]: one["new"] for one in told.get("items", ())},
            [Rename(**one) for one in told.get("texts", ())],
            [Reform(**one) for one in told.get("forms", ())],
        )

    def of(self, path: str, text: str) -> tuple[str, str]:
        """Path and text of an old item as they should be now."""
        for old, new in self.items.items():
            # What is new is called by the item in which it was first seen.
            path, text = path.replace(old, new), text.replace(old, new)
        for reform in self.forms:
            text = reform.applied(text, path)
        for rename in self.texts:
            text = rename.applied(text, path)
        return path, text

    def idle(self) -> Iterator[str]:
        """Renames that fit nothing: they hide nothing, and say something that is not so."""
        yield from (f"{one.old!r} -> {one.new!r}" for one in self.texts if not one.used)
        yield from (one.form for one in self.forms if not one.used)


def items_of(folder: Path) -> dict[str, str]:
    """All items of a recording by their path; a picture is told by its sum."""
    return {
        path.relative_to(folder).as_posix(): _said(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.relative_to(folder).as_posix().startswith(RAW)
    }


def _said(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest() if path.suffix == ".png" else path.read_text()


def differences(old: Path, new: Path, renames: Renames) -> list[str]:
    """What differs, an entry an item, ready to be read."""
    known = dict(renames.of(path, text) for path, text in items_of(old).items())
    found = items_of(new)
    told = [f"gone: {path}" for path in known.keys() - found.keys()]
    told += [f"new: {path}" for path in found.keys() - known.keys()]
    told += [
        f"differs: {path}\n{_diff(known[path], found[path])}"
        for path in known.keys() & found.keys()
        if known[path] != found[path] and not _alike(old / path, new / path)
    ]
    return sorted(told) + [f"a rename that fits nothing: {one}" for one in renames.idle()]


def _alike(old: Path, new: Path) -> bool:
    """Whether two files are pictures that nobody could tell apart."""
    if new.suffix != ".png" or not old.is_file():
        return False
    from PIL import Image, ImageChops

    before, after = (Image.open(path).convert("RGB") for path in (old, new))
    if before.size != after.size:
        return False
    bands = ImageChops.difference(before, after).split()
    return all(sum(band.histogram()[SHADES + 1 :]) <= DOTS for band in bands)


def _diff(old: str, new: str) -> str:
    lines = list(unified_diff(old.splitlines(), new.splitlines(), "old", "new", "", "", 1, ""))
    more = [f"    ... {len(lines) - MOST_LINES} lines more"] if len(lines) > MOST_LINES else []
    return "\n".join([*(f"    {line}" for line in lines[:MOST_LINES]), *more])


def sizes(items: Mapping[str, str]) -> str:
    """How many items of each kind, and how many bytes."""
    count: Counter[str] = Counter()
    weight: Counter[str] = Counter()
    for path, text in items.items():
        room, kind = path.partition("/")[0], path.rpartition("/")[2].partition("-")[0]
        for key in (room, f"{room} {kind.partition('.')[0]}", "all"):
            count[key] += 1
            weight[key] += len(text.encode())
    return "\n".join(f"{key:32} {count[key]:6} {weight[key]:10}" for key in sorted(count))
