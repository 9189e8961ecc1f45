"""Invitations and new passwords on the pages: made by an admin, shown once, used once."""

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from jassclub.api.models import IdempotencyRecord
from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import Change, Invitation, Membership, Player, User
from jassclub.clubs.services import people
from tests.cast import PASSWORD, person
from tests.signed_in import signed_in

pytestmark = pytest.mark.django_db

NEW = {"username": "gian", "password": "drei-woerter-genuegen"}


def logged_in(person):
    return signed_in(person.user)


def words(response):
    html = re.sub(r"<(script|title)\b.*?</\1>", " ", response.content.decode(), flags=re.S)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def address(response):
    """The one-time link that a page shows."""
    (found,) = re.findall(r'value="(http://testserver/i/[^"]+)"', response.content.decode())
    return found.removeprefix("http://testserver")


@pytest.fixture
def members(club):
    return f"/clubs/{club.slug}/members/"


@pytest.fixture
def admin(emma):
    return logged_in(emma)


@pytest.fixture
def invited(admin, members):
    return address(admin.post(f"{members}invite/", {"role": "scribe", "key": "k"}))


@pytest.fixture
def gian(club):
    return people.add_player(actor=SYSTEM, club_id=club.pk, name="Gian")


class TestMaking:
    def test_an_admin_makes_a_link_and_sees_it_once(self, admin, members, invited):
        assert len(invited.removeprefix("/i/")) == 43
        again = admin.post(f"{members}invite/", {"role": "scribe", "key": "k"})
        assert again["Location"] == members
        page = words(admin.get(members))
        assert "Diesen Link gibt es schon; er wird nur einmal gezeigt." in page
        assert "Noch nicht benützte Links" in page
        assert Invitation.objects.count() == 1
        stored = [*Invitation.objects.all(), *IdempotencyRecord.objects.all()]
        assert invited.removeprefix("/i/") not in str([vars(row) for row in stored])

    def test_the_link_can_be_copied_and_read_by_a_camera(self, admin, members):
        response = admin.post(f"{members}invite/", {"role": "member", "key": "k"})
        html = response.content.decode()
        assert response.status_code == 201
        assert re.search(r'<input id="copy" type="text" value="http[^"]+" readonly', html)
        assert 'class="qr"' in html
        assert "no-store" in response["Cache-Control"]

    @pytest.mark.parametrize(
        ("changes", "field"),
        [
            ({"role": ""}, "role"),
            ({"role": "king"}, "role"),
            ({"player": "x"}, "player"),
        ],
    )
    def test_what_is_wrong_is_said_at_its_field(self, admin, members, changes, field):
        response = admin.post(f"{members}invite/", {"role": "member", "key": "k", **changes})
        assert response.status_code == 422
        assert f'id="{field}-error"' in response.content.decode()
        assert not Invitation.objects.exists()

    def test_a_player_with_an_account_is_not_offered_and_not_taken(
        self, admin, members, anna, gian
    ):
        page = admin.get(members).content.decode()
        assert f'value="{gian.pk}"' in page
        assert f'value="{anna.seat_taker.pk}"' not in page
        sent = {"role": "member", "player": str(anna.seat_taker.pk), "key": "k"}
        response = admin.post(f"{members}invite/", sent)
        assert response.status_code == 409
        assert 'id="player-error"' in response.content.decode()

    def test_a_link_is_revoked_with_one_tap(self, admin, members, invited):
        link = Invitation.objects.get()
        assert admin.post(f"{members}links/{link.pk}/revoke/")["Location"] == members
        assert "Noch nicht benützte Links" not in words(admin.get(members))
        assert Client().get(invited).status_code == 404

    @pytest.mark.parametrize("path", ["", "invite/", "00000000-0000-4000-8000-000000000000/reset/"])
    def test_only_admins_of_the_club_come_in(self, chloe, fritz, members, path):
        send = "get" if path == "" else "post"
        assert getattr(logged_in(chloe), send)(members + path).status_code == 403
        assert getattr(logged_in(fritz), send)(members + path).status_code == 404
        assert getattr(Client(), send)(members + path)["Location"].startswith("/login/")
        assert not Invitation.objects.exists()

    def test_only_admins_find_the_way(self, club, chloe, admin, members):
        page = f"/clubs/{club.slug}/"
        assert members in admin.get(page).content.decode()
        assert members not in logged_in(chloe).get(page).content.decode()

    def test_the_forms_are_protected_against_forgery(self, emma, members):
        careful = Client(enforce_csrf_checks=True)
        careful.force_login(emma.user)
        assert careful.post(f"{members}invite/", {"role": "admin"}).status_code == 403
        assert not Invitation.objects.exists()


