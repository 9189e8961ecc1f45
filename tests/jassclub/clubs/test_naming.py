"""Finding a person in free texts."""

import pytest

from jassclub.clubs.naming import Naming

ANNA = Naming(["Anna von Aregger", "Änneli"], neutral="Person 1", others=["Beat Aregger", "Gian"])


@pytest.mark.parametrize(
    "text",
    ["Anna hat gegeben", "das war ANNA.", "Annas Telefon", "Anna von Aregger", "bei A\u0308nneli"],
)
def test_a_text_that_names_her(text):
    assert ANNA.occurs_in(text)
    assert ANNA.occurs_in(ANNA.replaced_in(text)) is False
    assert "Person 1" in ANNA.replaced_in(text)


@pytest.mark.parametrize(
    "text", ["", "Hannah hat gegeben", "Aregger hat gegeben", "von vorn", "Annahme", "Beat"]
)
def test_a_text_that_does_not(text):
    assert not ANNA.occurs_in(text)
    assert ANNA.replaced_in(text) == text


@pytest.mark.parametrize("text", ["Anna von Aregger", "anna VON aregger", "A\u0308nneli"])
def test_a_text_that_is_her_name(text):
    assert ANNA.is_name(text)


@pytest.mark.parametrize("text", ["", "Anna", "Annas", "Anna von Aregger kommt", "Aregger"])
def test_a_text_that_is_not_or_only_a_part_of_it(text):
    assert not ANNA.is_name(text)


def test_a_name_of_signs_is_no_pattern():
    odd = Naming(["(.*)"], neutral="Person 1")
    assert odd.replaced_in("was (.*) sagt") == "was Person 1 sagt"
    assert not odd.occurs_in("irgendetwas")


def test_somebody_without_a_name_is_found_nowhere():
    assert not Naming([" "], neutral="Person 1").occurs_in("irgend ein Text")
