"""What a paper is to those who hear it: headings, paragraphs, tables, beside what is drawn.

The tree of a tagged PDF (ISO 32000-1, 14.7 and 14.8), which the maker of the pages does not write:
each drawing is marked with a number on its page, an element lists those that are its own, and what
only adorns is an artifact.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Self

from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFObject, PDFPage
from reportlab.pdfgen.canvas import Canvas

# `StructParents` is not among the entries that the maker knows of a page.
PDFPage.__NoDefault__ = [*PDFPage.__NoDefault__, "StructParents"]


@dataclass(eq=False)
class Element:
    """A part of the text: `tag` is one of the standard's types, `alt` says what a figure shows,
    `columns` is how many a cell spans, `language` is that of a part, where it has its own."""

    tag: str
    alt: str = ""
    columns: int = 1
    language: str = ""
    parent: Self | None = None
    kids: list["Element | tuple[int, int]"] = field(default_factory=list)

    def append(self, kid: "Element") -> None:
        kid.parent = self
        self.kids.append(kid)

    def entries(self) -> str:
        """What the element says of itself, beside its parts."""
        told = " /Scope /Column" if self.tag == "TH" else ""
        told += f" /ColSpan {self.columns}" if self.columns > 1 else ""
        alt = f"\ufeff{self.alt}".encode("utf-16-be", "replace").hex()
        shown = f" /Alt <{alt}>" if self.alt else ""
        shown += f" /Lang ({self.language})" if self.language else ""
        return f"/S /{self.tag}{shown}" + (f" /A << /O /Table{told} >>" if told else "")


class _Entry(PDFObject):
    """An object of the file that is written as it is."""

    __RefOnly__ = 1

    def __init__(self) -> None:
        self.written = ""

    def format(self, document: object) -> bytes:
        return self.written.encode("ascii")


class Tags:
    """The elements of the pages of a canvas; what is drawn inside `marked` belongs to one."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas: Any = canvas
        self._root = self._within = Element("Document")
        self._pages: list[list[Element]] = [[]]
        self._open = False

    @contextmanager
    def inside(self, element: Element | None) -> Iterator[None]:
        """Elements that begin inside are its parts; a table that goes on overleaf is entered
        again. Without one nothing changes."""
        outer = self._within
        if element:
            self._attach(element)
            self._within = element
        yield
        self._within = outer

    @contextmanager
    def marked(self, element: Element | None) -> Iterator[None]:
        """What is drawn inside is the element's, or without one an artifact; inside another
        mark it stays that one's."""
        if self._open:
            yield
            return
        self._open = True
        self._canvas._code.append(self._begin(element))
        yield
        self._canvas._code.append("EMC")
        self._open = False

    def usual(self) -> str:
        """What a text is where nothing else is said."""
        return "TD" if self._within.tag == "TR" else "P"

    def leave_empty(self, element: Element | None) -> None:
        """A cell in which nothing stands keeps its place in the row."""
        if element and self._within.tag == "TR":
            self._attach(element)

    def turn(self) -> None:
        """The page is done."""
        pages = self._canvas._doc.Pages.pages
        pages[-1].StructParents = len(pages) - 1
        self._pages.append([])

    def write(self) -> None:
        """The tree into the catalogue of the document."""
        doc = self._canvas._doc
        entries = {one: _Entry() for one in (self._root, *self._below(self._root))}
        tree = _Entry()
        links = {one: _link(doc, entry) for one, entry in entries.items()}
        root, pages = _link(doc, tree), [_link(doc, page) for page in doc.Pages.pages]
        for one, entry in entries.items():
            parent = links[one.parent] if one.parent else root
            kids = "".join(f" {link}" for link in _kids(one, links, pages))
            page = next((f" /Pg {pages[kid[0]]}" for kid in one.kids if isinstance(kid, tuple)), "")
            entry.written = f"<< {one.entries()} /P {parent}{page} /K [{kids} ] >>"
        owners = " ".join(
            f"{number} [ {' '.join(links[one] for one in self._pages[number])} ]"
            for number in range(len(pages))
        )
        tree.written = (
            f"<< /Type /StructTreeRoot /K {links[self._root]} "
            f"/ParentTree << /Nums [ {owners} ] >> /ParentTreeNextKey {len(pages)} >>"
        )
        doc.Catalog.StructTreeRoot = tree
        doc.Catalog.MarkInfo = PDFDictionary({"Marked": "true"})

    def _attach(self, element: Element) -> None:
        if element.parent is None:
            self._within.append(element)

    def _begin(self, element: Element | None) -> str:
        if element is None:
            return "/Artifact BMC"
        self._attach(element)
        page = self._pages[-1]
        element.kids.append((len(self._pages) - 1, len(page)))
        page.append(element)
        return f"/{element.tag} <</MCID {len(page) - 1}>> BDC"

    def _below(self, element: Element) -> Iterator[Element]:
        for kid in element.kids:
            if isinstance(kid, Element):
                yield kid
                yield from self._below(kid)


def _link(doc: Any, entry: PDFObject) -> str:
    return str(doc.Reference(entry).format(doc), "ascii")


def _kids(element: Element, links: Mapping[Element, str], pages: Sequence[str]) -> Iterator[str]:
    """Its elements, and its drawings: those of the first page by their number alone."""
    first: int | None = None
    for kid in element.kids:
        if isinstance(kid, Element):
            yield links[kid]
            continue
        page, number = kid
        first = page if first is None else first
        yield str(number) if page == first else f"<< /Type /MCR /Pg {pages[page]} /MCID {number} >>"
