"""What every page knows: the looks that the reader chose, and whether the house is a hall."""

from django.conf import settings
from django.http import HttpRequest

from jassclub.core.languages import language_choices

TEXT_COOKIE = "text"
THEME_COOKIE = "theme"
TEXTS = ("normal", "large")
THEMES = ("auto", "light", "dark")


def house(request: HttpRequest) -> dict[str, object]:
    """`text_size` and `theme` from their cookies, the size else from the account; `hall_mode`
    when pages travel as plain http through a local network; how long a person's data are kept;
    whether it is a rehearsal, of which nothing is kept; the languages, each by its own name."""
    large = getattr(getattr(request, "user", None), "large_text", False)
    return {
        "text_size": _among(TEXTS, request.COOKIES.get(TEXT_COOKIE), "large" if large else ""),
        "theme": _among(THEMES, request.COOKIES.get(THEME_COOKIE)),
        "contact_days": settings.CONTACT_DAYS,
        "names_months": settings.NAMES_MONTHS,
        "rehearsal": settings.REHEARSAL,
        "languages": language_choices(),
        "hall_mode": bool(getattr(settings, "HALL_MODE", False)),
    }


def _among(known: tuple[str, ...], *wishes: str | None) -> str:
    """The first wish that is known, else the first of the known."""
    return next((wish for wish in wishes if wish in known), known[0])
