"""What slips of games that are data write, and what is refused in them."""

from dataclasses import replace

import pytest

from scoring.games.base import PlayedHand
from scoring.games.told import alike
from tests.scoring.games.cast import errors, game, sheet, table_of

HOME = [False, True, True, True]
BID = {"declared_by": 0, "bid": 600}
WRITTEN = [
    (
        "bieter",
        {},
        3,
        {"declared_by": 0, "bid": 610, "points": 101, "laid_away": 21},
        (122, 35, 35),
    ),
    (
        "bieter-luzern",
        {},
        3,
        {"declared_by": 0, "bid": 505, "result": "discard_wrong", "weis": 50},
        (0, 257, 257),
    ),
    ("zuger", {}, 3, {"points": [60, 50, None]}, (6, 5, 10)),
    (
        "zuger",
        {"zuger.factors": True},
        4,
        {"points": [62, 14, 81, 0], "factor": 3},
        (18, -30, 24, 10),
    ),
    ("zuger", {}, 4, {"home": [True, True, False, False]}, (0, 0, 10, 10)),
    ("butzer", {}, 4, {"home": HOME}, (2, 0, 0, 0)),
    ("butzer", {}, 4, {"exchanged_wrong": 1}, (1, -1, 1, 1)),
    ("butzer", {}, 4, {"exchanged_wrong": 1, "home": [False, False, True, False]}, (1, -1, 0, 1)),
    ("handjass-zu-zweit", {}, 2, {"points": [80, 20]}, (1, -1)),
    ("handjass-zu-zweit", {}, 2, {"points": [80, 40]}, (1, 0)),
    ("schlaeger-zu-dritt", {}, 3, {"points": [60, 50, 47]}, (1, 1, 1)),
    ("schlaeger-zu-dritt", {}, 3, {"points": [80, 60, 17]}, (2, 1, -1)),
    ("schlaeger-zu-dritt", {}, 3, {"points": [130, 10, 17]}, (3, -1, -1)),
    (
        "schlaeger-zu-dritt",
        {},
        3,
        {"points": [80, 20, 0], "home": [False, False, True]},
        (2, -1, 0),
    ),
    ("schellenjass", {}, 4, {"all_taken": 2}, (9, 9, 0, 9)),
    ("schellenjass", {"schellenjass.turi_off": True}, 4, {"all_taken": 2}, (0, 0, -9, 0)),
    ("schellenjass", {}, 4, {"revoked_by": 1, "counts": [2, 0, 0, 0]}, (0, 9, 0, 0)),
    (
        "guggitaler",
        {"guggitaler.worth": 9},
        4,
        {"round": "last", "counts": [0, 1, 0, 0]},
        (0, 9, 0, 0),
    ),
    (
        "guggitaler",
        {"guggitaler.worth": 9},
        4,
        {"round": "domino", "counts": [1, 2, 3, 4]},
        (-24, -18, -12, -6),
    ),
    (
        "guggitaler",
        {"guggitaler.reversed": True},
        4,
        {"round": "ober", "counts": [0, 1, 3, 0], "reversed": "yes"},
        (0, -4, -12, 0),
    ),
    ("molotow", {}, 4, {"points": [40, 40, 40, 37], "table_stoeck": 1}, (40, 60, 40, 37)),
    ("kreuzjass", {}, 4, {"all_tricks": 1}, (0, 257)),
    (
        "aucho",
        {},
        4,
        {"declared_by": 1, "played": "hand", "result": "made", "late_four": 2},
        (0, 2, -1, 2),
    ),
    ("pandur", {"pandur.fixed": 3}, 4, {"played": "none"}, (0, 0, 0, 3)),
    (
        "zuger",
        {"zuger.weis_helps": True},
        3,
        {"points": [62, 14, None], "weis": [0, 20, 0]},
        (6, 3, 10),
    ),
    ("bieter", {}, 3, {**BID, "all_tricks": "declarer", "laid_away": 21}, (257, 0, 0)),
    ("bieter", {}, 3, {**BID, "all_tricks": "others", "laid_away": 21}, (21, 236, 236)),
]


