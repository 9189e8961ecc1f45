"""The language that is spoken to a reader."""

from django.utils.translation import get_language

from jassclub.core.languages import LANGUAGES, SOURCE


def spoken() -> str:
    """The language of this request; that of the source where nobody asked."""
    language = (get_language() or "")[:2]
    return language if language in LANGUAGES else SOURCE
