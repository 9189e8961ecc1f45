"""Pages of the law: search, articles, and cases decided by a few taps. All of them only read."""

from collections.abc import Callable, Mapping, Sequence
from textwrap import shorten
from typing import Any
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from jassclub.clubs.actors import actor_of
from jassclub.clubs.models import Club
from jassclub.clubs.rights import club_at
from jassclub.web.forms import page, shown_page
from jassclub.web.middleware import indexable
from jassclub.web.offline_queue import KEPT, RULING
from jassclub.web.qr import drawn
from referee.asking import (
    found_article,
    found_profile,
    found_rules,
    found_table,
    language,
    ruled,
)
from referee.rulebook.articles import (
    BOOKS,
    MAIN_BOOK,
    Article,
    article,
    article_slugs,
    decided_by,
    home,
)
from referee.rulebook.lookup.search import JASSE
from referee.rulings.facts import Verdict
from referee.rulings.reading import COMMON_FACTS, table_of, table_slugs
from referee.telling import PROFILE, told_of_case
from referee.web.asked import QR, CaseQuery, query_of
from referee.web.cases import case_context, decided_before, short
from referee.web.depending import BARE
from referee.web.nearest import LONGEST
from referee.web.tiles import Tile, often, topics
from referee.wording import as_players_say, as_single_players_say

CLUB = "_club"
"""Stands in the address for the slug of the club."""


def club_of(request: HttpRequest) -> Club | None:
    """The club that is asked about; NotFound for who does not belong to it."""
    slug = request.GET.get(CLUB, "")
    return club_at(actor_of(request), slug) if slug else None


def named_in(club: Club | None) -> dict[str, str]:
    """What an address says of the club."""
    return {CLUB: club.slug} if club else {}


BY_GAME = {
    jass.profile: jass.game
    for jass in JASSE
    if not jass.beside and any(it.beside and it.names == jass.names for it in JASSE)
}
"""Rules that a question may mean which names nothing but the game: so their chip says no more."""
CaseAddress = Callable[[str, Mapping[str, object]], str]
FOUND = 5
FOUND_AT = "_at"
"""Stands in the address of an article for the sentence that answers what was asked."""
ONE_LINE = 48
"""So many letters of a sentence say beside the title what an article is about; that of the first
may be the answer, so it stands whole where no case is asked for."""
LINES = 3
"""So many of the articles found show one; the right one is hardly ever further down."""
UNSURE, CLEAR = 0.05, 4
"""The first article found is clear where no more than this doubts it, and so many times as much the
second: only then its ruling stands beside it."""
LONGEST_IN_CODE = 2000


@indexable
@require_safe
@page
def contents(request: HttpRequest) -> HttpResponse:
    """The question in the words of the table, what was found, and tiles for all cases."""
    club = club_of(request)

    asked = {"_q": question} if (question := request.GET.get("q", "").strip()[:LONGEST]) else {}

    def case_of(slug: str, told: Mapping[str, object]) -> str:
        return _case_address(slug, {**told, **named_in(club), **asked})

    context = {**search_context(request, case_of), **_seen_from(club)}
    return search_page(request, "referee/contents.html", context)


@require_safe
@page
def rulebook(request: HttpRequest) -> HttpResponse:
    """All articles on one page: what phones keep of the law for where there is no network."""
    lang, shelves = language(None), dict[str, list[Article]]()
    for item in map(article, article_slugs()):
        shelves.setdefault(item.book, []).append(item)
    books = [
        (
            _(BOOKS.get(book, book)),
            [
                (item.slug, item.title[lang], [each.text[lang] for each in item.sentences])
                for item in shelves[book]
            ],
        )
        for book in shelves
    ]
    return render(request, "referee/rulebook.html", {"books": books})