@pytest.mark.parametrize(("profile", "switches", "players", "slip", "cells"), WRITTEN)
def test_what_other_traditions_write(profile, switches, players, slip, cells):
    table = table_of(profile, switches, players=players, dealer=players - 1)
    assert errors(slip, table) == []
    assert game(table).score(slip, table).totals == cells


DEALER, ONE_HOME = {"declared_by": 3}, [True, False, False, False]
SEATS = {"mittlere": 3, "bieter": 3, "bieter-zu-fuenft": 5, "cinq-cents": 2, "trumpf-duell": 2}
REFUSED = [
    ("kreuzjass", {"points": [100, 57], "all_tricks": 0}, ("matsch_with_points", "/all_tricks")),
    ("mittlere", {"points": [60, 40, 57], "no_trick": 1}, ("matsch_with_points", "/no_trick")),
    (
        "schellenjass",
        {"counts": [4, 5, 0, 0], "all_taken": 1},
        ("matsch_with_points", "/all_taken"),
    ),
    ("aucho", {"declared_by": 1, "played": "fest", "points": 100}, ("not_a_choice", "/played")),
    ("zuger", {"home": [True] * 4}, ("nobody_played", "/home")),
    ("cinq-cents", {"points": [92, 41]}, ("answer_missing", "/declared_by")),
    ("cinq-cents", {"all_tricks": 1}, ("answer_missing", "/declared_by")),
    ("cinq-cents", {}, ("answer_missing", "/declared_by")),
    ("cinq-cents", {"declined": True, "weis": [20, None]}, ("hand_declined", "/weis")),
    ("trumpf-duell", {"declared_by": 0}, ("points_missing", "/points")),
    (
        "bieter-zu-fuenft",
        {"declared_by": 0, "bid": 600, "points": 90},
        ("answer_missing", "/partner"),
    ),
    (
        "bieter",
        {"declared_by": 0, "bid": 600, "points": 150, "laid_away": 10},
        ("sum_too_high", "/laid_away"),
    ),
    ("bieter", {**BID, "points": 90, "all_tricks": "declarer"}, ("sum_wrong", "/points")),
    ("bieter", {**BID, "points": 90, "result": "declined"}, ("hand_declined", "/points")),
    ("pandur", {**DEALER, "played": "pandur", "result": "made"}, ("not_playing", "/declared_by")),
    ("aucho", {**DEALER, "played": "hand", "result": "made"}, ("not_playing", "/declared_by")),
    (
        "aucho",
        {"declared_by": 0, "played": "lukas", "result": "made"},
        ("dealer_only", "/declared_by"),
    ),
    (
        "aucho",
        {**DEALER, "played": "lukas", "points": 81, "against": 75},
        ("sum_wrong", "/against"),
    ),
    (
        "aucho",
        {"declared_by": 0, "played": "two", "result": "made"},
        ("not_so_many", "/played"),
    ),
    ("zuger", {"points": [50, 50, 50, 7]}, ("not_playing", "/points/3")),
    ("zuger", {"points": [50, 50, 57, None], "weis": [0, 0, 0, 20]}, ("not_playing", "/weis/3")),
    ("zuger", {"split": "equal"}, ("not_so_many", "/split")),
    ("zuger", {"split": "ten_five", "home": ONE_HOME}, ("answer_missing", "/split_first")),
    ("butzer", {"points": [9, 50, 50, 48], "home": ONE_HOME}, ("not_playing", "/points/0")),
    ("butzer", {"points": [0, 90, 90, 0], "home": ONE_HOME}, ("sum_too_high", "/points")),
    ("butzer", {"exchanged_wrong": 0, "home": ONE_HOME}, ("not_playing", "/exchanged_wrong")),
]


