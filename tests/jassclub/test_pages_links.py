"""Members are given another role or let go; the table links of a club stand in one list."""

import re
from datetime import date

import pytest
from django.test import Client

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import Membership, Role, TableLink
from jassclub.clubs.services import links, people
from scoring.tables.games import open_game

pytestmark = pytest.mark.django_db


def logged_in(person):
    client = Client()
    client.force_login(person.user)
    return client


def words(response):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


@pytest.fixture
def admin(emma):
    return logged_in(emma)


@pytest.fixture
def members(club):
    return f"/clubs/{club.slug}/members/"


class TestMember:
    def test_a_role_is_changed_and_said(self, admin, members, beat):
        page = f"{members}{beat.user.pk}/"
        assert "spielt als Beat" in words(admin.get(page))
        sent = {"role": "scribe", "version": "1"}
        assert admin.post(page, sent)["Location"] == members
        assert "beat ist jetzt Schreiber." in words(admin.get(members))
        assert Membership.objects.get(user=beat.user).role == Role.SCRIBE

    def test_what_somebody_else_changed_meanwhile_is_not_overwritten(self, admin, members, beat):
        page = f"{members}{beat.user.pk}/"
        admin.post(page, {"role": "scribe", "version": "1"})
        response = admin.post(page, {"role": "director", "version": "1"})
        assert response.status_code == 412
        assert 'name="version" value="2"' in response.content.decode()
        assert Membership.objects.get(user=beat.user).role == Role.SCRIBE

    @pytest.mark.parametrize("version", ["", "x", "-1"])
    def test_a_form_without_a_version_changes_nothing(self, admin, members, beat, version):
        sent = {"role": "scribe", "version": version}
        assert admin.post(f"{members}{beat.user.pk}/", sent).status_code == 412
        assert Membership.objects.get(user=beat.user).role == Role.MEMBER

    def test_an_unknown_role_is_told(self, admin, members, beat):
        response = admin.post(f"{members}{beat.user.pk}/", {"role": "king", "version": "1"})
        assert response.status_code == 422
        assert 'id="role-error"' in response.content.decode()

    @pytest.mark.parametrize(
        ("path", "sent"), [("", {"role": "member", "version": "1"}), ("remove/", {"version": "1"})]
    )
    def test_the_last_admin_stays(self, admin, members, emma, path, sent):
        response = admin.post(f"{members}{emma.user.pk}/{path}", sent)
        assert response.status_code == 409
        assert "Ein Club braucht mindestens einen Vorstand." in words(response)
        assert Membership.objects.get(user=emma.user).role == Role.ADMIN

    def test_who_is_let_go_sees_the_club_no_more_and_stays_in_the_books(
        self, admin, members, club, beat
    ):
        answer = admin.post(f"{members}{beat.user.pk}/remove/", {"version": "1"})
        assert answer["Location"] == members
        assert logged_in(beat).get(f"/clubs/{club.slug}/").status_code == 404
        assert club.players.filter(name="Beat", active=True).exists()

    def test_an_admin_who_leaves_is_led_out(self, admin, members, club, emma, anna):
        people.set_role(
            actor=SYSTEM, club_id=club.pk, user_id=anna.user.pk, version=1, role=Role.ADMIN
        )
        assert admin.post(f"{members}{emma.user.pk}/remove/", {"version": "1"})["Location"] == "/"

    def test_an_admin_who_steps_down_is_not_led_to_a_closed_door(
        self, admin, members, club, emma, anna
    ):
        people.set_role(
            actor=SYSTEM, club_id=club.pk, user_id=anna.user.pk, version=1, role=Role.ADMIN
        )
        sent = {"role": "member", "version": "1"}
        answer = admin.post(f"{members}{emma.user.pk}/", sent)
        assert answer["Location"] == f"/clubs/{club.slug}/"

    def test_only_admins_of_the_club_come_in(self, members, chloe, fritz, beat):
        page = f"{members}{beat.user.pk}/"
        for path in (page, f"{page}remove/"):
            assert logged_in(chloe).post(path, {"version": "1"}).status_code == 403
            assert logged_in(fritz).post(path, {"version": "1"}).status_code == 404
        assert Membership.objects.filter(user=beat.user).exists()

    def test_somebody_of_another_club_is_not_there(self, admin, members, fritz):
        assert admin.get(f"{members}{fritz.user.pk}/").status_code == 404


class TestLinks:
    @pytest.fixture
    def game(self, club, guests):
        ids = [player.pk for player in guests]
        return open_game(
            actor=SYSTEM,
            club_id=club.pk,
            profile_slug="schieber-1000",
            player_ids=ids,
            played_on=date(2026, 5, 31),
        )

    @pytest.fixture
    def link(self, club, game):
        made, token = links.create_link(
            actor=SYSTEM, club_id=club.pk, label="Tisch 7", scope_kind="game", scope_id=game.pk
        )
        links.join_table(token=token, seat=0)
        return made

    def test_a_link_stands_with_its_people_its_phones_and_its_end(self, club, anna, link, game):
        page = logged_in(anna).get(f"/clubs/{club.slug}/links/")
        assert "Tisch 7 Gast Nord · Gast Ost · Gast Süd · Gast West" in words(page)
        assert "1 Telefon" in words(page)
        assert "zuletzt gebraucht" in words(page)
        assert f'href="/games/{game.pk}/links/"' in page.content.decode()

    def test_it_is_revoked_with_one_tap_and_stays_in_the_list(self, club, anna, link):
        path = f"/clubs/{club.slug}/links/"
        reader = logged_in(anna)
        assert reader.post(f"{path}{link.pk}/revoke/")["Location"] == path
        assert not TableLink.objects.get().is_open()
        assert "zurückgezogen" in words(reader.get(path))

    def test_without_links_the_page_says_what_to_do(self, club, anna):
        page = logged_in(anna).get(f"/clubs/{club.slug}/links/")
        assert "Es läuft keine Partie." in words(page)
        assert f'href="/clubs/{club.slug}/games/new/"' in page.content.decode()

    def test_only_scribes_of_the_club_see_and_revoke(self, club, other_club, beat, fritz, link):
        path = f"/clubs/{club.slug}/links/"
        assert logged_in(beat).get(path).status_code == 403
        assert logged_in(beat).post(f"{path}{link.pk}/revoke/").status_code == 403
        assert logged_in(fritz).get(path).status_code == 404
        elsewhere = f"/clubs/{other_club.slug}/links/{link.pk}/revoke/"
        assert logged_in(fritz).post(elsewhere).status_code == 404
        assert TableLink.objects.get().is_open()
