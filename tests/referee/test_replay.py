"""Recorded hands played again: the samples, every kind of finding, hands nobody noted."""

import json
from copy import deepcopy
from pathlib import Path

import pytest

from referee.rules.judged import replay_report
from referee.rules.legality import FollowRule
from referee.rules.profile import load_profile
from referee.rules.records import read_hand
from referee.rules.replay import Agreed, ReplayRule, replay

CASES = Path(__file__).parents[1] / "cases"
HANDS = [json.loads(line) for line in (CASES / "hands.jsonl").read_text().splitlines()]
REVOKES = json.loads((CASES / "revokes.json").read_text())
GERMAN = dict(zip("DHSC", ("EI", "RO", "SI", "SE"), strict=True))
GERMAN_RANKS = dict(zip("TJQKA", "BUOKA", strict=True))


def report(record, rule=None):
    return replay_report(read_hand(record), rule, with_legal=True)


def sample():
    """A hand without any fault: contract D, seat 1 starts."""
    return deepcopy(HANDS[0])


def without_hands(record):
    return {key: value for key, value in record.items() if key != "hands"}


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand["id"])
def test_the_published_hands_have_their_legal_cards_winners_and_points(hand):
    found = report(hand)
    assert found["ok"]
    assert found["findings"] == []
    assert found["team_card_points"] == hand["team_card_points"]
    assert found["team_tricks"] == hand["team_tricks"]
    assert found["matsch"] == hand["match"]
    assert found["tricks"] == [
        {key: trick[key] for key in ("winner", "points", "legal")} for trick in hand["tricks"]
    ]


@pytest.mark.parametrize("noted", [True, False], ids=["hands noted", "tricks alone"])
@pytest.mark.parametrize("hand", REVOKES, ids=lambda hand: hand["id"])
def test_the_one_illegal_play_is_found_and_nothing_else(hand, noted):
    found = report(hand if noted else without_hands(hand))["findings"]
    places = [(f["trick"], f["seat"], f["card"], f["code"]) for f in found]
    assert places == [(r["trick"], r["seat"], r["card"], r["code"]) for r in hand["revokes"]]
    assert {f["article"] for f in found} <= {"nichtangeben", "untertrumpfen"}


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand["id"])
def test_a_legal_hand_is_clean_from_its_tricks_alone(hand):
    bare = without_hands(hand) | {"tricks": [trick["cards"] for trick in hand["tricks"]]}
    found = report(bare)
    assert found["ok"]
    assert found["team_card_points"] == hand["team_card_points"]
    assert "legal" not in found["tricks"][0]


def german(value):
    """The same record in the letters of the German deck."""
    if isinstance(value, list):
        return [german(item) for item in value]
    if isinstance(value, dict):
        return {key: item if key == "id" else german(item) for key, item in value.items()}
    if isinstance(value, str) and len(value) < 3:
        return GERMAN[value[0]] + "".join(GERMAN_RANKS.get(letter, letter) for letter in value[1:])
    return value


def test_a_record_is_answered_in_its_own_letters():
    found = report(german(sample()))
    assert found["tricks"][0]["legal"][1] == ["EI9", "EIO", "RO8", "RO9", "ROA"]
    assert found["team_card_points"] == sample()["team_card_points"]
    fault = german(REVOKES[0])
    assert report(fault)["findings"][0]["card"] == "SE8"
    assert "Schellen-8" in report(fault)["findings"][0]["message"]


def test_a_wrong_leader_is_named_and_the_hand_goes_on_from_where_it_was():
    hand = sample()
    hand["starter"] = 2
    found = report(hand)
    assert [(f["code"], f["article"], f["trick"], f["seat"]) for f in found["findings"]] == [
        ("wrong_leader", "wer-spielt-aus", 0, 1)
    ]
    assert found["team_card_points"] == sample()["team_card_points"]


def test_a_wrong_leader_in_a_later_trick_has_taken_the_lead_of_another():
    hand = sample()
    trick = hand["tricks"][8]
    trick["lead"], trick["cards"] = 0, trick["cards"][1:] + trick["cards"][:1]
    found = report(hand)
    assert [(f["code"], f["article"], f["seat"]) for f in found["findings"]] == [
        ("wrong_leader", "stich-gestochen", 0)
    ]


