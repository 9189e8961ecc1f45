"""What every page knows: the looks that the reader chose, and whether the house is a hall."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest

TEXT_COOKIE = "text"
THEME_COOKIE = "theme"
TEXTS = ("normal", "large")
THEMES = ("auto", "light", "dark")


def house(request: HttpRequest) -> dict[str, object]:
    """`text_size` and `theme` from their cookies (unknown values count as the first), `hall_mode`
    when pages travel as plain http through a local network."""
    return {
        "text_size": _among(TEXTS, request.COOKIES.get(TEXT_COOKIE)),
        "theme": _among(THEMES, request.COOKIES.get(THEME_COOKIE)),
        "hall_mode": bool(getattr(settings, "HALL_MODE", False)),
    }


def _among(known: tuple[str, ...], value: str | None) -> str:
    return value if value in known else known[0]
