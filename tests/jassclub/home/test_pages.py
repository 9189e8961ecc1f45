"""The pages that gather across rooms: club, season, player, log-in, a new game."""

import re
from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest
from django.conf import settings
from django.test import Client

from jassclub.clubs import demo_logins as demo
from jassclub.clubs.actors import SYSTEM
from jassclub.home import person
from scoring.claims.entries import record_hand
from scoring.core.models import Game
from scoring.tables.games import close_game, open_game
from tests.cast import PASSWORD
from tournaments.seasons.pages.charts import Scale, whisker
from tournaments.seasons.services import recompute
from tournaments.standings.pure import calibrate

pytestmark = pytest.mark.django_db


@pytest.fixture
def four(anna, beat, chloe, club):
    from jassclub.clubs.services import people

    guest = people.add_player(actor=SYSTEM, club_id=club.pk, name="Dora")
    return [anna.player, beat.player, chloe.player, guest]


@pytest.fixture
def reader(anna):
    client = Client()
    client.force_login(anna.user)
    return client


def played(club, season, players, profile, slips):
    game = open_game(
        actor=SYSTEM,
        club_id=club.pk,
        season_id=season.pk,
        profile_slug=profile,
        player_ids=[player.pk for player in players],
        played_on=date(2026, 3, 1),
    )
    for number, slip in enumerate(slips, 1):
        record_hand(actor=SYSTEM, game_id=game.pk, number=number, slip=slip)
    close_game(actor=SYSTEM, game_id=game.pk)
    return game


@pytest.fixture
def evening(club, season, four):
    """A Schieber and a Differenzler of twelve hands, counted."""
    schieber = [{"contract": "RO", "points": [97, None]}] * 3
    misses = {"trump": "SE", "predictions": [40, 55, 30, 20], "points": [40, 50, 37, None]}
    played(club, season, four, "schieber-1000", schieber)
    played(club, season, four, "differenzler-verdeckt", [misses] * 12)
    recompute(season.pk)


def text(response):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


@pytest.mark.usefixtures("evening")
def test_every_page_answers_in_every_language(reader, club, season, four):
    for language in [code for code, _name in settings.LANGUAGES]:
        reader.cookies["django_language"] = language
        for path in (
            f"/clubs/{club.slug}/",
            f"/clubs/{club.slug}/games/new/",
            f"/seasons/{season.pk}/",
            f"/players/{four[0].pk}/",
        ):
            assert reader.get(path).status_code == 200, path


def test_who_has_one_club_is_there_at_once(reader, club):
    assert reader.get("/")["Location"] == f"/clubs/{club.slug}/"


def test_visitors_log_in_first_and_arrive_where_they_wanted(anna, club):
    client = Client()
    asked = client.get(f"/clubs/{club.slug}/")
    assert asked["Location"] == f"/login/?next=/clubs/{club.slug}/"
    answer = client.post(
        asked["Location"],
        {"username": "anna", "password": PASSWORD, "next": f"/clubs/{club.slug}/"},
    )
    assert answer["Location"] == f"/clubs/{club.slug}/"


def test_a_wrong_password_is_said_in_words_and_the_name_stays(anna):
    response = Client().post("/login/", {"username": "anna", "password": "falsch"})
    assert response.status_code == 422
    assert "Benutzername oder Passwort stimmt nicht." in text(response)
    assert 'value="anna"' in response.content.decode()


def test_a_log_in_that_is_no_form_is_refused_like_an_empty_one():
    response = Client().post("/login/", "{}", content_type="application/json")
    assert response.status_code == 422


def test_who_guesses_is_slowed_down(anna):
    client = Client()
    tries = [client.post("/login/", {"username": "anna", "password": str(n)}) for n in range(12)]
    assert tries[0].status_code == 422
    assert tries[-1].status_code == 429
    assert "Bitte eine Minute warten" in text(tries[-1])


def test_who_only_looks_around_logs_in_with_one_tap_where_the_demo_is_loaded(club, monkeypatch):
    monkeypatch.setattr(demo, "SLUG", club.slug)
    monkeypatch.setattr(demo, "LOGINS", {"anna": ("Anna Aregger", "scribe")})
    assert "Anna (Schreiber)" in text(Client().get("/login/"))


def test_elsewhere_no_password_is_offered(club):
    page = Client().get("/login/").content.decode()
    assert demo.PASSWORD not in page


def test_another_club_is_not_there(reader, other_club):
    assert reader.get(f"/clubs/{other_club.slug}/").status_code == 404


@pytest.mark.usefixtures("evening")
def test_the_club_page_shows_games_with_their_totals(reader, club):
    page = text(reader.get(f"/clubs/{club.slug}/"))
    assert "Anna &amp; Chlöe 291" in page
    assert "Beat &amp; Dora 180" in page


