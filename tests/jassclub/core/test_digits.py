"""A number is a row of plain digits, and not too long."""

from uuid import UUID

import pytest

from jassclub.core.reader import number_in
from jassclub.core.rows import uuid_in


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


def test_what_is_no_id_is_none():
    ident = UUID("6d3c5a0e-5a0f-4a53-9f0e-0f5f5f5f5f5f")
    assert uuid_in(str(ident)) == ident
    assert [uuid_in(text) for text in ("", "7", "user:7")] == [None, None, None]
