"""JSON is read strictly: what could not be stored faithfully is refused with its place."""

import io
import json

import pytest
from hypothesis import given, strategies as st

from jassclub.api.serializers import MAX_DEPTH, MAX_INTEGER, StrictJSONParser
from jassclub.core.errors import DomainError


def parse(raw: bytes):
    return StrictJSONParser().parse(io.BytesIO(raw))


def nested(depth: int) -> bytes:
    return b"[" * depth + b"]" * depth


REFUSED = {
    "1e400": (b'{"a": [1, 1e400]}', "/a/1", "not_finite"),
    "NaN": (b'{"a": NaN}', "/a", "not_finite"),
    "Infinity": (b'{"a": -Infinity}', "/a", "not_finite"),
    "a huge integer": (b'{"a": 1000000000000001}', "/a", "too_large"),
    "an integer beyond conversion": (b"1" * 5000, "", "not_json"),
    "a huge float": (b'{"a": 1e300}', "/a", "too_large"),
    "NUL in a text": (b'{"a": "x\\u0000"}', "/a", "nul_character"),
    "NUL in a name": (b'{"a\\u0000": 1}', "", "nul_character"),
    "a lone surrogate": (b'{"a": "\\ud800"}', "/a", "lone_surrogate"),
    "a lone surrogate in a name": (b'{"b": {"\\udfff": 1}}', "/b", "lone_surrogate"),
    "a name twice": (b'{"a": 1, "a": 2}', "", "duplicate_key"),
    "too deep": (nested(MAX_DEPTH + 1), "/0" * MAX_DEPTH, "too_deep"),
    "far too deep": (nested(100_000), "", "too_deep"),
    "no UTF-8": (b'{"a": "\xff"}', "", "not_json"),
    "UTF-16": ('{"a": 1}'.encode("utf-16"), "", "not_json"),
    "a byte order mark": (b'\xef\xbb\xbf{"a": 1}', "", "not_json"),
    "half a text": (b'{"a": ', "", "not_json"),
    "two texts": (b"{} {}", "", "not_json"),
    "nothing": (b"", "", "not_json"),
    "a raw control character": (b'{"a": "\x00"}', "", "not_json"),
}


@pytest.mark.parametrize(("raw", "pointer", "code"), REFUSED.values(), ids=REFUSED.keys())
def test_what_cannot_be_stored_faithfully_is_refused(raw, pointer, code):
    with pytest.raises(DomainError) as refused:
        parse(raw)
    assert refused.value.status == 400
    assert (pointer, code) in [(entry.pointer, entry.code) for entry in refused.value.details]


def test_every_fault_is_named_at_once():
    with pytest.raises(DomainError) as refused:
        parse(b'{"a": 1e400, "b": ["\\u0000", NaN]}')
    assert {entry.pointer for entry in refused.value.details} == {"/a", "/b/0", "/b/1"}


def test_a_refusal_can_itself_be_written_as_utf8():
    with pytest.raises(DomainError) as refused:
        parse(b'{"\\ud800": {"b": NaN, "\\udc00": "\\ud801"}}')
    assert [entry.pointer.encode() for entry in refused.value.details] == [
        b"",
        b"/?",
        b"/?/?",
        b"/?/b",
    ]


def test_the_limits_themselves_are_accepted():
    assert parse(str(MAX_INTEGER).encode()) == MAX_INTEGER
    assert parse(nested(MAX_DEPTH)) is not None


def test_an_escaped_backslash_before_u0000_is_plain_text():
    assert parse(rb'"\\u0000"') == r"\u0000"


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-MAX_INTEGER, MAX_INTEGER)
    | st.floats(-1e6, 1e6)
    | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00")),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.text(
                st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=5
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(values)
def test_ordinary_json_comes_through_unchanged(value):
    assert parse(json.dumps(value).encode()) == value


def outcome(raw: bytes) -> int:
    try:
        parse(raw)
    except DomainError as refused:
        return refused.status
    return 200


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused_but_never_a_fault(raw):
    assert outcome(raw) in (200, 400)
