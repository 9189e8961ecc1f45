"""The QR code of a table in the hall: the same all day, other people every round."""

import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.test import Client
from django.utils import timezone

from jassclub.clubs import actors
from jassclub.clubs.models import Device, TableLink, User
from scoring.claims.models import HandEntry
from scoring.claims.selectors import visible_games
from scoring.claims.sides import speaks_alone
from scoring.core.models import Game
from tests.cast import Caller, problem
from tests.scoring.web_table import words
from tests.tournaments.halls import hall
from tests.tournaments.phones import ROUND, Browser, came, game_of, person
from tournaments.results import hands
from tournaments.results.models import PasseSheet
from tournaments.rounds.models import Passe
from tournaments.seasons.services import count_events

pytestmark = pytest.mark.django_db


def test_from_the_code_to_the_result_with_a_phone_on_each_side(saal):
    token = saal.link()[1]
    nina, otto = came(saal, seat=0, token=token), came(saal, seat=1, token=token)
    names = saal.people()
    assert f"Dieses Telefon spricht für {names[0]}" in nina.text()
    game = game_of(nina.begin(first_dealer="1"))
    assert game_of(otto.begin()) == game
    assert f"{names[1]} gibt" in words(nina.client.get(game))
    for number, points in enumerate(("97", "100", "60", "90"), start=1):
        sent = {**ROUND, "points_0": points, "key": f"k{number}"}
        assert nina.client.post(f"{game}hands/{number}/write/", sent).status_code == 302
    otto.client.post(f"{game}hands/4/versions/1/confirm/", {"key": "c"})
    for seat, phone in ((0, nina), (1, otto)):
        phone.client.post(f"{game}sign-off/", {"seat": str(seat), "key": f"s{seat}"})
    assert Game.objects.get().state == "closed"
    count_events()
    (sheet,) = saal.sheets()
    assert (sheet.state, sheet.counted["points"]) == ("confirmed", [347, 281])
    assert "Resultat: 347 : 281 · zählt" in nina.text()
    assert "Blatt ansehen" in nina.text()
    assert {entry.device.link.scope_kind for entry in HandEntry.objects.all()} == {"table"}


def test_the_one_phone_of_a_table_is_handed_over(saal):
    nina = came(saal, seat=0)
    game = game_of(nina.begin())
    nina.client.post(f"{game}hands/1/write/", {**ROUND, "points_0": "97", "key": "w"})
    assert "Telefon übergeben: wer bestätigt Spiel 1?" in words(nina.client.get(game))
    nina.client.post(f"{game}hands/1/versions/1/confirm/", {"seat": "1", "key": "c"})
    assert HandEntry.objects.get().confirmations.get().how == "handover"


def test_a_second_phone_of_the_table_is_heard_in_the_game(saal):
    nina = saal.phone(1, seat=0)
    game = hands.open_passe(actor=nina.actor, passe_id=saal.passe().pk)
    saal.phone(2, seat=1)
    assert speaks_alone(game, nina.actor), "the phone of another table is not at this one"
    otto = came(saal, seat=1)
    assert not speaks_alone(game, nina.actor)
    page = words(otto.client.get(f"/games/{game.pk}/phone/"))
    first, second = (name.split()[0] for name in saal.people()[:2])
    assert f"{first} hat schon ein Telefon" in page
    assert f"{second} dieses Telefon" in page


def test_the_desk_makes_the_code_of_a_table(saal):
    user = User.objects.get(pk=saal.official("scribe").user_id)
    body = {"club": saal.tournament.club_id, "label": "Tisch 1", "scope_kind": "table"}
    made = Caller(user=user).post("table-links", {**body, "scope_id": saal.table(1).pk})
    assert made.status_code == 201
    phone = came(saal, token=made.json()["token"])
    assert "Tisch 1 · Runde 1" in phone.text()


def test_a_result_that_waits_says_why(saal):
    nina, otto = came(saal, seat=0), came(saal, seat=1)
    game = game_of(nina.begin())
    nina.client.post(f"{game}hands/1/write/", {**ROUND, "points_0": "97", "key": "k"})
    for seat, phone in ((0, nina), (1, otto)):
        phone.client.post(f"{game}sign-off/", {"seat": str(seat), "key": f"s{seat}"})
    count_events()
    assert "Umstritten Aus den Spielen: 97 : 60, 1 Spiel (1 von 4 Spielen)" in nina.text()


def test_a_phone_sees_no_other_table_and_no_other_tables_game(saal):
    other = came(saal, 2, seat=0)
    game = game_of(other.begin())
    phone = came(saal, 1, seat=0)
    for path in (game, f"{game}hands/1/", f"{game}phone/", other.page):
        assert phone.client.get(path).status_code == 404, path
    sent = phone.client.post(f"{game}hands/1/write/", {**ROUND, "points_0": "97", "key": "k"})
    assert sent.status_code == 404
    assert phone.client.post(f"{other.page}seat/", {"seat": "0"}).status_code == 404
    assert not HandEntry.objects.exists()


def test_in_the_next_round_the_last_rounds_game_is_gone_and_the_seat_forgotten(saal):
    phone = came(saal, seat=0)
    game = game_of(phone.begin())
    phone.client.post(f"{game}hands/1/write/", {**ROUND, "points_0": "97", "key": "k"})
    saal.close()
    assert phone.client.get(game).status_code == 404
    hands.forget_seats(saal.call())
    assert phone.client.get(game).status_code == 404
    assert "Für welchen Platz spricht dieses Telefon?" in phone.text()
    assert phone.begin()["Location"] == phone.page, "nobody has taken a seat"
    names = saal.people()
    phone.sit(3)
    assert f"Dieses Telefon spricht für {names[3]}" in phone.text()
    fresh = game_of(phone.begin())
    assert fresh != game
    assert phone.client.get(fresh).status_code == 200


