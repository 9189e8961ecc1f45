"""Result lists as anybody may send them."""

import json
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from tournaments.standings.pure import Results, UnusableInputError, read_results


def codes(text):
    return [(finding.pointer, finding.code) for finding in read_results(text).findings]


def test_good_records_are_read_exactly_and_in_order():
    found = read_results(
        '[{"player": "Beat", "results": [1012, 0.1, -3]},\n{"player": 7, "results": []}]'
    )
    assert found.results == (Results("Beat", (1012, Fraction(1, 10), -3)), Results(7, ()))
    assert found.findings == ()


def test_an_empty_list_is_a_list():
    assert read_results(" [ ] \n") == ((), ())


NO_LISTS = [
    *["", "   ", "{}", '"A"', "17", "null", "NaN", "[", "[1", "[1,]", "[1 2]", "[] []", "[,]", "]"],
    *["[01]", "['A']", "// list\n[]", "\x00", "[\x00]", '[{"player": "A", "results": [1]}'],
    *["[" * 100_000, '[{"player": ' * 50_000, "1" * 5_000],
]
NO_RESULTS = [
    *["NaN", "Infinity", "-Infinity", "1e400", "-1e400", "1e-400", "1e999999999999", "0e99999999"],
    *["1e-99999999999999999999", "true", "false", "null", '"1"', "[1]", "{}", "9" * 5_000],
    *["1000000000001", "0." + "1" * 5_000],
]


@pytest.mark.parametrize("text", NO_LISTS)
def test_what_is_no_json_list_is_unusable(text):
    with pytest.raises(UnusableInputError):
        read_results(text)


def test_the_fault_in_the_json_is_named_with_its_line():
    with pytest.raises(UnusableInputError, match="line 3"):
        read_results('[{"player": "A", "results": [1]},\n\n{"player": "B" "results": []}]')


@pytest.mark.parametrize(
    ("record", "where", "code"),
    [
        ("17", "", "not_a_record"),
        ("null", "", "not_a_record"),
        ('["A", [1]]', "", "not_a_record"),
        ('{"player": "B", "player": "C", "results": [1]}', "", "key_twice"),
        ('{"results": [1]}', "/player", "player_missing"),
        ('{"player": null, "results": [1]}', "/player", "player_missing"),
        ('{"player": true, "results": [1]}', "/player", "player_missing"),
        ('{"player": 1.5, "results": [1]}', "/player", "player_missing"),
        ('{"player": 1e400, "results": [1]}', "/player", "player_missing"),
        ('{"player": "", "results": [1]}', "/player", "player_unreadable"),
        ('{"player": " ", "results": [1]}', "/player", "player_unreadable"),
        ('{"player": "B\\u0000", "results": [1]}', "/player", "player_unreadable"),
        ('{"player": "\\ud800", "results": [1]}', "/player", "player_unreadable"),
        (json.dumps({"player": "B" * 201, "results": []}), "/player", "player_unreadable"),
        ('{"player": "A", "results": [1]}', "/player", "player_twice"),
        ('{"player": " A ", "results": [1]}', "/player", "player_twice"),
        ('{"player": "B"}', "/results", "results_missing"),
        ('{"player": "B", "results": 12}', "/results", "results_missing"),
        ('{"player": "B", "results": {"1": 12}}', "/results", "results_missing"),
        ('{"player": "B", "results": "12"}', "/results", "results_missing"),
        (json.dumps({"player": "B", "results": [0] * 10_001}), "/results", "results_too_many"),
    ]
    + [
        (f'{{"player": "B", "results": [1, {value}]}}', "/results/1", "not_a_result")
        for value in NO_RESULTS
    ],
)
def test_a_faulty_record_is_named_and_the_others_are_kept(record, where, code):
    found = read_results(
        f'[{{"player": "A", "results": [3]}},\n{record},\n{{"player": "Z", "results": [4]}}]'
    )
    assert [(f.pointer, f.code, f.params["line"]) for f in found.findings] == [
        (f"/1{where}", code, 2)
    ]
    assert found.results == (Results("A", (3,)), Results("Z", (4,)))


def test_everything_wrong_with_a_record_is_said_at_once():
    assert codes('[{"player": null, "results": [true, 1, NaN]}]') == [
        ("/0/player", "player_missing"),
        ("/0/results/0", "not_a_result"),
        ("/0/results/2", "not_a_result"),
    ]


def test_the_same_name_in_two_unicode_forms_is_the_same_player():
    text = json.dumps([{"player": "Zoë", "results": []}, {"player": "Zoe\u0308", "results": []}])
    assert codes(text) == [("/1/player", "player_twice")]


def test_a_faulty_record_does_not_take_the_name_from_a_good_one():
    found = read_results('[{"player": "A", "results": [null]}, {"player": "A", "results": [2]}]')
    assert found.results == (Results("A", (2,)),)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["player", "results", "x"]), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(st.lists(JSON, max_size=5))
def test_any_json_list_is_answered_record_by_record(records):
    found = read_results(json.dumps(records))
    faulty = {int(finding.pointer.split("/")[1]) for finding in found.findings}
    assert len(found.results) + len(faulty) == len(records)


@given(st.text())
def test_any_text_is_read_or_called_unusable(text):
    try:
        assert isinstance(json.loads(text), list)
    except ValueError:
        with pytest.raises(UnusableInputError):
            read_results(text)
    except AssertionError:
        with pytest.raises(UnusableInputError):
            read_results(text)
    else:
        read_results(text)


@given(st.lists(st.decimals(-(10**6), 10**6, places=3), max_size=5))
def test_no_digit_is_lost(values):
    text = '[{"player": "A", "results": [' + ", ".join(map(str, values)) + "]}]"
    assert read_results(text).results[0].values == tuple(Fraction(v) for v in values)
