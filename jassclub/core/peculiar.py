"""What is peculiar to a language, as its folder tells it: `jassclub/locale/<code>/language.toml`.

What stands nowhere there is as in other languages. Plain Python, for the pure packages too.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

LOCALE = Path(__file__).resolve().parent.parent / "locale"


@cache
def peculiar(language: str) -> Mapping[str, Any]:
    """Everything that its folder tells."""
    file = LOCALE / language / "language.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def part_of(language: str, name: str) -> Mapping[str, Any]:
    """One part of it."""
    found: Mapping[str, Any] = peculiar(language).get(name, {})
    return found