def test_a_form_of_the_last_round_neither_seats_nor_begins(saal):
    phone, before = came(saal), saal.passe().pk
    saal.close()
    saal.call()
    late = phone.post("seat/", passe=before, seat=0)
    assert late["Location"] == phone.page
    assert "Diese Runde ist abgeschlossen." in phone.text()
    assert Device.objects.get().seat is None
    phone.sit(0)
    assert phone.post("hands/", passe=before).status_code == 404
    assert not Game.objects.exists()


def test_programs_at_a_table_reach_the_same_and_no_more(saal):
    one, two = saal.phone(1, seat=0), saal.phone(2, seat=0)
    path = f"passen/{saal.passe(1).pk}/game"
    problem(two.api.post(path), 404, "passe_not_found")
    begun = one.api.post(path, {"first_dealer": 3})
    assert begun.status_code == 201
    game = Game.objects.get(pk=begun.json()["game"])
    assert (game.first_dealer, one.api.post(path).json()) == (3, begun.json())
    assert one.api.get(f"games/{game.pk}").status_code == 200
    assert [found["id"] for found in one.api.get("games").json()["results"]] == [str(game.pk)]
    problem(two.api.get(f"games/{game.pk}"), 404, "game_not_found")
    assert two.api.get("games").json()["results"] == []
    hand = {"slip": {"contract": "RO", "declared_by": 0, "points": [97, None]}}
    assert one.api.post(f"games/{game.pk}/hands", {"number": 1, **hand}).status_code == 201
    saal.close()
    problem(one.api.get(f"games/{game.pk}"), 404, "game_not_found")
    assert not visible_games(one.actor).exists()


@pytest.mark.parametrize("change", ["revoked_at", "expires_at"])
def test_a_link_that_ended_lets_nobody_write_any_more(saal, change):
    phone = came(saal, seat=0)
    game = game_of(phone.begin())
    TableLink.objects.update(**{change: timezone.now()})
    for response in (phone.client.get(game), phone.client.get(phone.page), phone.begin()):
        assert response.status_code == 410
        assert "Der Tischlink dieses Telefons gilt nicht mehr." in words(response)
    sent = {**ROUND, "points_0": "97", "key": "k"}
    assert phone.client.post(f"{game}hands/1/write/", sent).status_code == 410
    assert not HandEntry.objects.exists()


def test_a_table_link_belongs_to_the_club_of_the_tournament(saal):
    other, table = hall(), saal.table(1).pk
    assert actors.belongs_to(saal.tournament.club_id, kind="table", scope_id=table)
    assert not actors.belongs_to(other.tournament.club_id, kind="table", scope_id=table)


def test_the_desk_sees_the_page_of_every_table_and_begins_for_it(saal):
    client = person(saal, "scribe")
    desk = Browser(saal, 2, client)
    assert saal.people(2)[0] in desk.text()
    assert "Für welchen Platz" not in desk.text()
    game_of(desk.begin())


def test_a_member_looks_on_and_a_stranger_does_not_learn_that_there_is_a_table(saal):
    looker = Browser(saal, 1, person(saal, "member"))
    assert "Spiele schreiben" not in looker.text()
    assert looker.begin().status_code == 403
    stranger = Browser(saal, 1, person(hall(), "admin"))
    assert stranger.client.get(stranger.page).status_code == 404
    assert Client().get(stranger.page)["Location"].startswith("/login/")
    assert not Game.objects.exists()


def test_forms_of_the_table_are_protected_against_forgery(saal):
    phone = came(saal)
    forged = Client(enforce_csrf_checks=True)
    forged.cookies = phone.client.cookies
    sent = forged.post(f"{phone.page}seat/", {"passe": saal.passe().pk, "seat": "0"})
    assert sent.status_code == 403
    assert Device.objects.get().seat is None


def test_the_page_keeps_scripts_and_styles_out_in_every_language(saal):
    phone = came(saal, seat=0)
    for language in [code for code, _name in django_settings.LANGUAGES]:
        phone.client.cookies["django_language"] = language
        html = phone.client.get(phone.page).content.decode()
        assert f'<html lang="{"de-CH" if language == "de" else language}"' in html
        assert not re.search(r"<style\b|\sstyle=|\son[a-z]+=|javascript:", html)


# ---- at the same moment


@pytest.mark.django_db(transaction=True)
def test_two_phones_that_begin_at_once_get_one_game(settings):
    settings.SCORE_EVENT_TASKS = []
    found = hall()
    found.call()
    phones = [phone.actor for phone in found.phones()]
    passe, barrier = found.passe().pk, Barrier(len(phones))

    def begin(actor):
        try:
            connection.ensure_connection()
            barrier.wait(60)
            return hands.open_passe(actor=actor, passe_id=passe).pk
        finally:
            connection.close()

    with ThreadPoolExecutor(len(phones)) as pool:
        games = list(pool.map(begin, phones, timeout=60))
    assert len(set(games)) == 1
    assert Game.objects.count() == 1
    assert Passe.objects.get(pk=passe).game_id == games[0]
    assert not PasseSheet.objects.exists()