def test_who_led_a_bare_trick_is_read_from_the_hands_where_only_one_seat_fits():
    hand = sample()
    cards = hand["tricks"][8]["cards"]
    hand["tricks"] = [t["cards"] for t in hand["tricks"][:8]] + [cards[1:] + cards[:1]]
    assert [(f["code"], f["seat"]) for f in report(hand)["findings"]] == [("wrong_leader", 0)]


def test_a_card_that_the_seat_did_not_have_is_impossible():
    hand = sample()
    cards = hand["tricks"][0]["cards"]
    cards[0] = "HK"
    found = report(hand)["findings"]
    assert ("impossible_card", 1, "HK") in [(f["code"], f["seat"], f["card"]) for f in found]


def test_a_card_played_twice_is_named_the_second_time():
    hand = sample()
    hand["tricks"][8]["cards"][0] = hand["tricks"][0]["cards"][3]
    found = report(hand)["findings"]
    assert [(f["code"], f["trick"]) for f in found] == [("repeated_card", 8)]
    assert [f["code"] for f in report(without_hands(hand))["findings"]] == ["repeated_card"]


def test_a_card_dealt_twice_and_a_hand_of_eight_are_named():
    hand = sample()
    hand["hands"][0][0] = hand["hands"][1][0]
    hand["hands"][2] = hand["hands"][2][:8]
    found = report(hand)["findings"]
    dealt = [f for f in found if f["trick"] is None]
    assert [(f["code"], f["article"], f["seat"], f["card"]) for f in dealt] == [
        ("wrong_count", "fehlende-karten", 2, None),
        ("repeated_card", "spiel-geben", None, hand["hands"][1][0]),
    ]


@pytest.mark.parametrize(
    ("count", "article"), [(3, "fehlende-karten"), (5, "zwei-karten-gespielt")]
)
def test_a_trick_needs_a_card_of_every_player(count, article):
    hand = sample()
    cards = hand["tricks"][8]["cards"]
    hand["tricks"][8]["cards"] = [*cards, "S7"][:count]
    found = report(hand)
    assert [(f["code"], f["article"], f["trick"]) for f in found["findings"]] == [
        ("wrong_count", article, 8)
    ]


def test_an_open_trick_counts_for_nobody():
    hand = sample()
    hand["tricks"][8]["cards"] = hand["tricks"][8]["cards"][:2]
    last = report(hand)["tricks"][8]
    assert (last["winner"], last["points"]) == (None, 0)


def test_a_hand_that_stops_early_is_counted_as_far_as_it_goes():
    hand = sample()
    hand["tricks"] = hand["tricks"][:5]
    found = report(hand)
    assert [(f["code"], f["trick"]) for f in found["findings"]] == [("wrong_count", None)]
    assert sum(found["team_card_points"]) == sum(t["points"] for t in hand["tricks"])
    assert found["matsch"] is None


def bare(contract, *tricks, starter=0):
    return {
        "id": 1,
        "contract": contract,
        "starter": starter,
        "tricks": [t.split() for t in tricks],
    }


def proven(record, rule=None):
    """Illegal plays found in an unfinished record without hands."""
    found = report(record, rule)["findings"]
    return [(f["code"], f["trick"], f["seat"], f["card"]) for f in found if f["seat"] is not None]


def test_the_tricks_alone_prove_a_suit_not_followed_and_later_played():
    assert proven(bare("H", "DA S7 D7 D8", "DK D9 DT DJ")) == [("revoke", 0, 1, "S7")]


def test_the_bauer_held_back_on_a_trump_lead_proves_nothing():
    assert proven(bare("H", "HA S7 H7 H8", "D7 HJ D8 D9")) == []
    assert proven(bare("H", "HA S7 H7 H8", "D7 HQ D8 D9")) == [("revoke", 0, 1, "S7")]


def test_a_ruff_by_one_who_could_follow_is_legal():
    assert proven(bare("H", "DA H7 D7 D8", "DK D9 DT DJ", starter=0)) == []


