"""`/players`: who sits at a club's tables."""

from uuid import uuid4

import pytest

from jassclub.clubs.models import Player
from tests.cast import pointers, problem

pytestmark = pytest.mark.django_db


def test_the_scribe_adds_a_player(anna, club):
    response = anna.api.post("players", {"club": club.pk, "name": "  Gian   Reto ", "guest": True})
    assert response.status_code == 201
    made = response.json()
    assert (made["name"], made["guest"], made["active"]) == ("Gian Reto", True, True)
    assert made["user"] is None


def test_a_member_without_an_office_adds_nobody(beat, club):
    problem(beat.api.post("players", {"club": club.pk, "name": "Gian"}), 403, "role_missing")


def test_a_stranger_learns_nothing_about_the_club(dario, fritz, club):
    for caller in (dario.api, fritz.api):
        problem(caller.post("players", {"club": club.pk, "name": "Gian"}), 404, "not_found")


def test_a_club_that_does_not_exist_is_404(anna):
    problem(anna.api.post("players", {"club": uuid4(), "name": "Gian"}), 404, "not_found")


@pytest.mark.parametrize("name", ["chlöe", "CHLÖE", "Chlo\u0308e", " Chlöe "])
def test_two_active_players_of_a_club_have_two_names(anna, chloe, club, name):
    members = problem(anna.api.post("players", {"club": club.pk, "name": name}), 409, "name_taken")
    assert pointers(members) == {"/name"}


def test_two_clubs_may_have_players_of_one_name(anna, fritz, other_club):
    data = {"club": other_club.pk, "name": "Anna"}
    assert fritz.api.post("players", data).status_code == 201


def test_a_name_is_a_short_text(anna, club):
    for name in ["", "   ", "x" * 81, None, ["a"], {"a": 1}, True]:
        members = problem(
            anna.api.post("players", {"club": club.pk, "name": name}), 400, "malformed"
        )
        assert pointers(members) == {"/name"}


def test_players_are_listed_by_name_and_picked(anna, beat, guests, fritz, club):
    assert [row["name"] for row in anna.api.get("players").json()["results"]] == [
        "Anna",
        "Beat",
        *(guest.name for guest in guests),
    ]
    picked = anna.api.get("players", guest="false", club=club.pk, name="bea").json()["results"]
    assert [row["name"] for row in picked] == ["Beat"]


@pytest.mark.parametrize("query", [{"club": "x"}])
def test_a_filter_that_cannot_be_is_refused(anna, query):
    assert pointers(problem(anna.api.get("players", **query), 400, "malformed")) == {"/club"}


def test_a_player_who_left_frees_his_name_and_keeps_his_row(anna, beat, club):
    path = f"players/{beat.seat_taker.pk}"
    left = anna.api.patch(path, {"active": False}, version=1)
    assert left.json()["active"] is False
    assert anna.api.post("players", {"club": club.pk, "name": "Beat"}).status_code == 201
    problem(anna.api.patch(path, {"active": True}, version=2), 409, "name_taken")
    assert Player.objects.filter(club=club, name="Beat").count() == 2


def test_a_player_keeps_his_own_name_when_he_is_changed(anna, beat):
    path = f"players/{beat.seat_taker.pk}"
    changed = anna.api.patch(path, {"name": "BEAT", "guest": False}, version=1)
    assert changed.json()["name"] == "BEAT"


def test_a_player_is_changed_against_a_version(anna, beat):
    path = f"players/{beat.seat_taker.pk}"
    problem(anna.api.patch(path, {"name": "B"}), 428, "if_match_missing")
    problem(anna.api.patch(path, {"name": "B"}, version=9), 412, "stale")


@pytest.mark.parametrize("value", [0, 1, 1.0, 0.0, [], {}])
def test_a_number_is_no_truth(anna, beat, value):
    answer = anna.api.patch(f"players/{beat.player.pk}", {"minor": value}, version=1)
    assert answer.status_code == 400
    assert pointers(answer.json()) == {"/minor"}


def test_a_player_is_changed_by_an_office_of_his_own_club(beat, fritz):
    path = f"players/{beat.seat_taker.pk}"
    problem(beat.api.patch(path, {"name": "B"}, version=1), 403, "role_missing")
    problem(fritz.api.patch(path, {"name": "B"}, version=1), 404, "not_found")
    problem(fritz.api.get(path), 404, "not_found")


def test_a_player_cannot_be_moved_or_given_an_account(anna, beat, dario, other_club):
    data = {"club": other_club.pk, "user": dario.user.pk}
    members = problem(
        anna.api.patch(f"players/{beat.seat_taker.pk}", data, version=1), 400, "malformed"
    )
    assert pointers(members) == {"/club", "/user"}
