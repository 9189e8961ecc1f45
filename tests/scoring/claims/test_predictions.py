"""Predictions of the Differenzler: in order, correctable, sealed until the points stand."""

import json

import pytest

from jassclub.core.errors import Conflict, Invalid, NotAllowed
from scoring.claims.models import Prediction
from scoring.claims.predictions import predict
from scoring.claims.selectors import predictions_of, state_of
from tests.scoring.table import TableOf, differenzler, house, open_table, schieber

pytestmark = pytest.mark.django_db

ON_PHONES = {"differenzler.sealed_entry": {"value": "phone", "house": "wir tippen verdeckt"}}


def say(table: TableOf, seat: int, value: int, number: int = 1, phone: int | None = None):
    return predict(
        actor=table.phones[seat if phone is None else phone],
        game_id=table.game.pk,
        number=number,
        seat=seat,
        value=value,
    )


@pytest.fixture
def open_form() -> TableOf:
    """Seat 0 deals, seat 1 speaks first."""
    return open_table(house(), "differenzler-offen")


@pytest.fixture
def sealed() -> TableOf:
    """Hidden predictions typed on phones."""
    return open_table(house(), "differenzler-verdeckt", house_rules=ON_PHONES)


def shown(table: TableOf, number: int = 1) -> list[object]:
    return [item["value"] for item in predictions_of(table.hand(number), seats=4)]


def test_open_predictions_go_round_from_forehand_to_dealer(open_form):
    with pytest.raises(Conflict, match="not_your_turn"):
        say(open_form, 2, 40)
    for seat, value in ((1, 40), (2, 30), (3, 50), (0, 20)):
        say(open_form, seat, value)
    assert shown(open_form) == [20, 40, 30, 50]


def test_the_next_hand_starts_one_seat_further(open_form):
    say(open_form, 2, 40, number=2)
    with pytest.raises(Conflict, match="not_your_turn"):
        say(open_form, 1, 40, number=2)


def test_a_hand_dealt_again_keeps_its_dealer(open_form):
    open_form.write(1, {"state": "misdealt"})
    say(open_form, 1, 40, number=2)
    assert shown(open_form, 2) == [None, 40, None, None]


def test_a_prediction_is_corrected_until_the_next_player_speaks(open_form):
    say(open_form, 1, 40)
    say(open_form, 1, 45)
    say(open_form, 2, 30)
    with pytest.raises(Conflict, match="next_has_spoken"):
        say(open_form, 1, 50)
    assert shown(open_form)[1] == 45
    assert [item.value for item in Prediction.objects.filter(seat=1)] == [40, 45]


@pytest.mark.parametrize(("seat", "value"), [(1, 158), (1, -1), (4, 10), (7, 158)])
def test_impossible_predictions_are_refused(open_form, seat, value):
    with pytest.raises(Invalid):
        say(open_form, seat, value, phone=1)


def test_both_faults_are_told_at_once(open_form):
    with pytest.raises(Invalid) as refused:
        say(open_form, 7, 158, phone=1)
    assert {item.pointer for item in refused.value.details} == {"/seat", "/value"}


def test_in_a_schieber_nothing_is_predicted():
    with pytest.raises(Conflict, match="no_predictions"):
        say(open_table(house(), "schieber-1000"), 1, 40)


def test_paper_predictions_are_not_typed_before_the_points():
    with pytest.raises(Conflict, match="predictions_on_paper"):
        say(open_table(house(), "differenzler-verdeckt"), 1, 40)


def test_the_slip_takes_over_what_was_said(open_form):
    for seat, value in ((1, 40), (2, 30), (3, 50), (0, 20)):
        say(open_form, seat, value)
    written = open_form.write(1, {"trump": "RO", "points": [25, 52, 40, None]})
    assert written.entry.slip["predictions"] == [20, 40, 30, 50]
    assert state_of(open_form.game).totals == (5, 12, 10, 10)


def test_a_slip_that_says_otherwise_is_refused_seat_by_seat(open_form):
    say(open_form, 1, 40)
    with pytest.raises(Invalid) as refused:
        open_form.write(1, differenzler([20, 41, 30, 50], [25, 52, 40]))
    assert [item.pointer for item in refused.value.details] == ["/slip/predictions/1"]


def test_after_the_hand_nobody_predicts_it(open_form):
    open_form.write(1, differenzler([20, 40, 30, 50], [25, 52, 40]))
    with pytest.raises(Conflict, match="already_written"):
        say(open_form, 1, 40)


def test_sealed_predictions_come_in_any_order_and_stay_sealed(sealed):
    for seat, value in ((3, 101), (0, 102), (1, 103), (2, 104)):
        say(sealed, seat, value)
    assert shown(sealed) == [None] * 4
    assert [item["made"] for item in predictions_of(sealed.hand(1), seats=4)] == [True] * 4


def test_a_phone_seals_only_its_own_number(sealed):
    with pytest.raises(NotAllowed, match="own_seat_only"):
        say(sealed, 2, 40, phone=1)


def test_wrong_made_points_reveal_nothing(sealed):
    for seat in range(4):
        say(sealed, seat, 100 + seat)
    with pytest.raises(Invalid) as refused:
        sealed.write(1, {"trump": "RO", "points": [25, 52, 40, 39]})
    told = json.dumps([item.text for item in refused.value.details])
    assert not any(str(100 + seat) in told for seat in range(4))
    assert shown(sealed) == [None] * 4


def test_all_are_opened_together_when_another_side_agrees_to_the_points(sealed):
    for seat in range(4):
        say(sealed, seat, 100 + seat)
    sealed.write(1, {"trump": "RO", "points": [25, 52, 40, None]})
    assert shown(sealed) == [None] * 4
    sealed.confirm(1, seat=2)
    assert shown(sealed) == [100, 101, 102, 103]


def test_a_schieber_slip_without_predictions_is_left_alone():
    table = open_table(house(), "schieber-1000")
    assert "predictions" not in table.write(1, schieber(97)).entry.slip
