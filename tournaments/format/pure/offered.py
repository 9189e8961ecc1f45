"""The presets: tournaments as they are really played, as data to start from.

One TOML file each, read once when the module is imported; the tests see to it that each is whole
and its settings go together. Everything in a preset can be changed.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType

from jassclub.core.languages import read_book
from tournaments.format.pure.format import Format
from tournaments.format.pure.reading import stored_format


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """A format with its texts by language and its `source`: who plays so."""

    slug: str
    place: int
    source: str
    title: Mapping[str, str]
    summary: Mapping[str, str]
    format: Format


def _presets() -> Mapping[str, Preset]:
    tables = {
        slug: read_book(file.read_text(encoding="utf-8"), f"presets/{slug}")
        for file in (files("tournaments.format.pure") / "presets").iterdir()
        for slug in [file.name.removesuffix(".toml")]
    }
    found = [
        Preset(**{**table, "slug": slug, "format": stored_format(json.dumps(table["format"]))})
        for slug, table in tables.items()
    ]
    found.sort(key=lambda preset: (preset.place, preset.slug))
    return MappingProxyType({preset.slug: preset for preset in found})


PRESETS: Mapping[str, Preset] = _presets()
"""By slug, in the order in which they are offered."""
