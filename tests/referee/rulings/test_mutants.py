"""At least 98 of 100 mistakes in a table are noticed by the loader or by its own examples."""

import random

import pytest

from referee.rulings.reading import table_of, table_slugs
from tests.referee.rulings.mutants import killed, mutants

NOTICED = 0.98
SAMPLE = 40


@pytest.mark.parametrize("slug", table_slugs())
def test_a_mistake_in_a_table_is_noticed(slug: str) -> None:
    every = list(mutants(table_of(slug)))
    chance = random.Random(slug)
    drawn = chance.sample(every, min(SAMPLE, len(every)))
    survivors = [name for name, mutant in drawn if not killed(mutant)]
    assert every
    assert len(survivors) <= max(1, (1 - NOTICED) * len(drawn)), survivors


@pytest.mark.proof
def test_98_of_100_mistakes_are_noticed_over_all_tables() -> None:
    every = [(slug, *mutant) for slug in table_slugs() for mutant in mutants(table_of(slug))]
    survivors = [(slug, name) for slug, name, mutant in every if not killed(mutant)]
    assert len(survivors) <= (1 - NOTICED) * len(every)