@indexable
@require_safe
@page
def article_page(request: HttpRequest, slug: str) -> HttpResponse:
    """One article, its sentences numbered."""
    lang = language(None)
    shown, found_at = found_article(slug), request.GET.get(FOUND_AT)
    context = {
        "article": short(shown, lang),
        "sentences": [(item.id, item.text[lang]) for item in shown.sentences],
        "answer": next((it.text[lang] for it in shown.sentences if it.id == found_at), ""),
        "source": _(shown.source),
        "quoted": shown.book != "house",
        "since": shown.since,
        "book": _(BOOKS.get(shown.book, shown.book)),
        "decided": _decided_elsewhere(slug),
        "beside": [_in_book(article(other), lang) for other in _beside(shown)],
        **_seen_from(club_of(request)),
    }
    return render(request, "referee/article.html", context)


def _decided_elsewhere(slug: str) -> str:
    """The address of the case by which an article without a table is decided."""
    other = decided_by(slug)
    return _case_address(other, _rules_of(slug)) if other else ""


@shown_page
def case(request: HttpRequest, slug: str) -> HttpResponse:
    """A case of an article: the next question, or the ruling."""
    own, club = home(slug), club_of(request)
    asked = _case_in(slug, request.GET, club)
    rules = {PROFILE: asked.profile.slug} if request.GET.get(PROFILE) else {}
    answer = case_context(slug, asked)
    context = {
        **answer,
        **_seen_from(club),
        "precedents": _decided_before(request, club, answer.get("ruling")),
        "search": reverse("rules") + _query(named_in(club)),
        "qr": code_of(request, asked.link) if "ruling" in answer else "",
        "afresh": _case_address(slug, {**rules, **named_in(club)}),
        "rules": _played_by(asked, own) if rules or own != MAIN_BOOK else None,
    }
    status = 422 if "refusal" in context else 200
    shown = render(request, "referee/case.html", context, status=status)
    if "ruling" in context:
        shown[KEPT] = RULING
    return shown


def _case_in(slug: str, query: QueryDict, club: Club | None = None) -> CaseQuery:
    """The case of an article that an address tells."""
    table, profile = found_table(slug), found_profile(query.get(PROFILE) or home(slug))
    return CaseQuery(
        table=table,
        profile=profile,
        lang=language(None),
        query=query,
        who=as_players_say if profile.in_pairs else as_single_players_say,
        elsewhere=lambda other, told: _case_address(other, {**told, **named_in(club)}),
    )


def code_of(request: HttpRequest, link: str) -> str:
    """The QR code of a ruling, where it is wanted: drawing one takes longer than a ruling. None
    for an address that no code holds.
    """
    wanted = QR in request.GET and len(link) <= LONGEST_IN_CODE
    return drawn(request.build_absolute_uri(link)) if wanted else ""


def search_context(request: HttpRequest, case_of: CaseAddress, *, game: str = "") -> dict[str, Any]:
    """What `referee/contents.html` reads; `case_of` gives the address of a case by its article
    and what the question tells of it, `game` is the game that is being played."""
    lang = language(None)
    question = request.GET.get("q", "").strip()[:LONGEST]

    def at_cases(tiles: list[Tile]) -> list[tuple[str, str]]:
        return [(case_of(slug, told), words) for slug, told, words in tiles]

    rules = found_rules(question, lang, FOUND) if question else []
    for place, rule in enumerate(rules):
        slug, sentence = rule["article"], rule["cites"].partition("#")[2]
        other = slug if slug in table_slugs() else "" if game else decided_by(rule["cites"])
        told = told_of_case(question, other, game) if other else {}
        if other:
            rule["address"] = case_of(other, told if other == slug else told | _rules_of(slug))
        else:
            rule["address"] = reverse("rule", args=[slug]) + _query({FOUND_AT: sentence})
        if other and other != slug:
            named = _("nach «{book}»").format(book=_(BOOKS[article(slug).book]))
            rule["title"] = f"{article(other).title[lang]}, {named}"
        # Of what is told the table decides; a sentence of the article may say the contrary.
        line = _as_heard(other, told, lang) if told else rule["sentence"] if place < LINES else ""
        rule["line"] = shorten(line, ONE_LINE, placeholder=" …") if place or other else line
    # A named book may answer by an article that was found as well.
    rules = list({rule["address"]: rule for rule in rules}.values())
    if rules and not game and _is_clear(rules):
        rules[0]["ruling"] = _ruled_at_once(rules[0])
    return {
        "question": question,
        "found": rules,
        "often": at_cases(often(game, lang)),
        "topics": [(topic.title, at_cases(topic.tiles)) for topic in topics(game, lang)],
    }