class TestJoining:
    def test_a_new_person_chooses_name_and_password_and_is_in(self, club, invited):
        client = Client()
        assert "Einladung: Jassclub Rosenau" in words(client.get(invited))
        response = client.post(invited, NEW)
        assert response["Location"] == f"/clubs/{club.slug}/"
        assert "Willkommen im Club Jassclub Rosenau." in words(client.get(response["Location"]))
        member = Membership.objects.get(user__username="gian")
        assert (member.club, member.role) == (club, "scribe")
        assert User.objects.get(username="gian").check_password(NEW["password"])

    def test_the_person_becomes_the_player_that_the_club_knows(self, admin, members, gian):
        sent = {"role": "member", "player": str(gian.pk), "key": "k"}
        link = address(admin.post(f"{members}invite/", sent))
        client = Client()
        assert "du spielst als Gian" in words(client.get(link))
        client.post(link, NEW)
        assert Player.objects.get(pk=gian.pk).user.username == "gian"

    def test_who_is_logged_in_joins_with_one_tap(self, club, dario, invited):
        client = logged_in(dario)
        assert "Als dario beitreten" in words(client.get(invited))
        assert client.post(invited)["Location"] == f"/clubs/{club.slug}/"
        assert Membership.objects.get(user=dario.user).role == "scribe"

    def test_who_has_an_account_logs_in_and_comes_back(self, dario, invited):
        client = Client()
        (login,) = re.findall(
            r'href="(/login/\?next=/i/[^"]+)"', client.get(invited).content.decode()
        )
        answer = client.post(login, {"username": "dario", "password": PASSWORD, "next": invited})
        assert answer["Location"] == invited

    def test_a_member_takes_over_the_higher_role_that_a_link_gives(self, club, beat, invited):
        """As whoever finds the paper of a president does, who mostly has an account."""
        client = logged_in(beat)
        assert "Die Rolle übernehmen" in words(client.get(invited))
        assert client.post(invited)["Location"] == f"/clubs/{club.slug}/"
        role = Membership.objects.get(club=club, user=beat.user)
        assert role.role == "scribe"
        change = Change.objects.filter(object_id=role.pk).latest("version")
        assert change.diff["role"] == ["member", "scribe"]

    def test_a_role_that_does_not_include_the_own_one_is_not_taken(self, club, beat, invited):
        Membership.objects.filter(club=club, user=beat.user).update(role="referee")
        assert "gehörst schon zu diesem Club" in words(logged_in(beat).get(invited))
        logged_in(beat).post(invited)
        assert Membership.objects.get(club=club, user=beat.user).role == "referee"

    def test_a_member_is_told_that_the_link_is_for_somebody_else(self, admin, invited):
        page = admin.get(invited)
        assert "gehörst schon zu diesem Club" in words(page)
        assert "beitreten" not in words(page)

    def test_what_is_wrong_is_said_at_its_field_and_the_link_stays_good(self, anna, invited):
        client = Client()
        for changes, field, sentence in [
            ({"username": ""}, "username", "Der Benutzername fehlt."),
            ({"username": "gi an"}, "username", "Benutzernamen"),
            ({"username": "gi\x00an"}, "username", "Benutzernamen"),
            ({"username": "g" * 200}, "username", "150"),
            ({"username": "ANNA"}, "username", "Diesen Benutzernamen hat schon jemand."),
            ({"password": ""}, "password", "zu kurz"),
            ({"password": "12345678"}, "password", "üblich"),
        ]:
            response = client.post(invited, {**NEW, **changes})
            assert response.status_code in (409, 422)
            said = re.findall(rf'id="{field}-error">([^<]+)', response.content.decode())
            assert sentence in " ".join(said)
            assert NEW["password"] not in response.content.decode()
        assert client.post(invited, NEW).status_code == 302

    def test_everything_wrong_is_said_at_once(self, invited):
        html = Client().post(invited, {"username": "g n", "password": "1"}).content.decode()
        assert {'id="username-error"', 'id="password-error"'} <= set(
            re.findall(r'id="\w+-error"', html)
        )

    def test_a_link_goes_once(self, invited):
        Client().post(invited, NEW)
        late = Client()
        for response in (late.get(invited), late.post(invited, {**NEW, "username": "other"})):
            assert response.status_code == 404
            assert "Dieser Link gilt nicht oder nicht mehr." in words(response)
            assert "melde dich einfach an" in words(response)
        assert not User.objects.filter(username="other").exists()

    @pytest.mark.parametrize("change", ["revoked_at", "expires_at"])
    def test_a_dead_link_opens_nothing(self, invited, change):
        Invitation.objects.update(**{change: timezone.now()})
        assert Client().get(invited).status_code == 404
        assert Client().post(invited, NEW).status_code == 404
        assert not User.objects.filter(username="gian").exists()

    @pytest.mark.parametrize("token", ["x", "é" * 43, "%00", "a" * 500])
    def test_an_unknown_link_opens_nothing(self, token):
        assert Client().get(f"/i/{token}").status_code == 404

    def test_a_new_account_speaks_the_language_of_its_first_page(self, invited):
        client = Client()
        client.cookies["django_language"] = "it"
        client.post(invited, NEW)
        assert User.objects.get(username="gian").language == "it"

    def test_the_form_is_protected_against_forgery(self, invited):
        careful = Client(enforce_csrf_checks=True)
        assert careful.post(invited, NEW).status_code == 403
        proof = re.findall(
            r'name="csrfmiddlewaretoken" value="(\w+)"', careful.get(invited).content.decode()
        )[0]
        sent = careful.post(invited, {**NEW, "csrfmiddlewaretoken": proof})
        assert sent.status_code == 302


