"""Bad evenings: a closed game was wrong, a table sat wrong, a game was broken off."""

import pytest

from jassclub.core.errors import Conflict, Invalid, NotAllowed
from scoring.claims.models import GameChange, HandEntry
from scoring.claims.selectors import state_of
from scoring.claims.verification import verify
from scoring.core.models import Game, Seat
from scoring.tables.games import abandon_game, close_game, reopen_game, reseat_game, sign_off
from tests.scoring.table import house, open_table, schieber
from tournaments.seasons.models import StandingsSnapshot
from tournaments.seasons.selectors import named_rows
from tournaments.seasons.services import count_events

pytestmark = pytest.mark.django_db

POINTS = [97, 60, 82]


@pytest.fixture
def table():
    """Three hands at a tournament table."""
    table = open_table(house(), "turnier-einzelschieber")
    for number, points in enumerate(POINTS, start=1):
        table.write(number, schieber(points))
    return table


@pytest.fixture
def director(table):
    return table.house.official("director")


def fresh(table) -> Game:
    return Game.objects.get(pk=table.game.pk)


def test_a_closed_game_is_opened_again_corrected_and_signed_anew(table, director):
    for seat in (0, 1):
        sign_off(actor=table.phones[seat], game_id=table.game.pk)
    assert fresh(table).state == "closed"
    reopen_game(actor=director, game_id=table.game.pk, reason="Spiel 2 vertauscht")
    assert fresh(table).state == "open"
    table.correct(2, schieber(97), reason_code="sides_swapped")
    sign_off(actor=table.phones[0], game_id=table.game.pk)
    assert fresh(table).state == "open", "old signatures hold no longer"
    sign_off(actor=table.phones[1], game_id=table.game.pk)
    assert fresh(table).state == "closed"
    assert GameChange.objects.get().reason == "Spiel 2 vertauscht"
    assert verify(fresh(table)) == []


def test_a_running_game_cannot_be_opened(table, director):
    with pytest.raises(Conflict, match="game_open"):
        reopen_game(actor=director, game_id=table.game.pk, reason="so")


@pytest.mark.parametrize("role", ["member", "scribe", "referee"])
def test_only_the_direction_does_it(table, role):
    with pytest.raises(NotAllowed, match="director_needed"):
        abandon_game(actor=table.house.official(role), game_id=table.game.pk, reason="zu spät")


def test_each_needs_a_reason_in_words(table, director):
    with pytest.raises(Invalid):
        abandon_game(actor=director, game_id=table.game.pk, reason="  ")


def test_a_broken_off_game_keeps_its_hands_and_has_no_winner(table, director):
    abandon_game(actor=director, game_id=table.game.pk, reason="Krankheit")
    with pytest.raises(Conflict, match="game_closed"):
        table.write(4, schieber(50))
    count_events()
    (row, *_others) = StandingsSnapshot.objects.get().rows
    assert (row["hands"], row["games"], row["wins"]) == (2, 0, 0)
    assert verify(fresh(table)) == []


def test_a_table_is_seated_anew_and_every_hand_stays(table, director):
    close_game(actor=director, game_id=table.game.pk)
    before = list(HandEntry.objects.values())
    anna, beat, chloe, dario = [player.pk for player in table.house.people[:4]]
    reseat_game(
        actor=director,
        game_id=table.game.pk,
        player_ids=[beat, anna, chloe, dario],
        reason="Anna und Beat sassen umgekehrt",
    )
    assert list(HandEntry.objects.values()) == before
    assert state_of(fresh(table)).totals == (sum(POINTS), 3 * 157 - sum(POINTS))
    count_events()
    rows = {row["name"]: row for row in named_rows(StandingsSnapshot.objects.get())}
    assert rows["Beat"]["points"] == rows["Chlöe"]["points"] == sum(POINTS)
    assert rows["Anna"]["points"] == 3 * 157 - sum(POINTS)
    assert verify(fresh(table)) == []


def test_seats_changed_behind_the_back_are_still_found(table, director):
    players = [player.pk for player in table.house.people[:4]]
    reseat_game(actor=director, game_id=table.game.pk, player_ids=players[::-1], reason="umgekehrt")
    Seat.objects.filter(game=table.game, index=0).update(player=table.house.people[5])
    assert {finding.code for finding in verify(fresh(table))} == {"game_changed"}


def test_a_state_changed_behind_the_back_is_found(table, director):
    abandon_game(actor=director, game_id=table.game.pk, reason="Krankheit")
    Game.objects.filter(pk=table.game.pk).update(state="open", closed_at=None)
    assert {finding.code for finding in verify(fresh(table))} == {"state_changed"}


def test_impossible_seatings_are_refused_with_every_finding(table, director):
    other = house("Jassclub Edelweiss")
    anna = table.house.people[0].pk
    with pytest.raises(Invalid) as refused:
        reseat_game(
            actor=director,
            game_id=table.game.pk,
            player_ids=[anna, anna, other.people[0].pk],
            reason="so",
        )
    assert {item.code for item in refused.value.details} == {
        "player_twice",
        "unknown_player",
        "wrong_number_of_players",
    }
    assert Seat.objects.filter(game=table.game).count() == 4


def test_the_same_seats_again_are_no_change(table, director):
    players = [player.pk for player in table.house.people[:4]]
    with pytest.raises(Conflict, match="seated_so"):
        reseat_game(actor=director, game_id=table.game.pk, player_ids=players, reason="so")
