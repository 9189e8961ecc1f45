"""The presets: tournaments as they are really played, as data to start from.

One TOML file each, read once when the module is imported. Everything in a preset can be changed.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType

from tournaments.format.pure.format import Format
from tournaments.format.pure.format_form import read_format

LANGUAGES = ("de", "fr", "it", "en")
HEAD = {"place", "source", "title", "summary"}


class PresetError(ValueError):
    """A preset file that is not whole or whose settings do not go together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """A format with its texts by language and its `source`: who plays so."""

    slug: str
    place: int
    source: str
    title: Mapping[str, str]
    summary: Mapping[str, str]
    format: Format


def read_preset(slug: str, text: str) -> Preset:
    """The preset in a TOML text; PresetError with all that is wrong in it."""
    table = tomllib.loads(text)
    reading = read_format(table.pop("format", {}))
    wrong = [f"{finding.code} at {finding.pointer or '/'}" for finding in reading.findings]
    wrong += [f"{key} missing or unknown" for key in table.keys() ^ HEAD]
    for key in ("title", "summary"):
        if set(table.get(key, LANGUAGES)) != set(LANGUAGES):
            wrong.append(f"{key} is not in all of {', '.join(LANGUAGES)}")
    if wrong or reading.format is None:
        raise PresetError(f"preset {slug}: {'; '.join(wrong)}")
    return Preset(slug=slug, format=reading.format, **table)


def _presets() -> Mapping[str, Preset]:
    found = [
        read_preset(file.name.removesuffix(".toml"), file.read_text(encoding="utf-8"))
        for file in (files("tournaments.format.pure") / "presets").iterdir()
        if file.name.endswith(".toml")
    ]
    found.sort(key=lambda preset: (preset.place, preset.slug))
    return MappingProxyType({preset.slug: preset for preset in found})


PRESETS: Mapping[str, Preset] = _presets()
"""By slug, in the order in which they are offered."""
