"""Penalties stand in their own column: control sums stay valid, cancelling restores the sheet."""

import pytest

from jassclub.core.errors import Conflict, Invalid, NotAllowed
from scoring.claims.penalties import add_penalty, cancel_penalty
from scoring.claims.selectors import state_of
from tests.scoring.table import differenzler, house, open_table, schieber

pytestmark = pytest.mark.django_db


def punish(table, **more):
    fields = {"seat": 1, "points": 20, "reason": "Karten gezeigt", **more}
    return add_penalty(actor=table.house.official("referee"), game_id=table.game.pk, **fields)


def test_where_many_points_win_a_penalty_is_taken_off_the_side():
    table = open_table(house(), "schieber-1000")
    table.write(1, schieber(97))
    punish(table, seat=3, number=1)
    state = state_of(table.game)
    assert state.totals == (97, 40)
    assert state.sheet.played == (97, 60)
    assert state.sheet.control.sum == 157


def test_where_few_points_win_a_penalty_is_added_to_the_player():
    table = open_table(house(), "differenzler-offen")
    table.write(1, differenzler([20, 40, 30, 50], [25, 52, 40]))
    punish(table, seat=3, number=1)
    assert state_of(table.game).totals == (5, 12, 10, 30)


def test_a_penalty_may_come_before_the_first_hand():
    table = open_table(house(), "schieber-1000")
    punish(table)
    assert state_of(table.game).totals == (0, -20)
    table.write(1, schieber(97))
    assert state_of(table.game).totals == (97, 40)


def test_a_penalty_survives_the_correction_of_its_hand():
    table = open_table(house(), "schieber-1000")
    table.write(1, schieber(97))
    punish(table, number=1)
    table.correct(1, schieber(87))
    assert state_of(table.game).totals == (87, 50)


def test_cancelling_restores_the_identical_sheet():
    table = open_table(house(), "schieber-1000")
    table.write(1, schieber(97))
    before = state_of(table.game).sheet
    penalty = punish(table, number=1)
    judge = table.house.official("director")
    cancel_penalty(actor=judge, game_id=table.game.pk, penalty_id=penalty.pk, reason="Irrtum")
    assert state_of(table.game).sheet == before
    with pytest.raises(Conflict, match="already_cancelled"):
        cancel_penalty(actor=judge, game_id=table.game.pk, penalty_id=penalty.pk, reason="Irrtum")


@pytest.mark.parametrize(
    "fault", [{"seat": 4}, {"seat": -1}, {"points": 0}, {"points": 1001}, {"reason": "  "}]
)
def test_impossible_penalties_are_refused(fault):
    with pytest.raises(Invalid):
        punish(open_table(house(), "schieber-1000"), **fault)


def test_players_punish_nobody():
    table = open_table(house(), "schieber-1000")
    with pytest.raises(NotAllowed):
        add_penalty(actor=table.phones[0], game_id=table.game.pk, seat=1, points=20, reason="so")
