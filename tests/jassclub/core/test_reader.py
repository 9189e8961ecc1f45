"""What anybody may have sent is read whole, or every fault of it is named where it stands."""

import pytest

from jassclub.core.reader import Refusal, each, is_whole, members, optional, part, refuse


def _number(value):
    if not is_whole(value, 0, 9):
        raise refuse("not_a_number", "from 0 to 9", high=9)
    return value


def _named(value):
    raise ValueError("no name is good enough")


READERS = {
    "n": _number,
    "maybe": optional(_number),
    "inner": part({"n": _number}),
    "list": lambda value: each(value, _number),
    "name": _named,
}


def _faults(data):
    return [(finding.pointer, finding.code) for finding in members(data, READERS)[1]]


def test_what_fits_is_read_and_what_is_absent_is_absent():
    data = {"n": 3, "maybe": None, "inner": {"n": 1}, "list": [1, 2]}
    assert members(data, READERS) == ({**data, "list": (1, 2)}, [])
    assert members({}, READERS) == ({}, [])


def test_every_fault_is_named_where_it_stands():
    data = {"n": True, "inner": {"n": 10, "o": 1}, "list": [1, "2", None], "a/b": 1, "name": "A"}
    assert _faults(data) == [
        ("/n", "not_a_number"),
        ("/inner/n", "not_a_number"),
        ("/inner/o", "key_unknown"),
        ("/list/1", "not_a_number"),
        ("/list/2", "not_a_number"),
        ("/a~1b", "key_unknown"),
        ("/name", "value_unreadable"),
    ]


@pytest.mark.parametrize("data", [None, [], "n", 1, True])
def test_what_is_no_object_is_one_fault(data):
    assert _faults(data) == [("", "not_an_object")]
    assert _faults({"inner": data}) == [("/inner", "not_an_object")]


def test_a_key_that_nobody_can_print_is_shown_without_its_letters():
    ((finding,), values) = reversed(members({"\x00": 1}, READERS))
    assert (values, finding.pointer, finding.params) == ({}, "/?", {"field": "?"})


@pytest.mark.parametrize(
    ("value", "whole"),
    [(0, True), (9, True), (10, False), (-1, False), (True, False), (1.0, False)],
)
def test_a_whole_number_is_neither_true_nor_a_float(value, whole):
    assert is_whole(value, 0, 9) is whole


def test_a_refusal_names_the_codes_of_its_findings():
    assert str(Refusal([*refuse("one").findings, *refuse("two").findings])) == "one at /; two at /"
