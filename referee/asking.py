"""A question put to the law: unknown articles and profiles are refused with what exists."""

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy

from jassclub.core.errors import Finding, Invalid, NotFound, in_words
from jassclub.core.languages import LANGUAGES, SOURCE
from jassclub.core.speaking import spoken
from referee.rulebook.articles import Article, article, article_slugs
from referee.rules.modes import name_of
from referee.rules.profile import Profile, load_profile, profile_slugs
from referee.rulings.case import FactsError
from referee.rulings.decide import decide
from referee.rulings.facts import Fact
from referee.rulings.reading import table_of, table_slugs
from referee.rulings.ruling import Ruling, answer_words, question_words
from referee.rulings.tables import Table
from referee.telling import deciding, found_for

Params = dict[str, object]


_EXPECTED = {
    "integer": gettext_lazy("eine ganze Zahl"),
    "true/false": gettext_lazy("ja oder nein"),
    "list": gettext_lazy("eine Liste"),
    "seat -> cards": gettext_lazy("Karten nach Plätzen"),
    "weis": gettext_lazy("ein Weis"),
}


def _wrong_type(params: Params) -> str:
    expected = _EXPECTED[str(params["expected"])]
    return _("«{fact}» ist nicht in der erwarteten Form ({expected}).").format(
        fact=params["fact"], expected=expected
    )


def _impossible(params: Params) -> str:
    because = params.get(spoken()) or params.get(SOURCE, "")
    return _("Das kann nicht alles zutreffen: {because}").format(because=because)


_TWICE = {
    "trick": gettext_lazy("{card} liegt schon im Stich."),
    "holding": gettext_lazy("{card} ist schon auf der Hand."),
    "hands": gettext_lazy("{card} ist schon auf einer Hand."),
    "melds": gettext_lazy(
        "{card} müsste in zwei Weisen liegen: Einer ist falsch. Dafür gilt «Ungültiger Weis»."
    ),
    "cards": gettext_lazy("Diese Karte kommt zweimal vor: {card}."),
}
"""Where a card lies that was told twice."""

SENTENCES: dict[str, Callable[[Params], str]] = {
    "unknown_fact": lambda p: _(
        "«{fact}» gehört nicht zu diesem Artikel; seine Fragen stehen unter /facts."
    ).format(**p),
    "wrong_type": _wrong_type,
    "not_a_choice": lambda p: _("«{fact}» kann nur eines sein von: {options}.").format(**p),
    "out_of_range": lambda p: _("«{fact}» muss zwischen {low} und {high} liegen.").format(**p),
    "not_a_card": lambda p: _("«{fact}» ist keine Karte; geschrieben wird sie wie ROA.").format(
        **p
    ),
    "not_a_mode": lambda p: _(
        "«{fact}» ist keine Spielart; geschrieben wird sie wie RO, O oder U."
    ).format(**p),
    "not_a_weis": lambda p: _(
        "«{fact}» enthält etwas, das kein Weis ist; geschrieben wird er wie {example}."
    ).format(example='{"seat": 0, "run": 5, "top": "ROA"}', **p),
    "card_twice": lambda p: _TWICE.get(str(p.get("place")), _TWICE["cards"]).format(card=p["card"]),
    "too_many_cards": lambda p: _("Das sind zu viele Karten; höchstens {most}.").format(**p),
    "not_a_seat": lambda p: _("{seat} ist kein Platz; Plätze zählen von 0.").format(**p),
    "no_such_seat": lambda p: _("Platz {seat} gibt es nicht; es sind {seats}, von 0 an.").format(
        **p
    ),
    "contradiction": lambda p: _(
        "«{fact}» ist mit {told} angegeben, aus den Karten folgt aber {derived}."
    ).format(**p),
    "impossible_facts": _impossible,
}
"""Code -> sentence; together with the codes of the facts this is complete (a test says so)."""


def refused(findings: Iterable[Finding], table: Table, lang: str) -> Invalid:
    """All that is wrong with the facts, under one headline."""
    return Invalid.of(
        in_words(findings, lambda finding: _sentence(finding, table, lang)),
        _("Diese Angaben passen nicht zusammen."),
    )


def _sentence(finding: Finding, table: Table, lang: str) -> str:
    params = {"place": finding.pointer.strip("/").partition("/")[0], **finding.params}
    if card := params.get("card", params.get("cards")):
        params["card"] = ", ".join(name_of(text, lang) for text in str(card).split(", "))
    if fact := table.facts.get(str(params.get("fact"))):
        params |= _in_words(fact, params, lang)
    return SENTENCES[finding.code](params)


def _in_words(fact: Fact, params: Params, lang: str) -> Params:
    words: Params = {"fact": question_words(fact, lang)}
    for name in params.keys() & {"told", "derived"}:
        words[name] = answer_words(fact, params[name], lang)
    if fact.domain:
        words["options"] = ", ".join(answer_words(fact, option, lang) for option in fact.domain)
    return words


def ruled(slug: str, facts: Mapping[str, object], profile: Profile) -> Ruling:
    """The ruling; NotFound for an article that decides nothing, Invalid for bad facts."""
    table = found_table(slug)
    try:
        return decide(slug, facts, profile)
    except FactsError as error:
        raise refused(error.findings, table, language(None)) from None


def found_article(slug: str) -> Article:
    """The article, or NotFound with all that there are."""
    if slug not in article_slugs():
        text = _("Diesen Artikel gibt es nicht.")
        raise _missing("article_not_found", text, _nearest(slug, article_slugs()))
    return article(slug)


def found_table(slug: str) -> Table:
    """The table of an article, or NotFound with all articles that can be asked."""
    if slug not in table_slugs():
        found_article(slug)
        text = _("Dieser Artikel entscheidet keine Streitfälle.")
        raise _missing("article_without_table", text, _nearest(slug, table_slugs()))
    return table_of(slug)


def found_profile(slug: str) -> Profile:
    """The profile as it is shipped, or NotFound with all that there are."""
    try:
        return load_profile(slug)
    except KeyError:
        text = _("Dieses Regelprofil gibt es nicht.")
        raise _missing("profile_not_found", text, profile_slugs()) from None


def language(wanted: str | None) -> str:
    """The language asked for, else that of the request; Invalid for one we do not speak."""
    if not wanted:
        return spoken()
    if wanted not in LANGUAGES:
        raise Invalid.at(
            "/lang",
            "unknown_language",
            _("Diese Sprache gibt es nicht; es gibt: {languages}.").format(
                languages=", ".join(LANGUAGES)
            ),
        )
    return wanted


def _nearest(slug: str, slugs: list[str]) -> list[str]:
    """The slugs that look alike first, then those of the main book."""
    alike = get_close_matches(slug[:64], slugs, n=3, cutoff=0.5)
    return list(dict.fromkeys([*alike, *(name for name in slugs if "." not in name)]))


def _missing(code: str, text: str, existing: Iterable[str]) -> NotFound:
    return NotFound(code, text + " " + _("Es gibt: {names}").format(names=", ".join(existing)))


def found_rules(text: str, lang: str, limit: int = 5) -> list[dict[str, Any]]:
    """The articles that answer, best first, with their titles and the sentence that fits best."""
    return [
        {
            "article": hit.article,
            "title": article(hit.article).title[lang],
            "score": hit.score,
            "sentence": article(hit.article).sentence(sentence).text[lang],
            "cites": f"{hit.article}#{sentence}",
        }
        for hit in found_for(text, limit)
        for sentence in [deciding(text, hit.article, hit.sentence)]
    ]
