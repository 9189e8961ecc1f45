"""`/clubs`: founding, seeing and changing clubs."""

import pytest

from jassclub.clubs.models import Change, Club
from tests.cast import pointers, problem

pytestmark = pytest.mark.django_db

NEW = {"name": "Jassclub Bärenmoos", "slug": "baerenmoos"}


def test_whoever_founds_a_club_becomes_its_admin(dario):
    response = dario.api.post("clubs", NEW)
    assert response.status_code == 201
    assert response["ETag"] == '"v1"'
    made = response.json()
    assert made["deck"] == "german"
    me = dario.api.get("auth/me").json()
    assert [(row["club"], row["role"]) for row in me["memberships"]] == [(made["id"], "admin")]


def test_a_club_plays_with_the_cards_and_rules_that_it_names(dario):
    layer = {"matsch_bonus": 0}
    made = dario.api.post("clubs", {**NEW, "deck": "french", "profile_layer": layer}).json()
    assert (made["deck"], made["profile_layer"]) == ("french", layer)


def test_a_number_is_no_text(dario):
    answer = dario.api.post("clubs", {**NEW, "name": 7, "slug": 1.5})
    assert answer.status_code == 400
    assert pointers(answer.json()) == {"/name", "/slug"}


def test_house_rules_that_are_none_are_refused_all_at_once(dario):
    club = dario.api.post("clubs", NEW).json()
    layer = {"matsch_bonus": "viel", "matsch_bonsu": 0, "differenzler": {"exact_bonus": []}}
    for answer in (
        dario.api.post("clubs", {**NEW, "slug": "anders", "profile_layer": layer}),
        dario.api.patch(f"clubs/{club['id']}", {"profile_layer": layer}, version=1),
    ):
        assert answer.status_code == 422
        assert pointers(answer.json()) == {
            "/profile_layer/matsch_bonus",
            "/profile_layer/matsch_bonsu",
            "/profile_layer/differenzler/exact_bonus",
        }
    assert dario.api.get(f"clubs/{club['id']}").json()["profile_layer"] == {}


def test_all_findings_come_at_once(dario):
    data = {"slug": "Bären Moos", "deck": "tarock", "profile_layer": [1], "colour": "red"}
    members = problem(dario.api.post("clubs", data), 400, "malformed")
    assert pointers(members) == {"/name", "/slug", "/deck", "/profile_layer", "/colour"}


def test_a_slug_is_given_once(dario, club):
    members = problem(dario.api.post("clubs", {**NEW, "slug": club.slug}), 409, "slug_taken")
    assert pointers(members) == {"/slug"}


def test_nobody_founds_a_club_without_an_account(nobody):
    problem(nobody.post("clubs", NEW), 401, "not_authenticated")
    assert not Club.objects.exists()


def test_one_sees_ones_own_clubs_only(anna, fritz, club, other_club):
    listed = anna.api.get("clubs").json()["results"]
    assert [row["id"] for row in listed] == [str(club.pk)]
    assert fritz.api.get("clubs").json()["results"][0]["slug"] == other_club.slug


def test_clubs_can_be_picked_by_their_slug(anna, club):
    assert len(anna.api.get("clubs", slug=club.slug).json()["results"]) == 1
    assert anna.api.get("clubs", slug="ilanz").json()["results"] == []


def test_another_club_looks_as_if_it_did_not_exist(anna, other_club):
    problem(anna.api.get(f"clubs/{other_club.pk}"), 404, "not_found")
    problem(anna.api.patch(f"clubs/{other_club.pk}", {"name": "x"}, version=1), 404, "not_found")


def test_a_club_that_one_has_already_is_not_sent_again(anna, club):
    first = anna.api.get(f"clubs/{club.pk}")
    assert anna.api.get(f"clubs/{club.pk}", etag=first["ETag"]).status_code == 304


def test_the_admin_changes_a_club_and_it_is_kept_who_did(emma, club):
    response = emma.api.patch(f"clubs/{club.pk}", {"name": "Jassclub Rosengarten"}, version=1)
    assert (response.status_code, response["ETag"]) == (200, '"v2"')
    change = Change.objects.get(object_id=club.pk, version=2)
    assert change.diff == {"name": ["Jassclub Rosenau", "Jassclub Rosengarten"]}
    assert change.actor == str(emma.actor)


def test_a_change_that_changes_nothing_makes_no_version(emma, club):
    response = emma.api.patch(f"clubs/{club.pk}", {"name": club.name}, version=1)
    assert response["ETag"] == '"v1"'


def test_a_change_needs_the_version_that_it_was_made_against(emma, club):
    path = f"clubs/{club.pk}"
    problem(emma.api.patch(path, {"name": "x"}), 428, "if_match_missing")
    emma.api.patch(path, {"name": "x"}, version=1)
    members = problem(emma.api.patch(path, {"name": "y"}, version=1), 412, "stale")
    assert members["version"] == 2
    assert Club.objects.get(pk=club.pk).name == "x"


@pytest.mark.parametrize("name", ["anna", "beat", "chloe"])
def test_only_the_admin_changes_a_club(request, name, club):
    caller = request.getfixturevalue(name).api
    problem(caller.patch(f"clubs/{club.pk}", {"name": "x"}, version=1), 403, "role_missing")


def test_a_slug_cannot_be_changed_to_a_taken_one(emma, club, other_club):
    data = {"slug": other_club.slug}
    problem(emma.api.patch(f"clubs/{club.pk}", data, version=1), 409, "slug_taken")


def test_the_admin_reads_the_history(emma, anna, club):
    emma.api.patch(f"clubs/{club.pk}", {"language": "fr"}, version=1)
    path = f"clubs/{club.pk}/changes"
    listed = emma.api.get(path, model="club").json()["results"]
    assert [(row["version"], row["actor"]) for row in listed] == [
        (2, str(emma.actor)),
        (1, "system:jassclub"),
    ]
    problem(anna.api.get(path), 403, "role_missing")
