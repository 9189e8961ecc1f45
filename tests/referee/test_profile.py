"""A profile on its way from the book to the table: layers, citations, freezing, differences."""

import json
from copy import deepcopy

import pytest
from hypothesis import given, strategies as st

from referee.rules.profile import (
    Profile,
    ProfileError,
    difference,
    load_profile,
    profile_from_json,
    profile_slugs,
    switches_of,
)
from referee.rules.profile_fields import KINDS
from referee.rules.profile_kinds import Cited

BOOK = load_profile("jassregeln")
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)


def codes(profile: Profile, values: object, origin: str = "club") -> list[tuple[str, str]]:
    return [(item.code, item.pointer) for item in profile.layer_findings(values, origin)]


def test_a_layer_overrides_and_says_where_it_comes_from():
    club = BOOK.with_layer({"weis": False}, "club:Beispiel")
    assert (club.weis, BOOK.weis) == (False, True)
    assert club.citation("weis") == Cited(origin="club:Beispiel", house="club:Beispiel")
    assert club.citation("stoeck") == BOOK.citation("stoeck")
    assert club.layers == ("book:jassregeln", "club:Beispiel")


def test_a_layer_may_cite_an_article_or_give_its_reason():
    club = BOOK.with_layer(
        {
            "weis": {"value": False, "article": "swiss-club.weis"},
            "target": {"value": 1500, "house": "Beschluss der Versammlung"},
        },
        "club",
    )
    assert club.citation("weis").article == "swiss-club.weis"
    assert club.citation("target").house == "Beschluss der Versammlung"


def test_groups_may_be_nested_or_dotted():
    nested = BOOK.with_layer({"differenzler": {"exact_bonus": 10}}, "club")
    dotted = BOOK.with_layer({"differenzler.exact_bonus": 10}, "club")
    assert nested == dotted
    assert nested.differenzler.exact_bonus == 10


def test_a_switch_written_nested_and_dotted_at_once_is_refused():
    twice = {"differenzler": {"exact_bonus": 10}, "differenzler.exact_bonus": 0}
    assert codes(BOOK, twice) == [("switch_twice", "/differenzler/exact_bonus")]


def test_all_faults_of_a_layer_are_told_at_once_and_nothing_is_taken():
    values = {"weis": 1, "target": "viel", "nix": 1, "differenzler": {"exact_bonus": 11}}
    found = codes(BOOK, values)
    assert found == [
        ("wrong_type", "/weis"),
        ("wrong_type", "/target"),
        ("unknown_switch", "/nix"),
        ("not_a_choice", "/differenzler/exact_bonus"),
    ]
    with pytest.raises(ProfileError) as refused:
        BOOK.with_layer(values, "club")
    assert len(refused.value.findings) == len(found)


def test_the_name_of_a_game_has_at_most_40_letters():
    assert codes(BOOK, {"game": "g" * 40}) == []
    for bad in ("g" * 41, "Schieber", "ein spiel", "", 3):
        assert codes(BOOK, {"game": bad}) == [("wrong_type", "/game")]


@pytest.mark.parametrize("reason", ["", "zwei\nZeilen", "\x00", "\ud800", "x" * 501, 3])
def test_a_reason_can_be_printed_and_stored(reason):
    assert codes(BOOK, {"weis": {"value": True, "house": reason}}) == [("wrong_type", "/weis")]


@pytest.mark.parametrize("name", ["\x00", "\ud800", "a\nb", "x" * 9000])
def test_an_unknown_switch_is_named_in_a_form_that_can_be_sent_back(name):
    (finding,) = BOOK.layer_findings({name: 1}, "club")
    assert str(finding.params["switch"]).isprintable()
    assert finding.pointer.isprintable()
    assert len(finding.pointer) < 130


@pytest.mark.parametrize(
    "origin", ["book", "club:\x00", "", "verband", "club2", None, 3, "x" * 500]
)
def test_only_the_four_levels_above_the_book_are_layers(origin):
    assert codes(BOOK, {}, origin) == [("unknown_layer", "")]


def test_a_wider_layer_cannot_come_after_a_narrower_one():
    table = BOOK.with_layer({"berg": True}, "club").with_layer({"target": 1500}, "table")
    assert codes(table, {"weis": False}, "tournament") == [("layer_order", "")]
    assert codes(table, {"weis": False}, "table:2") == []


