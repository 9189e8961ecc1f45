"""Facts of every article that decides something: a ruling, or all that is wrong by its name."""

from random import Random
from typing import Any

import pytest

from jassclub.core.errors import DomainError
from jassclub.core.languages import LANGUAGES
from referee.asking import ruled
from referee.rules.profile import load_profile, profile_slugs
from referee.rulings.reading import table_of, table_slugs
from tests.contract.mutations import json_changed
from tests.jassclub.hostile import VALUES

TIMES = [pytest.param(3, id="some"), pytest.param(100, marks=pytest.mark.proof, id="many")]


def put(slug: str, facts: dict[str, Any], chance: Random) -> str | list[str]:
    """The verdict, or what is wrong in words."""
    try:
        found = ruled(slug, facts, load_profile(chance.choice(profile_slugs())))
    except DomainError as refused:
        return [str(detail.text) for detail in refused.details]
    return str(found.to_json(chance.choice(list(LANGUAGES)))["verdict"])


@pytest.mark.once
@pytest.mark.parametrize("times", TIMES)
def test_facts_of_every_article_are_ruled_on_or_named(times):
    chance, rulings, refusals = Random("facts"), 0, 0
    for slug in table_slugs():
        table = table_of(slug)
        domains = {name: fact.domain for name, fact in table.facts.items()}
        known = [example["facts"] for example in table.examples] or [{}]
        for _ in range(times):
            facts = json_changed(chance.choice(known), chance)
            if not isinstance(facts, dict):
                facts = {}
            for name in chance.choices(sorted(domains) or ["none"], k=chance.randrange(3)):
                facts[name] = chance.choice(
                    [*VALUES, *(table.facts[name].domain if table.facts else ())]
                )
            answer = put(slug, facts, chance)
            assert answer, (slug, facts)
            rulings += isinstance(answer, str)
            refusals += isinstance(answer, list)
    assert min(rulings, refusals) > times, "both must come about"
