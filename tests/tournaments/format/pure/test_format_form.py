"""The JSON form of a format, what is refused, and what was changed."""

import json
from dataclasses import fields
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from tests.tournaments.format.pure.settings import formats
from tournaments.format.pure import (
    PRESETS,
    Carried,
    Cut,
    Final,
    Format,
    Prize,
    PrizeKind,
    as_json,
    read_format,
)

PLAIN = Format()
PAIRS = PRESETS["pairs-5x8-swiss"].format
TEAMS = PRESETS["teams-4x8"].format
DIFFERENZLER = PRESETS["differenzler-4x8"].format
COIFFEUR = PRESETS["coiffeur-pairs-3x16"].format
HAE = PRESETS["hae-3x10"].format
GROUPS = PRESETS["pairs-groups-knockout"].format
DUPLICATE = PRESETS["duplicate-howell-7x3"].format
MIXED = PRESETS["schieber-differenzler-6x8"].format
SEASON = PRESETS["season-best-3-double-final"].format


def named(data, base=None):
    reading = read_format(data, base=base)
    assert (reading.format is None) == bool(reading.findings)
    return [(finding.pointer, finding.code) for finding in reading.findings]


@given(formats())
def test_a_format_reads_what_it_writes(format_):
    assert read_format(json.loads(json.dumps(as_json(format_)))).format == format_


@given(formats())
def test_what_is_absent_comes_from_the_base(format_):
    assert read_format({}, base=format_).format == format_


def test_what_is_not_named_of_the_ranking_stays():
    preset = PRESETS["einzelschieber-4x12-best-3"].format
    format_ = read_format({"hands": 8, "ranking": {"hidden_from": 3}}, base=preset).format
    assert format_ is not None
    assert (format_.hands, format_.ranking.hidden_from) == (8, 3)
    assert format_.ranking.count == preset.ranking.count


def test_every_setting_is_written_in_the_order_of_the_fields():
    assert list(as_json(PLAIN)) == [field.name for field in fields(Format)]


def test_a_share_and_a_prize_for_one_rank_are_read_as_they_are_meant():
    data = {"final": {"places": "1/3"}, "prizes": [{"first": 4, "rappen": 5000}]}
    format_ = read_format(data).format
    assert format_.final == Final(places=Cut(Fraction(1, 3)), rounds=0, carried=Carried.NOTHING)
    assert format_.prizes == (Prize(kind=PrizeKind.RANK, first=4, last=4, rappen=5000),)


def test_house_rules_cannot_be_changed_behind_a_format():
    rules = {"contracts": ["trump", "O", "U"]}
    format_ = read_format({"house_rules": rules}).format
    rules["contracts"].append("SLALOM_O")
    assert format_.table_rules() == {
        "contracts": ("trump", "O", "U"),
        "hands": 12,
        "matsch_bonus": 0,
    }
    with pytest.raises(TypeError, match="item assignment"):
        format_.house_rules["weis"] = True  # type: ignore[index]


