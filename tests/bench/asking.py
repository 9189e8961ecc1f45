"""How long it takes until a quarrel is decided on the pages, by typing and by tiles.

A player types the words of a dispute until the right article stands among the first two hits and
still does a word later, or taps his way from the first page; he answers from the story what he is
asked, else "Weiss ich nicht". What he taps, types and has to read is counted.
"""

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from http import HTTPStatus
from pathlib import Path
from statistics import quantiles
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from django.conf import settings
from django.test import Client

from referee.rulebook.articles import home
from referee.rules.profile import load_profile
from referee.rulings.answers import SELECTOR
from referee.rulings.case import FactsError
from referee.rulings.facts import UNKNOWN
from referee.rulings.reading import table_of
from referee.web.asked import query_of
from tests.bench import Figure
from tests.bench._seen import Page, Seen
from tests.referee.rulings.test_interviews import asked

TAP, LETTER, WORD, PAGE = 1.2, 0.25, 0.25, 0.3
"""Seconds."""
MOST = 12
"""Questions after which an interview has no end."""
HITS = 2
"""Among so many hits the right one is seen while somebody types."""
BARS = {"typed": {"half": 25.0, "19 of 20": 40.0}, "by tile": {"half": 18.0, "19 of 20": 30.0}}
FOLDER = Path(__file__).parents[1] / "referee"
START = "/rules/"
WORDS = re.compile(r"\w[\w’'-]*")


def measure(*, full: bool) -> Iterator[Figure]:
    """All disputes whose words and facts are told; `full` prints each walk."""
    settings.ALLOWED_HOSTS = ["*"]
    disputes = [dispute for dispute in _disputes() if Walk(dispute).is_told]
    for way, go in WAYS.items():
        walks = [walk for dispute in disputes if (walk := go(Walk(dispute))) is not None]
        done = [walk for walk in walks if not walk.fault]
        yield from _figures(way, done)
        faults = [walk for walk in walks if walk.fault]
        yield Figure(name=f"{way}: no end or no page", value=-len(faults), unit="walks", floor=0)
        worst = sorted(done, key=lambda walk: -walk.seconds)
        for walk in (*faults, *(worst if full else worst[:10])):
            print(walk.told(), file=sys.stderr)


def _figures(way: str, walks: list["Walk"]) -> Iterator[Figure]:
    for name, count, unit in (
        ("seconds", lambda walk: walk.seconds, "s"),
        ("taps", lambda walk: walk.taps, "taps"),
        ("words", lambda walk: walk.words, "words"),
        ("letters", lambda walk: walk.letters, "letters"),
    ):
        cuts = quantiles(map(count, walks), n=20)
        for part, value in (("half", cuts[9]), ("19 of 20", cuts[18])):
            floor = -BARS[way][part] if name == "seconds" else None
            told = f"{way}, {len(walks)}: {name} of {part}"
            yield Figure(name=told, value=-value, unit=unit, floor=floor)


def _disputes() -> Iterator[Mapping[str, Any]]:
    """Words, language, article and facts of each; those with no words are for the tiles alone, and
    of whom nothing is told nobody is asked."""
    for name in ("asked_disputes", "told_questions"):
        for item in json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8")):
            if facts := {**item["told"], **item.get("also", {})}:
                yield {**item, "facts": facts}
    for item in json.loads((FOLDER / "rulings/blind_cases.json").read_text(encoding="utf-8")):
        facts = {**item["facts"], **item.get("asked", {})}
        yield {"id": item["id"], "lang": "de", "article": item["article"], "facts": facts}


