"""Every effect and choice of every table can be said in four languages."""

from collections.abc import Iterator
from statistics import median
from typing import Any

import pytest
from django.utils import translation

from jassclub.core.languages import LANGUAGES
from referee.rulings.reading import table_of, table_slugs
from referee.rulings.ruling import spoken
from referee.wording import effect_lines, options_of
from tests.tabled import tabled


def _decisions(slug: str) -> Iterator[Any]:
    for row in table_of(slug).rows:
        yield row.outcome
        yield from row.outcome.readings


@pytest.mark.parametrize("lang", LANGUAGES)
@tabled("slug", table_slugs())
def test_every_effect_is_a_line_without_gaps(slug, lang):
    with translation.override(lang):
        for decision in _decisions(slug):
            effects = [_bound(effect) for effect in decision.effects]
            for line in effect_lines(effects):
                assert line.text
                assert "$" not in line.text
                assert "{" not in line.text
                assert not line.text.endswith(":")


@tabled("slug", table_slugs())
def test_every_option_says_who_chooses_between_what_until_when(slug):
    with translation.override("de"):
        for decision in _decisions(slug):
            for option in decision.options:
                said = options_of({**option, "by": "opponents"})
                assert said.line == "Es wählt: die Gegenpartei"
                assert said.until
                assert said.choices
                assert all(word and follows for word, follows in said.choices)


@tabled("slug", table_slugs())
def test_no_verdict_is_longer_than_is_read_in_five_seconds(slug):
    for decision in _decisions(slug):
        said = spoken(decision.says["de"], {}, "de")
        assert len(said.split()) <= 25, said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_questions_and_answers_are_read_at_a_glance(lang):
    asked = [fact for slug in table_slugs() for fact in table_of(slug).axes if fact.ask]
    questions = [len(spoken(fact.ask[lang], {}, lang).split()) for fact in asked]
    chosen = [fact for fact in asked if fact.kind != "yesno"]
    answers = [len(words[lang].split()) for fact in chosen for words in fact.labels.values()]
    assert median(questions) <= 5
    assert median(answers) <= 4
    assert max(questions) <= 18
    assert max(answers) <= 13


def test_a_choice_says_until_when_and_what_holds_where_nobody_says_anything():
    option = {"by": "0+2", "choices": ["annul_hand", "play_on"], "until": "until_turned"}
    with translation.override("de"):
        said = options_of({**option, "default": "play_on"})
    assert (said.until, said.silent) == ("bis der Stich gekehrt ist", "weiterspielen")


def test_what_happens_to_cards_names_whose_they_are():
    effect = {"type": "return_card", "seat": 1, "cards": ["ROA"]}
    with translation.override("de"):
        lines = effect_lines([effect], {1: "Beat"}.__getitem__)
    assert lines[0].text == "Beat – zurück auf die Hand: Rosen-Ass"


def _bound(effect: dict[str, Any]) -> dict[str, Any]:
    """The effect as it is where nothing is known: only what the row itself says."""
    return {
        name: value
        for name, value in effect.items()
        if not (isinstance(value, str) and value.startswith("$"))
        and not (isinstance(value, list) and any(str(item).startswith("$") for item in value))
    }
