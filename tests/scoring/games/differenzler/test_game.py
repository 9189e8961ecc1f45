"""Differenzler hand by hand: the five variations, the checks, and a second way of reckoning."""

from typing import Any

import pytest
from hypothesis import given, strategies as st

from scoring.games.base import Table
from scoring.games.dealing import next_to_speak
from scoring.games.differenzler.kind import PREDICTIONS, Differenzler
from tests.scoring.games.cast import JSON, errors, found, game, table_of, totals


def with_options(slug: str = "differenzler-offen", **options: object) -> Table:
    return table_of(slug, {"differenzler": options})


OPEN = table_of("differenzler-offen")
THREE = table_of("differenzler-offen", players=3, dealer=2)
HIDDEN = table_of("differenzler-verdeckt")
BONUS = with_options(exact_bonus=10)
STOECK = with_options(stoeck_choice=True, exact_bonus=10)
PER_5, PER_2 = with_options(dealer_incentive=5), with_options(dealer_incentive=2)
NO_FIT = with_options(dealer_may_fit=False)
PENALTY = with_options(missing_prediction="penalty")
OPEN_SUM = table_of("differenzler-offen", {"control_sum": "warn"})
HIDDEN_OPEN_SUM = table_of("differenzler-verdeckt", {"control_sum": "warn"})


def slip(**values: object) -> dict[str, object]:
    return {
        "trump": "RO",
        "predictions": [40, 30, 60, 0],
        "points": [47, 30, 80, None],
        **values,
    }


SCORES = [
    (OPEN, slip(), (7, 0, 20, 0)),
    (HIDDEN, slip(), (7, 0, 20, 0)),
    (THREE, slip(predictions=[0, 157, 50], points=[50, None, 50]), (50, 100, 0)),
    (BONUS, slip(), (7, -10, 20, 0)),
    (BONUS, slip(won_trick=[None, None, None, True]), (7, -10, 20, -10)),
    (BONUS, slip(won_trick=[None, None, None, False]), (7, -10, 20, 0)),
    (OPEN, slip(won_trick=[None, None, None, True]), (7, 0, 20, 0)),
    (STOECK, slip(stoeck={"seat": 2, "sign": -1}), (7, -10, -10, 0)),
    (STOECK, slip(stoeck={"seat": 2, "sign": 1}), (7, -10, 40, 0)),
    (STOECK, slip(stoeck={"seat": 3, "sign": -1}), (7, -10, 20, 20)),
    (PER_5, slip(), (7, 0, 20, -5)),
    (PER_2, slip(), (7, 0, 20, -13)),
    (PER_5, slip(predictions=[50, 50, 50, 32]), (3, 20, 30, 27)),
    (PENALTY, slip(predictions=[40, 30, None, 0]), (7, 0, 100, 0)),
    (OPEN, {"state": "misdealt"}, (0, 0, 0, 0)),
]


@pytest.mark.parametrize(("table", "played", "expected"), SCORES)
def test_a_hand_is_written_as_the_variation_says(table, played, expected):
    assert totals(played, table) == expected


BAD = [
    (OPEN, None, ("not_an_object", "")),
    (OPEN, slip(x=1), ("unknown_field", "/x")),
    (OPEN, slip(trump="H"), ("not_a_choice", "/trump")),
    (OPEN, slip(trump="O"), ("not_a_choice", "/trump")),
    (OPEN, slip(predictions=None), ("predictions_missing", "/predictions")),
    (OPEN, slip(predictions=[1, 2, 3]), ("wrong_length", "/predictions")),
    (OPEN, slip(predictions=[158, 2, 3, 4]), ("out_of_range", "/predictions/0")),
    (OPEN, slip(predictions=[-1, 2, 3, 4]), ("out_of_range", "/predictions/0")),
    (OPEN, slip(predictions=[True, 2, 3, 4]), ("wrong_type", "/predictions/0")),
    (OPEN, slip(predictions=[1e400, 2, 3, 4]), ("wrong_type", "/predictions/0")),
    (OPEN, slip(predictions=[None, 2, 3, 4]), ("prediction_missing", "/predictions/0")),
    (OPEN, slip(points=None), ("points_missing", "/points")),
    (OPEN, slip(points=[47, 30, None, None]), ("points_missing", "/points")),
    (OPEN, slip(points=[47, 30, 80, 1]), ("sum_wrong", "/points")),
    (OPEN, slip(points=[80, 80, 80, None]), ("sum_too_high", "/points")),
    (OPEN, slip(points=[47, 30, 79, 1]), ("impossible_points", "/points/3")),
    (OPEN, slip(points=[47, 30, 79, None]), ("impossible_points", "/points/3")),
    (HIDDEN_OPEN_SUM, slip(points=[47, 30, 80, 2]), ("sum_wrong", "/points")),
    (OPEN, slip(stoeck={"seat": 0, "sign": 1}), ("stoeck_not_allowed", "/stoeck")),
    (STOECK, slip(stoeck=1), ("not_an_object", "/stoeck")),
    (STOECK, slip(stoeck={"seat": 4, "sign": 1}), ("out_of_range", "/stoeck/seat")),
    (STOECK, slip(stoeck={"sign": 1}), ("field_missing", "/stoeck/seat")),
    (STOECK, slip(stoeck={"seat": 0, "sign": 0}), ("stoeck_sign", "/stoeck/sign")),
    (STOECK, slip(stoeck={"seat": 0}), ("stoeck_sign", "/stoeck/sign")),
    (STOECK, slip(stoeck={"seat": 0, "sign": True}), ("wrong_type", "/stoeck/sign")),
    (OPEN, slip(won_trick=[1, None, None, None]), ("wrong_type", "/won_trick/0")),
    (NO_FIT, slip(predictions=[40, 30, 60, 27]), ("prediction_makes_sum_fit", "/predictions/3")),
]


