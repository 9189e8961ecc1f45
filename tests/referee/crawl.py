"""Every case of the law that two facts tell, and all texts in which it is answered."""

import random
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from django.http import QueryDict
from django.utils import translation

from referee.asking import ruled
from referee.rules.profile import load_profile
from referee.rulings.facts import Fact
from referee.rulings.reading import table_of
from referee.rulings.tables import Table
from referee.web.asked import TYPED, CaseQuery, query_of
from referee.web.cases import case_context

Facts = dict[str, Any]
PROFILE = load_profile("jassregeln")


def told_by_two(slug: str, *, most: int | None = None) -> list[Facts]:
    """The article as it is first asked, each answer alone, and each two answers together; a
    seeded sample of `most` of them."""
    table = table_of(slug)
    asked = [fact for fact in table.facts.values() if _can_be_told(fact)]
    cases: list[Facts] = [{}]
    cases += [{fact.name: answer} for fact in asked for answer in _answers(table, fact)]
    cases += [
        {one.name: first, other.name: second}
        for one, other in combinations(asked, 2)
        for first in _answers(table, one)
        for second in _answers(table, other)
    ]
    return cases if most is None else random.Random(slug).sample(cases, min(most, len(cases)))


def _can_be_told(fact: Fact) -> bool:
    return not fact.profile and (fact.is_axis or fact.kind in TYPED)


def _answers(table: Table, fact: Fact) -> list[object]:
    """The answers of an axis; of a detail two that an example of the table tells."""
    if fact.is_axis:
        return list(fact.domain)
    found: list[object] = []
    for example in table.examples:
        facts: Mapping[str, object] = example["facts"]  # type: ignore[assignment]
        if fact.name in facts and facts[fact.name] not in found:
            found.append(facts[fact.name])
    return found[:2]


def texts_of(slug: str, facts: Facts, lang: str) -> list[str]:
    """All that people read of a case: on its page, and in the answer of the API."""
    with translation.override(lang):
        asked = CaseQuery(
            table=table_of(slug),
            profile=PROFILE,
            lang=lang,
            query=QueryDict(query_of(facts).removeprefix("?")),
        )
        page = case_context(slug, asked)
        answer = [] if "refusal" in page else _said(ruled(slug, asked.facts, PROFILE).to_json(lang))
        return [*_shown(page), *answer]


def _shown(page: Mapping[str, Any]) -> Iterator[str]:
    if refusal := page.get("refusal"):
        yield refusal.message
        yield from (detail.text for detail in refusal.details)
    for answer in page["told"]:
        yield from (answer.question, answer.answer)
    yield from (words for _fact, words in page.get("details", ()))
    for words, taps in page.get("detail_taps", ()):
        yield from (words, *(tap.label for tap in taps))
    if question := page.get("question"):
        yield question["text"]
        yield from (tap.label for tap in (*question["taps"], *question["more"]))
    for chip in page.get("assumed", ()):
        yield from (chip.question, chip.answer, *(tap.label for tap in chip.taps))
    if ruling := page.get("ruling"):
        yield from _decided(ruling)
        yield from (text for line in ruling["otherwise"] for text in _strings(line))
        yield from (text for line in ruling["competing"] for text in line[:2])
        for reading in ruling["readings"]:
            yield from _decided(reading)


def _decided(said: Mapping[str, Any]) -> Iterator[str]:
    yield said["text"]
    for line in said["lines"]:
        yield from (line.text, line.until)
    for option in said.get("choices", ()):
        yield from (option.line, option.silent, option.until)
        yield from (text for choice in option.choices for text in choice)


def _strings(line: Any) -> Iterator[str]:
    yield from (part for part in line if isinstance(part, str))


def _said(value: object, name: str = "") -> Iterator[str]:
    """The texts in an answer of the API; all else in it is for programs."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _said(item, key)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _said(item, name)
    elif isinstance(value, str) and name in ("text", "label"):
        yield value
