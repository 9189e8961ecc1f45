"""Where no answer fits: the articles that the same question may belong to."""

from typing import Any

from django.urls import reverse

from referee.rulebook.articles import Article, article
from referee.rulings.reading import table_slugs
from referee.telling import found_for, told_of_case
from referee.web.asked import NONE, CaseQuery, Tap

ASKED = ("_told", "_q")
"""Stand in the address for what somebody typed into the search."""
LONGEST = 500
"""So many characters of it are read."""
NEAR = 0.5
"""An article is found that fits at least so surely."""
SHOWN = 5
"""So many of them are offered."""


def nearest(own: Article, asked: CaseQuery) -> dict[str, Any]:
    """Other articles that the same question may belong to. `near`: the typed words find them, best
    first; else they are the neighbours of what was asked.
    """
    found = _others(own, typed_words(asked))
    fact = asked.table.facts.get(asked.written[NONE])
    asked_for = f"{own.title[asked.lang]} {asked.question(fact) if fact else ''}"
    beside = sorted(_others(own, asked_for), key=lambda slug: article(slug).book != own.book)
    shelf = [slug for slug in table_slugs() if slug != own.slug and article(slug).book == own.book]
    return {
        "near": bool(found),
        "taps": [way_to(slug, asked) for slug in (found or beside or shelf)[:SHOWN]],
    }


def _others(own: Article, words: str) -> list[str]:
    """The articles beside this one that words find, best first."""
    hits = found_for(words, 2 * SHOWN) if words else []
    return [hit.article for hit in hits if hit.article != own.slug and hit.score >= NEAR]


def way_to(slug: str, asked: CaseQuery) -> Tap:
    """The way to another article; to its case with the question and what it tells."""
    title = article(slug).title[asked.lang]
    if slug not in table_slugs():
        return Tap(title, reverse("rule", args=[slug]))
    playing = asked.profile.game if "game" in asked.settled else ""
    told = told_of_case(typed_words(asked), slug, playing)
    kept = {name: text for name, text in asked.kept if name in ASKED}
    new = {name: value for name, value in told.items() if name not in asked.filled}
    return Tap(title, asked.elsewhere(slug, {**new, **kept}))


def typed_words(asked: CaseQuery) -> str:
    """The question as somebody typed it, empty where nobody did."""
    return next((asked.written[name] for name in ASKED if name in asked.written), "")[:LONGEST]