UNREADABLE: list[tuple[object, str, str]] = [
    (None, "", "not_an_object"),
    ([], "", "not_an_object"),
    ({"round": 4}, "/round", "key_unknown"),
    ({"a/b": 4}, "/a~1b", "key_unknown"),
    ({"game": "jass"}, "/game", "not_a_choice"),
    ({"game": ["schieber"]}, "/game", "not_a_choice"),
    ({"seating": None}, "/seating", "not_a_choice"),
    ({"profile": 7}, "/profile", "not_a_text"),
    ({"profile": "x" * 100}, "/profile", "not_a_text"),
    ({"profile": "a\0b"}, "/profile", "not_a_text"),
    ({"rounds": 0}, "/rounds", "out_of_range"),
    ({"rounds": 10**30}, "/rounds", "out_of_range"),
    ({"rounds": 4.0}, "/rounds", "out_of_range"),
    ({"rounds": float("nan")}, "/rounds", "out_of_range"),
    ({"rounds": True}, "/rounds", "out_of_range"),
    ({"rounds": "4"}, "/rounds", "out_of_range"),
    ({"hands": 101}, "/hands", "out_of_range"),
    ({"minutes": 0}, "/minutes", "out_of_range"),
    ({"correction_minutes": -1}, "/correction_minutes", "out_of_range"),
    ({"fee": 10.5}, "/fee", "out_of_range"),
    ({"double_entry": 1}, "/double_entry", "not_a_flag"),
    ({"house_rules": []}, "/house_rules", "not_an_object"),
    ({"house_rules": {"weis": float("inf")}}, "/house_rules", "not_plain"),
    ({"house_rules": {1: True}}, "/house_rules", "not_plain"),
    ({"house_rules": {"weis": 10**9}}, "/house_rules", "not_plain"),
    ({"house_rules": {"a": [[[[[]]]]]}}, "/house_rules", "too_large"),
    ({"house_rules": {"a": [0] * 401}}, "/house_rules", "too_large"),
    ({"house_rules": {"a": [[0] * 300, [0] * 300]}}, "/house_rules", "too_large"),
    ({"ranking": []}, "/ranking", "not_an_object"),
    ({"ranking": {"drop": 1}}, "/ranking/drop", "key_unknown"),
    ({"ranking": {"count": 3}}, "/ranking/count", "value_unreadable"),
    ({"ranking": {"per": "hand"}}, "/ranking", "rule_contradicts"),
    ({"final": 8}, "/final", "not_an_object"),
    ({"final": {"rounds": 1}}, "/final", "key_missing"),
    ({"final": {"places": 0}}, "/final/places", "out_of_range"),
    ({"final": {"places": "1/0"}}, "/final/places", "not_a_share"),
    ({"final": {"places": "3/2"}}, "/final/places", "not_a_share"),
    ({"final": {"places": "third"}}, "/final/places", "not_a_share"),
    ({"final": {"places": "1/" + "9" * 5000}}, "/final/places", "not_a_share"),
    ({"final": {"places": 8, "carried": "half"}}, "/final/carried", "not_a_choice"),
    ({"prizes": {}}, "/prizes", "not_a_list"),
    ({"prizes": [{"rappen": 1}] * 201}, "/prizes", "not_a_list"),
    ({"prizes": [{"rappen": 1}, "Speck"]}, "/prizes/1", "not_an_object"),
    ({"prizes": [{"francs": 1}]}, "/prizes/0/francs", "key_unknown"),
    ({"prizes": [{"rappen": -1}]}, "/prizes/0/rappen", "out_of_range"),
    ({"prizes": [{"text": "x" * 201}]}, "/prizes/0/text", "not_a_text"),
    ({"prizes": [{"text": "a\nb"}]}, "/prizes/0/text", "not_a_text"),
    ({"prizes": [{}]}, "/prizes/0", "prize_is_nothing"),
    ({"prizes": [{"first": 5, "last": 3, "rappen": 1}]}, "/prizes/0", "ranks_backwards"),
    (
        {"prizes": [{"kind": "last", "first": 2, "rappen": 1}]},
        "/prizes/0",
        "prize_has_no_ranks",
    ),
]


@pytest.mark.parametrize(("data", "pointer", "code"), UNREADABLE)
def test_what_cannot_be_read_is_named_where_it_stands(data, pointer, code):
    assert named(data) == [(pointer, code)]


