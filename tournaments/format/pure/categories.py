"""Categories: what somebody may be besides a player, with a ranking and prizes of its own.

Three are known in every language; any other label is one as it was written.
"""

import re
import unicodedata
from collections.abc import Iterable

from scoring.games.kind import gettext_noop as _
from tournaments.format.pure.setting import Choice

LONGEST_LABEL, MOST_LABELS = 40, 8
"""Characters of a label, and how many somebody can have."""


class Category(Choice):
    """The categories that every regulation knows."""

    WOMEN = ("women", _("Damen"))
    JUNIORS = ("juniors", _("Junioren"))
    VETERANS = ("veterans", _("Veteranen"))


WORDS: dict[Category, str] = {
    Category.WOMEN: (
        "women woman ladies lady female damen dame frauen frau weiblich w f dames femmes femme "
        "feminin feminine donne donna femminile signore"
    ),
    Category.JUNIORS: (
        "juniors junior juniorin junioren juniorinnen jugend jugendliche jugendlicher jeunes "
        "jeune juniores giovani giovane"
    ),
    Category.VETERANS: (
        "veterans veteran veteranen veteranin veteranos senioren senior seniorin seniorinnen "
        "veteranes veteranesse veteranne aines aine seniors veterani veterano anziani anziano"
    ),
}
"""What people write for each of them."""
_KNOWN = {word: category for category, words in WORDS.items() for word in words.split()}


def label_of(text: str) -> str:
    """A label as it is kept: the name of a category that is known, or itself in single spaces."""
    tidy = " ".join(text.split())[:LONGEST_LABEL].rstrip()
    folded = unicodedata.normalize("NFKD", tidy.casefold())
    return str(_KNOWN.get(re.sub(r"[^a-z]", "", folded), tidy)) if _is_word(tidy) else tidy


def _is_word(text: str) -> bool:
    """Letters and marks alone: a label with a figure (F2) is its own."""
    return not any(sign.isdigit() for sign in text)


def labels_of(texts: Iterable[str]) -> list[str]:
    """Labels in the order of the known ones and of the alphabet, each once."""
    found = {label_key(label): label for text in texts if (label := label_of(text))}
    return sorted(found.values(), key=label_order)[:MOST_LABELS]


def label_key(label: str) -> str:
    """The same for two spellings of one label."""
    return label.casefold()


def label_order(label: str) -> tuple[int, str]:
    """Known categories as they are declared, then the others by name."""
    known = list(map(str, Category))
    return (known.index(label), "") if label in known else (len(known), label_key(label))
