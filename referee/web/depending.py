"""What is shown of an open case: the rule that an exception may turn, what it depends on."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any

from jassclub.core.errors import Invalid
from jassclub.core.speaking import sign
from referee.asking import ruled
from referee.rulebook.articles import article, cited
from referee.rulings.answers import SELECTOR
from referee.rulings.facts import UNKNOWN, Verdict
from referee.rulings.ruling import Ruling
from referee.telling import supposed
from referee.web.asked import CaseQuery
from referee.web.nearest import typed_words

BARE = {"Ja", "Nein", "Oui", "Non", "Sì", "No", "Yes"}
"""Answers that say nothing without their question."""
GLANCE = 14
"""So many words are read at a glance."""
TWO_GLANCES = 2 * GLANCE
_STOPS = re.compile(r"(?<!\b\d)\.(?= )|\s?;(?= )")
FEW_WAYS = 3
"""So many are told in full."""
STEP = " · "
"""Between the answers of one way."""
Path = tuple[dict[str, Any], ...]
"""Answers one after the other, as JSON has them, to what follows from all of them."""
Way = tuple[str, str, str]
"""On what it depends, what follows, and the address of that."""

RULE = "_rule"
"""Stands in the address where the rule is asked for, whatever may have happened."""
SENTENCES = 2
"""So many sentences of an article say the rule in general."""


def the_rule(ruling: Ruling, asked: CaseQuery) -> tuple[Ruling, Path] | None:
    """What holds unless an exception does, with the facts that tell of one: the table names the
    answers by which the rule stands. None where something else is open, too, or where a word hints
    at an exception.
    """
    facts, way = dict(asked.facts), list[dict[str, Any]]()
    hinted = supposed(typed_words(asked), asked.table.article)
    while ruling.verdict == Verdict.NEED_FACTS:
        open_ = ruling.question.fact if ruling.question else ruling.branches[0].fact.name
        fact = asked.table.facts[open_]
        if fact.rule is None or hinted.get(open_, fact.rule) != fact.rule:
            return None
        others = [answer for answer in fact.domain if answer != fact.rule]
        labels = [asked.words(fact, answer) for answer in others if asked.allows(fact, answer)]
        way.append({"fact": open_, "labels": labels})
        facts[open_] = fact.rule
        try:
            ruling = ruled(asked.table.article, facts, asked.profile)
        except Invalid:
            return None
    return ruling, tuple(way)


def exceptions(asked: CaseQuery, way: Path) -> str:
    """What turns the rule, in words: the questions with the answers by which it does not stand."""
    questions = [asked.question(asked.table.facts[step["fact"]]) for step in way]
    labels = [" / ".join(step["labels"]) for step in way]
    return f"{sign(';')} ".join(map(" ".join, zip(questions, labels, strict=True)))


def in_general(asked: CaseQuery) -> CaseQuery:
    """The case of which nobody tells more."""
    query, facts = asked.query.copy(), dict(asked.facts)
    del query[RULE]
    while question := ruled(asked.table.article, facts, asked.profile).question:
        query[question.fact] = facts[question.fact] = UNKNOWN
    return replace(asked, query=query)


def general(ruling: Ruling, asked: CaseQuery) -> list[dict[str, str] | None]:
    """The sentences of the article that say the rule, whatever has happened."""
    rows = [row for row in asked.table.rows if row.id in ruling.rows]
    why = [branch.fact.why for branch in ruling.branches if branch.fact.why]
    own = [cite for row in rows for cite in row.cites if cite.startswith(f"{asked.table.article}#")]
    return [reason_of(cite, asked.lang) for cite in list(dict.fromkeys([*why, *own]))[:SENTENCES]]


def branches_of(
    asked: CaseQuery, branches: list[dict[str, Any]], above: Collection[str]
) -> dict[str, Any]:
    """What it depends on: the question, and all that may follow but what stands above. Where not
    even the matter is known, each matter by itself.
    """
    fact = asked.table.facts[branches[0]["fact"]]
    if fact.name != SELECTOR:
        parts = [("", _ways(asked, ends_of(branches)))]
    else:
        parts = [
            (" / ".join(item["labels"]), _ways(asked, ends_of(item.get("branches", ()), (item,))))
            for item in branches
        ]
    shown = [
        (matter, *_at_a_glance([way for way in ways if way[1] not in above]))
        for matter, ways in parts
    ]
    return {"question": asked.question(fact), "parts": shown}


def _at_a_glance(ways: list[Way]) -> tuple[list[Way], list[Way]]:
    """So many of the ways as are read quickly, two at least, and the rest."""
    read = list(accumulate(len(f"{words} {text}".split()) for words, text, _address in ways))
    few = max(2, sum(count <= TWO_GLANCES for count in read))
    return ways[:few], ways[few:]


def ends_of(branches: Sequence[dict[str, Any]], way: Path = ()) -> Iterator[Path]:
    """The ways through what it depends on, each to its ruling."""
    for item in branches:
        yield from ends_of(item.get("branches", ()), (*way, item))
    if not branches:
        yield way


def _ways(asked: CaseQuery, ends: Iterable[Path]) -> list[Way]:
    """What follows alike is one way; why it follows is said where all is alike but that."""
    ways = list(ends)
    texts = [str(way[-1]["text"]) for way in ways]
    heads = [headed(text)["head"] for text in texts]
    if len(set(texts)) > FEW_WAYS or len(set(heads)) == len(set(texts)):
        texts = heads
    found: dict[str, tuple[list[str], str]] = {}
    for way, text in zip(ways, texts, strict=True):
        steps = [step for step in way if step["fact"] != SELECTOR]
        facts = {step["fact"]: step["if"][0] for step in way}
        words, _address = found.setdefault(text, ([], asked.address(**facts)))
        # What it depends on first stands above them all.
        asked_above = way[0]["fact"] != SELECTOR
        told = [step_words(asked, step, alone=asked_above and step is steps[0]) for step in steps]
        words.append(STEP.join(told))
    return [(_some(words), text, address) for text, (words, address) in found.items()]


def _some(words: Sequence[str]) -> str:
    """The first of several ways, two where each is one answer."""
    seen = words[: 1 if any(STEP in way for way in words) else 2]
    return " / ".join([*seen, *["…"] * (len(words) > len(seen))])


def step_words(asked: CaseQuery, step: Mapping[str, Any], *, alone: bool) -> str:
    """An answer on the way; a mere yes or no says little without its question."""
    label = " / ".join(step["labels"])
    if alone or label not in BARE:
        return label
    return f"{asked.question(asked.table.facts[step['fact']])} {label}"


def headed(text: str) -> dict[str, str]:
    """So much of a text as is read at a glance, in whole parts of sentences, and the rest."""
    ends = [stop.start() for stop in _STOPS.finditer(text)]
    if not ends or len(text.split()) <= GLANCE:
        return {"head": text, "rest": ""}
    end = max((end for end in ends if len(text[:end].split()) <= GLANCE), default=ends[0])
    rest = text[end:].lstrip(" .;\u00a0\u202f").rstrip()
    return {"head": text[:end].rstrip(" .") + ".", "rest": rest[:1].upper() + rest[1:]}


def reason_of(citation: str | None, lang: str) -> dict[str, str] | None:
    """A sentence with where it stands."""
    if citation is None:
        return None
    slug, _, number = citation.partition("#")
    words = {"text": cited(citation).text[lang], "title": article(slug).title[lang]}
    return {"slug": slug, "number": number, **words}