CONTRADICTIONS = [
    (PLAIN, {"profile": "tarock"}, "/profile", "profile_unknown"),
    (PLAIN, {"profile": "handjass", "seating": "alone"}, "/profile", "game_of_profile"),
    (PLAIN, {"seating": "alone"}, "/seating", "seating_of_profile"),
    (DIFFERENZLER, {"seating": "drawn"}, "/seating", "seating_of_profile"),
    (PLAIN, {"profile": "jassregeln"}, "/profile", "sum_not_fixed"),
    (PLAIN, {"house_rules": {"weis": True}}, "/profile", "sum_not_fixed"),
    (COIFFEUR, {"control": "reject"}, "/control", "sum_not_fixed"),
    (COIFFEUR, {"hands": 12}, "/hands", "hands_exactly"),
    (COIFFEUR, {"profile": "coiffeur-drei", "seating": "alone"}, "/seating", "seating_of_profile"),
    (HAE, {"hands": 14}, "/hands", "hands_at_most"),
    (PLAIN, {"house_rules": {"hands": 8}}, "/house_rules/hands", "set_elsewhere"),
    (PLAIN, {"house_rules": {"wis": 1}}, "/house_rules/wis", "unknown_switch"),
    (PLAIN, {"house_rules": {"push": 1}}, "/house_rules/push", "wrong_type"),
    (DIFFERENZLER, {"matsch_bonus": 50}, "/matsch_bonus", "differenzler_cards_only"),
    (PLAIN, {"seating": "teams"}, "/team_size", "team_size_missing"),
    (TEAMS, {"team_size": 3}, "/team_size", "team_size_odd"),
    (TEAMS, {"team_best": 3}, "/team_best", "more_than_the_team"),
    (PLAIN, {"team_size": 4}, "/team_size", "no_teams"),
    (PLAIN, {"team_best": 2}, "/team_best", "no_teams"),
    (PLAIN, {"pairing": "swiss"}, "/pairing", "pairing_needs_pairs"),
    (PLAIN, {"pairing": "round_robin"}, "/pairing", "pairing_needs_pairs"),
    (PLAIN, {"standing_from": 1}, "/standing_from", "no_standing_yet"),
    (PLAIN, {"rounds": 1, "pairing": "by_standing"}, "/pairing", "no_standing_yet"),
    (PLAIN, {"standing_from": 5}, "/standing_from", "beyond_rounds"),
    (
        PAIRS,
        {"pairing": "round_robin", "standing_from": 3},
        "/standing_from",
        "round_robin_is_planned",
    ),
    (PAIRS, {"odd": "stand_in"}, "/odd", "stand_in_fills_one_seat"),
    (
        PLAIN,
        {"odd": "sit_out", "ranking": {"missing": "unranked"}},
        "/odd",
        "sitting_out_costs_the_rank",
    ),
    (DIFFERENZLER, {"ranking": {"missing": "skip"}}, "/ranking/missing", "missing_round_wins"),
    (PLAIN, {"prizes": [{"kind": "club", "text": "Pokal"}]}, "/prizes/0/kind", "no_such_ranking"),
    (
        PLAIN,
        {"club_best": 2, "prizes": [{"kind": "club", "text": "P", "category": "Damen"}]},
        "/prizes/0/category",
        "groups_have_no_category",
    ),
    (
        PAIRS,
        {"pairing": "knockout", "club_best": 2},
        "/club_best",
        "knockout_has_no_sums",
    ),
    (DIFFERENZLER, {"control": "split"}, "/control", "distances_cannot_be_charged"),
    (DIFFERENZLER, {"control": "scribe"}, "/control", "distances_cannot_be_charged"),
    (DIFFERENZLER, {"ranking": {"lower_wins": False}}, "/ranking/lower_wins", "wrong_way_round"),
    (
        PLAIN,
        {"ranking": {"lower_wins": True, "missing": "worst"}},
        "/ranking/lower_wins",
        "wrong_way_round",
    ),
    (PLAIN, {"ranking": {"count": "drop:4"}}, "/ranking/count", "drops_every_round"),
    (PLAIN, {"ranking": {"count": "best:5"}}, "/ranking/count", "beyond_rounds"),
    (PLAIN, {"ranking": {"minimum_units": 5}}, "/ranking/minimum_units", "beyond_rounds"),
    (PLAIN, {"ranking": {"hidden_from": 5}}, "/ranking/hidden_from", "beyond_rounds"),
    (TEAMS, {"ranking": {"ties": ["head_to_head"]}}, "/ranking/ties", "nobody_meets"),
    (PLAIN, {"ranking": {"ties": ["exact"]}}, "/ranking/ties", "not_counted_here"),
    (DIFFERENZLER, {"ranking": {"ties": ["matsches"]}}, "/ranking/ties", "not_counted_here"),
    (
        PLAIN,
        {"prizes": [{"kind": "exact", "rappen": 5}]},
        "/prizes/0/kind",
        "not_counted_here",
    ),
    (
        DIFFERENZLER,
        {"prizes": [{"kind": "nearest", "rappen": 5}]},
        "/prizes/0/kind",
        "not_counted_here",
    ),
    (PLAIN, {"final": {"places": 8, "rounds": 4}}, "/final/rounds", "final_leaves_no_round"),
    (
        PAIRS,
        {"pairing": "knockout", "standing_from": 3},
        "/standing_from",
        "knockout_has_no_standing",
    ),
    (
        PAIRS,
        {"pairing": "knockout", "final": {"places": 4, "rounds": 2}},
        "/final/rounds",
        "knockout_is_its_final",
    ),
    (
        PAIRS,
        {"final": {"places": 8, "rounds": 2, "knockout": True}},
        "/final/rounds",
        "knockout_needs_rounds",
    ),
    (
        PLAIN,
        {"final": {"places": 2, "rounds": 1, "knockout": True}},
        "/final/knockout",
        "pairing_needs_pairs",
    ),
    (PAIRS, {"groups": 4}, "/groups", "groups_meet_all"),
    (GROUPS, {"groups": 3}, "/final/places", "places_of_groups"),
    (DUPLICATE, {"seating": "teams", "team_size": 2}, "/seating", "duplicate_is_of_pairs"),
    (DUPLICATE, {"standing_from": 3}, "/standing_from", "duplicate_is_planned"),
    (DUPLICATE, {"writing": "hands"}, "/writing", "boards_are_written"),
    (DUPLICATE, {"control": "split"}, "/control", "boards_are_exact"),
    (DUPLICATE, {"hands": 17}, "/hands", "boards_a_round"),
    (DUPLICATE, {"odd": "joker"}, "/odd", "boards_are_missed"),
    (DUPLICATE, {"ranking": {"per": "unit"}}, "/ranking/count", "percent_is_averaged"),
    (
        MIXED,
        {"seating": "alone", "profile": "handjass", "game": "handjass"},
        "/differenzler_from",
        "mixed_is_of_people",
    ),
    (MIXED, {"rounds": 3}, "/differenzler_from", "beyond_rounds"),
    (MIXED, {"ranking": {"worth": "points"}}, "/ranking/worth", "mixed_is_compared"),
    (MIXED, {"odd": "joker"}, "/odd", "mixed_has_no_joker"),
    (MIXED, {"control": "split"}, "/control", "distances_cannot_be_charged"),
    (PLAIN, {"ranking": {"final_weight": 2}}, "/ranking/final_weight", "no_final_to_weigh"),
    (SEASON, {"final": {"places": 8, "rounds": 1}}, "/final/rounds", "season_has_its_own_final"),
    (
        PLAIN,
        {"final": {"places": 8, "rounds": 1}, "ranking": {"final_weight": 2}},
        "/ranking/final_weight",
        "weight_of_nothing",
    ),
]


