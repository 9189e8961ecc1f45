"""HAE Jass round by round: bids, tricks, Härpfl, the rounds of a game, and when it is over."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, strategies as st

from referee.rules.profile import load_profile
from scoring.games.base import PlayedHand, Table
from scoring.games.dealing import next_to_speak
from scoring.games.hae.kind import (
    BIDS,
    HaeJass,
    due_round,
    first_round,
    rounds_played,
)
from tests.scoring.games.cast import JSON, errors, found, game, table_of, totals


def hae(players: int = 4, *, number: int = 1, dealer: int | None = 3, **options: object) -> Table:
    table = table_of("hae", {"hae": options}, deck="french", players=players, dealer=dealer)
    return replace(table, hand_number=number)


FOUR, THREE = hae(), hae(3, number=3, dealer=2)
LAST = hae(number=10)
FITS, NEVER = hae(bids_may_fit="always"), hae(number=10, bids_may_fit="never")


def slip(**values: object) -> dict[str, object]:
    return {"bids": [5, 2, 4, 0], "tricks": [3, 4, 3, None], **values}


def others(table: Table, *slips: object) -> Table:
    """The table at the hand after these."""
    hands = tuple(PlayedHand(number=at, slip=said) for at, said in enumerate(slips, start=1))
    return replace(table, hand_number=len(hands) + 1, others=hands)


FIRST_ROUNDS = [(2, 10), (3, 10), (4, 10), (5, 10), (6, 9), (7, 7), (8, 6), (9, 6), (12, 4)]


@pytest.mark.parametrize(("players", "cards"), FIRST_ROUNDS)
def test_the_first_round_has_ten_cards_or_as_many_as_there_are_for_all(players, cards):
    assert first_round(hae(players)) == cards


def test_a_club_may_begin_with_fewer_cards():
    assert first_round(hae(most_cards=7)) == 7


SCORES = [
    (FOUR, slip(), (2, 2, 1, 0)),
    (FOUR, slip(bids=[3, 4, 3, 1]), (0, 0, 0, 1)),
    (FOUR, slip(tricks=[None, 4, 3, 0]), (2, 2, 1, 0)),
    (FITS, slip(bids=[3, 4, 3, 0]), (0, 0, 0, 0)),
    (THREE, {"bids": [8, 8, 8], "tricks": [0, 0, 8]}, (8, 8, 0)),
    (LAST, {"bids": [1, 0, 0, 0], "tricks": [0, 1, 0, 0]}, (1, 1, 0, 0)),
    (LAST, {"bids": [1, 1, 1, 1], "tricks": [0, 1, 0, 0]}, (1, 0, 1, 1)),
    (FOUR, {"state": "misdealt"}, (0, 0, 0, 0)),
]


@pytest.mark.parametrize(("table", "played", "expected"), SCORES)
def test_each_trick_off_the_bid_is_a_haerpfl(table, played, expected):
    assert found(played, table) == []
    assert totals(played, table) == expected


BAD = [
    (FOUR, None, ("not_an_object", "")),
    (FOUR, slip(x=1), ("unknown_field", "/x")),
    (FOUR, slip(bids=None), ("predictions_missing", "/bids")),
    (FOUR, slip(bids=[5, None, 4, 0]), ("prediction_missing", "/bids/1")),
    (FOUR, slip(bids=[5, 2, 4]), ("wrong_length", "/bids")),
    (FOUR, slip(bids=[5, 11, 4, 0]), ("out_of_range", "/bids/1")),
    (FOUR, slip(bids=[5, -1, 4, 0]), ("out_of_range", "/bids/1")),
    (FOUR, slip(bids=[5, True, 4, 0]), ("wrong_type", "/bids/1")),
    (FOUR, slip(bids=[5, 2, 2, 1]), ("bid_forbidden", "/bids/3")),
    (hae(dealer=0), slip(bids=[1, 2, 2, 5]), ("bid_forbidden", "/bids/0")),
    (hae(dealer=None), slip(bids=[5, 2, 2, 1]), ("prediction_makes_sum_fit", "/bids")),
    (
        NEVER,
        {"bids": [1, 0, 0, 0], "tricks": [0, 1, 0, 0]},
        ("bid_forbidden", "/bids/3"),
    ),
    (FOUR, slip(tricks=None), ("tricks_missing", "/tricks")),
    (FOUR, slip(tricks=[1, None, 3, None]), ("tricks_missing", "/tricks")),
    (FOUR, slip(tricks=[3, 4, 3, 1]), ("tricks_wrong", "/tricks")),
    (FOUR, slip(tricks=[3, 4, 2, 0]), ("tricks_wrong", "/tricks")),
    (FOUR, slip(tricks=[6, 5, 0, None]), ("tricks_wrong", "/tricks")),
    (FOUR, slip(tricks=[11, 0, 0, 0]), ("out_of_range", "/tricks/0")),
    (FOUR, slip(cards=11), ("out_of_range", "/cards")),
    (FOUR, slip(cards="10"), ("wrong_type", "/cards")),
    (others(FOUR, slip()), slip(cards=10), ("round_twice", "/cards")),
    (FOUR, slip(state="done"), ("not_a_choice", "/state")),
]


@pytest.mark.parametrize(("table", "bad", "expected"), BAD)
def test_a_slip_against_the_rules_is_blocked_by_one_finding(table, bad, expected):
    assert errors(bad, table) == [expected]


def test_all_findings_come_at_once():
    bad = {"bids": [5, 2, 2, 1], "tricks": [9, 9, 9, 9], "cards": 10, "y": 0}
    assert found(bad, others(FOUR, slip())) == [
        ("unknown_field", "/y"),
        ("round_twice", "/cards"),
        ("bid_forbidden", "/bids/3"),
        ("tricks_wrong", "/tricks"),
    ]


def test_the_finding_names_the_number_that_the_dealer_may_not_say():
    (finding,) = game(FOUR).check(slip(bids=[5, 2, 2, 1]), FOUR)
    assert finding.params == {"forbidden": 1, "tricks": 10}
    assert finding.article == "hae.ansage"


def test_bids_are_spoken_from_the_right_of_the_dealer_and_the_dealer_is_last():
    table = hae(dealer=1)
    said: list[int | None] = [None] * 4
    order = []
    while (seat := next_to_speak(said, table)) is not None:
        said[seat] = 4
        order.append(seat)
        assert BIDS.check(said, table) == []
    assert order == [2, 3, 0, 1]


SPOKEN = [
    ([None, 3, None, None], [("prediction_too_early", "/bids/1")]),
    ([5, 2, 2, None], []),
    ([5, 2, 2, 1], [("bid_forbidden", "/bids/3")]),
    ([5, 2, 2, 2], []),
    ([5, 2, 2, 11], [("out_of_range", "/bids/3")]),
    (None, [("predictions_missing", "/bids")]),
    ({"a": 1}, [("wrong_length", "/bids")]),
]


@pytest.mark.parametrize(("bids", "expected"), SPOKEN)
def test_bids_are_checked_while_they_are_spoken(bids, expected):
    assert [(item.code, item.pointer) for item in BIDS.check(bids, FOUR)] == expected


FORBIDDEN = [
    (FOUR, [5, 2, 2, None], 1),
    (FOUR, [0, 0, 0, None], 10),
    (FOUR, [5, 5, 0, None], 0),
    (FOUR, [5, 5, 1, None], None),
    (FOUR, [5, None, 2, None], None),
    (LAST, [0, 0, 0, None], None),
    (FITS, [5, 2, 2, None], None),
    (hae(dealer=None), [5, 2, 2, None], None),
]


@pytest.mark.parametrize(("table", "bids", "number"), FORBIDDEN)
def test_one_number_at_most_is_forbidden_and_known_before_the_dealer_speaks(table, bids, number):
    assert BIDS.forbidden(bids, table) == number


@given(st.lists(st.integers(0, 10), min_size=3, max_size=3))
def test_the_dealer_always_has_a_number_left(three):
    free = [bid for bid in range(11) if not BIDS.check([*three, bid], FOUR)]
    assert len(free) >= 10
    assert set(range(11)) - set(free) == {BIDS.forbidden([*three, None], FOUR)} - {None}


DEAD = {"state": "misdealt"}
DUE = [
    (FOUR, 10),
    (hae(number=4), 7),
    (LAST, 1),
    (others(FOUR, *({**slip(), "cards": cards} for cards in range(10, 0, -1))), 1),
    (others(FOUR, slip(), slip(cards=9)), 8),
    (others(FOUR, slip(), slip()), 8),
    (others(FOUR, slip(), DEAD), 9),
    (others(FOUR, DEAD, DEAD), 10),
    (others(FOUR, slip(), DEAD, slip(cards=8)), 9),
    (others(FOUR, slip(), slip(cards=8)), 9),
]


@pytest.mark.parametrize(("table", "cards"), DUE)
def test_each_round_has_a_card_fewer_and_a_redeal_keeps_them(table, cards):
    assert due_round(table) == cards


def test_a_redeal_later_on_leaves_the_earlier_rounds_alone():
    others_ = (PlayedHand(number=1, slip=slip()), PlayedHand(number=4, slip=DEAD))
    assert due_round(replace(FOUR, hand_number=3, others=others_)) == 8


def test_a_round_out_of_turn_is_taken_with_a_warning():
    table = others(FOUR, slip())
    odd = {"cards": 8, "bids": [1, 1, 1, 1], "tricks": [8, 0, 0, 0]}
    assert (found(odd, table), errors(odd, table)) == ([("round_not_due", "/cards")], [])


def one_round(cards: int, taker: int = 0) -> dict[str, object]:
    bids = [0, 0, 0, 0]
    return {"bids": bids, "tricks": [cards if seat == taker else 0 for seat in range(4)]}


def evening(*slips: object) -> list[PlayedHand]:
    return [PlayedHand(number=at, slip=said) for at, said in enumerate(slips, start=1)]


def test_the_game_is_over_after_the_round_of_one_card():
    rounds = [one_round(cards, cards % 4) for cards in range(10, 0, -1)]
    for played in range(11):
        sheet = game(FOUR).sheet(evening(*rounds[:played]), FOUR)
        assert sheet.finished == (played == 10)
        assert len(rounds_played(sheet)) == played
    assert sheet.totals == (12, 15, 18, 10)
    assert sheet.leaders == (3,)
    assert (sheet.control.sum, sheet.control.expected) == (55, 55)


def test_a_misdealt_round_is_played_again_and_no_round_is_lost():
    rounds = [one_round(10), DEAD, *(one_round(cards) for cards in range(9, 0, -1))]
    sheet = game(FOUR).sheet(evening(*rounds), FOUR)
    assert sheet.finished
    assert [row.dealer for row in sheet.rows[:4]] == [3, 0, 0, 1]


def test_a_round_annulled_later_on_is_missing_and_the_others_stand():
    rounds = [game(FOUR).normalise(one_round(10), FOUR)]
    for cards in range(9, 0, -1):
        table = others(FOUR, *rounds)
        rounds.append(game(FOUR).normalise(one_round(cards), table))
    rounds[2] = {"state": "annulled"}
    sheet = game(FOUR).sheet(evening(*rounds), FOUR)
    assert [row.score is None for row in sheet.rows] == [False] * 10
    assert (sheet.finished, rounds_played(sheet)) == (False, {10, 9, 7, 6, 5, 4, 3, 2, 1})
    again = game(FOUR).sheet(evening(*rounds, one_round(8)), FOUR)
    assert again.finished


def test_a_round_written_twice_counts_once():
    sheet = game(FOUR).sheet(evening(one_round(10), {**one_round(10), "cards": 10}), FOUR)
    assert sheet.totals == (10, 0, 0, 0)
    assert [item.code for item in sheet.rows[1].findings] == ["round_twice"]


def test_equal_totals_share_the_rank_or_go_to_the_fewest_misses():
    hands = evening(
        {"bids": [2, 1, 9, 9], "tricks": [0, 0, 5, 5]},
        {"bids": [0, 1, 9, 9], "tricks": [0, 0, 5, 4]},
    )
    fewest = hae(ties="fewest_misses")
    assert game(FOUR).sheet(hands, FOUR).totals[:2] == (2, 2)
    assert game(FOUR).sheet(hands, FOUR).leaders == (0, 1)
    assert game(fewest).sheet(hands, fewest).leaders == (0,)


def test_the_canonical_form_holds_all_tricks_and_the_cards_of_the_round():
    assert game(THREE).normalise({"bids": [1, 2, 3], "tricks": [8, 0, None]}, THREE) == {
        "state": "complete",
        "cards": 8,
        "bids": [1, 2, 3],
        "tricks": [8, 0, 0],
        "record": None,
    }


@st.composite
def correct_rounds(draw) -> tuple[Table, dict[str, Any]]:
    players = draw(st.integers(2, 12))
    first = first_round(hae(players))
    number = draw(st.integers(1, first))
    cards = first - number + 1
    table = hae(players, number=number, dealer=draw(st.integers(0, players - 1)))
    tricks: list[int | None] = [0] * players
    for _ in range(cards):
        tricks[draw(st.integers(0, players - 1))] += 1
    bids = draw(st.lists(st.integers(0, cards), min_size=players, max_size=players))
    if cards > 1 and sum(bids) == cards:
        bids[table.dealer or 0] += 1 if bids[table.dealer or 0] < cards else -1
    if draw(st.booleans()):
        tricks[draw(st.integers(0, players - 1))] = None
    return table, {"bids": bids, "tricks": tricks}


def naive(played: dict[str, Any], cards: int) -> list[int]:
    """The rule read aloud: a Härpfl for each trick too many or too few."""
    tricks = list(played["tricks"])
    if None in tricks:
        tricks[tricks.index(None)] = cards - sum(taken for taken in tricks if taken is not None)
    return [
        len(range(min(bid, taken), max(bid, taken)))
        for bid, taken in zip(played["bids"], tricks, strict=True)
    ]


@given(correct_rounds())
def test_the_score_equals_the_rule_read_aloud(case):
    table, played = case
    assert found(played, table) == []
    score = game(table).score(played, table)
    assert list(score.totals) == naive(played, due_round(table))
    assert all(sum(line.parts.values()) == line.total for line in score.lines)
    assert score.control.holds


@given(correct_rounds())
def test_the_canonical_form_is_its_own_canonical_form_and_has_the_same_numbers(case):
    table, played = case
    normal = game(table).normalise(played, table)
    assert game(table).normalise(normal, table) == normal
    assert game(table).numbers(normal, table) == game(table).numbers(played, table)


TABLES = [FOUR, THREE, LAST, hae(dealer=None), others(FOUR, slip(), DEAD)]
NUMBERS = st.lists(st.none() | st.integers(-1, 11) | JSON, min_size=2, max_size=5)
CARDS = st.sampled_from(["SA", "H2", "X1", "X2=K", "X1=Z", "EI6", "SA'"]) | JSON
TRICKS = st.lists(st.lists(CARDS, min_size=3, max_size=4), max_size=10)
LED = st.fixed_dictionaries({}, optional={"lead": JSON | st.integers(0, 3), "cards": TRICKS | JSON})
RECORDS = st.fixed_dictionaries(
    {}, optional={"tricks": TRICKS | st.lists(LED, max_size=10) | JSON, "hands": TRICKS | JSON}
)
SLIPS = JSON | st.fixed_dictionaries(
    {}, optional=dict.fromkeys(HaeJass.schema, NUMBERS | JSON | RECORDS | st.integers(0, 11))
)


@given(st.sampled_from(TABLES), SLIPS)
def test_any_json_as_a_slip_is_answered_with_findings_or_scored(table, anything):
    findings = game(table).check(anything, table)
    if not any(finding.blocks for finding in findings):
        assert len(game(table).score(anything, table).lines) == table.players


@given(st.sampled_from(TABLES), NUMBERS | JSON)
def test_any_json_as_bids_is_answered_with_findings(table, anything):
    assert all(item.code for item in BIDS.check(anything, table))


@given(JSON, JSON)
def test_whatever_stands_in_other_hands_a_round_is_due(before, later):
    table = replace(others(FOUR, before), hand_number=2)
    table = replace(table, others=(*table.others, PlayedHand(number=7, slip=later)))
    assert 1 <= due_round(table) <= 10


def test_what_the_source_leaves_open_is_marked_as_a_custom_of_the_house():
    profile = load_profile("hae")
    silent = ("next_lead", "duel_again", "joker_unnamed", "ties")
    assert all(profile.citation(f"hae.{name}").house for name in silent)
    said = ("most_cards", "bids_may_fit")
    assert [profile.citation(f"hae.{name}").article for name in said] == ["hae.geben", "hae.ansage"]


@pytest.mark.parametrize(("players", "codes"), [(2, []), (12, []), (1, ["players_not_allowed"])])
def test_hae_is_played_from_two_on_with_the_french_deck(players, codes):
    table = hae(players, dealer=0)
    assert [item.code for item in game(table).check_table(table)] == codes
    german = replace(table, deck="german")
    assert [item.code for item in game(german).check_table(german)] == ["deck_not_allowed", *codes]


def test_fixed_partners_are_no_game_of_hae():
    table = table_of("hae", {"sides": "pairs", "players": [4]}, deck="french", dealer=0)
    assert [item.code for item in game(table).check_table(table)] == ["alone_only"]