def _as_heard(slug: str, told: Mapping[str, object], lang: str) -> str:
    """What a case of the article would begin with, in the words of its answers: a bare yes or no
    says nothing without its question."""
    facts = ((table_of(slug).facts.get(name), value) for name, value in told.items())
    named = (
        fact.labels.get(value, {})
        for fact, value in facts
        if fact and fact.kind == "choice" and fact.name != "game"
    )
    words = (label.get(lang) for label in named)
    return " · ".join(word for word in words if word and word not in BARE)


def _is_clear(rules: Sequence[Mapping[str, Any]]) -> bool:
    """Whether the first of what was found fits far more surely than the second."""
    doubts = [1 - rule["score"] for rule in rules[:2]]
    return doubts[0] <= UNSURE and (len(doubts) < 2 or doubts[0] * CLEAR <= doubts[1])


def _ruled_at_once(rule: Mapping[str, Any]) -> str:
    """The headline of its ruling, where what the question tells is enough for one."""
    slug = rule["article"]
    if slug not in table_slugs():
        return ""
    asked = _case_in(slug, QueryDict(urlsplit(rule["address"]).query))
    if ruled(slug, asked.facts, asked.profile).verdict != Verdict.DETERMINED:
        return ""
    ruling = case_context(slug, asked).get("ruling")
    return str(ruling["head"]) if ruling else ""


def _rules_of(slug: str) -> dict[str, str]:
    """What an address says where the book of this article decides by the table of another one."""
    return {PROFILE: home(slug)}


def search_page(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """The page of a search, or only what was found where a script asks while somebody types."""
    typing = request.GET.get("part") == "hits"
    return render(request, "referee/_hits.html" if typing else template, context)


def _played_by(asked: CaseQuery, own: str) -> tuple[str, str]:
    """The rules a case is decided by, and the way to others."""
    away = asked.profile.slug == own != MAIN_BOOK
    game = COMMON_FACTS["game"]["label"].get(BY_GAME.get(asked.profile.slug, ""), {})
    return game.get(asked.lang) or _(asked.profile.title), (
        asked.address(**{PROFILE: MAIN_BOOK}) if away else asked.without(PROFILE)
    )


def _case_address(slug: str, told: Mapping[str, object]) -> str:
    return reverse("rule_case", args=[slug]) + _query(told)


def _query(told: Mapping[str, object]) -> str:
    return query_of(told) if told else ""


def _seen_from(club: Club | None) -> dict[str, Any]:
    """The club from whose page the question came, and what each address says of it."""
    return {"club": club, "from_club": _query(named_in(club))}


def _decided_before(
    request: HttpRequest, club: Club | None, ruling: Mapping[str, Any] | None
) -> list[dict[str, object]]:
    if club is None or ruling is None:
        return []
    return decided_before(actor_of(request), club.pk, ruling, lang=language(None))


def _in_book(item: Article, lang: str) -> dict[str, Any]:
    """An article as lists over several books name it."""
    return {**short(item, lang), "book": _(BOOKS[item.book])}


def _beside(shown: Article) -> list[str]:
    """The articles of the same name in other books."""
    name = shown.slug.rpartition(".")[2]
    return [
        slug for slug in article_slugs() if slug != shown.slug and slug.rpartition(".")[2] == name
    ]
