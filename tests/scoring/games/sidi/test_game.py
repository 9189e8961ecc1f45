"""Sidi Barrani: what is bid, what has to be made, and who has won."""

import pytest
from hypothesis import given, strategies as st

from scoring.games.base import PlayedHand, SlipError
from tests.scoring.games.cast import JSON, errors, found, game, table_of, totals

TABLE = table_of("sidi", {"target": 1500})


def slip(points: object = (100, 57), *, bid: object = 100, by: object = 0, **more: object):
    return {"contract": "EI", "declared_by": by, "bid": bid, "points": points, **more}


EVENING = [
    (slip((113, 44), bid=100, double=2), (313, 44), (313, 44)),
    (slip((59, 98), bid=90, by=1, contract="SE"), (59, 188), (372, 232)),
    (slip((157, 0), bid=157, matsch=0, contract="RO"), (314, 0), (686, 232)),
    (slip((54, 103), bid=120, by=3, double=2, contract="SI"), (294, 103), (980, 335)),
    (slip((121, 36), bid=110, by=2, weis=[20, 0], stoeck=0), (271, 36), (1251, 371)),
    (slip((134, 23), bid=130, contract="SE"), (264, 23), (1515, 394)),
]


def sheet_of(hands, table=TABLE):
    played = [PlayedHand(number=number, slip=told) for number, told in enumerate(hands, 1)]
    return game(table).sheet(played, table)


@pytest.mark.parametrize("number", range(len(EVENING)))
def test_the_evening_of_the_book_is_written_hand_by_hand(number):
    told, written, running = EVENING[number]
    assert errors(told, TABLE) == []
    assert totals(told, TABLE) == written
    assert sheet_of([told for told, *_ in EVENING]).rows[number].running == running


def test_the_evening_of_the_book_ends_with_a_schneider():
    sheet = sheet_of([told for told, *_ in EVENING])
    ending = sheet.finish.ending
    assert sheet.finished
    assert (ending.hand, ending.winner, ending.counts) == (6, 0, (1515, 394))
    assert ending.schneider
    assert sheet.finish.stakes.strokes == (3, 0)
    assert sheet.control.holds


@pytest.mark.parametrize(("double", "bonus"), [(1, 100), (2, 200), (4, 400)])
@pytest.mark.parametrize(("made", "winner"), [(100, 0), (99, 1)])
def test_a_double_multiplies_the_bid_alone_and_what_has_to_be_made_stays(
    double, bonus, made, winner
):
    written = totals(slip((made, None), double=double), TABLE)
    cards = (made, 157 - made)
    assert written == tuple(cards[side] + (side == winner) * bonus for side in (0, 1))


def test_both_sides_may_write_their_weis_where_equal_ones_count_for_both():
    both = table_of("sidi", {"referee.equal_weis": "both"})
    assert errors(slip(weis=[20, 20]), both) == []
    assert totals(slip(weis=[20, 20]), both) == (220, 77)


def test_weis_and_stoeck_do_not_help_the_bid():
    assert totals(slip((90, 67), bid=100, weis=[50, 0], stoeck=2), TABLE) == (160, 167)


def test_a_matsch_is_bid_with_157_and_made_with_all_tricks_not_with_all_points():
    assert totals(slip((157, 0), bid=157, matsch=0), TABLE) == (314, 0)
    assert found(slip((157, 0), bid=157), TABLE) == [("matsch_or_zero_trick", "/matsch")]
    assert totals(slip((157, 0), bid=157), TABLE) == (157, 157)


def test_a_matsch_needs_no_points_written():
    normal = game(TABLE).normalise(slip(None, matsch=1), TABLE)
    assert normal["points"] == [0, 157]


