"""A sheet of paper: text, rules and boxes, with y counted in points from the upper edge.

The same content always gives the same bytes: no clock, no chance.

Letters: the fonts (DejaVu, free to embed) know Latin with every accent, Greek, Cyrillic and Hebrew.
A character that they lack never becomes a box: it is taken apart (bold mathematical A to A), a
picture is left out, and a letter of another script becomes a question mark. Text is drawn as it is,
never read as markup.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Literal, TypeVar

from django.utils import translation
from django.utils.translation import gettext as _
from reportlab.lib.colors import Color, HexColor
from reportlab.lib.pagesizes import A4, A5, landscape
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from jassclub.core.speaking import spoken
from jassclub.core.typography import minus
from tournaments.papers.pdf.tags import Element, Tags

REGULAR, BOLD, SERIF = "Jass", "Jass-Bold", "Jass-Serif"
BANK, BANK_BOLD = "Bank", "Bank-Bold"
"""The letters that the banks allow for a payment part."""
FILES = {
    REGULAR: "DejaVuSansCondensed.ttf",
    BOLD: "DejaVuSansCondensed-Bold.ttf",
    SERIF: "DejaVuSerif.ttf",
    BANK: "LiberationSans-Regular.ttf",
    BANK_BOLD: "LiberationSans-Bold.ttf",
}
LONGEST = 20_000
"""Characters of one text that are looked at; what comes after could not stand on a page."""
PLAIN_PLANE = 0xFFFF
_SPACES = re.compile(r" {2,}")
_UNKNOWN = re.compile(r"\?{2,}")


@cache
def glyphs_of(font: str) -> frozenset[int]:
    """The characters that a font can print; the first call makes the font known to the maker."""
    made = TTFont(font, str(Path(__file__).parent / "fonts" / FILES[font]))
    pdfmetrics.registerFont(made)
    return frozenset(code for code in made.face.charToGlyph if code <= PLAIN_PLANE)


def printable(text: str, font: str = REGULAR) -> str:
    """The text in characters that the font has, on one line, in the order in which it is read."""
    glyphs = glyphs_of(font)
    composed = unicodedata.normalize("NFC", minus(text[:LONGEST]))
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


INK, PENCIL, FAINT = HexColor("#111111"), HexColor("#666666"), HexColor("#bbbbbb")
SLATE, CHALK, FELT = HexColor("#22302c"), HexColor("#f3efe4"), HexColor("#1f6b4f")
SHADE = HexColor("#f0f0ee")
MARGIN = 36.0
T = TypeVar("T")
Align = Literal["left", "centre", "right"]


@dataclass(frozen=True)
class Logo:
    """A JPEG, read once for all pages, and how many times as wide as high it is."""

    content: ImageReader
    ratio: float


@dataclass(frozen=True, kw_only=True)
class Event:
    """What stands on every paper of a tournament; the date as people write it in its language.
    `draw` says after which draw a paper of seats was printed: those before it are void."""

    name: str
    date: str = ""
    place: str = ""
    club: str = ""
    draw: str = ""
    logos: Sequence[Logo] = ()
    language: str = field(default_factory=spoken)

    def when_and_where(self) -> str:
        return " · ".join(part for part in (self.club, self.date, self.place) if part)


class Paper:
    """Pages of one size; `bytes()` closes the last one.

    What is written is read out as it is drawn, in this order: a paragraph, inside a row of a table
    a cell, or what `tag` says; None, as lines and boxes, is left out.
    """

    def __init__(self, *, title: str, size: tuple[float, float] = A4) -> None:
        self.width, self.height = size
        self._written = BytesIO()
        glyphs_of(REGULAR)
        self.canvas = Canvas(
            self._written,
            pagesize=size,
            invariant=1,
            lang=spoken(),
            initialFontName=REGULAR,  # type: ignore[arg-type]  # a name, not a size
        )
        self.tags = Tags(self.canvas)
        self.inside, self.marked = self.tags.inside, self.tags.marked
        self.canvas.setViewerPreference("DisplayDocTitle", "true")
        self.canvas.setTitle(printable(title))
        self.canvas.setAuthor("Jassclub")
        self.canvas.setCreator("Jassclub")

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = 10,
        font: str = REGULAR,
        width: float | None = None,
        align: Align = "left",
        ink: Color = INK,
        tag: Element | str | None = "",
    ) -> None:
        """One line on the base line y; with a width it is cut where it would not fit."""
        letters = printable(text, font)
        if width is not None:
            letters = fitted(letters, font=font, size=size, width=width)
        if isinstance(tag, str):
            tag = Element(tag or self.tags.usual())
        if not letters:
            self.tags.leave_empty(tag)
            return
        shift = {"left": 0.0, "centre": 0.5, "right": 1.0}[align]
        taken = width_of(letters, font=font, size=size) if shift else 0.0
        with self.marked(tag):
            self.canvas.setFont(font, size)
            self.canvas.setFillColor(ink)
            self.canvas.drawString(x - shift * taken, self.height - y, letters)

    def shrinking(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float,
        width: float,
        least: float = 7,
        font: str = BOLD,
        align: Align = "left",
        ink: Color = INK,
        tag: Element | str | None = "",
    ) -> None:
        """A line that becomes smaller before it is cut."""
        fit = size_for(printable(text, font), font=font, size=size, width=width, least=least)
        self.text(
            x, y, text, size=fit, font=font, width=width + 0.01, align=align, ink=ink, tag=tag
        )

    def line(
        self, start: tuple[float, float], end: tuple[float, float], *, weight: float = 0.5,
        ink: Color = INK,
    ) -> None:  # fmt: skip
        with self.marked(None):
            self.canvas.setLineWidth(weight)
            self.canvas.setStrokeColor(ink)
            self.canvas.line(start[0], self.height - start[1], end[0], self.height - end[1])

    def fill(self, x: float, y: float, *, width: float, height: float, ink: Color) -> None:
        """A filled box whose upper left corner is x, y."""
        with self.marked(None):
            self.canvas.setFillColor(ink)
            self.canvas.rect(x, self.height - y - height, width, height, stroke=0, fill=1)

    def frame(
        self, x: float, y: float, *, width: float, height: float, weight: float = 0.8,
        ink: Color = INK,
    ) -> None:  # fmt: skip
        """An empty box whose upper left corner is x, y."""
        with self.marked(None):
            self.canvas.setLineWidth(weight)
            self.canvas.setStrokeColor(ink)
            self.canvas.rect(x, self.height - y - height, width, height, stroke=1, fill=0)

    def logos(
        self, right: float, y: float, logos: Sequence[Logo], *, width: float, height: float
    ) -> None:
        """In a row that ends at the right, y its upper edge: as high as there is room for."""
        if not logos:
            return
        gap = height / 4
        wide = sum(logo.ratio for logo in logos)
        high = min(height, (width - gap * (len(logos) - 1)) / wide)
        x = right - high * wide - gap * (len(logos) - 1)
        for logo in logos:
            with self.marked(Element("Figure", alt=_("Logo"))):
                corner = x, self.height - y - (height + high) / 2
                self.canvas.drawImage(logo.content, *corner, width=high * logo.ratio, height=high)
            x += high * logo.ratio + gap

    def turn(self) -> None:
        """The next page."""
        self.canvas.showPage()
        self.tags.turn()

    def bytes(self) -> bytes:
        self.tags.write()
        self.canvas.save()
        return self._written.getvalue()

    @contextmanager
    def part(self, *, left: float, size: tuple[float, float]) -> Iterator[None]:
        """Inside, x, y, width and height are those of a smaller paper lying on this one."""
        whole = self.width, self.height
        self.canvas.saveState()
        self.canvas.translate(left, 0)
        self.width, self.height = size
        yield
        self.width, self.height = whole
        self.canvas.restoreState()


def heading(
    paper: Paper, event: Event, title: str, *, note: str = "", overleaf: bool = False
) -> float:
    """The head of an A4 list, read out on its first page; returns the y where the list begins."""
    right = paper.width - MARGIN
    head, more = (None, None) if overleaf else ("H1", "P")
    paper.shrinking(MARGIN, MARGIN + 18, title, size=22, width=right - MARGIN - 150, tag=head)
    paper.shrinking(right, MARGIN + 18, note, size=10, width=145, align="right", tag=more)
    under = " · ".join(part for part in (event.name, event.when_and_where()) if part)
    paper.text(MARGIN, MARGIN + 35, under, ink=PENCIL, width=right - MARGIN, tag=more)
    paper.line((MARGIN, MARGIN + 43), (right, MARGIN + 43), weight=1.2)
    return MARGIN + 52


def footing(paper: Paper, *, page: int, pages: int, notes: Sequence[str] = ()) -> None:
    """The foot of an A4 list: what vouches for it, and the page number."""
    right, y = paper.width - MARGIN, paper.height - MARGIN + 8
    if notes or pages > 1:
        paper.line((MARGIN, y - 12), (right, y - 12), ink=FAINT)
    for index, note in enumerate(notes):
        paper.text(MARGIN, y + 9 * index, note, size=7, ink=PENCIL, width=right - MARGIN - 80,
                   tag="P" if page == pages else None)  # fmt: skip
    if pages > 1:
        folio = _("Seite %(page)s von %(pages)s") % {"page": page, "pages": pages}
        paper.text(right, y, folio, size=8, align="right", ink=PENCIL, tag=None)


def chunks(items: Sequence[T], most: int) -> list[Sequence[T]]:
    """At most so many on a page; one empty page where there are none."""
    return [items[first : first + most] for first in range(0, max(1, len(items)), most)]


def print_list(
    paper: Paper,
    event: Event,
    title: str,
    *,
    pages: Sequence[T],
    draw: Callable[[T, float], None],
    note: str = "",
    foot: Sequence[str] = (),
) -> None:
    """Pages between head and foot; `draw` gets what is on the page and the y where it begins."""
    for number, page in enumerate(pages, 1):
        draw(page, heading(paper, event, title, note=note, overleaf=number > 1))
        footing(paper, page=number, pages=len(pages), notes=foot)
        paper.turn()


def in_its_language(event: Event, draw: Callable[[Paper], None]) -> Callable[[Paper], None]:
    """A drawing in the language of its event, which those who hear it are told."""

    def drawn(paper: Paper) -> None:
        part = Element("Div", language=event.language)
        with translation.override(event.language), paper.inside(part):
            draw(paper)

    return drawn


def one_a_page(
    title: str, size: tuple[float, float], drawings: Iterable[Callable[[Paper], None]]
) -> bytes:
    """Each drawing on a page of its own."""
    paper = Paper(title=title, size=size)
    for draw in drawings:
        with paper.inside(Element("Sect")):
            draw(paper)
        paper.turn()
    return paper.bytes()


def half_sheets(title: str, drawings: Sequence[Callable[[Paper], None]], *, two_up: bool) -> bytes:
    """A5 pages, or two of them on each A4 with a line to cut along."""
    if not two_up:
        return one_a_page(title, A5, drawings)
    paper = Paper(title=title, size=landscape(A4))
    for first in range(0, len(drawings), 2):
        for place, draw in enumerate(drawings[first : first + 2]):
            left = place * paper.width / 2
            with paper.part(left=left, size=A5), paper.inside(Element("Sect")):
                draw(paper)
        paper.canvas.setDash(2, 4)
        paper.line((paper.width / 2, 0), (paper.width / 2, paper.height), ink=FAINT)
        paper.canvas.setDash()
        paper.turn()
    return paper.bytes()
