"""A number is a row of plain digits, and not too long."""

import pytest

from jassclub.core.reader import number_in


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("97", 97),
        ("007", 7),
        ("123456789", 123456789),
        ("1234567890", None),
        ("", None),
        ("-1", None),
        ("1.5", None),
        ("²", None),
        ("１", None),
        (" 1", None),
        ("9" * 5_000, None),
    ],
)
def test_only_plain_digits_are_a_number(text: str, number: int | None) -> None:
    assert number_in(text) == number


def test_the_caller_says_how_long_it_may_be() -> None:
    assert number_in("12", most_digits=1) is None
    assert number_in("1", most_digits=1) == 1
