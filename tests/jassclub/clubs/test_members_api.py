"""`/clubs/{id}/members`: roles."""

import pytest

from jassclub.clubs.models import Change, Membership
from tests.cast import problem

pytestmark = pytest.mark.django_db


def path(club, person=None):
    base = f"clubs/{club.pk}/members"
    return base if person is None else f"{base}/{person.user.pk}"


def test_members_see_who_else_is_in_the_club(anna, beat, emma, club):
    listed = beat.api.get(path(club)).json()["results"]
    assert [(row["username"], row["role"]) for row in listed] == [
        ("anna", "scribe"),
        ("beat", "member"),
        ("emma", "admin"),
    ]
    assert [row["user"] for row in beat.api.get(path(club), role="admin").json()["results"]] == [
        str(emma.user.pk)
    ]


def test_strangers_see_no_members(dario, fritz, club, anna):
    for caller in (dario.api, fritz.api):
        problem(caller.get(path(club)), 404, "not_found")
        problem(caller.get(path(club, anna)), 404, "not_found")


def test_the_admin_gives_a_role(emma, beat, club):
    changed = emma.api.patch(path(club, beat), {"role": "referee"}, version=1)
    assert (changed.json()["role"], changed["ETag"]) == ("referee", '"v2"')
    member = Membership.objects.get(user=beat.user)
    assert Change.objects.get(object_id=member.pk, version=2).diff == {
        "role": ["member", "referee"]
    }


@pytest.mark.parametrize("name", ["anna", "chloe"])
def test_nobody_else_gives_roles(request, name, beat, club):
    caller = request.getfixturevalue(name).api
    problem(caller.patch(path(club, beat), {"role": "admin"}, version=1), 403, "role_missing")
    problem(caller.delete(path(club, beat), version=1), 403, "role_missing")


def test_nobody_raises_himself(anna, club):
    problem(anna.api.patch(path(club, anna), {"role": "admin"}, version=1), 403, "role_missing")


def test_an_unknown_role_is_refused(emma, beat, club):
    problem(emma.api.patch(path(club, beat), {"role": "king"}, version=1), 400, "malformed")


def test_a_club_keeps_one_admin(emma, beat, club):
    problem(emma.api.patch(path(club, emma), {"role": "member"}, version=1), 409, "last_admin")
    problem(emma.api.delete(path(club, emma), version=1), 409, "last_admin")
    emma.api.patch(path(club, beat), {"role": "admin"}, version=1)
    assert beat.api.delete(path(club, emma), version=1).status_code == 204


def test_a_member_who_leaves_stays_in_the_books_as_a_player(emma, beat, club):
    assert emma.api.delete(path(club, beat), version=1).status_code == 204
    problem(beat.api.get(f"clubs/{club.pk}"), 404, "not_found")
    names = [row["name"] for row in emma.api.get("players").json()["results"]]
    assert "Beat" in names


def test_a_member_is_changed_against_a_version(emma, beat, club):
    problem(emma.api.patch(path(club, beat), {"role": "scribe"}), 428, "if_match_missing")
    problem(emma.api.delete(path(club, beat), version=3), 412, "stale")


def test_who_is_no_member_cannot_be_given_a_role(emma, dario, club):
    problem(emma.api.patch(path(club, dario), {"role": "member"}, version=1), 404, "not_found")


@pytest.mark.parametrize("number", ["0", "9" * 18, "9" * 19, "-1", "x"])
def test_a_number_that_is_nobodys_is_404(emma, club, number):
    problem(emma.api.get(f"{path(club)}/{number}"), 404, "not_found")
