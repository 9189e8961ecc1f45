"""`/auth/...`: log-in of people and their programs."""

import pytest
from rest_framework.throttling import SimpleRateThrottle

from jassclub.clubs.models import ApiToken, User
from tests.cast import PASSWORD, Caller, pointers, problem

pytestmark = pytest.mark.django_db

GOOD = {"username": "anna", "password": PASSWORD}


def test_a_person_opens_a_session(anna, club, nobody):
    response = nobody.post("auth/login", GOOD, key="")
    assert response.status_code == 200
    assert response.json()["csrf_token"]
    me = nobody.get("auth/me").json()
    assert (me["username"], me["memberships"][0]["club"]) == ("anna", str(club.pk))


def test_a_program_gets_a_token_instead_of_a_session(anna, nobody):
    opened = nobody.post("auth/login", {**GOOD, "token_label": "Skript"}, key="").json()
    assert opened["token"].startswith("jct_")
    problem(nobody.get("auth/me"), 401, "not_authenticated")
    assert Caller(token=opened["token"]).get("auth/me").json()["username"] == "anna"


@pytest.mark.parametrize(
    "change", [{"password": "falsch"}, {"username": "niemand"}, {"username": "' OR 1=1"}]
)
def test_a_wrong_name_and_a_wrong_password_look_the_same(anna, nobody, change):
    response = nobody.post("auth/login", {**GOOD, **change}, key="")
    members = problem(response, 401, "login_failed")
    assert (members["errors"], response["WWW-Authenticate"]) == ([], "Bearer")


def test_a_closed_account_is_closed_on_every_way(anna, nobody):
    secret = nobody.post("auth/login", {**GOOD, "token_label": "x"}, key="").json()["token"]
    User.objects.filter(pk=anna.user.pk).update(is_active=False)
    problem(nobody.post("auth/login", GOOD, key=""), 401, "login_failed")
    problem(Caller(token=secret).get("auth/me"), 401, "authentication_failed")
    problem(anna.api.get("auth/me"), 401, "not_authenticated")


def test_log_in_is_slowed_down_per_name(anna, nobody, monkeypatch):
    monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, "login", "2/min")
    for _ in range(2):
        problem(nobody.post("auth/login", {**GOOD, "password": "x"}, key=""), 401, "login_failed")
    problem(nobody.post("auth/login", GOOD, key=""), 429, "throttled")
    other = nobody.post("auth/login", {**GOOD, "username": "beat"}, key="")
    problem(other, 401, "login_failed")


def test_log_in_names_what_is_missing(nobody, db):
    members = problem(nobody.post("auth/login", {"user": "anna"}, key=""), 400, "malformed")
    assert pointers(members) == {"/username", "/password", "/user"}


def test_log_out_ends_the_session(anna):
    assert anna.api.post("auth/logout", key="").status_code == 204
    problem(anna.api.get("auth/me"), 401, "not_authenticated")


def test_log_out_ends_the_token_that_it_came_with(anna):
    made = [anna.api.post("auth/tokens", {"label": name}).json()["token"] for name in "ab"]
    assert Caller(token=made[0]).post("auth/logout", key="").status_code == 204
    problem(Caller(token=made[0]).get("auth/me"), 401, "authentication_failed")
    assert Caller(token=made[1]).get("auth/me").status_code == 200
    assert anna.api.get("auth/me").status_code == 200


def test_a_session_from_another_site_is_refused(anna):
    anna.api.client.handler.enforce_csrf_checks = True
    problem(anna.api.post("auth/logout", key=""), 403, "permission_denied")


def test_one_sets_language_and_size_of_the_text(anna):
    changed = anna.api.patch("auth/me", {"language": "it", "large_text": True}).json()
    assert (changed["language"], changed["large_text"]) == ("it", True)
    members = problem(anna.api.patch("auth/me", {"language": "xx"}), 400, "malformed")
    assert pointers(members) == {"/language"}


def test_nobody_makes_himself_more_than_he_is(anna):
    data = {"is_staff": True, "username": "emma"}
    members = problem(anna.api.patch("auth/me", data), 400, "malformed")
    assert pointers(members) == {"/is_staff", "/username"}


def test_a_new_password_needs_the_old_one_and_ends_all_tokens(anna, nobody):
    secret = anna.api.post("auth/tokens", {"label": "Skript"}).json()["token"]
    new = {"old_password": "falsch", "password": "Schellen-Ober-9"}
    refused = anna.api.post("auth/password", new, key="")
    assert pointers(problem(refused, 422, "invalid")) == {"/old_password"}
    good = {**new, "old_password": PASSWORD}
    assert anna.api.post("auth/password", good, key="").status_code == 204
    assert anna.api.get("auth/me").status_code == 200
    problem(Caller(token=secret).get("auth/me"), 401, "authentication_failed")
    data = {"username": "anna", "password": "Schellen-Ober-9"}
    assert nobody.post("auth/login", data, key="").status_code == 200


def test_a_weak_new_password_is_refused(anna):
    data = {"old_password": PASSWORD, "password": "anna"}
    assert pointers(problem(anna.api.post("auth/password", data, key=""), 422, "invalid")) == {
        "/password"
    }


def test_a_token_is_shown_once_listed_and_revoked(anna):
    first, second = (anna.api.post("auth/tokens", {"label": "Skript"}, key="k") for _ in range(2))
    made = first.json()
    assert second.json() == {**made, "token": None}
    assert made["token"] not in str(vars(ApiToken.objects.get()))
    assert [row["id"] for row in anna.api.get("auth/tokens").json()["results"]] == [made["id"]]
    assert anna.api.delete(f"auth/tokens/{made['id']}").status_code == 204
    problem(Caller(token=made["token"]).get("auth/me"), 401, "authentication_failed")


def test_nobody_sees_or_ends_the_tokens_of_others(anna, beat):
    made = anna.api.post("auth/tokens", {"label": "Skript"}).json()
    assert beat.api.get("auth/tokens").json()["results"] == []
    problem(beat.api.delete(f"auth/tokens/{made['id']}"), 404, "not_found")


@pytest.mark.parametrize("header", ["Bearer", "Bearer ", "Bearer x y", "Bearer é", "Basic eA=="])
def test_an_odd_authorization_header_is_401(db, header):
    caller = Caller()
    caller.headers = {"Authorization": header}
    assert caller.get("auth/me").status_code == 401
