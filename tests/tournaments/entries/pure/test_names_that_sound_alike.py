"""Who may be the same person, spelled otherwise; and who is not."""

import pytest
from hypothesis import given, strategies as st

from tournaments.entries.pure import alike, like, tokens

ALIKE = [
    ("Lüthi Hans", "Luethi"), ("Lüthi Hans", "Hans Lüthy"), ("Meier Vreni", "Vreni Mayer"),
    ("Schmid Urs", "Urs Schmidt"), ("Walther Ruth", "Walter Ruth"), ("Bärtschi", "Bertschi Ueli"),
    ("Stefan Zürcher", "Stephan Zuercher"), ("Christian Frei", "Kristian Frey"),
    ("Müler Anna", "Müller Anna"), ("Brunner Kurt", "Burnner Kurt"), ("René Graf", "Rene Graf"),
    ("Weiß Eva", "Weiss Eva"), ("Anna Maria Suter", "Suter Anna"),
]  # fmt: skip
OTHERS = [
    ("Zita Meier", "Rita Meier"), ("Gast Aa", "Gast Ab"), ("Gast 1", "Gast 2"),
    ("Keller Nina", "Keller Lina"), ("Müller Hans", "Müller Heinz"), ("Frei Anna", "Graf Anna"),
    ("", "Hans"), ("–", "–"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_of_one_sound_are_alike(one: str, other: str) -> None:
    assert alike(one, other)
    assert alike(other, one)


@pytest.mark.parametrize(("one", "other"), OTHERS)
def test_names_that_two_people_bear_are_not(one: str, other: str) -> None:
    assert not alike(one, other)


def test_of_many_those_who_are_alike_are_found() -> None:
    assert like("Luethi", {1: "Hans Lüthi", 2: "Anna Frei", 3: "Lüthy Ruth"}) == [1, 3]


@given(st.text(max_size=30))
def test_every_name_is_like_itself_in_any_order(name: str) -> None:
    words = tokens(name)
    assert alike(name, name) == bool(words)
    assert tokens(" ".join(reversed(words))) == words
