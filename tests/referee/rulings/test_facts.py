"""How values of facts are read."""

import pytest

from jassclub.core.reader import Refusal
from referee.rulings.facts import READERS
from referee.rulings.reading import table_of


@pytest.mark.parametrize(
    ("told", "read"),
    [("obenabe", "O"), ("Undenufe", "U"), ("OBENABE", "O"), ("O", "O"), ("SI", "SI")],
)
def test_a_direction_may_be_written_out(told: str, read: str) -> None:
    assert READERS["mode"](told) == read


@pytest.mark.parametrize("told", ["oben", "obenabe ", "si", None, 3, ["obenabe"]])
def test_what_is_no_mode_is_refused(told: object) -> None:
    with pytest.raises(Refusal):
        READERS["mode"](told)


def test_a_case_that_was_stored_with_the_older_name_of_a_game_is_read_with_the_new_one():
    fact = table_of("matchpraemie").facts["game"]
    assert fact.read("sidi-barrani") == fact.read("sidi") == "sidi"