CLASHES = [
    (
        "differenzler-verdeckt",
        {"differenzler": {"dealer_incentive": 5}},
        ("incentive_needs_open", "/differenzler/dealer_incentive"),
    ),
    (
        "differenzler-verdeckt",
        {"differenzler": {"dealer_may_fit": False}},
        ("fit_needs_open", "/differenzler/dealer_may_fit"),
    ),
    (
        "differenzler-offen",
        {"differenzler": {"sealed_entry": "phone"}},
        ("sealed_needs_hidden", "/differenzler/sealed_entry"),
    ),
    (
        "differenzler-offen",
        {"differenzler": {"sealed_entry": "round"}},
        ("sealed_needs_hidden", "/differenzler/sealed_entry"),
    ),
    ("differenzler-offen", {"weis": True}, ("differenzler_cards_only", "/weis")),
    ("differenzler-offen", {"matsch_bonus": 100}, ("differenzler_cards_only", "/matsch_bonus")),
    (
        "turnier-einzelschieber",
        {"contracts": ["trump", "SLALOM_O"], "slalom_values": "own"},
        ("slalom_needs_start", "/slalom_values"),
    ),
    (
        "jassregeln",
        {"multipliers": {"german": {"EI": 1, "SI": 1, "RO": 1, "SE": 1, "O": 1}}},
        ("factor_missing", "/multipliers/german"),
    ),
    ("jassregeln", {"players": [3, 4]}, ("pairs_are_four", "/players")),
    ("schieber-passen", {"players": [3, 4]}, ("pairs_are_four", "/players")),
    ("schieber-passen", {"weis": True}, ("passe_needs_fixed_sum", "/weis")),
    ("schieber-passen", {"stoeck": True}, ("passe_needs_fixed_sum", "/stoeck")),
    (
        "schieber-passen",
        {"contracts": ["SLALOM_O"], "tournament": False, "slalom_values": "own"},
        ("passe_needs_fixed_sum", "/slalom_values"),
    ),
    (
        "schieber-passen",
        {"multipliers": {"german": dict(load_profile("schieber-2500").multipliers.german)}},
        ("passe_needs_fixed_sum", "/multipliers"),
    ),
]


@pytest.mark.parametrize(("slug", "values", "expected"), CLASHES)
def test_switches_that_contradict_each_other_are_refused(slug, values, expected):
    assert codes(load_profile(slug), values) == [expected]


def test_a_tournament_may_play_slalom_with_the_values_of_the_first_direction():
    values = {"contracts": ["trump", "O", "U", "SLALOM_O", "SLALOM_U"]}
    assert codes(load_profile("turnier-einzelschieber"), values, "tournament") == []


def test_the_dealers_incentive_goes_with_open_predictions():
    assert codes(load_profile("differenzler-offen"), {"differenzler.dealer_incentive": 2}) == []


@pytest.mark.parametrize("slug", profile_slugs())
def test_a_profile_survives_being_frozen_as_json(slug):
    profile = load_profile(slug).with_layer({"settlement": {"rate": 5}}, "table")
    assert profile_from_json(json.loads(json.dumps(profile.in_json))) == profile


def test_a_frozen_profile_keeps_its_edition_and_its_old_values():
    frozen = deepcopy(BOOK.in_json) | {"edition": "1999.1"}
    frozen["values"]["target"]["value"] = 800
    profile = profile_from_json(frozen)
    assert (profile.edition, profile.target) == ("1999.1", 800)


def test_a_switch_younger_than_the_frozen_game_has_the_value_of_the_book():
    frozen = deepcopy(load_profile("schieber-2500").in_json)
    del frozen["values"]["berg"]
    assert profile_from_json(frozen) == load_profile("schieber-2500")


def test_what_was_frozen_and_is_no_more_is_left_out_and_named():
    frozen = deepcopy(BOOK.in_json)
    frozen["values"]["alt"] = {"value": 1, "house": "so"}
    frozen["values"]["finish"]["value"] = "halb"
    profile = profile_from_json(frozen)
    assert (profile.finish, profile.gone) == (BOOK.finish, ("alt", "finish"))


def test_the_difference_to_the_book_shows_both_values_with_their_reasons():
    club = BOOK.with_layer({"players": [4], "target": 1500, "matsch_bonus": 50}, "club")
    found = [(item.path, item.before, item.after) for item in difference(BOOK, club)]
    assert found == [("matsch_bonus", 100, 50), ("target", 1000, 1500)]
    assert difference(BOOK, club)[0].before_cited.article == "matchpraemie"
    assert difference(BOOK, club)[0].after_cited.origin == "club"


def test_two_equal_profiles_have_no_difference_and_one_hash():
    again = profile_from_json(BOOK.in_json)
    assert difference(BOOK, again) == []
    assert hash(again) == hash(BOOK)


@given(JSON)
def test_any_json_as_a_layer_is_answered_with_findings_or_taken(values):
    findings = BOOK.layer_findings(values, "table")
    assert findings or BOOK.with_layer(values, "table").layers[-1] == "table"


@given(st.sampled_from([*KINDS, "differenzler", "multipliers"]), JSON)
def test_any_json_as_the_value_of_a_switch_is_answered_with_findings_or_taken(path, value):
    values = {path: value}
    findings = BOOK.layer_findings(values, "table")
    assert findings or BOOK.with_layer(values, "table").layers[-1] == "table"


@given(st.dictionaries(st.sampled_from(["slug", "title", "edition", "layers", "values"]), JSON))
def test_any_json_as_a_frozen_profile_is_refused_or_read(data):
    try:
        read: Profile | None = profile_from_json(data)
    except ProfileError:
        read = None
    assert read is None or read.in_json["slug"] == data["slug"]


@pytest.mark.parametrize("slug", profile_slugs())
def test_whatever_rules_say_can_be_sent_back_as_it_stands_in_its_fields(slug):
    profile = load_profile(slug)
    for path, switch in switches_of(profile.game).items():
        value = profile.value(path)
        assert switch.kind.typed(switch.kind.texts(value)) == switch.kind.plain(value), path