class TestNewPassword:
    @pytest.fixture
    def link(self, admin, members, beat):
        return address(admin.post(f"{members}{beat.user.pk}/reset/", {"key": "r"}))

    def test_a_member_chooses_a_new_password_and_is_in(self, club, beat, link):
        client = Client()
        assert "Für das Konto beat." in words(client.get(link))
        response = client.post(link, {"password": NEW["password"]})
        assert response["Location"] == f"/clubs/{club.slug}/"
        assert client.get(response["Location"]).status_code == 200
        assert User.objects.get(username="beat").check_password(NEW["password"])
        assert not User.objects.get(username="beat").check_password(PASSWORD)

    def test_a_weak_password_is_refused_and_the_link_stays_good(self, beat, link):
        refused = Client().post(link, {"password": "beat"})
        assert refused.status_code == 422
        assert 'id="password-error"' in refused.content.decode()
        assert User.objects.get(username="beat").check_password(PASSWORD)
        assert Client().post(link, {"password": NEW["password"]}).status_code == 302

    def test_it_lasts_a_day_and_ends_when_the_account_joins_another_club(
        self, beat, link, other_club
    ):
        kept = Invitation.objects.get()
        assert kept.expires_at - kept.created_at <= timedelta(days=1, seconds=5)
        people.add_member(actor=SYSTEM, club_id=other_club.pk, user_id=beat.user.pk, role="member")
        assert Client().get(link).status_code == 404
        assert Client().post(link, {"password": NEW["password"]}).status_code == 404

    def test_an_admin_of_one_club_gets_no_account_of_two(self, admin, members, beat, other_club):
        people.add_member(actor=SYSTEM, club_id=other_club.pk, user_id=beat.user.pk, role="member")
        response = admin.post(f"{members}{beat.user.pk}/reset/", {"key": "r"})
        assert response.status_code == 403
        assert "Dieses Konto gehört auch anderswo dazu" in words(response)
        assert not Invitation.objects.exists()

    def test_a_stranger_is_no_member(self, admin, members, dario):
        assert admin.post(f"{members}{dario.user.pk}/reset/").status_code == 404

    def test_who_is_logged_in_as_somebody_else_is_the_owner_of_the_password_after_it(
        self, dario, beat, link
    ):
        client = logged_in(dario)
        client.post(link, {"password": NEW["password"]})
        assert client.session["_auth_user_id"] == str(beat.user.pk)
        assert dario.user.check_password(PASSWORD)


def test_all_pages_speak_every_language_and_carry_no_script(admin, members, beat):
    for language in [code for code, _name in settings.LANGUAGES]:
        admin.cookies["django_language"] = language
        made = admin.post(f"{members}invite/", {"role": "member", "key": language})
        reset = admin.post(f"{members}{beat.user.pk}/reset/", {"key": f"r{language}"})
        visitor = Client()
        visitor.cookies["django_language"] = language
        shown = [visitor.get(address(made)), visitor.get(address(reset)), visitor.get("/i/x")]
        for response in [made, reset, admin.get(members), *shown]:
            html = response.content.decode()
            assert f'<html lang="{"de-CH" if language == "de" else language}"' in html
            assert not re.search(r"<style\b|\sstyle=|\son[a-z]+=|javascript:", html)
            assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", html))


class TestSeating:
    """Somebody who came in by a paper has an account that plays as nobody yet."""

    @pytest.fixture
    def hanna(self, club):
        return person("hanna", club=club, role="director")

    def test_an_admin_says_as_whom_a_member_plays(self, admin, members, hanna, gian):
        page = f"{members}{hanna.user.pk}/"
        assert "Als wer spielt hanna?" in words(admin.get(page))
        assert admin.post(page, {"player": str(gian.pk)}).status_code == 302
        gian.refresh_from_db()
        assert gian.user == hanna.user
        assert Change.objects.filter(object_id=gian.pk, diff__has_key="user_id").count() == 1
        assert "Gian (hanna)" in words(admin.get(members))
        assert "Als wer spielt" not in words(admin.get(page))

    def test_nobody_is_two_people_and_no_player_has_two_accounts(
        self, admin, members, anna, hanna, gian
    ):
        for who, player in ((anna, gian), (hanna, anna.seat_taker)):
            answer = admin.post(f"{members}{who.user.pk}/", {"player": str(player.pk)})
            assert answer.status_code == 409
        answer = admin.post(f"{members}{hanna.user.pk}/", {"player": ""})
        assert (answer.status_code, "Bitte wählen" in words(answer)) == (422, True)
        gian.refresh_from_db()
        assert gian.user is None
