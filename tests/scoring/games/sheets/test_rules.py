"""What the files of games promise: unknown keys, who leaves, who deals, who was first."""

import pytest
from hypothesis import given, strategies as st

from scoring.games.sheets.kind import SHEET_KINDS
from scoring.games.sheets.reading import SheetFileError, read_rules
from tests.scoring.games.cast import JSON, errors, game, sheet, table_of
from tests.scoring.games.sheets.evenings import EVENINGS

FILE = 'title = "T"\nabout = "A"\n[award]\nrule = "points"\n[end]\nby = "hands"\n'
ASK = '[[ask]]\nkey = "points"\nkind = "points"\n'
COUNTS = ASK.replace('"points"', '"counts"', 1)
ROUND = '[[ask]]\nkey = "round"\nkind = "word"\noptions = [["a", "A"], ["b", "B"]]\n'


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("nix = 1\n" + FILE, "nix"),
        (FILE + "nix = 1\n", "nix"),
        (FILE + '[[ask]]\nkey = "a"\nkind = "number"\nnix = 1\n', "nix"),
        (FILE + '[[ask]]\nkey = "a"\nkind = "wrong"\n', "kind"),
        (FILE + "[switches.a]\nvalue = 1\n", "house"),
        (FILE.replace('by = "hands"', 'by = "luck"'), "by"),
        (FILE.replace('title = "T"\n', ""), "title"),
        (FILE.replace('"points"', '"luck"'), "rule is none of points, king"),
        (FILE + ASK.replace('"points"', '"tricks"', 1), "counts points, asked is tricks"),
        (FILE + "losers = 1\n" + ASK, "losers must be a text, not 1"),
        (FILE + 'losers = "target"\n' + ASK, "losers is read with by loses"),
        (FILE + ASK + 'when = "probe.nix"\n', "no switch probe.nix"),
        (FILE.replace('"points"', '"points"\nbonus = "@probe.nix"') + ASK, "no switch probe.nix"),
        (FILE.replace('"points"', '"points"\nbonuss = 1') + ASK, "does not read bonuss, but all_"),
        (FILE.replace('"points"', '"items"') + ASK, "items needs rounds or value or values"),
        (FILE.replace('"points"', '"items"\n[award.rounds.a]') + COUNTS, "counts round, asked is"),
        (
            FILE.replace('"points"', '"items"\n[award.rounds.a]') + COUNTS + ROUND,
            "award: rounds says nothing of b",
        ),
        (FILE + ASK + "needed = 1\n", "needed must be true or false"),
    ],
)
def test_a_file_says_by_name_what_nobody_reads_or_what_is_missing(text, named):
    with pytest.raises(SheetFileError, match=named):
        read_rules("probe", text)


def test_a_file_that_says_all_that_is_needed_is_read():
    assert read_rules("probe", FILE + ASK).award["rule"] == "points"


@pytest.mark.parametrize("kind", SHEET_KINDS, ids=lambda kind: kind.name)
@given(slip=JSON)
def test_no_slip_whatever_it_holds_makes_a_game_fail(kind, slip):
    evening = EVENINGS[kind.name]
    table = table_of(evening.profile, players=evening.players, dealer=evening.dealer)
    game(table).check(slip, table)


@pytest.mark.parametrize("kind", SHEET_KINDS, ids=lambda kind: kind.name)
@given(data=st.data())
def test_nor_does_one_whose_members_are_mixed_up(kind, data):
    evening = EVENINGS[kind.name]
    table = table_of(evening.profile, players=evening.players, dealer=evening.dealer)
    slip = dict(evening.hands[0][0])
    slip[data.draw(st.sampled_from(sorted(kind.game.schema)))] = data.draw(JSON)
    game(table).check(slip, table)
    sheet(table, slip, slip)


def test_who_has_left_deals_no_more_and_the_dealer_plays_when_three_are_left():
    table = table_of("pandur", {"target": 5}, dealer=3)
    won = {"declared_by": 0, "played": "pandur", "result": "made"}
    found = sheet(table, won, {"played": "none"})
    assert found.outcome.winners == (0,)
    assert found.rows[1].dealer == 1
    assert found.rows[1].score.totals == (0, 0, 0, 0)
    assert not found.finished


