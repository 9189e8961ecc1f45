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
from referee.rulings.ruling import Ruling
from referee.web import cases
from referee.web.cases import Asked
from referee.wording import Who, effect_lines, options_of, seat_or_side


def case_context(slug: str, asked: Asked) -> dict[str, Any]:
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
        return {**context, "question": _question(ruling, asked)}
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


def short(found: Article, lang: str) -> dict[str, Any]:
    """An article as lists name it."""
    return {
        "slug": found.slug,
        "title": found.title[lang],
        "decides": found.slug in table_slugs(),
    }


def _ruling(ruling: Ruling, asked: Asked) -> dict[str, Any]:
    said: dict[str, Any] = ruling.to_json(asked.lang)
    lang = asked.lang
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
            (_titles(other["profiles"]), other["text"], _reason(other["cites"][0], lang))
            for other in said["competing"]
        ],
    }


def _question(ruling: Ruling, asked: Asked) -> dict[str, Any]:
    next_one = ruling.question
    assert next_one is not None  # noqa: S101 the caller has looked
    fact = asked.table.facts[next_one.fact]
    taps = [
        cases.Tap(words.get(asked.lang, str(value)), asked.address(**{next_one.fact: value}))
        for value, words in next_one.answers
        if asked.allows(fact, value)
    ]
    why = _reason(next_one.why, asked.lang)
    text = asked.question(fact)
    return {"text": text, "why": why, "taps": taps}


def _reason(citation: str | None, lang: str) -> dict[str, str] | None:
    if citation is None:
        return None
    slug, _, number = citation.partition("#")
    sentence = cited(citation)
    title = article(slug).title[lang]
    return {"slug": slug, "number": number, "text": sentence.text[lang], "title": title}


def _titles(slugs: list[str]) -> str:
    """The books and customs that have a switch otherwise, as they call themselves."""
    return ", ".join(load_profile(slug).title for slug in slugs)
