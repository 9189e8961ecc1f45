"""The language that is spoken to a reader."""

from django.utils.translation import get_language

from jassclub.core.languages import LANGUAGES, SOURCE
from jassclub.core.typography import GAP, has_gap


def spoken() -> str:
    """The language of this request; that of the source where nobody asked."""
    language = (get_language() or "")[:2]
    return language if language in LANGUAGES else SOURCE


def sign(mark: str = ":") -> str:
    """A sign after a word: with a narrow space before it where the language has one."""
    return f"{GAP}{mark}" if has_gap(spoken()) else mark