def test_the_last_but_one_to_leave_ends_the_game_and_the_last_one_pays():
    table = table_of("pandur", {"target": 5}, dealer=3)
    won = [{"declared_by": seat, "played": "pandur", "result": "made"} for seat in (0, 1, 2)]
    found = sheet(table, *won)
    assert found.finished
    assert found.outcome.winners == (0, 1, 2)
    assert found.outcome.strokes == (1, 1, 1, -3)


def test_where_nobody_drops_out_the_first_at_the_target_ends_it():
    table = table_of("pandur", {"target": 5, "pandur.drop_out": False}, dealer=3)
    found = sheet(table, {"declared_by": 0, "played": "pandur", "result": "made"})
    assert (found.finished, found.outcome.winners) == (True, (0,))


def test_inherited_points_never_finish():
    table = table_of("pandur", {"target": 2}, dealer=3)
    assert sheet(table, {"played": "none"}).outcome is None


def test_both_at_the_target_with_one_hand_the_first_wins_or_the_higher():
    table = table_of("kreuzjass", {"target": 70})
    assert sheet(table, {"points": [80, 77]}).outcome.winners == (0,)
    assert sheet(table, {"points": [80, 77], "out": 1}).outcome.winners == (1,)


def test_a_king_below_half_of_his_bid_is_schneider_and_pays_twice():
    table = table_of("bieter", {"target": 157}, players=3, dealer=2)
    found = sheet(table, {"declared_by": 1, "bid": 700, "result": "declined"})
    assert found.outcome.winners == (0, 2)
    assert found.outcome.schneider == (1,)
    assert found.outcome.strokes == (2, -4, 2)


def test_the_king_deals_the_second_hand_and_then_it_goes_round():
    table = table_of("bieter", players=3, dealer=0)
    first = {"declared_by": 1, "bid": 700, "points": 100}
    found = sheet(table, first, {"points": 50}, {"points": 50})
    assert [row.dealer for row in found.rows] == [0, 1, 2]


def test_a_bid_and_a_king_stand_for_the_whole_game():
    table = table_of("bieter", players=3, dealer=0)
    first = {"declared_by": 1, "bid": 700, "points": 100}
    found = sheet(table, first, {"points": 50, "bid": 800})
    assert [item.code for item in found.rows[1].findings] == ["said_in_first_hand"]
    assert errors({"points": 10}, table) != []


def test_a_schafhauser_needs_no_bid():
    table = table_of("schafhauser", players=4)
    normal = game(table).normalise({"declared_by": 0, "points": 100}, table)
    assert normal["bid"] == 350
    assert sheet(table, *[{"declared_by": 0, "points": 157}] * 3).outcome.winners == (0,)


@pytest.mark.parametrize(
    ("bid", "found"), [(600, []), (610, []), (605, ["/bid"]), (590, ["/bid"]), (None, ["/bid"])]
)
def test_bids_start_at_the_smallest_and_go_in_steps(bid, found):
    table = table_of("bieter", players=3, dealer=0)
    slip = {"declared_by": 1, "bid": bid, "points": 100}
    assert [pointer for _code, pointer in errors(slip, table)] == found


def test_whoever_first_has_what_loses_has_lost():
    table = table_of("schaufeldame")
    found = sheet(table, *[{"counts": [3, 0, 0, 0]}] * 4)
    assert found.outcome.reason == "lost"
    assert found.outcome.winners == (1, 2, 3)
    assert found.outcome.strokes == (-3, 1, 1, 1)


def test_seven_alone_ahead_win_a_plus_minus():
    table = table_of("plus-minus")
    one, both = {"points": [100, 30, 20, 7]}, {"points": [80, 40, 30, 7]}
    assert sheet(table, *[one] * 6).outcome is None
    assert sheet(table, *[one] * 7).outcome.winners == (3,)
    assert sheet(table, *[both] * 7).outcome is None
    assert sheet(table, *[both] * 7, one).outcome.winners == (3,)


