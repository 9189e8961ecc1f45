"""The facts of an article are described by a schema that a program can check a case against."""

import random
from collections.abc import Mapping
from functools import cache

import pytest
from jsonschema import Draft202012Validator

from jassclub.core.reader import Refusal
from referee.api.schemas import schema_of
from referee.rules.profile import load_profile
from referee.rulings.reading import table_of, table_slugs
from tests.tabled import tabled

BOOK = load_profile("jassregeln")
ODD: tuple[object, ...] = (
    *(True, 3, -1, 13, 2.5, "", "x", "ROA", "RO", "0+2", "O", "UNKNOWN", None),
    *([], ["ROA"], ["ROA", "ROA"], [1, 2], [{"seat": 0, "run": 3, "top": "ROA"}], [{"seat": 9}]),
    *({}, {"0": ["ROA"]}, {"12": ["ROA"]}, {"x": []}, ["H2"], ["ROX"]),
)


@cache
def validator(slug: str, lang: str = "de") -> Draft202012Validator:
    schema = schema_of(table_of(slug), BOOK, lang)
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


@tabled("slug", table_slugs())
def test_every_decided_case_is_one_that_the_schema_takes(slug: str) -> None:
    for example in table_of(slug).examples:
        facts: Mapping[str, object] = example["facts"]  # type: ignore[assignment]
        assert list(validator(slug).iter_errors(facts)) == [], facts


@tabled("slug", table_slugs())
def test_what_the_schema_takes_can_be_read(slug: str) -> None:
    chance, table = random.Random(slug), table_of(slug)
    check = validator(slug)
    for fact in table.facts.values():
        for value in [] if fact.kind == "profile" else [*fact.domain, *chance.sample(ODD, 12)]:
            if check.is_valid({fact.name: value}):
                try:
                    fact.read(value)
                except Refusal:
                    pytest.fail(f"{fact.name} = {value!r} cannot be read")


def test_a_fact_that_is_not_one_of_the_article_is_refused() -> None:
    assert not validator("fragen").is_valid({"mood": 1})
    assert not validator("fragen").is_valid({"act": "whisper"})


@pytest.mark.parametrize("lang", ["de", "fr", "it", "en"])
def test_each_fact_has_its_question_a_form_and_an_example(lang: str) -> None:
    for slug in ("rest-verlangen", "weisregeln", "stich-gestochen"):
        for name, fact in schema_of(table_of(slug), BOOK, lang)["properties"].items():
            assert fact["title"] != name
            assert fact["anyOf"]
            assert "examples" in fact, name