@pytest.mark.parametrize(("profile", "slip", "found"), REFUSED)
def test_what_cannot_be_is_refused_at_its_place(profile, slip, found):
    players = SEATS.get(profile, 4)
    assert found in errors(slip, table_of(profile, players=players, dealer=players - 1))


AGAINST = "/weis_against"
FAULTS = [
    ("bieter", 3, {"declared_by": 0, "bid": 610, "points": 80, "weis": 37}, "/weis"),
    ("bieter", 3, {"declared_by": 0, "bid": 610, "points": 80, "weis_against": 30}, AGAINST),
    ("zuger", 4, {"points": [50, 50, 57, 0], "weis": [0, 33, 0, 0]}, "/weis/1"),
    ("bieter-zu-fuenft", 5, {"declared_by": 0, "partner": 0, "bid": 610, "points": 80}, "/partner"),
]


@pytest.mark.parametrize(("slug", "players", "slip", "where"), FAULTS)
def test_a_weis_that_no_cards_make_and_a_partner_of_himself_are_refused(slug, players, slip, where):
    assert [at for _code, at in errors(slip, table_of(slug, players=players))] == [where]


def test_a_round_that_is_counted_once_is_not_played_again():
    tricks = {"round": "tricks", "counts": [3, 2, 4, 0]}
    found = sheet(table_of("guggitaler"), tricks, tricks)
    assert [(it.code, it.pointer) for it in found.rows[1].findings] == [("round_played", "/round")]
    table = table_of("guggitaler")
    later = replace(table, others=(PlayedHand(number=3, slip=tricks),))
    assert errors(tricks, table) == []
    assert errors(tricks, later) == [("round_played", "/round")]


def test_each_round_comes_again_where_the_agreed_hands_are_more_than_the_rounds():
    tricks = {"round": "tricks", "counts": [3, 2, 4, 0]}
    found = sheet(table_of("guggitaler", {"hands": 12}), tricks, tricks, tricks)
    assert [[it.code for it in row.findings] for row in found.rows] == [[], [], ["round_played"]]
    backwards = {**tricks, "reversed": "yes"}
    table = table_of("guggitaler", {"hands": 10, "guggitaler.reversed": True})
    found = sheet(table, tricks, backwards, tricks)
    assert [[it.code for it in row.findings] for row in found.rows] == [[], [], ["round_played"]]


def test_the_bonus_for_all_tricks_may_be_written_along_with_the_cards():
    found = sheet(table_of("kreuzjass"), {"points": [257, None], "all_tricks": 0})
    assert found.totals == (257, 0)
    refused = errors({"points": [257, None]}, table_of("kreuzjass"))
    assert [code for code, _at in refused] == ["out_of_range"]
    king = {"declared_by": 1, "bid": 610, "points": 257, "all_tricks": "declarer"}
    assert sheet(table_of("bieter", players=3), king).totals[1] == 257


def test_a_lukas_is_counted_by_what_its_player_made_alone():
    slip = {"played": "lukas", "declared_by": 3, "points": 81}
    assert sheet(table_of("aucho-dorf"), slip).rows[0].score.totals[3] == 4


def test_a_hand_that_is_told_to_be_the_last_one_ends_a_molotow():
    hand = {"points": [62, 20, 41, 34]}
    table = table_of("molotow-doppelt")
    assert sheet(table, hand, hand).outcome is None
    ended = sheet(table, hand, {**hand, "last": "yes"}).outcome
    assert (ended.hand, ended.winners) == (2, (1,))


@pytest.mark.parametrize(
    ("columns", "said", "groups"),
    [
        (3, {}, [[0], [1], [2]]),
        (3, {"declared_by": 1, "bid": 600}, [[1], [0, 2]]),
        (5, {"declared_by": 0, "partner": 1}, [[0, 1], [2, 3, 4]]),
    ],
)
def test_a_king_and_his_partner_write_the_same_and_so_do_all_others(columns, said, groups):
    assert alike(columns, said) == groups
