"""Letters on paper: the fonts, what they can print, and text that fits its place.

The fonts (DejaVu, free to embed) know Latin with every accent, Greek, Cyrillic and Hebrew. A
character that they lack never becomes a box: it is taken apart (bold mathematical A to A), a
picture is left out, and a letter of another script becomes a question mark. Text is
drawn as it is, never read as markup.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

REGULAR, BOLD, SERIF = "Jass", "Jass-Bold", "Jass-Serif"
FILES = {
    REGULAR: "DejaVuSansCondensed.ttf",
    BOLD: "DejaVuSansCondensed-Bold.ttf",
    SERIF: "DejaVuSerif.ttf",
}
LONGEST = 20_000
"""Characters of one text that are looked at; what comes after could not stand on a page."""
PLAIN_PLANE = 0xFFFF
_SPACES = re.compile(r" {2,}")
_UNKNOWN = re.compile(r"\?{2,}")


@cache
def glyphs_of(font: str) -> frozenset[int]:
    """The characters that a font can print; the first call makes the font known to the maker."""
    path = Path(__file__).parent / "fonts" / FILES[font]
    made = TTFont(font, str(path))
    pdfmetrics.registerFont(made)
    return frozenset(code for code in made.face.charToGlyph if code <= PLAIN_PLANE)


def printable(text: str, font: str = REGULAR) -> str:
    """The text in characters that the font has, on one line, in the order in which it is read."""
    glyphs = glyphs_of(font)
    composed = unicodedata.normalize("NFC", text[:LONGEST])
    plain = "".join(_in_font(character, glyphs) for character in composed)
    plain = _UNKNOWN.sub("?", plain)
    return "".join(_runs(_SPACES.sub(" ", plain).strip()))


def _in_font(character: str, glyphs: frozenset[int]) -> str:
    category = unicodedata.category(character)
    if character.isspace():
        return " "
    # What only changes its neighbour, as other looks and skins of a picture do, is left out, too.
    modifies = "\ufe00" <= character <= "\ufe0f" or "\U0001f3fb" <= character <= "\U0001f3ff"
    if category in {"Cc", "Cf", "Cs", "Co", "Cn"} or modifies:
        return ""
    if ord(character) in glyphs:
        return character
    parts = unicodedata.normalize("NFKD", character)
    rest = "".join(p for p in parts if ord(p) in glyphs and not unicodedata.combining(p))
    return rest or ("" if category[0] in "MS" else "?")


def _runs(text: str) -> Iterator[str]:
    """Runs of a script that is written from right to left, turned round for a left-to-right pen."""
    run = ""
    for character in text:
        if unicodedata.bidirectional(character) in {"R", "AL"}:
            run = character + run
        else:
            yield run + character
            run = ""
    yield run


def width_of(text: str, *, font: str, size: float) -> float:
    """Points that a printable text takes."""
    glyphs_of(font)
    return float(pdfmetrics.stringWidth(text, font, size))


def fitted(text: str, *, font: str, size: float, width: float) -> str:
    """A printable text that is not wider than `width` points; a cut one ends with an ellipsis."""
    if width_of(text, font=font, size=size) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width_of(text[:middle].rstrip() + "…", font=font, size=size) <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…"


def size_for(text: str, *, font: str, size: float, width: float, least: float) -> float:
    """The largest size, from `size` down to `least`, at which the text fits the width."""
    taken = width_of(text, font=font, size=size)
    return size if taken <= width else max(least, size * width / taken)


def wrapped(text: str, *, font: str, size: float, width: float) -> list[str]:
    """The text as lines; a word that is wider than the line is cut where the line ends."""
    lines = [""]
    for word in printable(text, font).split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if width_of(longer, font=font, size=size) <= width:
            lines[-1] = longer
        else:
            lines.extend(_pieces(word, font=font, size=size, width=width))
    return [line for line in lines if line]


def _pieces(word: str, *, font: str, size: float, width: float) -> Iterator[str]:
    piece = ""
    for character in word:
        if piece and width_of(piece + character, font=font, size=size) > width:
            yield piece
            piece = ""
        piece += character
    yield piece