BAD = [
    (None, ("not_an_object", "")),
    (slip(None), ("points_missing", "/points")),
    (slip((100, 56)), ("sum_wrong", "/points")),
    (slip((156, 1)), ("impossible_points", "/points/0")),
    (slip((158, None)), ("out_of_range", "/points/0")),
    (slip(bid=None), ("bid_missing", "/bid")),
    (slip(by=None), ("bidder_missing", "/declared_by")),
    (slip(by=4), ("out_of_range", "/declared_by")),
    (slip(bid=45), ("bid_not_allowed", "/bid")),
    (slip(bid=101), ("bid_not_allowed", "/bid")),
    (slip(bid=158), ("out_of_range", "/bid")),
    (slip(double=3), ("not_a_choice", "/double")),
    (slip(contract=None), ("contract_missing", "/contract")),
    (slip(contract="O"), ("contract_not_allowed", "/contract")),
    (slip(contract="X"), ("not_a_choice", "/contract")),
    (slip(matsch=0), ("matsch_with_points", "/matsch")),
    (slip(weis=[20, 20]), ("weis_one_side_only", "/weis")),
    (slip(tricks=3), ("unknown_field", "/tricks")),
]


@pytest.mark.parametrize(("bad", "expected"), BAD)
def test_what_is_wrong_is_named_with_its_place(bad, expected):
    assert expected in errors(bad, TABLE)
    with pytest.raises(SlipError):
        game(TABLE).score(bad, TABLE)


def test_the_least_bid_and_its_step_are_the_table_s():
    table = table_of("sidi", {"sidi.least_bid": 90, "sidi.bid_step": 10})
    assert errors(slip(bid=90), table) == errors(slip(bid=157, matsch=None), table) == []
    assert errors(slip(bid=95), table) == [("bid_not_allowed", "/bid")]


PLAIN = table_of("sidi", {"weis": False, "stoeck": False, "contracts": ["trump", "O", "SLALOM_O"]})


def test_where_tables_play_without_trump_there_is_no_weis_and_no_stoeck():
    assert errors(slip(contract="O"), PLAIN) == []
    assert errors(slip(weis=[20, 0]), PLAIN) == [("weis_not_allowed", "/weis")]
    assert errors(slip(stoeck=0), PLAIN) == [("stoeck_not_allowed", "/stoeck")]


def test_a_slalom_with_the_values_of_each_trick_needs_the_points_of_both_sides():
    table = table_of("sidi", {"contracts": ["trump", "SLALOM_O"], "slalom_values": "own"})
    told = slip((100, None), contract="SLALOM_O")
    assert ("points_both_needed", "/points") in errors(told, table)
    assert ("sum_not_of_slalom", "/points") in errors({**told, "points": [100, 58]}, table)
    assert errors({**told, "points": [80, 77]}, table) == []


def test_without_trump_nobody_has_stoeck():
    table = table_of("sidi", {"contracts": ["trump", "O"]})
    told = slip(contract="O", stoeck=0)
    assert errors(told, table) == [("stoeck_needs_trump", "/stoeck")]


SHORT = {"target": 200}
BOTH = [slip((100, 57), bid=100), slip((50, 107), bid=100, by=1)]


def test_where_both_are_at_the_target_the_higher_total_wins():
    assert sheet_of(BOTH, table_of("sidi", SHORT)).finish.ending.hand == 1
    ending = sheet_of(BOTH, table_of("sidi", {"target": 250})).finish.ending
    assert (ending.winner, ending.counts) == (1, (250, 264))


def test_equal_totals_at_the_target_play_on():
    even = [slip((100, 57), bid=100), slip((57, 100), bid=100, by=1)]
    sheet = sheet_of(even, table_of("sidi", {"target": 250}))
    assert sheet.totals == (257, 257)
    assert (sheet.finished, sheet.finish.ending) == (False, None)


def test_a_table_may_ask_that_the_winner_has_made_the_last_bid():
    table = table_of("sidi", {**SHORT, "sidi.end": "bonus"})
    failed = slip((100, 57), bid=105, by=1)
    assert sheet_of([failed], table).finish.ending is None
    assert sheet_of([failed, slip()], table).finish.ending.hand == 2