@pytest.mark.parametrize(
    ("base", "data", "pointer", "code"),
    CONTRADICTIONS,
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_settings_that_do_not_go_together_are_named(base, data, pointer, code):
    assert (pointer, code) in named(data, base)


def test_all_contradictions_are_named_at_once():
    data = {"rounds": 2, "standing_from": 9, "ranking": {"count": "drop:2", "hidden_from": 4}}
    assert named(data) == [
        ("/standing_from", "beyond_rounds"),
        ("/ranking/count", "drops_every_round"),
        ("/ranking/hidden_from", "beyond_rounds"),
    ]


def test_everything_unreadable_is_named_at_once():
    data = {"game": 1, "rounds": -1, "prizes": [{}, {"rappen": "5"}], "ranking": {"late": 1}}
    assert [at for at, _ in named(data)] == [
        "/game",
        "/rounds",
        "/prizes/0",
        "/prizes/1/rappen",
        "/ranking/late",
    ]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=10,
)


@given(st.dictionaries(st.sampled_from([f.name for f in fields(Format)]) | st.text(), JSON) | JSON)
def test_whatever_is_sent_gives_a_format_or_findings(data):
    reading = read_format(data)
    assert (reading.format is None) == bool(reading.findings)
    json.dumps([finding.to_json() for finding in reading.findings])


@pytest.mark.parametrize("name", ["rounds", "hands"])
def test_a_deep_house_rule_does_not_bring_the_reader_down(name):
    deep: object = name
    for _ in range(5000):
        deep = {"a": deep}
    assert named({"house_rules": deep}) == [("/house_rules", "too_large")]
