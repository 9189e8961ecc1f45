"""The header that names a file which is sent."""

from django.utils.http import content_disposition_header
from django.utils.text import slugify

PLAIN = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "œ": "oe", "ß": "ss", "æ": "ae", "ø": "oe"}
    | dict.fromkeys("'’/.–", "-")
)


def in_plain_letters(*parts: object) -> str:
    """As every disk and every address takes it: "jahresmappe-2026-27"."""
    return slugify(" ".join(map(str, parts)).lower().translate(PLAIN))


def saved_as(*parts: object, end: str) -> str:
    """Of a file to be saved."""
    return _named(parts, end, as_attachment=True)


def shown_as(*parts: object, end: str) -> str:
    """Of a file that the browser shows."""
    return _named(parts, end, as_attachment=False)


def _named(parts: tuple[object, ...], end: str, *, as_attachment: bool) -> str:
    """A name in letters that are none of these ends up empty."""
    name = in_plain_letters(*parts) or "jassclub"
    return content_disposition_header(as_attachment, f"{name}.{end}") or ""
