"""A game that is over is settled in the kitty: all seats at once, and once."""

import pytest

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import KittyBooking, User
from jassclub.clubs.services import kitty
from jassclub.clubs.services.kitty import kitty_state
from jassclub.clubs.services.merging import merge_players
from scoring.claims.agreement import contest_hand
from scoring.claims.entries import correct_hand
from scoring.tables.games import close_game
from tests.cast import Caller, problem
from tests.scoring.table import differenzler, house, open_table, schieber

pytestmark = pytest.mark.django_db

FOR_MONEY = {"settlement.rate": {"value": 5, "house": "fünf Rappen der Punkt"}}


@pytest.fixture
def game():
    """Two hands of Differenzler; not closed yet."""
    table = open_table(house(), "differenzler-verdeckt", house_rules=FOR_MONEY)
    table.write(1, differenzler([20, 40, 30, 50], [25, 52, 40]))
    table.write(2, differenzler([10, 70, 40, 30], [10, 90, 40]))
    return table


def close(table):
    close_game(actor=table.house.official("scribe"), game_id=table.game.pk)


def caller(table, role="scribe"):
    return Caller(user=User.objects.get(pk=table.house.official(role).ident))


def settle(table, role="scribe"):
    return caller(table, role).post(f"games/{table.game.pk}/settlement")


def test_the_settlement_of_the_sheet_is_booked_for_every_seat(game):
    close(game)
    who = caller(game)
    told = who.get(f"games/{game.game.pk}/settlement").json()["amounts"]
    answer = who.post(f"games/{game.game.pk}/settlement")
    assert answer.status_code == 201
    booked = answer.json()
    assert [entry["amount"] for entry in booked["entries"]] == told
    assert sum(told) == 0
    assert any(told)
    assert (booked["source_kind"], booked["source_id"]) == ("game", str(game.game.pk))
    state = kitty_state(game.house.club.pk)
    assert (state.cash, state.players, state.club) == (0, 0, 0)


def test_a_game_is_settled_once(game):
    close(game)
    first, second = settle(game).json(), settle(game).json()
    assert first["id"] == second["id"]
    assert KittyBooking.objects.count() == 1


def test_a_corrected_game_is_settled_anew_when_the_old_booking_is_cancelled(game):
    close(game)
    first = settle(game).json()
    correct_hand(
        actor=game.house.official("director"),
        hand_id=game.hand(1).pk,
        base_version=1,
        slip=differenzler([20, 40, 30, 50], [20, 40, 40]),
        reason_code="miscounted",
    )
    problem(settle(game), 409, "already_settled")
    kitty.cancel(actor=SYSTEM, booking_id=first["id"], reason="Spiel 1 berichtigt")
    assert settle(game).json()["entries"] != first["entries"]
    assert kitty_state(game.house.club.pk).players == 0


def test_a_game_that_is_not_over_is_not_settled(game):
    problem(settle(game), 409, "game_open")


def test_a_contested_hand_holds_the_settlement_up(game):
    close(game)
    contest_hand(
        actor=game.house.official("director"),
        hand_id=game.hand(2).pk,
        version=1,
        reason_code="miscounted",
    )
    problem(settle(game), 409, "game_open")


def test_where_most_points_win_the_winner_is_paid():
    table = open_table(house(), "schieber-passen", house_rules=FOR_MONEY)
    table.write(1, {"points": [1042, 842]})
    close(table)
    assert settle(table).status_code == 201
    amounts = caller(table).get(f"games/{table.game.pk}/settlement").json()["amounts"]
    assert amounts == [500, -500, 500, -500]


def test_two_sides_do_not_pay_against_the_average():
    table = open_table(house(), "schieber-1000")
    table.write(1, schieber(100))
    close(table)
    problem(settle(table), 409, "no_settlement")
    assert not KittyBooking.objects.exists()


def test_a_coiffeur_of_pairs_is_won_once_all_its_lines_are_played():
    table = open_table(house(), "coiffeur", house_rules=FOR_MONEY)
    for number, line in enumerate(["SI", "EI", "RO", "SE"], start=1):
        table.write(number, {"side": 0, "line": line, "points": 100})
    close(table)
    problem(settle(table), 409, "no_settlement")
    assert not KittyBooking.objects.exists()


def test_settling_needs_the_scribe_of_the_club(game):
    close(game)
    problem(settle(game, "member"), 403, "role_missing")
    foreign = Caller(user=User.objects.get(pk=house("Anderswo").official("admin").ident))
    problem(foreign.post(f"games/{game.game.pk}/settlement"), 404, "game_not_found")


def test_a_merged_player_is_settled_as_who_he_is(game):
    close(game)
    anna, fritz = game.house.people[0], game.house.people[5]
    merge_players(actor=SYSTEM, player_id=anna.pk, into_id=fritz.pk)
    assert settle(game).json()["entries"][0]["name"] == "Fritz"