def test_a_ruff_under_a_ruff_is_proven_by_any_other_card_played_later():
    assert proven(bare("H", "DA H9 H7 D8", "S7 S8 S9 ST")) == [("undertrump", 0, 2, "H7")]
    assert proven(bare("H", "DA H9 H7 D8", "S7 HK S9 ST")) == []


def test_where_one_void_may_go_under_only_the_suit_itself_proves_it():
    rule = ReplayRule(follow=FollowRule(undertrump="void", only_trumps_must_overtrump=True))
    assert proven(bare("H", "DA H9 H7 D8", "S7 HJ S9 ST"), rule) == []
    assert proven(bare("H", "DA H9 H7 D8", "S7 D9 S9 ST"), rule) == [("undertrump", 0, 2, "H7")]


def test_in_misere_one_void_may_go_under():
    tricks = ("DA H9 H7 D8", "S7 S8 S9 ST")
    assert proven(bare("MISERE_H", *tricks)) == []


def test_a_side_that_takes_all_nine_tricks_has_made_a_matsch():
    suits = ("D", "H", "S", "C")
    order = "AKQJT9876"
    hands = [[suit + rank for rank in order] for suit in suits]
    tricks = [[suit + rank for suit in suits] for rank in order]
    found = report({"id": 1, "contract": "D", "starter": 0, "hands": hands, "tricks": tricks})
    assert found["ok"]
    assert (found["matsch"], found["team_card_points"], found["team_tricks"]) == (
        0,
        [157, 0],
        [9, 0],
    )


def test_slalom_may_count_with_the_values_of_its_start():
    hand = next(hand for hand in HANDS if hand["contract"] == "SLALOM_O")
    assert sum(report(hand)["team_card_points"]) == sum(hand["team_card_points"]) != 157
    assert sum(report(hand, ReplayRule(slalom_values="start"))["team_card_points"]) == 157


def test_cinq_cents_counts_ten_for_the_last_trick():
    assert sum(report(sample(), ReplayRule(last_trick=10))["team_card_points"]) == 162


def test_three_players_have_twelve_tricks_and_play_each_for_himself():
    suits = "DHS"
    hands = [
        [s + r for r in "6789TJQKA"] + [f"C{r}" for r in rs]
        for s, rs in zip(suits, ("678", "9TJ", "QKA"), strict=True)
    ]
    tricks = [[suit + rank for suit in suits] for rank in "AKQJT9876"]
    tricks += [["C6", "C9", "CQ"], ["CK", "C7", "CT"], ["CA", "C8", "CJ"]]
    record = {"id": 1, "contract": "O", "starter": 0, "hands": hands, "tricks": tricks}
    found = report(record)
    assert found["ok"]
    assert sum(found["team_card_points"]) == 157
    assert found["team_tricks"] == [9, 0, 3]
    assert report(without_hands(record))["team_tricks"] == [9, 0, 3]


def test_a_seat_nobody_noted_leaves_the_others_known():
    hand = deepcopy(REVOKES[0])
    hand["hands"][0] = None
    found = report(hand)
    assert [f["code"] for f in found["findings"]] == ["revoke"]
    assert "legal" not in found["tricks"][0]


def test_the_rule_is_taken_from_the_profile_of_the_table():
    profile = load_profile("jassregeln").with_layer(
        {"undertrump": "void", "slalom_values": "start", "last_trick": 10}, "table"
    )
    rule = ReplayRule(FollowRule(undertrump="void"), "start", 10, Agreed.of(profile))
    assert ReplayRule.of(profile) == rule


def test_every_finding_has_an_article_and_a_sentence():
    hand = sample()
    hand["starter"] = 0
    hand["hands"][0][0] = "D6"
    hand["tricks"][2]["cards"] = hand["tricks"][2]["cards"][:3]
    hand["tricks"] = hand["tricks"][:8]
    found = report(hand)["findings"]
    assert len({f["code"] for f in found}) >= 3
    assert all(f["article"] and f["message"].endswith(".") for f in found)
    assert not any("None" in f["message"] for f in found)


def test_the_outcome_says_who_had_to_lead_and_who_led():
    hand = sample()
    hand["starter"] = 2
    first = replay(read_hand(hand)).tricks[0]
    assert (first.expected, first.leader) == (2, 1)
