"""The way in: strangers read what this is, open a club in three steps, or find their invitation."""

import re
from datetime import date

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import Club, Membership, Player, Role, User
from jassclub.clubs.pages.people import read_names
from jassclub.clubs.services import people
from jassclub.clubs.services.clubs import create_club, free_slug, season_of_year
from jassclub.core.errors import NotAllowed
from scoring.core.models import Game
from tests.cast import PASSWORD, problem

pytestmark = pytest.mark.django_db

NEW = {
    "name": "Jassclub Würenlos",
    "deck": "german",
    "username": "vreni",
    "password": "drei-woerter-genuegen",
    "repeated": "drei-woerter-genuegen",
}


@pytest.fixture(autouse=True)
def _nobody_was_here():
    cache.clear()


def words(response):
    html = re.sub(r"<(script|title)\b.*?</\1>", " ", response.content.decode(), flags=re.S)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def named(response):
    """The fields at which something is wrong, in the order of the summary."""
    return re.findall(r'<li><a href="#(\w+)"', response.content.decode())


def founded(client, **changes):
    return client.post("/start/", {**NEW, "key": "k", **changes})


class TestFrontPage:
    def test_strangers_read_what_this_is_and_four_ways_in(self):
        page = Client().get("/").content.decode()
        ways = ("/start/", "/join/", "/login/", "/rules/", "/tournaments/", "/help/")
        assert [way for way in ways if f'href="{way}"' not in page] == []

    @pytest.mark.parametrize(
        ("operator", "sentence"),
        [("", "Er gibt einen Einladungslink"), ("jass@example.ch", "jass@example.ch")],
    )
    def test_where_the_operator_opens_clubs_nobody_is_led_on(self, settings, operator, sentence):
        settings.FOUNDING_OPEN, settings.OPERATOR = False, operator
        page = Client().get("/")
        assert "/start/" not in page.content.decode()
        assert sentence in words(page)
        assert sentence in words(Client().get("/start/"))

    def test_an_account_without_a_club_may_open_one(self, dario):
        client = Client()
        client.force_login(dario.user)
        assert 'href="/start/"' in client.get("/").content.decode()
        assert founded(client)["Location"] == "/clubs/jassclub-wuerenlos/people/?step=2"
        assert Membership.objects.get(user=dario.user).role == Role.ADMIN


class TestFounding:
    def test_a_stranger_has_account_and_club_and_is_in(self):
        client = Client()
        way = founded(client)["Location"]
        club = Club.objects.get()
        assert (club.name, club.slug) == ("Jassclub Würenlos", "jassclub-wuerenlos")
        assert club.seasons.count() == 1
        assert client.get(way).status_code == 200

    def test_all_that_is_wrong_is_told_at_once_and_nothing_typed_is_lost(self):
        changes = {"name": " ", "username": "v v", "password": "kurz", "repeated": "lang"}
        response = founded(Client(), **changes)
        assert response.status_code == 422
        assert named(response) == ["name", "username", "password"]
        assert 'value="v v"' in response.content.decode()
        assert not User.objects.exists()

    def test_a_password_typed_differently_the_second_time_is_told(self):
        response = founded(Client(), repeated="drei-worte")
        assert named(response) == ["repeated"]
        assert 'value="Jassclub Würenlos"' in response.content.decode()
        assert not Club.objects.exists()
        assert not User.objects.exists()

    def test_a_form_sent_twice_makes_one_club_and_lets_both_in(self):
        first, second = founded(Client()), founded(Client())
        assert first["Location"] == second["Location"]
        assert (Club.objects.count(), User.objects.count()) == (1, 1)

    def test_who_is_logged_in_and_sends_twice_makes_one_club(self, dario):
        client = Client()
        client.force_login(dario.user)
        assert founded(client)["Location"] == founded(client)["Location"]
        assert Club.objects.count() == 1

    def test_a_name_that_somebody_has_is_told_and_his_account_stays_closed(self, dario):
        client = Client()
        response = founded(client, username="dario")
        assert named(response) == ["username"]
        assert "_auth_user_id" not in client.session
        assert not Club.objects.exists()

    def test_the_password_is_no_guess_of_somebody_elses(self, dario):
        client = Client()
        tries = [founded(client, username="dario", password=f"nicht-{n}-das") for n in range(12)]
        assert tries[-1].status_code == 429
        assert "Bitte eine Minute warten" in words(tries[-1])

    def test_an_account_from_before_opens_a_club_with_its_password(self, dario):
        client = Client()
        founded(client, username="dario", password=PASSWORD)
        assert Membership.objects.get().user == dario.user
        assert client.session["_auth_user_id"] == str(dario.user.pk)

    def test_from_one_address_only_so_many_clubs_are_opened(self):
        answers = [founded(Client(), username=f"vreni{n}") for n in range(11)]
        assert [answer.status_code for answer in answers] == [302] * 10 + [429]
        assert "viele Clubs" in words(answers[-1])

    def test_a_closed_house_refuses_the_form_and_the_api(self, settings, dario):
        settings.FOUNDING_OPEN = False
        assert founded(Client()).status_code in (302, 403)
        answer = dario.api.post("clubs", {"name": "X", "slug": "x"})
        problem(answer, 403, "founding_closed")
        assert not Club.objects.exists()
        assert not User.objects.filter(username="vreni").exists()

    def test_two_clubs_of_one_name_have_two_addresses(self, club):
        assert free_slug(club.name) == "jassclub-rosenau"
        Club.objects.create(name="X", slug="jassclub-rosenau")
        assert free_slug(club.name) == "jassclub-rosenau-2"
        assert free_slug("???") == "jassclub"

    @pytest.mark.parametrize(
        ("day", "name"),
        [
            (date(2026, 8, 31), "2025/26"),
            (date(2026, 9, 1), "2026/27"),
            (date(2099, 9, 1), "2099/00"),
        ],
    )
    def test_a_season_runs_from_september_to_august(self, club, day, name):
        season = season_of_year(club, day)
        assert season.name == name
        assert season.starts <= day <= season.ends


