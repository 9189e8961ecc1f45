"""No key of the code stands in a text: every case of two facts, read as people read it."""

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain

import pytest
from django.utils import translation
from django.utils.translation import gettext

from jassclub.core.languages import LANGUAGES
from referee.rulebook.articles import (
    COMMON_FACTS_TEXT,
    NAMES_TEXT,
    RAW_TABLES,
    ROLES,
    article,
    article_slugs,
)
from referee.rules.cards import Notation
from referee.rules.modes import all_modes, name_of
from referee.rules.profile import load_profile, profile_slugs
from referee.rules.profile_fields import KINDS
from referee.rulings.facts import Choice, EffectType, Until, Verdict
from referee.rulings.reading import table_of, table_slugs
from referee.wording import choice_word, effect_lines, moment, options_of
from tests.referee.crawl import texts_of, told_by_two
from tests.tabled import tabled

SAMPLE = 60
"""Cases of an article in the short form; the long form reads all of them."""
CODE = re.compile(r"\w*_\w*|\$|[{}]|\bNone\w+|0\+2|<\w+")
CARD = re.compile(r"\b(?:EI|RO|SI|SE)[6-9BUOKA]\b")
WORD = re.compile(r"[^\W\d]+(?:-\w+)*")
VALUE = re.compile(r"(?:^|: )([\w-]+)[.!?]?$")
VALUES = ("True", "False", "None", "UNKNOWN")


def _texts(value: object, lang: str) -> Iterator[str]:
    """What a file of the law says in a language."""
    if isinstance(value, dict):
        if isinstance(value.get(lang), str):
            yield value[lang]
        yield from chain.from_iterable(_texts(item, lang) for item in value.values())
    elif isinstance(value, list):
        yield from chain.from_iterable(_texts(item, lang) for item in value)


@cache
def _written(lang: str) -> frozenset[str]:
    """Everything that was written for people in a language, before any case is put."""
    files = [*RAW_TABLES.values(), COMMON_FACTS_TEXT, NAMES_TEXT]
    law = chain.from_iterable(_texts(tomllib.loads(text), lang) for text in files)
    books = (item.text[lang] for slug in article_slugs() for item in article(slug).sentences)
    titles = [load_profile(slug).title for slug in profile_slugs()]
    with translation.override(lang):
        return frozenset([*law, *books, *titles, *map(gettext, titles), *_wording()])


def _wording() -> Iterator[str]:
    yield from (line.text for kind in EffectType for line in effect_lines([{"type": kind}]))
    yield from (moment(until) for until in Until)
    yield from (choice_word(choice) for choice in Choice)
    option = options_of({"by": "opponents", "choices": list(Choice)})
    yield from (follows for _choice, follows in option.choices)


@cache
def _words(lang: str) -> frozenset[str]:
    return frozenset(WORD.findall(" ".join(_written(lang))))


@cache
def _keys() -> frozenset[str]:
    """What the code calls things: facts, answers, effects, choices, moments, parts, switches."""
    names = tomllib.loads(NAMES_TEXT)
    facts = [fact for slug in table_slugs() for fact in table_of(slug).facts.values()]
    switches = [KINDS[fact.profile] for fact in facts if fact.profile]
    named: list[Iterable[object]] = [
        (fact.name for fact in facts),
        (answer for fact in facts for answer in fact.domain),
        (option for switch in switches for option in getattr(switch, "options", ())),
        *(table_of(slug).bindings for slug in table_slugs()),
        *(
            VALUES,
            EffectType,
            Choice,
            Until,
            Verdict,
            ROLES,
            names["which"],
            KINDS,
            profile_slugs(),
        ),
    ]
    return frozenset(str(key) for key in chain.from_iterable(named))


def machine_words(text: str, lang: str) -> list[str]:
    """The keys of the code in a text: those that look like code, those that are no word of the
    language, and those that stand where a value is filled in and are no phrase of it."""
    keys = _keys()
    found = [*CODE.findall(text), *CARD.findall(text)]
    found += [word for word in WORD.findall(text) if word in keys and word not in _words(lang)]
    values = VALUE.findall(text)
    return found + [value for value in values if value in keys and value not in _written(lang)]


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("Es wählt: all", "de"),
        ("Who chooses: all", "en"),
        ("Die Partei gewinnt: against_first", "de"),
        ("Die Partie gewinnt: claimant", "de"),
        ("«mode» ist nicht in der erwarteten Form.", "de"),
        ("aus den Karten folgt aber True", "de"),
        ("Mit ROA sticht er.", "de"),
        ("Schieber (differenzler-aegeri)", "de"),
    ],
)
def test_a_key_of_the_code_is_noticed_in_a_text(text, lang):
    assert machine_words(text, lang)


@pytest.mark.parametrize("text", ["The first trick counts.", "All remaining tricks: Anna"])
def test_a_word_of_the_language_is_no_key(text):
    assert machine_words(text, "en") == []


@pytest.mark.parametrize("lang", LANGUAGES)
@tabled("role", sorted(ROLES))
def test_whoever_an_effect_is_about_has_words_in_each_language(role, lang):
    with translation.override(lang):
        lines = effect_lines([{"type": "trick_to", "side": role}])
        right = options_of({"by": role, "choices": ["stands"]})
    assert machine_words(lines[0].text, lang) == machine_words(right.line, lang) == []


@pytest.mark.sampled(16)
@pytest.mark.parametrize(
    "most",
    [pytest.param(SAMPLE, id="short"), pytest.param(None, id="long", marks=pytest.mark.proof)],
)
@pytest.mark.parametrize("slug", table_slugs())
def test_no_case_of_an_article_shows_a_key_of_the_code(slug, most):
    cases = told_by_two(slug, most=most)
    found = {
        (text, lang): facts
        for place, facts in enumerate(cases)
        for lang in (LANGUAGES if most is None else [[*LANGUAGES][place % len(LANGUAGES)]])
        for text in texts_of(slug, facts, lang)
        if machine_words(text, lang)
    }
    assert found == {}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("notation", list(Notation))
def test_every_mode_is_called_by_its_name(notation, lang):
    named = [name_of(mode.text(notation), lang) for mode in all_modes()]
    assert [name for name in named if machine_words(name, lang)] == []
    assert len(set(named)) == len(named)
