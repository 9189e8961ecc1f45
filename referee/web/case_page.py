"""What the page of a case shows: the next question, or the ruling with its reasons.

A case may be asked by itself or at a table where a hand is played; both pages read this.
"""

from collections.abc import Mapping
from typing import Any

from jassclub.core.errors import Invalid
from referee.asking import ruled
from referee.rulebook.articles import Article, article, cited
from referee.rules.profile import load_profile
from referee.rulings.reading import table_slugs
from referee.rulings.ruling import Question, Ruling
from referee.web import cases
from referee.web.cases import CaseQuery
from referee.wording import Who, effect_lines, options_of, seat_or_side


def case_context(slug: str, asked: CaseQuery) -> dict[str, Any]:
    """Everything that `referee/case.html` reads but the ways back; `refusal` for bad facts."""
    context = {
        "article": short(article(slug), asked.lang),
        "told": cases.told(asked),
        "details": [
            (fact, asked.question(fact))
            for fact in cases.details(asked)
            if fact.name not in asked.told
        ],
        "places": {
            kind: [(place, asked.who(place)) for place in there]
            for kind, there in asked.places.items()
        },
        "kept": asked.kept,
    }
    try:
        ruling = ruled(slug, asked.facts, asked.profile)
    except Invalid as refusal:
        return {**context, "refusal": refusal}
    if ruling.question:
        return {**context, "question": _question(ruling.question, asked)}
    used = [step.fact for step in ruling.trace]
    return {**context, "assumed": cases.assumed(asked, used), "ruling": _ruling(ruling, asked)}


def shown(said: Mapping[str, Any], lang: str, who: Who = seat_or_side) -> dict[str, Any]:
    """A ruling, as it was given or stored, in words: what happens, who chooses, and why."""
    return {
        **said,
        "lines": effect_lines(said["effects"], who),
        "choices": [options_of(option, who) for option in said["options"]],
        "reasons": [_reason(cite, lang) for cite in said["cites"]],
        "readings": [
            {
                **reading,
                "lines": effect_lines(reading["effects"], who),
                "reasons": [_reason(cite, lang) for cite in reading["cites"]],
            }
            for reading in said["readings"]
        ],
    }


def short(item: Article, lang: str) -> dict[str, Any]:
    """An article as lists name it."""
    return {
        "slug": item.slug,
        "title": item.title[lang],
        "decides": item.slug in table_slugs(),
    }


def _ruling(ruling: Ruling, asked: CaseQuery) -> dict[str, Any]:
    lang = asked.lang
    said: dict[str, Any] = ruling.to_json(lang)
    return {
        **shown(said, lang, asked.who),
        "otherwise": [
            (
                asked.question(asked.table.facts[miss["fact"]]),
                " / ".join(miss["labels"]),
                miss["text"],
            )
            for miss in said["misses"]
        ],
        "competing": [
            (
                ", ".join(load_profile(slug).title for slug in other["profiles"]),
                other["text"],
                _reason(other["cites"][0], lang),
            )
            for other in said["competing"]
        ],
    }


def _question(question: Question, asked: CaseQuery) -> dict[str, Any]:
    fact = asked.table.facts[question.fact]
    taps = [
        cases.Tap(words.get(asked.lang, str(value)), asked.address(**{fact.name: value}))
        for value, words in question.answers
        if asked.allows(fact, value)
    ]
    why = _reason(question.why, asked.lang)
    return {"text": asked.question(fact), "why": why, "taps": taps}


def _reason(citation: str | None, lang: str) -> dict[str, str] | None:
    if citation is None:
        return None
    slug, _, number = citation.partition("#")
    words = {"text": cited(citation).text[lang], "title": article(slug).title[lang]}
    return {"slug": slug, "number": number, **words}