def test_a_hand_after_the_end_is_kept_with_a_warning():
    table = table_of("sidi", SHORT)
    sheet = sheet_of([slip(), slip()], table)
    assert sheet.totals == (400, 114)
    assert [item.code for item in sheet.rows[1].findings] == ["game_decided"]


def test_a_hand_that_was_annulled_is_dealt_again_by_the_same():
    sheet = sheet_of([{"state": "annulled"}, slip()])
    assert sheet.totals == (200, 57)
    assert [row.dealer for row in sheet.rows] == [3, 3]


def test_two_entries_agree_where_sides_and_numbers_do():
    one, other = slip(by=0, stoeck=0), slip((100, None), by=2, stoeck=2, weis=[0, 0])
    assert game(TABLE).numbers(one, TABLE) == game(TABLE).numbers(other, TABLE)
    assert game(TABLE).numbers(one, TABLE) != game(TABLE).numbers(slip(by=1), TABLE)


SLIPS = st.fixed_dictionaries(
    {},
    optional={
        "state": JSON,
        "contract": st.sampled_from(["RO", "SE", "O"]) | JSON,
        "declared_by": st.integers(-1, 4) | JSON,
        "bid": st.sampled_from([50, 100, 157]) | JSON,
        "double": st.sampled_from([1, 2, 4]) | JSON,
        "points": st.lists(st.integers(0, 157) | st.none(), min_size=2, max_size=2) | JSON,
        "matsch": st.integers(0, 1) | JSON,
        "weis": st.lists(st.sampled_from([0, 20, 50]), min_size=2, max_size=2) | JSON,
        "stoeck": st.integers(0, 3) | JSON,
    },
)


@given(SLIPS | JSON)
def test_any_json_gets_an_answer_and_the_parts_add_up(told):
    if errors(told, TABLE):
        with pytest.raises(SlipError):
            game(TABLE).normalise(told, TABLE)
        return
    normal, score = game(TABLE).normalise(told, TABLE), game(TABLE).score(told, TABLE)
    assert game(TABLE).normalise(normal, TABLE) == normal
    assert game(TABLE).score(normal, TABLE) == score
    assert all(sum(line.parts.values()) == line.total for line in score.lines)


@given(
    bid=st.sampled_from(range(50, 157, 5)),
    points=st.integers(0, 157),
    double=st.sampled_from([1, 2, 4]),
)
def test_a_hand_writes_157_and_the_bid_as_often_as_it_was_doubled(bid, points, double):
    told = slip((points, None), bid=bid, double=double)
    if not errors(told, TABLE):
        assert sum(totals(told, TABLE)) == 157 + bid * double


def test_in_a_misere_both_write_what_the_others_took():
    table = table_of("sidi-alle")
    told = {"contract": "O", "declared_by": 0, "bid": 100, "misere": "yes", "points": [30, 127]}
    assert game(table).score(told, table).totals == (227, 30)
    none = {**told, "bid": 157, "points": None, "matsch": 0}
    assert game(table).normalise(none, table)["points"] == [0, 157]
    assert game(table).score(none, table).totals == (157 + 157 + 100, 0)
    assert errors(told, table_of("sidi")) != []


def test_who_leads_and_misses_an_undoubled_bid_costs_both_where_that_is_agreed():
    table = table_of("sidi", {"sidi.end": "overbid"})
    ahead = {"contract": "EI", "declared_by": 0, "bid": 100, "points": [113, 44]}
    missed = {"contract": "EI", "declared_by": 2, "bid": 100, "points": [60, 97]}
    hands = [
        PlayedHand(number=n, slip=slip)
        for n, slip in enumerate([ahead, missed, {**missed, "double": 2}], 1)
    ]
    rows = game(table).sheet(hands, table).rows
    assert [row.score.totals for row in rows] == [(213, 44), (-40, -3), (60, 297)]
