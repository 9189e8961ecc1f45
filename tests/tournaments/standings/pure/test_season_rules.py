"""The rules of a season as a club writes them down."""

import pytest
from hypothesis import given, strategies as st

from tournaments.format.pure.ranking_rule import Count
from tournaments.standings.pure import DIFFERENZLER_CRITERIA, SeasonRules, read_season_rules


def read(data, **options):
    return read_season_rules(data, criteria=DIFFERENZLER_CRITERIA, **options)


def test_nothing_said_is_the_mean_of_everything_with_ties_shared():
    assert read({}) == (SeasonRules(), ())
    assert str(SeasonRules().count) == "average"


def test_everything_said_is_taken():
    data = {
        "minimum_evenings": 6,
        "minimum_hands": 40,
        "count": "average",
        "drop": 2,
        "rank_by": "count",
        "ties": ["best", "exact", "shared"],
    }
    expected = SeasonRules(
        6, 40, Count.parse("drop:2+average"), "count", ("best", "exact", "shared")
    )
    assert read(data) == (expected, ())


@pytest.mark.parametrize(
    ("data", "count"),
    [
        ({"count": "sum"}, "sum"),
        ({"count": "best:3"}, "best:3"),
        ({"count": "sum", "drop": 1}, "drop:1"),
        ({"drop": 1}, "drop:1+average"),
        ({"drop": 0}, "drop:0+average"),
    ],
)
def test_the_count_is_read_with_what_is_dropped(data, count):
    assert str(read(data).rules.count) == count


def test_what_is_absent_is_as_everywhere():
    assert read({"minimum_hands": 9}).rules == SeasonRules(minimum_hands=9)


@pytest.mark.parametrize(
    ("data", "pointer", "code"),
    [
        ({"minimum_evenings": -1}, "/minimum_evenings", "not_a_count"),
        ({"minimum_evenings": True}, "/minimum_evenings", "not_a_count"),
        ({"minimum_evenings": 2.0}, "/minimum_evenings", "not_a_count"),
        ({"minimum_hands": "6"}, "/minimum_hands", "not_a_count"),
        ({"minimum_hands": 10**9}, "/minimum_hands", "not_a_count"),
        ({"minimum_hands": None}, "/minimum_hands", "not_a_count"),
        ({"drop": float("nan")}, "/drop", "not_a_count"),
        ({"count": "mean"}, "/count", "count_unknown"),
        ({"count": 3}, "/count", "count_unknown"),
        ({"count": "best:3", "drop": 1}, "/drop", "drop_twice"),
        ({"rank_by": "matsche"}, "/rank_by", "criterion_unknown"),
        ({"rank_by": ["count"]}, "/rank_by", "criterion_unknown"),
        ({"ties": "best"}, "/ties", "ties_unreadable"),
        ({"ties": ["best", 2]}, "/ties", "ties_unreadable"),
        ({"ties": ["best", "luck"]}, "/ties/1", "tie_unknown"),
        ({"ties": ["best", "best"]}, "/ties/1", "tie_twice"),
        ({"ties": ["shared", "best"]}, "/ties/1", "tie_after_shared"),
        ({"minimum": 3}, "/minimum", "key_unknown"),
        ({"a/b~c": 3}, "/a~1b~0c", "key_unknown"),
        ([], "", "not_an_object"),
        (None, "", "not_an_object"),
    ],
)
def test_a_bad_value_is_named_and_no_rules_are_made(data, pointer, code):
    rules, findings = read(data)
    assert rules is None
    assert [(f.pointer, f.code) for f in findings] == [(pointer, code)]


def test_all_bad_values_are_named_at_once():
    data = {"minimum_evenings": -1, "count": "x", "drop": 1.5, "ties": ["luck"], "y": 1}
    assert [f.pointer for f in read(data).findings] == [
        "/minimum_evenings",
        "/count",
        "/drop",
        "/ties/0",
        "/y",
    ]


@given(
    st.dictionaries(
        st.sampled_from(["minimum_evenings", "minimum_hands", "count", "drop", "rank_by", "ties"])
        | st.text(max_size=3),
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats()
        | st.text(max_size=5)
        | st.lists(st.text()),
    )
)
def test_whatever_is_written_gives_either_rules_or_findings(data):
    rules, findings = read(data)
    assert (rules is None) == bool(findings)
