"""Pages of the law: search, articles, and cases decided by a few taps. All of them only read."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from jassclub.errors import Invalid
from jassclub.web.refusals import page
from referee.asking import found_article, found_profile, found_table, language, ruled
from referee.finding import found_rules
from referee.rulebook.articles import Article, article, article_slugs, cited
from referee.rulebook.shelf import BOOKS
from referee.rulings.reading import table_slugs
from referee.rulings.ruling import Ruling
from referee.rulings.tables import Table
from referee.web import cases
from referee.wording import effect_lines, moment, option_line

FOUND = 5
LONGEST = 500


@require_safe
def contents(request: HttpRequest) -> HttpResponse:
    """The question in the words of the table, what was found, and all articles."""
    lang = language(None)
    question = request.GET.get("q", "").strip()[:LONGEST]
    found = found_rules(question, lang, FOUND) if question else []
    context = {"question": question, "found": found, "books": _books(lang)}
    return render(request, "referee/contents.html", context)


@require_safe
@page
def article_page(request: HttpRequest, slug: str) -> HttpResponse:
    """One article, its sentences numbered."""
    lang = language(None)
    shown = found_article(slug)
    context = {
        "article": _short(shown, lang),
        "sentences": [(item.id, item.text[lang]) for item in shown.sentences],
        "source": shown.source,
        "since": shown.since,
        "book": BOOKS.get(shown.book, shown.book),
        "beside": [_short(article(other), lang) for other in _beside(shown)],
    }
    return render(request, "referee/article.html", context)


@require_safe
@page
def case(request: HttpRequest, slug: str) -> HttpResponse:
    """A case of an article: the next question, or the ruling."""
    lang = language(None)
    table = found_table(slug)
    profile = found_profile(request.GET.get("_profile") or "jassregeln")
    facts = cases.read_case(table, request.GET)
    context = {
        "article": _short(article(slug), lang),
        "told": cases.told(table, facts, lang),
        "details": [(fact, fact.ask.get(lang, fact.name)) for fact in cases.details(table)],
        "facts": facts,
        "kept": [(name, request.GET[name]) for name in facts],
    }
    try:
        ruling = ruled(slug, facts, profile)
    except Invalid as refusal:
        return render(request, "referee/case.html", {**context, "refusal": refusal}, status=422)
    if ruling.question:
        context["question"] = _question(ruling, facts, lang)
    else:
        used = [step.fact for step in ruling.trace]
        context["assumed"] = cases.assumed(table, facts, profile, used, lang)
        context["ruling"] = _shown(ruling, table, lang)
    return render(request, "referee/case.html", context)


def _question(ruling: Ruling, facts: dict[str, object], lang: str) -> dict[str, Any]:
    asked = ruling.question
    assert asked is not None  # noqa: S101 the caller has looked
    taps = [
        cases.Tap(words.get(lang, str(value)), cases.address(facts, **{asked.fact: value}))
        for value, words in asked.answers
    ]
    return {"text": asked.text[lang], "why": _reason(asked.why, lang), "taps": taps}


def _shown(ruling: Ruling, table: Table, lang: str) -> dict[str, Any]:
    said: dict[str, Any] = ruling.to_json(lang)
    return {
        **said,
        "lines": effect_lines(said["effects"]),
        "choices": [
            (option_line(option), moment(option.get("until"))) for option in said["options"]
        ],
        "reasons": [_reason(cite, lang) for cite in said["cites"]],
        "readings": [
            {
                **reading,
                "lines": effect_lines(reading["effects"]),
                "reasons": [_reason(cite, lang) for cite in reading["cites"]],
            }
            for reading in said["readings"]
        ],
        "otherwise": [
            (_condition(table, miss["fact"], miss["if"], lang), miss["text"])
            for miss in said["misses"]
        ],
        "competing": [
            (", ".join(other["profiles"]), other["text"], _reason(other["cites"][0], lang))
            for other in said["competing"]
        ],
    }


def _condition(table: Table, name: str, answers: list[object], lang: str) -> str:
    labels = table.facts[name].labels
    return " / ".join(labels.get(answer, {}).get(lang, str(answer)) for answer in answers)


def _reason(citation: str | None, lang: str) -> dict[str, str] | None:
    if citation is None:
        return None
    slug, _, number = citation.partition("#")
    sentence = cited(citation)
    title = article(slug).title[lang]
    return {"slug": slug, "number": number, "text": sentence.text[lang], "title": title}


def _books(lang: str) -> list[tuple[str, list[dict[str, Any]]]]:
    shelves: dict[str, list[dict[str, Any]]] = {}
    for slug in article_slugs():
        shown = article(slug)
        shelves.setdefault(BOOKS.get(shown.book, shown.book), []).append(_short(shown, lang))
    return list(shelves.items())


def _short(shown: Article, lang: str) -> dict[str, Any]:
    return {
        "slug": shown.slug,
        "title": shown.title[lang],
        "decides": shown.slug in table_slugs(),
    }


def _beside(shown: Article) -> list[str]:
    """The articles of the same name in other books."""
    name = shown.slug.rpartition(".")[2]
    return [
        slug for slug in article_slugs() if slug != shown.slug and slug.rpartition(".")[2] == name
    ]
