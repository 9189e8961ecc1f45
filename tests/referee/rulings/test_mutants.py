"""At least 98 of 100 mistakes in a table are noticed by the loader or by its own examples."""

import random

import pytest

from referee.rulings.reading import table_of, table_slugs
from referee.rulings.tables import Table
from tests.referee.rulings.mutants import Mutant, killed, mutants, same_law

NOTICED = 0.98
SAMPLE = 40


def _survivors(table: Table, drawn: list[Mutant]) -> tuple[int, list[str]]:
    """How many of these are mistakes, and which of them nobody notices."""
    mistakes = [found for found in drawn if not same_law(table, found[1])]
    return len(mistakes), [name for name, mutant in mistakes if not killed(mutant)]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("slug", table_slugs())
def test_a_mistake_in_a_table_is_noticed(slug: str) -> None:
    every = list(mutants(table_of(slug)))
    drawn = random.Random(slug).sample(every, min(SAMPLE, len(every)))
    count, survivors = _survivors(table_of(slug), drawn)
    assert count
    assert len(survivors) <= max(1, (1 - NOTICED) * count), survivors


@pytest.mark.proof
def test_98_of_100_mistakes_are_noticed_over_all_tables() -> None:
    counts, survivors = 0, []
    for slug in table_slugs():
        count, unnoticed = _survivors(table_of(slug), list(mutants(table_of(slug))))
        counts += count
        survivors += [(slug, name) for name in unnoticed]
    assert len(survivors) <= (1 - NOTICED) * counts, survivors
