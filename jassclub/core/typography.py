"""The signs of print in each language, put where a keyboard has others: books and catalogues are
typed as one likes and shown as they are printed. Plain Python, for the pure packages too.
"""

import re
from collections.abc import Mapping
from typing import Any

from jassclub.core.peculiar import part_of

GAP = "\u202f"
APOSTROPHE = re.compile(r"(?<=[^\W_])'(?=[^\W_])|(?<=[^\W_])'(?=[«{%<])")
_BEFORE = re.compile(r"(?<=\S)[ \u00a0](?=[;:!?»])")
_AFTER = re.compile(r"(?<=«)[ \u00a0]?(?=[^\s])")
_NONE = re.compile(
    r"&#?\w+;|(?<=[^\s\u202f/:;!?(\[])(?=[;:!?](?:\s|$|[.,)»]))|(?<=[^\s\u202f(\[])(?=»)"
)
"""A sign that stands close to its word, and is no part of a time or an address; or a character as
HTML writes it (`&#160;`), whose end is no sign."""
_HYPHEN = re.compile(r"(?<![^\s(])-(?=\d)")
_LONG = re.compile(r"(?<![\d.])\d{4,}")


def minus(text: str) -> str:
    """Numbers below zero with the sign of print: pages and papers have one minus."""
    return _HYPHEN.sub("−", text)


def printed(number: object) -> str:
    """A number, or several in one text, as they are read: −1’284, in groups of three."""
    return minus(_LONG.sub(lambda long: f"{int(long[0]):,}".replace(",", "’"), str(number)))


def said(params: Mapping[str, Any]) -> dict[str, Any]:
    """What a sentence names, long numbers as they are read; short ones may choose its plural."""
    return {
        name: printed(value) if type(value) is int and abs(value) >= 1000 else value
        for name, value in params.items()
    }


def set_in_type(language: str, text: str) -> str:
    """The text with the apostrophe of print, and with the gaps at signs and the quotation marks of
    its language."""
    text = APOSTROPHE.sub("’", text)
    if has_gap(language):
        text = _AFTER.sub(GAP, _BEFORE.sub(GAP, _NONE.sub(lambda at: at[0] or GAP, text)))
    return text.translate(str.maketrans("«»", part_of(language, "print").get("quotes", "«»")))


def has_gap(language: str) -> bool:
    """Whether a narrow space stands before ; : ! ? »."""
    return bool(part_of(language, "print").get("gap"))
