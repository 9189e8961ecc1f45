"""What of a page is seen: its words in their order, inside what they stand, what is folded away."""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urljoin

from django.test.html import Element, parse_html

UNSEEN = {"off", "paper-only"}
"""Classes of what only a screen reader or a printer says."""
MARKS = {"i", "svg", "script", "template", "style"}


@dataclass(frozen=True)
class Seen:
    """An element with its words, the tags and classes around it and its own, and what has to be
    unfolded first."""

    tag: str
    words: str
    inside: frozenset[str]
    folds: tuple[int, ...]
    href: str = ""

    def of(self, *names: str) -> bool:
        """Whether it stands inside all of these."""
        return self.inside.issuperset(names)


class Page:
    """A page as it was sent."""

    def __init__(self, address: str, html: str) -> None:
        self.address = address
        self.items = list(_items(parse_html(html), address, frozenset(), ()))

    def find(self, tag: str, *inside: str) -> list[Seen]:
        """The elements of a tag inside all of these."""
        return [item for item in self.items if item.tag == tag and item.of(*inside)]


def _items(
    element: Element, address: str, inside: frozenset[str], folds: tuple[int, ...]
) -> Iterator[Seen]:
    told = dict(element.attributes or ())
    classes = (told.get("class") or "").split()
    if UNSEEN.intersection(classes) or element.name in MARKS or "hidden" in told:
        return
    within = inside | {element.name or "", *classes}
    href = urljoin(address, told["href"]) if told.get("href") else ""
    yield Seen(element.name or "", " ".join(_words(element)), within, folds, href)
    shut = element.name == "details" and "open" not in told
    for child in element.children:
        if not isinstance(child, str):
            open_ = not shut or child.name == "summary"
            yield from _items(child, address, within, folds if open_ else (*folds, id(element)))


def _words(element: Element) -> Iterator[str]:
    for child in element.children:
        if isinstance(child, str):
            yield from child.split()
        elif child.name not in MARKS and not UNSEEN & set(_classes(child)):
            yield from _words(child)


def _classes(element: Element) -> list[str]:
    return (dict(element.attributes).get("class") or "").split()
