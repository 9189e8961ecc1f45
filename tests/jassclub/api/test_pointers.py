"""Findings of serializers become JSON pointers."""

import pytest
from rest_framework.exceptions import ErrorDetail

from jassclub.api.problems import details_of
from jassclub.core.errors import step


def found(detail):
    return [(entry.pointer, entry.code) for entry in details_of(detail)]


WRONG = ErrorDetail("falsch", "invalid")
CASES = {
    "a field": ({"name": [WRONG]}, [("/name", "invalid")]),
    "two findings in one field": ({"n": [WRONG, WRONG]}, [("/n", "invalid"), ("/n", "invalid")]),
    "the whole": ({"non_field_errors": [WRONG]}, [("", "invalid")]),
    "the whole of an inner one": ({"a": {"non_field_errors": [WRONG]}}, [("/a", "invalid")]),
    "an item of a list": ({"items": [{}, {"id": [WRONG]}]}, [("/items/1/id", "invalid")]),
    "an item by number": ({"items": {3: [WRONG]}}, [("/items/3", "invalid")]),
    "lists in lists": ({"hands": [[], [WRONG]]}, [("/hands/1", "invalid")]),
    "a plain list": ([WRONG], [("", "invalid")]),
    "a plain text": ("falsch", [("", "invalid")]),
    "names with slashes and tildes": ({"a/b~c": [WRONG]}, [("/a~1b~0c", "invalid")]),
}


@pytest.mark.parametrize(("detail", "expected"), CASES.values(), ids=CASES.keys())
def test_every_leaf_is_found_at_its_place(detail, expected):
    assert found(detail) == expected


def test_a_step_escapes_what_a_pointer_reserves():
    assert step("/a", "x/~y") == "/a/x~1~0y"