def test_equals_at_the_border_of_the_strokes_of_a_handjass_have_none():
    table = table_of("butzer")
    assert game(table).score({"points": [60, 40, 40, 17]}, table).totals == (1, 0, 0, -1)


def test_a_hand_that_counts_nothing_stays_with_its_dealer_where_it_is_dealt_again():
    table = table_of("pandur", dealer=1)
    hands = ({"state": "misdealt"}, {"played": "none"})
    assert [row.dealer for row in sheet(table, *hands).rows] == [1, 1]
    zuger = table_of("zuger", dealer=1)
    found = sheet(zuger, {"state": "misdealt"}, {"written": [0, 0, 0, 0]})
    assert [row.dealer for row in found.rows] == [1, 2]


@pytest.mark.parametrize(
    ("profile", "players", "nobody", "stands"),
    [
        ("butzer", 4, {"home": [True] * 4}, {"points": [60, 50, 30, 17]}),
        ("cinq-cents", 2, {"declined": True}, {"declared_by": 0, "points": [90, 40]}),
        ("trumpf-duell", 2, {"declined": True}, {"declared_by": 0, "points": [90, 40]}),
    ],
)
def test_where_nobody_plays_nothing_is_written_and_the_next_one_deals(
    profile, players, nobody, stands
):
    table = table_of(profile, players=players, dealer=1)
    rows = sheet(table, nobody, stands).rows
    assert [row.dealer for row in rows] == [1, 2 % players]
    assert (rows[0].score.totals, rows[0].score.counts) == ((0,) * players, True)


def test_a_kreuzjass_remarks_upon_a_contract_that_is_not_played_and_counts_it():
    found = game(table_of("kreuzjass")).check(
        {"points": [96, 61], "contract": "O"}, table_of("kreuzjass")
    )
    assert [(item.code, item.severity) for item in found] == [("contract_not_allowed", "warning")]


def test_two_lose_a_schaufeldame_where_that_is_agreed_and_equals_are_neither():
    table = table_of("schaufeldame", {"schaufeldame.losers": 2, "target": 3})
    assert sheet(table, {"counts": [3, 0, 0, 0]}).outcome.strokes == (-3, 1, 1, 1)
    table = table_of("schaufeldame", {"schaufeldame.losers": 2, "target": 5})
    two = ({"counts": [2, 1, 0, 0]}, {"counts": [3, 0, 0, 0]})
    assert sheet(table, *two).outcome.strokes == (-2, -2, 2, 2)
    tied = ({"counts": [1, 1, 1, 0]}, {"counts": [1, 1, 1, 0]}, {"counts": [3, 0, 0, 0]})
    found = sheet(table, *tied).outcome
    assert (found.winners, found.strokes) == ((3,), (-1, 0, 0, 1))


def test_partien_of_a_hindersi_are_counted_round_by_round():
    table = table_of("hindersi", {"hands": 8})
    first = [{"points": [33, 61, 20, 43]}] * 4
    second = [{"points": [90, 20, 27, 20]}] * 4
    found = sheet(table, *first, *second).outcome
    assert found.strokes == (0, 0, 0, 0)
    assert found.winners == (0, 1, 2, 3)
    found = sheet(table, *first, *first).outcome
    assert (found.strokes, found.winners) == ((2, -2, 2, -2), (0, 2))


def test_three_players_have_a_partie_of_hindersi_once_each_has_dealt():
    table = table_of("hindersi", players=3, dealer=2)
    hand = {"points": [50, 60, 47]}
    assert sheet(table, hand, hand).outcome is None
    assert sheet(table, hand, hand, hand).outcome.strokes == (0, -1, 1)


def test_whoever_has_left_a_handjass_plays_no_more_and_the_cards_make_no_sum():
    table = table_of("butzer", {"target": 1})
    first = {"points": [90, 27, 27, 13]}
    again, without = {"points": [9, 50, 50, 48]}, {"points": [None, 50, 40, 10]}
    found = sheet(table, first, again)
    assert [item.pointer for item in found.rows[1].findings] == ["/points/0"]
    assert sheet(table, first, without).rows[1].score.totals == (0, 1, 1, -1)
