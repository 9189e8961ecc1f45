"""One-time links: into the club, and to a new password, without any mail."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import ApiToken, Invitation, Membership, Role, User
from jassclub.clubs.services import accounts, people
from tests.cast import PASSWORD, Caller, pointers, problem

pytestmark = pytest.mark.django_db

FRESH = {"username": "gian", "password": "Schellen-Ober-9"}


@pytest.fixture
def links(club):
    return f"clubs/{club.pk}/invitations"


@pytest.fixture
def token(emma, links):
    return emma.api.post(links, {"role": "scribe"}).json()["token"]


def accept(caller: Caller, token: str, **more):
    return caller.post("invitations/acceptance", {"token": token, **more})


def test_an_invited_person_gets_account_role_and_player(emma, guests, links, nobody, club):
    data = {"role": "scribe", "player": guests[0].pk}
    made = emma.api.post(links, data)
    assert made.status_code == 201
    assert made.json()["url"].endswith(f"/i/{made.json()['token']}")
    assert accept(nobody, made.json()["token"], **FRESH).json()["username"] == "gian"
    gian = User.objects.get(username="gian")
    assert gian.check_password(FRESH["password"])
    assert Membership.objects.get(user=gian, club=club).role == "scribe"
    guests[0].refresh_from_db()
    assert (guests[0].user, guests[0].version) == (gian, 2)


def test_who_has_an_account_joins_with_it(dario, token, club):
    assert accept(dario.api, token).json() == {"user": str(dario.user.pk), "username": "dario"}
    assert Membership.objects.filter(user=dario.user, club=club).exists()


def test_an_invitation_works_once(token, nobody, dario):
    accept(nobody, token, **FRESH)
    problem(accept(dario.api, token), 404, "invitation_not_found")


def test_accepting_again_after_a_lost_answer_gives_the_same_answer(token, nobody):
    data = {"token": token, **FRESH}
    first, second = (nobody.post("invitations/acceptance", data, key="k") for _ in range(2))
    assert first.json() == second.json()
    assert second["Idempotent-Replayed"] == "true"


def test_a_token_is_stored_as_a_digest_and_shown_once(emma, links):
    first, second = (emma.api.post(links, {}, key="k").json() for _ in range(2))
    assert second == {**first, "token": None, "url": None}
    invitation = Invitation.objects.get()
    assert first["token"] not in (invitation.token_hash, str(vars(invitation)))
    assert "token" not in emma.api.get(links).json()["results"][0]


WEAK, GOOD = "jass", "Schellen-Ober-9"
BAD_ACCOUNTS = [
    ({"username": "gian", "password": WEAK}, (422, "invalid", "/password")),
    ({"username": "gian", "password": "123456789012"}, (422, "invalid", "/password")),
    ({"password": GOOD}, (422, "invalid", "/username")),
    ({"username": "gian"}, (422, "invalid", "/password")),
    ({"username": "gi an", "password": GOOD}, (400, "malformed", "/username")),
    ({"username": "EMMA", "password": GOOD}, (409, "username_taken", "/username")),
]


@pytest.mark.parametrize(("more", "refusal"), BAD_ACCOUNTS)
def test_a_bad_account_is_refused_and_the_link_stays_good(token, nobody, more, refusal):
    status, code, pointer = refusal
    members = problem(accept(nobody, token, **more), status, code)
    assert pointers(members) == {pointer}
    assert accept(nobody, token, **FRESH).status_code == 201


@pytest.mark.parametrize("sent", ["", "x", "é" * 43, "x" * 201])
def test_a_token_that_is_none_opens_nothing(nobody, sent):
    assert accept(nobody, sent, **FRESH).status_code in (400, 404)
    assert not User.objects.exists()


def test_an_expired_or_revoked_invitation_opens_nothing(emma, links, nobody):
    expired = emma.api.post(links, {}).json()
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    problem(accept(nobody, expired["token"], **FRESH), 404, "invitation_not_found")
    revoked = emma.api.post(links, {}).json()
    assert emma.api.delete(f"{links}/{revoked['id']}").status_code == 204
    problem(accept(nobody, revoked["token"], **FRESH), 404, "invitation_not_found")


def test_only_the_admin_of_the_club_gives_out_links(anna, chloe, fritz, nobody, links):
    for person in (anna, chloe):
        problem(person.api.post(links, {}), 403, "role_missing")
        problem(person.api.get(links), 403, "role_missing")
    problem(fritz.api.post(links, {}), 404, "not_found")
    problem(nobody.post(links, {}), 401, "not_authenticated")


def test_a_player_with_an_account_or_of_another_club_cannot_be_given_away(emma, anna, fritz, links):
    taken = emma.api.post(links, {"player": anna.seat_taker.pk})
    problem(taken, 409, "player_has_account")
    problem(emma.api.post(links, {"player": fritz.seat_taker.pk}), 404, "not_found")
    problem(emma.api.post(links, {"player": uuid4()}), 404, "not_found")


def test_of_two_invitations_for_one_player_the_first_counts(emma, guests, links, nobody, dario):
    data = {"player": guests[0].pk}
    one, two = (emma.api.post(links, data).json()["token"] for _ in range(2))
    accept(nobody, one, **FRESH)
    problem(accept(dario.api, two), 409, "player_has_account")
    assert not Membership.objects.filter(user=dario.user).exists()


def test_one_person_is_one_player_in_a_club(emma, anna, guests, links):
    token = emma.api.post(links, {"player": guests[0].pk}).json()["token"]
    problem(accept(anna.api, token), 409, "already_a_player")


@pytest.mark.parametrize(
    ("given", "after"), [("admin", "admin"), ("member", "scribe"), ("referee", "scribe")]
)
def test_a_member_who_accepts_gets_no_role_but_a_higher_one(emma, anna, links, given, after):
    token = emma.api.post(links, {"role": given}).json()["token"]
    accept(anna.api, token)
    assert Membership.objects.get(user=anna.user).role == after


def test_a_forgotten_password_is_renewed_by_a_link_from_the_admin(emma, anna, links, nobody):
    _row, secret = accounts.new_api_token(user=anna.user, label="Skript")
    made = emma.api.post(links, {"user": anna.user.pk}).json()
    assert made["kind"] == "reset"
    assert accept(nobody, made["token"], password="Eicheln-Unter-7").status_code == 201
    anna.user.refresh_from_db()
    assert anna.user.check_password("Eicheln-Unter-7")
    assert not anna.user.check_password(PASSWORD)
    problem(Caller(token=secret).get("auth/me"), 401, "authentication_failed")
    assert not ApiToken.objects.filter(revoked_at=None).exists()
    problem(anna.api.get("auth/me"), 401, "not_authenticated")


def test_an_admin_cannot_take_over_an_account_that_belongs_elsewhere_too(
    emma, anna, other_club, links, nobody
):
    early = emma.api.post(links, {"user": anna.user.pk}).json()["token"]
    people.add_member(actor=SYSTEM, club_id=other_club.pk, user_id=anna.user.pk, role=Role.ADMIN)
    refused = emma.api.post(links, {"user": anna.user.pk})
    problem(refused, 403, "reset_reaches_other_clubs")
    problem(accept(nobody, early, password="Eicheln-Unter-7"), 404, "invitation_not_found")


def test_an_admin_cannot_take_over_the_account_of_the_operator(emma, anna, links):
    User.objects.filter(pk=anna.user.pk).update(is_staff=True)
    problem(emma.api.post(links, {"user": anna.user.pk}), 403, "reset_reaches_other_clubs")


def test_who_is_no_member_gets_no_new_password(emma, dario, links):
    problem(emma.api.post(links, {"user": dario.user.pk}), 404, "not_found")


def test_a_link_is_an_invitation_or_a_reset_but_not_both(emma, anna, links):
    both = emma.api.post(links, {"user": anna.user.pk, "role": "admin"})
    assert pointers(problem(both, 400, "malformed")) == {"/user"}
