"""Opening a game: the people are checked at once, the rules are frozen."""

import uuid

import pytest
from django.utils import timezone

from jassclub.clubs.models import Club, Player
from jassclub.core.errors import Invalid, NotFound
from referee.rules.profile import profile_from_json
from scoring.tables.games import open_game
from tests.scoring.table import house, open_table, schieber

pytestmark = pytest.mark.django_db


def opened(home, players, profile="schieber-1000", **more):
    return open_game(
        actor=home.official("member"),
        club_id=home.club.pk,
        profile_slug=profile,
        player_ids=players,
        played_on=timezone.localdate(),
        **more,
    )


def test_everything_wrong_is_told_at_once():
    home = house()
    anna = home.people[0].pk
    with pytest.raises(Invalid) as refused:
        opened(home, [anna, anna, uuid.uuid4()], first_dealer=5, season_id=uuid.uuid4())
    assert {item.code for item in refused.value.details} == {
        "unknown_player",
        "player_twice",
        "wrong_number_of_players",
        "unknown_seat",
        "unknown_season",
    }


def test_players_of_another_club_are_unknown():
    home, other = house(), house("Jassclub Edelweiss")
    with pytest.raises(Invalid) as refused:
        opened(home, [player.pk for player in other.people[:4]])
    assert {item.code for item in refused.value.details} == {"unknown_player"}


def test_players_who_left_do_not_sit_down():
    home = house()
    Player.objects.filter(pk=home.people[1].pk).update(active=False)
    with pytest.raises(Invalid) as refused:
        opened(home, [player.pk for player in home.people[:4]])
    assert [item.pointer for item in refused.value.details] == ["/players/1"]


def test_strangers_open_nothing():
    home, other = house(), house("Jassclub Edelweiss")
    with pytest.raises(NotFound):
        open_game(
            actor=other.official("admin"),
            club_id=home.club.pk,
            profile_slug="schieber-1000",
            player_ids=[player.pk for player in home.people[:4]],
            played_on=timezone.localdate(),
        )


def test_an_unknown_profile_is_refused():
    home = house()
    with pytest.raises(Invalid) as refused:
        opened(home, [player.pk for player in home.people[:4]], profile="skat")
    assert [item.code for item in refused.value.details] == ["unknown_profile"]


def test_house_rules_lie_on_the_clubs_rules_and_name_their_faults():
    home = house()
    Club.objects.filter(pk=home.club.pk).update(
        profile_layer={"matsch_bonus": {"value": 50, "house": "Statuten"}}
    )
    seats = [player.pk for player in home.people[:4]]
    game = opened(home, seats, house_rules={"target": {"value": 1500, "house": "heute"}})
    frozen = profile_from_json(game.profile)
    assert (frozen.matsch_bonus, frozen.target) == (50, 1500)
    with pytest.raises(Invalid) as refused:
        opened(home, seats, house_rules={"zielpunkte": 1, "matsch_bonus": "viel"})
    assert len(refused.value.details) >= 2
    assert all(item.pointer.startswith("/house_rules/") for item in refused.value.details)


def test_later_changes_of_the_club_do_not_change_what_is_played():
    home = house()
    table = open_table(home, "schieber-1000")
    table.write(1, schieber(157, matsch=0))
    Club.objects.filter(pk=home.club.pk).update(
        profile_layer={"matsch_bonus": {"value": 0, "house": "neu"}}
    )
    from scoring.claims.selectors import state_of
    from scoring.core.models import Game

    assert state_of(Game.objects.get(pk=table.game.pk)).totals == (257, 0)