@pytest.mark.parametrize(("table", "bad", "expected"), BAD)
def test_a_slip_against_the_rules_is_blocked_by_one_finding(table, bad, expected):
    assert errors(bad, table) == [expected]


WARNINGS = [
    (BONUS, slip(), ("zero_trick_unknown", "/won_trick/3")),
    (OPEN_SUM, slip(points=[47, 30, 80, 2]), ("sum_wrong", "/points")),
]


@pytest.mark.parametrize(("table", "odd", "expected"), WARNINGS)
def test_a_slip_that_may_be_right_is_taken_with_a_warning(table, odd, expected):
    assert (found(odd, table), errors(odd, table)) == ([expected], [])


def test_stoeck_stand_outside_the_control_sum():
    score = game(STOECK).score(slip(stoeck={"seat": 2, "sign": -1}), STOECK)
    assert score.control.sum == score.control.expected == 157
    assert [line.made for line in score.lines] == [47, 30, 60, 0]
    assert [line.card_points for line in score.lines] == [47, 30, 80, 0]


def test_the_incentive_needs_to_know_who_dealt():
    table = table_of("differenzler-offen", {"differenzler.dealer_incentive": 5}, dealer=None)
    assert errors(slip(), table) == [("dealer_unknown", "")]


def test_a_missing_prediction_takes_the_incentive_away():
    table = with_options(missing_prediction="penalty", dealer_incentive=5)
    assert totals(slip(predictions=[None, 30, 60, 0]), table) == (67, 0, 20, 0)


SEATS = [(3, 12, []), (4, 12, []), (5, 12, ["/players", "/hands"]), (4, 10, ["/hands"])]


@pytest.mark.parametrize(("players", "hands", "expected"), SEATS)
def test_everybody_deals_equally_often(players, hands, expected):
    table = table_of("differenzler-offen", {"hands": hands}, players=players, dealer=0)
    assert [item.pointer for item in game(table).check_table(table)] == expected


def test_an_association_may_leave_the_number_of_hands_free():
    layer = {"hands": 10, "differenzler": {"hands_divisible": False}}
    table = table_of("differenzler-offen", layer)
    assert game(table).check_table(table) == []


def predicting(predictions: object, table: Table) -> list[tuple[str, str]]:
    return [(item.code, item.pointer) for item in PREDICTIONS.check(predictions, table)]


def test_open_predictions_are_spoken_from_the_right_of_the_dealer_and_the_dealer_last():
    table = table_of("differenzler-offen", dealer=1)
    said: list[int | None] = [None] * 4
    order = []
    while (seat := next_to_speak(said, table)) is not None:
        said[seat] = 40
        order.append(seat)
        assert predicting(said, table) == []
    assert order == [2, 3, 0, 1]


def test_an_open_prediction_out_of_turn_is_named():
    said = [None, 30, None, 40]
    assert predicting(said, OPEN) == [
        ("prediction_too_early", "/predictions/1"),
        ("prediction_too_early", "/predictions/3"),
    ]


def test_hidden_predictions_may_come_in_any_order():
    assert predicting([None, 30, None, 40], HIDDEN) == []


@pytest.mark.parametrize("bad", [None, 3, [1], [1, 2, 3, "4"], [1, 2, 3, 158], {"a": 1}])
def test_predictions_of_the_wrong_shape_are_findings(bad):
    assert len(predicting(bad, OPEN)) == 1


def test_the_dealer_may_not_make_the_predictions_fit_where_a_club_forbids_it():
    assert predicting([40, 30, 60, 27], NO_FIT) == [("prediction_makes_sum_fit", "/predictions/3")]
    assert predicting([40, 30, 60, None], NO_FIT) == []
    assert predicting([40, 30, 60, 27], OPEN) == []