class TestPeople:
    @pytest.fixture
    def client(self):
        client = Client()
        founded(client)
        return client

    path = "/clubs/jassclub-wuerenlos/people/"

    def test_a_list_is_pasted_and_leads_to_the_first_game(self, client):
        sent = {"me": "Vreni", "names": "1. Beat\n2) Chlöe\n\n• Dora ", "step": "2", "key": "k"}
        for _ in range(2):
            answer = client.post(self.path, sent)
            assert answer["Location"] == "/clubs/jassclub-wuerenlos/games/new/?step=3"
        assert sorted(Player.objects.values_list("name", flat=True)) == [
            "Beat", "Chlöe", "Dora", "Vreni",
        ]  # fmt: skip
        assert Player.objects.get(user__username="vreni").name == "Vreni"

    @pytest.mark.parametrize(("others", "tables"), [(6, False), (7, True)])
    def test_whoever_has_two_tables_is_led_to_the_evening(self, client, others, tables):
        sent = {"me": "Vreni", "names": "\n".join("ABCDEFG"[:others]), "step": "2", "key": "k"}
        page = client.post(self.path, sent, follow=True).content.decode()
        assert ("/clubs/jassclub-wuerenlos/evenings/" in page) is tables

    def test_who_stands_twice_on_a_list_is_named_and_the_list_stays(self, client):
        sent = {"me": "Vreni", "names": "Beat\nDora\nbeat\nX" + "x" * 90, "key": "k"}
        response = client.post(self.path, sent)
        assert response.status_code == 422
        assert named(response) == ["names", "names"]
        assert "Beat steht mehrmals da" in words(response)
        assert "Dora" in response.content.decode()
        assert not Player.objects.exists()

    def test_who_plays_already_is_not_taken_for_somebody_new(self, client):
        client.post(self.path, {"me": "Vreni", "names": "Beat", "key": "a"})
        client.post(self.path, {"names": "Beat\nDora\nVreni", "key": "b"})
        assert Player.objects.count() == 3

    def test_only_scribes_write_the_list(self, club, beat):
        reader = Client()
        reader.force_login(beat.user)
        assert reader.get(f"/clubs/{club.slug}/people/").status_code == 403

    def test_a_scribe_does_not_say_who_he_is(self, club, anna):
        somebody = people.add_player(actor=SYSTEM, club_id=club.pk, name="Ida")
        scribe = Client()
        scribe.force_login(anna.user)
        scribe.post(f"/clubs/{club.slug}/people/", {"me": "Ida", "names": "", "key": "k"})
        somebody.refresh_from_db()
        assert somebody.user is None

    @pytest.mark.parametrize(
        ("text", "names"),
        [
            ("Anna\r\nBeat\r\n", ["Anna", "Beat"]),
            ("1. Anna\n12) Beat\n- Chlöe", ["Anna", "Beat", "Chlöe"]),
            ("Muster\tAnna\nMuster\tBeat", ["Muster Anna", "Muster Beat"]),
            ("Anna, Beat, Chlöe", ["Anna", "Beat", "Chlöe"]),
            ("Vogel, Vreni", ["Vogel, Vreni"]),
            ("Jean-Luc\x00\n \n,", ["Jean-Luc"]),
            ("2Pac", ["2Pac"]),
        ],
    )
    def test_lists_are_read_as_people_write_them(self, text, names):
        assert read_names(text) == names


