"""Two recordings beside each other, by item, with the renames that were agreed to."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import unified_diff
from fnmatch import fnmatch
from hashlib import sha256
from pathlib import Path

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


@dataclass
class Renames:
    """What the committed map says: items that are called otherwise, words that changed."""

    items: dict[str, str] = field(default_factory=dict)
    texts: list[Rename] = field(default_factory=list)

    @classmethod
    def read(cls, path: Path | None) -> Renames:
        if path is None or not path.is_file():
            return cls()
        told = tomllib.loads(path.read_text())
        return cls(
            {one["old"]: one["new"] for one in told.get("items", ())},
            [Rename(**one) for one in told.get("texts", ())],
        )

    def of(self, path: str, text: str) -> tuple[str, str]:
        """Path and text of an old item as they should be now."""
        for old, new in self.items.items():
            # What is new is called by the item in which it was first seen.
            path, text = path.replace(old, new), text.replace(old, new)
        for rename in self.texts:
            text = rename.applied(text, path)
        return path, text

    def idle(self) -> Iterator[str]:
        """Renames that fit nothing: they hide nothing, and say something that is not so."""
        return (f"{one.old!r} -> {one.new!r}" for one in self.texts if not one.used)


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


def digests(items: Mapping[str, str]) -> str:
    """A line an item: its path and a short sum."""
    return "".join(
        f"{path} {sha256(text.encode()).hexdigest()[:12]}\n" for path, text in sorted(items.items())
    )


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