def naive(played: dict[str, Any], table: Table) -> list[int]:
    """The rule read aloud, seat by seat; for complete, correct slips only."""
    options, result = table.profile.differenzler, []
    points = list(played["points"])
    if None in points:
        points[points.index(None)] = 157 - sum(value for value in points if value is not None)
    said = played["predictions"]
    for seat, in_cards in enumerate(points):
        made, stoeck = in_cards, played.get("stoeck")
        if stoeck and stoeck["seat"] == seat:
            made = made + 20 if stoeck["sign"] == 1 else made - 20
        written = said[seat] - made if said[seat] > made else made - said[seat]
        bonus_earned = said[seat] > 0 or played["won_trick"][seat]
        if written == 0 and options.exact_bonus and bonus_earned:
            written = -10
        if seat == table.dealer and options.dealer_incentive:
            missed = sum(said) - 157 if sum(said) > 157 else 157 - sum(said)
            while missed >= options.dealer_incentive:
                missed -= options.dealer_incentive
                written -= 1
        result.append(written)
    return result


@st.composite
def correct_hands(draw) -> tuple[Table, dict[str, Any]]:
    players = draw(st.sampled_from([3, 4]))
    options = {
        "exact_bonus": draw(st.sampled_from([0, 10])),
        "stoeck_choice": True,
        "dealer_incentive": draw(st.sampled_from([0, 2, 5])),
    }
    dealer = draw(st.integers(0, players - 1))
    table = table_of(
        "differenzler-offen", {"differenzler": options}, players=players, dealer=dealer
    )
    cuts = sorted(draw(st.lists(st.integers(0, 157), min_size=players - 1, max_size=players - 1)))
    points: list[int | None] = [b - a for a, b in zip([0, *cuts], [*cuts, 157], strict=True)]
    near = [min(157, max(0, made + draw(st.sampled_from([-20, 0, 0, 3])))) for made in points]
    stoeck = {"seat": draw(st.integers(0, players - 1)), "sign": draw(st.sampled_from([1, -1]))}
    played = {
        "predictions": near,
        "points": points,
        "won_trick": draw(st.lists(st.booleans(), min_size=players, max_size=players)),
    }
    if draw(st.booleans()):
        played["stoeck"] = stoeck
    if draw(st.booleans()):
        points[draw(st.integers(0, players - 1))] = None
    return table, played


@given(correct_hands())
def test_the_score_equals_the_rule_read_aloud(case):
    table, played = case
    if {code for code, _ in errors(played, table)} == {"impossible_points"}:
        return
    score = game(table).score(played, table)
    assert list(score.totals) == naive(played, table)
    assert all(sum(line.parts.values()) == line.total for line in score.lines)
    assert sum(line.card_points or 0 for line in score.lines) == 157


@given(correct_hands())
def test_the_canonical_form_is_its_own_canonical_form_and_has_the_same_numbers(case):
    table, played = case
    if errors(played, table):
        return
    normal = game(table).normalise(played, table)
    assert game(table).normalise(normal, table) == normal
    assert game(table).numbers(normal, table) == game(table).numbers(played, table)


def test_trump_is_no_number_that_two_entries_must_share():
    assert game(OPEN).numbers(slip(), OPEN) == game(OPEN).numbers(slip(trump=None), OPEN)
    assert game(OPEN).numbers(slip(), OPEN) != game(OPEN).numbers(
        slip(predictions=[40, 30, 61, 0]), OPEN
    )


TABLES = [OPEN, THREE, HIDDEN, STOECK, PER_5, NO_FIT, PENALTY, OPEN_SUM]
NUMBERS = st.lists(st.none() | st.integers(-1, 160) | JSON, min_size=2, max_size=5)
SLIPS = JSON | st.fixed_dictionaries(
    {}, optional=dict.fromkeys(Differenzler.schema, NUMBERS | JSON)
)


@given(st.sampled_from(TABLES), SLIPS)
def test_any_json_as_a_slip_is_answered_with_findings_or_scored(table, anything):
    findings = game(table).check(anything, table)
    if not any(finding.blocks for finding in findings):
        assert len(game(table).score(anything, table).lines) == table.players


@given(st.sampled_from(TABLES), NUMBERS | JSON)
def test_any_json_as_predictions_is_answered_with_findings(table, anything):
    assert all(item.code for item in PREDICTIONS.check(anything, table))


def test_predictions_that_are_missing_cite_their_article():
    asked = game(OPEN).check(slip(predictions=None), OPEN)
    for finding in (*asked, *PREDICTIONS.check(None, OPEN)):
        assert (finding.code, finding.article) == ("predictions_missing", "differenzler.ansage")