class Walk:
    """One dispute put to the pages, and what that costs."""

    def __init__(self, dispute: Mapping[str, Any]) -> None:
        self.dispute = dispute
        self.article = str(dispute["article"])
        self.taps = self.words = self.letters = self.pages = 0
        self.steps: list[str] = []
        self.fault = ""
        lang = dispute["lang"].replace("gsw", "de")
        self._client = Client(headers={"Accept-Language": lang})

    @property
    def seconds(self) -> float:
        """What all of it takes."""
        return TAP * self.taps + LETTER * self.letters + WORD * self.words + PAGE * self.pages

    def told(self) -> str:
        """The walk in words."""
        counts = f"{self.taps} taps, {self.words} words, {self.letters} letters"
        head = f"{self.seconds:.1f} s  {self.dispute['id']} {self.article}: {counts} {self.fault}"
        return "\n    ".join([head, *self.steps])

    def page(self, address: str) -> Page:
        """The page there; one that fails ends the walk."""
        answer = self._client.get(address)
        self.pages += 1
        if answer.status_code >= HTTPStatus.BAD_REQUEST:
            self.fault = f"{answer.status_code} {address}"
        return Page(address, answer.content.decode())

    def hits(self, words: str) -> list[Seen]:
        """What is found while somebody types; no page is opened for it."""
        answer = self._client.get(START, {"part": "hits", "q": words})
        return Page(START, answer.content.decode()).find("a", "hits")

    def read(self, items: Iterable[Seen]) -> None:
        """What has to be read."""
        texts = [item.words for item in items]
        self.words += sum(len(WORDS.findall(text)) for text in texts)
        self.steps.append(" | ".join(texts))

    def tap(self, link: Seen) -> None:
        """A link, and whatever has to be unfolded before it is seen."""
        self.taps += 1 + len(link.folds)
        self.steps.append(f"  -> {link.words}")

    @cached_property
    def known(self) -> Mapping[str, Any]:
        """What the story answers; nothing where the article refuses the facts."""
        profile = load_profile(self.dispute.get("profile") or home(self.article))
        try:
            return asked(table_of(self.article), self.dispute["facts"], profile)
        except FactsError:
            return {}

    @property
    def is_told(self) -> bool:
        """Whether the story can be asked for and says what is asked."""
        matter = self.known.get(SELECTOR)
        return bool(self.known) and (matter is None or matter.value != UNKNOWN)

    def answer(self, page: Page) -> Seen:
        """The answer of the story, else that nobody knows."""
        told = dict(parse_qsl(urlsplit(page.address).query))
        for link in page.find("a", "taps"):
            more = dict(parse_qsl(urlsplit(link.href).query)).items() - told.items()
            if any(self._tells(*fact) for fact in more):
                return link
        return page.find("a", "quiet")[0]

    def is_there(self, address: str) -> bool:
        """Whether the case there is that of the dispute."""
        parts = urlsplit(address)
        facts = [
            (fact, value) for fact, value in parse_qsl(parts.query) if not fact.startswith("_")
        ]
        return parts.path.startswith(f"{START}{self.article}/") and all(
            self._tells(fact, value) for fact, value in facts
        )

    def _tells(self, fact: str, value: str) -> bool:
        answer = self.known.get(fact)
        return answer is not None and value in map(_text, (answer.value, *answer.among))


def _text(value: object) -> str:
    return query_of({"": value}).removeprefix("?=")


def typed(walk: Walk) -> Walk | None:
    """Typed until the article is seen; where it never is, by tile after all."""
    if "question" not in walk.dispute:
        return None
    words, found = _enough(walk)
    walk.letters = len(words)
    walk.steps.append(f"«{words}» of «{walk.dispute['question']}»")
    articles = [_article(hit) for hit in found]
    if walk.article not in articles:
        walk.read(found)
        walk.steps.append("not found")
        return by_tile(walk)
    place = articles.index(walk.article)
    walk.read(found[: place + 1])
    walk.pages += 1
    walk.tap(found[place])
    return _interview(walk, found[place].href)


def _enough(walk: Walk) -> tuple[str, list[Seen]]:
    """So much of the question as somebody types who looks at what is found, and the hits."""
    words, seen = walk.dispute["question"].split(" "), False
    for count in range(2, len(words)):
        text = " ".join(words[:count])
        found = walk.hits(text)
        before, seen = seen, walk.article in map(_article, found[:HITS])
        if before and seen:
            return text, found
    return walk.dispute["question"], walk.hits(walk.dispute["question"])


def _article(hit: Seen) -> str:
    return urlsplit(hit.href).path.split("/")[2]


def by_tile(walk: Walk) -> Walk | None:
    """From the first page by what stands there; what is folded costs a tap to see."""
    way = _steps_to(walk)
    if way is None:
        walk.fault = "no tile"
        return walk
    walk.read(way[0])
    walk.tap(way[1])
    address = way[1].href
    if not urlsplit(address).path.endswith("/case/"):
        page = walk.page(address)
        walk.read([*page.find("h1"), *page.find("ol", "law")])
        link = next((item for item in page.find("a", "main", "btn")), None)
        if link is None:
            return walk
        walk.tap(link)
        address = link.href
    return _interview(walk, address)


WAYS: dict[str, Callable[[Walk], Walk | None]] = {"typed": typed, "by tile": by_tile}


def _interview(walk: Walk, address: str) -> Walk:
    """All questions up to the ruling."""
    for count in range(MOST):
        page = walk.page(address)
        if walk.fault:
            return walk
        if not page.find("ul", "quiet"):
            ways = [*page.find("a", "branches"), *page.find("summary", "main")]
            shown = [it for it in ways if not it.folds and it.of("branches") | it.of("readings")]
            walk.read([*page.find("h2", "said"), *shown])
            return walk
        link = walk.answer(page)
        seen = [item for item in page.find("a", "taps") if set(item.folds) <= set(link.folds)]
        # What nobody knows or none of it is: the same on each page, read once.
        walk.read([*page.find("h1"), *(it for it in seen if not (count and it.of("quiet")))])
        walk.tap(link)
        address = link.href
    walk.fault = "no end"
    return walk


def _steps_to(walk: Walk) -> tuple[list[Seen], Seen] | None:
    """What is read on the way to the tile that tells most, of those that tell nothing but the
    story, and the tile."""
    page = walk.page(START)
    items = [item for item in page.items if item.of("main") and not item.of("crumbs")]
    items = [item for item in items if item.tag in ("a", "summary")]
    links = [item for item in items if walk.is_there(item.href)]
    if not links:
        return None
    link = max(links, key=lambda item: len(urlsplit(item.href).query))
    before = items[: items.index(link) + 1]
    return [item for item in before if set(item.folds) <= set(link.folds)], link
