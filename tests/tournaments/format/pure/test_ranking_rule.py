"""The rules of a tournament ranking as data."""

import json
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from tests.tournaments.standings.pure.contests import rules
from tournaments.format.pure import (
    Joker,
    LateResult,
    MissingResult,
    Per,
    RankingRule,
    RankPoints,
    as_json,
    read_rule,
)
from tournaments.format.pure.ranking_rule import Count


@given(rules())
def test_a_rule_reads_what_it_writes(rule):
    assert read_rule(json.loads(json.dumps(as_json(rule)))).rule == rule


def test_every_field_has_a_reason_and_no_reason_is_left_over():
    lines = Path("jassclub/docs/decisions/tournament-ranking.md").read_text().splitlines()
    rows = [line.strip("| ").split(" | ") for line in lines if line.startswith("| ")][2:]
    assert [row[0] for row in rows] == [field.name for field in fields(RankingRule)]
    assert all(len(row) == 3 and all(row) for row in rows)


def test_what_is_absent_comes_from_the_default():
    default = RankingRule(minimum_units=3)
    assert read_rule({"lower_wins": True}, default=default).rule == RankingRule(
        minimum_units=3, lower_wins=True
    )


@pytest.mark.parametrize(
    ("data", "pointer", "code"),
    [
        ([], "", "not_an_object"),
        (None, "", "not_an_object"),
        ({"drop": 1}, "/drop", "key_unknown"),
        ({"a/b~c": 1}, "/a~1b~0c", "key_unknown"),
        ({"count": "drop"}, "/count", "value_unreadable"),
        ({"count": 3}, "/count", "value_unreadable"),
        ({"unit": ["round"]}, "/unit", "value_unreadable"),
        ({"lower_wins": 1}, "/lower_wins", "value_unreadable"),
        ({"final_weight": True}, "/final_weight", "value_unreadable"),
        ({"final_weight": -1}, "/final_weight", "value_unreadable"),
        ({"minimum_units": 10**9}, "/minimum_units", "value_unreadable"),
        ({"ties": "best"}, "/ties", "value_unreadable"),
        ({"ties": [1]}, "/ties", "value_unreadable"),
        ({"joker": {"hands": 0}}, "/joker", "value_unreadable"),
        ({"joker": 1000}, "/joker", "value_unreadable"),
        ({"rank_points": {"table": [1, 2], "rest": 0}}, "/rank_points", "value_unreadable"),
        ({"rank_points": {"table": [3], "rest": 5}}, "/rank_points", "value_unreadable"),
        ({"rank_points": {"ties": ["luck"]}}, "/rank_points", "value_unreadable"),
        ({"hidden_from": 0}, "", "rule_contradicts"),
        ({"ties": ["luck"]}, "", "rule_contradicts"),
        ({"per": "hand"}, "", "rule_contradicts"),
        ({"lower_wins": True, "missing": "zero"}, "", "rule_contradicts"),
    ],
)
def test_what_is_wrong_is_named_where_it_stands(data, pointer, code):
    reading = read_rule(data)
    assert reading.rule is None
    assert [(f.pointer, f.code) for f in reading.findings] == [(pointer, code)]


def test_everything_wrong_is_named_at_once():
    findings = read_rule({"unit": "day", "late": 1, "nearest": "no"}).findings
    assert [f.pointer for f in findings] == ["/unit", "/late", "/nearest"]


@pytest.mark.parametrize(
    "fields",
    [
        {"per": Per.HAND},
        {"per": Per.HAND, "count": Count.parse("average"), "rank_points": RankPoints()},
        {"nearest": True, "rank_points": RankPoints()},
        {"rank_points": RankPoints(), "missing": MissingResult.WORST},
        {"rank_points": RankPoints(), "missing": MissingResult.JOKER},
        {"lower_wins": True, "missing": MissingResult.ZERO},
        {"late": LateResult.PENALISED},
        {"late_penalty": 5},
        {"final_weight": 0},
        {"minimum_units": -1},
        {"hidden_from": 0},
        {"ties": ("best", "best")},
        {"ties": ("shared", "card")},
    ],
)
def test_fields_that_contradict_each_other_make_no_rule(fields):
    with pytest.raises(ValueError, match=r"."):
        RankingRule(**fields)


@given(st.integers(1, 30), st.integers(1, 5))
def test_a_better_rank_never_brings_fewer_rank_points(rank, sharing):
    table = RankPoints()
    assert table.of(rank, sharing) >= table.of(rank + 1, sharing)


def test_a_joker_without_hands_is_refused():
    with pytest.raises(ValueError, match="proportion"):
        Joker(hands=0)
