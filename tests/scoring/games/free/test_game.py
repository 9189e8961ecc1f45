"""The free sheet: points for everybody, with or without a control sum, high or low."""

import pytest
from hypothesis import given, strategies as st

from scoring.games.base import PlayedHand, Table
from tests.scoring.games.cast import JSON, errors, found, game, table_of, totals


def free(slug: str = "freies-blatt", players: int = 3, **layer: object) -> Table:
    return table_of(slug, layer, players=players, dealer=0)


THREE, TWELVE = free(), free(players=12)
PAIRS = free("freies-blatt-paare", players=4)
SUM = free(free={"control_total": 60})
ASKING = free(free={"control_total": 60}, control_sum="warn")
BELOW = free(free={"control_total": 60, "negative": True})
LOW = free("freies-blatt-tief")
MOST = free(free={"most": 157})
MOST_BELOW = free(free={"most": 157, "negative": True})

SCORES = [
    (THREE, [10, 20, 0], (10, 20, 0)),
    (TWELVE, [*range(12)], tuple(range(12))),
    (PAIRS, [100, 57], (100, 57)),
    (SUM, [10, 20, 30], (10, 20, 30)),
    (SUM, [10, None, 30], (10, 20, 30)),
    (BELOW, [-10, 20, 50], (-10, 20, 50)),
    (BELOW, [100, -20, None], (100, -20, -20)),
    (THREE, [100_000, 0, 0], (100_000, 0, 0)),
    (MOST, [157, 157, 0], (157, 157, 0)),
    (MOST_BELOW, [-157, 157, 0], (-157, 157, 0)),
]


@pytest.mark.parametrize(("table", "points", "expected"), SCORES)
def test_points_are_written_as_they_are(table, points, expected):
    assert found({"points": points}, table) == []
    assert totals({"points": points}, table) == expected


BAD = [
    (THREE, None, ("not_an_object", "")),
    (THREE, {}, ("points_missing", "/points")),
    (THREE, {"points": [1, 2, 3], "x": 0}, ("unknown_field", "/x")),
    (THREE, {"points": [1, 2]}, ("wrong_length", "/points")),
    (THREE, {"points": [1, None, 2]}, ("points_missing", "/points")),
    (THREE, {"points": [1, -1, 2]}, ("out_of_range", "/points/1")),
    (THREE, {"points": [1, 2, 100_001]}, ("out_of_range", "/points/2")),
    (MOST, {"points": [1, 2, 158]}, ("out_of_range", "/points/2")),
    (MOST_BELOW, {"points": [-158, 2, 8]}, ("out_of_range", "/points/0")),
    (THREE, {"points": [1, 2, True]}, ("wrong_type", "/points/2")),
    (PAIRS, {"points": [1, 2, 3, 4]}, ("wrong_length", "/points")),
    (SUM, {"points": [10, 20, 31]}, ("sum_wrong", "/points")),
    (SUM, {"points": [50, 20, None]}, ("sum_too_high", "/points")),
    (SUM, {"points": [10, None, None]}, ("points_missing", "/points")),
    (BELOW, {"points": [-10, 20, 51]}, ("sum_wrong", "/points")),
    (THREE, {"points": [1, 2, 3], "state": "over"}, ("not_a_choice", "/state")),
]


@pytest.mark.parametrize(("table", "bad", "expected"), BAD)
def test_a_slip_against_the_agreement_is_blocked_by_one_finding(table, bad, expected):
    assert errors(bad, table) == [expected]


def test_a_wrong_sum_may_be_taken_with_a_warning():
    slip = {"points": [10, 20, 31]}
    assert (found(slip, ASKING), errors(slip, ASKING)) == ([("sum_wrong", "/points")], [])
    control = game(ASKING).score(slip, ASKING).control
    assert (control.sum, control.expected, control.holds) == (61, 60, False)


def hands_of(*points: list[int]) -> list[PlayedHand]:
    return [PlayedHand(number=at, slip={"points": n}) for at, n in enumerate(points, start=1)]


def test_the_most_points_win_or_the_fewest():
    hands = hands_of([10, 20, 0], [0, 5, 0])
    assert game(THREE).sheet(hands, THREE).leaders == (1,)
    assert game(LOW).sheet(hands, LOW).leaders == (2,)


def test_a_penalty_is_taken_off_or_added_so_that_it_always_hurts():
    fined = [PlayedHand(number=1, slip={"points": [10, 20, 0]}, penalties=(5, 0, 0))]
    assert game(THREE).sheet(fined, THREE).totals == (5, 20, 0)
    assert game(LOW).sheet(fined, LOW).totals == (15, 20, 0)


def test_a_number_of_hands_ends_the_game_and_a_target_is_told():
    table = free(hands=2, target=25)
    first, both = (game(table).sheet(hands_of(*[[20, 10, 0]] * n), table) for n in (1, 2))
    assert (first.finished, both.finished) == (False, True)
    assert both.target_reached_by == (0,)


def test_without_an_agreement_a_game_never_has_to_end():
    sheet = game(THREE).sheet(hands_of([20, 10, 0]), THREE)
    assert (sheet.finished, sheet.target_reached_by) == (False, ())


@pytest.mark.parametrize(("slug", "players"), [("freies-blatt", 2), ("freies-blatt-paare", 4)])
def test_everybody_finds_a_sheet(slug, players):
    table = free(slug, players)
    assert game(table).check_table(table) == []


def test_a_club_names_its_own_control_sum_and_the_winner_in_a_layer():
    table = free(game="free-lowest", free={"control_total": 9})
    assert game(table).lower_wins
    assert errors({"points": [9, 9, 9]}, table) == [("sum_wrong", "/points")]


TABLES = [THREE, PAIRS, SUM, ASKING, BELOW, LOW]
POINTS = st.lists(st.none() | st.integers(-70, 70), min_size=2, max_size=4)


@given(st.sampled_from(TABLES), POINTS)
def test_what_is_taken_adds_up_and_its_canonical_form_is_its_own(table, points):
    slip = {"points": points}
    if errors(slip, table):
        return
    score = game(table).score(slip, table)
    known = [number for number in points if number is not None]
    total = table.profile.free.control_total
    left_out = [total - sum(known)] * (len(points) - len(known))
    assert sorted(score.totals) == sorted(known + left_out)
    assert all(sum(line.parts.values()) == line.total for line in score.lines)
    assert score.control.holds or found(slip, table) == [("sum_wrong", "/points")]
    normal = game(table).normalise(slip, table)
    assert game(table).normalise(normal, table) == normal
    assert game(table).numbers(normal, table) == game(table).numbers(slip, table)


@given(st.sampled_from(TABLES), JSON | st.fixed_dictionaries({"points": JSON | POINTS}))
def test_any_json_as_a_slip_is_answered_with_findings_or_scored(table, anything):
    findings = game(table).check(anything, table)
    if not any(finding.blocks for finding in findings):
        assert len(game(table).score(anything, table).lines) == table.columns