class TestFirstGame:
    def test_the_first_game_begins_with_the_card_of_its_table(self, club, anna, beat, chloe):
        reader = Client()
        reader.force_login(anna.user)
        seats = {f"seat_{at}": str(who.seat_taker.pk) for at, who in enumerate((anna, beat, chloe))}
        sent = {"profile": "schieber-1000", "first_dealer": "0", "played_on": "2026-05-31"}
        sent |= {**seats, "guest_3": "Dora  Gast", "phones": "1", "step": "3", "key": "k"}
        card = reader.post(f"/clubs/{club.slug}/games/new/", sent)
        assert card.status_code == 201
        assert 'class="qr"' in card.content.decode()
        game = Game.objects.get()
        assert [seat.player.name for seat in game.seats.all()][3] == "Dora Gast"
        assert game.seats.get(index=3).player.guest
        again = reader.post(f"/clubs/{club.slug}/games/new/", sent)
        assert again["Location"] == f"/games/{game.pk}/"
        assert club.table_links.count() == 1

    def test_a_guest_who_is_known_by_name_is_that_person(self, club, anna, beat, chloe):
        dora = people.add_player(actor=SYSTEM, club_id=club.pk, name="Dora")
        reader = Client()
        reader.force_login(anna.user)
        sent = {f"guest_{at}": name for at, name in enumerate(("anna", "Beat", "chlöe", "DORA"))}
        sent |= {"profile": "schieber-1000", "first_dealer": "0", "played_on": "2026-05-31"}
        assert reader.post(f"/clubs/{club.slug}/games/new/", sent).status_code == 302
        assert Game.objects.get().seats.get(index=3).player == dora

    def test_nothing_of_a_game_that_cannot_begin_is_kept(self, club, anna):
        reader = Client()
        reader.force_login(anna.user)
        sent = {"profile": "schieber-1000", "first_dealer": "0", "played_on": "2026-05-31"}
        sent |= {"guest_0": "Ida", "guest_1": "Ida", "key": "k"}
        response = reader.post(f"/clubs/{club.slug}/games/new/", sent)
        assert response.status_code == 422
        assert 'value="Ida"' in response.content.decode()
        assert not Player.objects.filter(name="Ida").exists()


class TestJoining:
    @pytest.mark.parametrize(
        ("typed", "way"),
        [
            ("https://jass.example.ch/i/" + "a" * 43, "/i/" + "a" * 43),
            ("http://x/t/" + "b" * 43 + "/", "/t/" + "b" * 43),
            ("c" * 43, "/t/" + "c" * 43),
        ],
    )
    def test_a_link_that_was_copied_leads_on(self, typed, way):
        assert Client().post("/join/", {"link": typed})["Location"] == way

    @pytest.mark.parametrize("typed", ["", "hallo", "//boese.example/i/x", "x" * 600])
    def test_what_is_no_link_is_told(self, typed):
        response = Client().post("/join/", {"link": typed})
        assert response.status_code == 422
        assert "kein Link einer Einladung" in words(response)


class TestCommand:
    def test_the_operator_opens_a_club_and_hands_over_its_link(self, settings, capsys):
        settings.FOUNDING_OPEN = False
        call_command("new_club", "Jassclub  Rosenau", "--site", "https://jass.example.ch/")
        told = capsys.readouterr().out
        (link,) = re.findall(r"https://jass.example.ch(/i/\S+)", told)
        client = Client()
        sent = {"username": "vreni", "password": "drei-woerter-genuegen"}
        assert client.post(link, sent)["Location"] == "/clubs/jassclub-rosenau/"
        assert Membership.objects.get().role == Role.ADMIN

    def test_a_club_has_a_name(self):
        with pytest.raises(CommandError):
            call_command("new_club", "  ")


def test_help_answers_without_an_account():
    page = Client().get("/help/").content.decode()
    anchors = re.findall(r'class="btn" href="#([\w-]+)"', page)
    assert anchors
    assert [at for at in anchors if f'<section id="{at}"' not in page] == []


def test_the_service_of_a_closed_house_is_open_to_itself(settings, dario):
    settings.FOUNDING_OPEN = False
    with pytest.raises(NotAllowed):
        create_club(actor=dario.actor, name="X", slug="x")
    assert create_club(actor=SYSTEM, name="X", slug="x").pk