@pytest.mark.usefixtures("evening")
def test_the_season_shows_averages_with_their_interval_and_the_ranking(reader, season):
    response = reader.get(f"/seasons/{season.pk}/")
    page = text(response)
    assert page.index("Anna") < page.index("Beat")
    # Beside each average its place among all; so beside each strength, of both games.
    assert response.content.decode().count('class="whisker"') == 16
    assert response.content.decode().count('class="span"') == 20
    assert "Stärke" in page
    assert "12 bestätigte Spiele zählen." in page
    assert "97.00" in page


@pytest.mark.usefixtures("evening")
def test_the_player_page_shows_the_average_of_each_season(reader, four):
    page = text(reader.get(f"/players/{four[1].pk}/"))
    assert "5.00" in page
    assert "2026" in page
    # Beat predicted 55 and made 50 in each of twelve hands
    assert "Beat sagt im Schnitt 5.0 zu viel an." in page
    assert "Jede Ansage um 5 tiefer hätte pro Spiel 5.0 Differenz gespart." in page
    assert "erst 12 Spiele" in page


@pytest.mark.usefixtures("season")
def test_somebody_without_games_is_invited_to_one_and_gets_no_paper(reader, four):
    response = reader.get(f"/players/{four[3].pk}/")
    page = response.content.decode()
    assert "Noch keine Partie. Nach der ersten stehen hier" in page
    assert 'class="btn main" href="/clubs/' in page
    assert "/paper" not in page


@pytest.mark.usefixtures("evening")
def test_an_advice_that_would_have_saved_nothing_is_not_given(reader, four, monkeypatch):
    def little(told):
        found = calibrate(told)
        return found and replace(found, shift=1, gain=Fraction(1, 30))

    monkeypatch.setattr(person, "calibrate", little)
    page = text(reader.get(f"/players/{four[1].pk}/"))
    assert "Beat sagt im Schnitt 5.0 zu viel an." in page
    assert "gespart" not in page


@pytest.mark.usefixtures("evening")
def test_the_season_shows_its_leagues_and_says_what_is_open(reader, season, four):
    ids = [str(player.pk) for player in four]
    leagues = {"schieber": {"players": [[ids[0], ids[1]], [ids[2], ids[3]]]}}
    type(season).objects.filter(pk=season.pk).update(rules={"leagues": leagues})
    page = text(reader.get(f"/seasons/{season.pk}/"))
    assert "Liga 2" in page
    assert "Beat steigt ab" in page
    assert "Chlöe steigt auf" in page


def opening(four, **changes):
    seats = {f"seat_{index}": str(player.pk) for index, player in enumerate(four)}
    fields = {"profile": "schieber-1000", "first_dealer": "2", "played_on": "2026-05-31"}
    return {**fields, **seats, "key": "k", **changes}


def test_a_game_is_opened_once_with_its_people_in_order(reader, club, season, four):
    for _ in range(2):
        response = reader.post(f"/clubs/{club.slug}/games/new/", opening(four, label="Tisch 7"))
        assert response.status_code == 302
    game = Game.objects.get()
    assert [seat.player.name for seat in game.seats.all()] == ["Anna", "Beat", "Chlöe", "Dora"]
    assert (game.first_dealer, game.label, game.played_on) == (2, "Tisch 7", date(2026, 5, 31))


def test_what_keeps_a_game_from_beginning_is_said_at_its_field(reader, club, four):
    for changes, sentence in [
        ({"seat_3": ""}, "4"),
        ({"seat_1": "kein Mensch"}, "4"),
        ({"profile": "poker"}, "Dieses Regelprofil gibt es nicht."),
        ({"played_on": "31.5.2026"}, "Das Datum schreibt man so"),
        ({"first_dealer": "9"}, "Diesen Platz gibt es nicht."),
    ]:
        response = reader.post(
            f"/clubs/{club.slug}/games/new/", opening(four, label="X", **changes)
        )
        assert response.status_code == 422
        assert sentence in text(response)
        assert 'value="X"' in response.content.decode()
        assert not Game.objects.exists()


def test_nobody_sits_twice(reader, club, season, four):
    sent = opening(four, seat_3=str(four[0].pk))
    response = reader.post(f"/clubs/{club.slug}/games/new/", sent)
    assert "Diese Person sitzt schon am Tisch." in text(response)


def test_intervals_of_a_column_are_drawn_on_one_scale():
    from decimal import Decimal

    scale = Scale([(Decimal(10), Decimal(1)), (Decimal(20), None)])
    first, second = (whisker(Decimal(m), e, scale) for m, e in ((10, Decimal(1)), (20, None)))
    dots = [float(re.findall(r'cx="([\d.]+)"', svg)[0]) for svg in (first, second)]
    assert dots[0] < dots[1]
    left, right = map(float, re.findall(r'"M([\d.]+) \d+H([\d.]+)"', first)[-1])
    assert left < dots[0] < right
