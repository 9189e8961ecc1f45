"""A phone without an account, by the QR code of a table link: it writes, another one confirms."""

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from jassclub.clubs.actors import SYSTEM
from jassclub.clubs.models import Device, Player, TableLink
from jassclub.clubs.services import links
from jassclub.clubs.services.links import COOKIE
from scoring.claims.models import HandEntry
from tests.markup import markup
from tests.scoring.table import house, open_table, schieber
from tests.scoring.web_table import Browser, browser, hidden, table_of, words

pytestmark = pytest.mark.django_db

PLAIN = {"contract": "RO", "points_0": "97", "points_1": ""}


@pytest.fixture
def table():
    """A game without the phones that the tables of other tests bring: here they come by a code."""
    found = table_of("schieber-1000")
    Device.objects.all().delete()
    TableLink.objects.all().delete()
    return found


def code(table, **more):
    """The token of a fresh QR code of the table."""
    return links.create_link(
        actor=SYSTEM,
        club_id=table.house.club.pk,
        label="Tisch 1",
        scope_kind="game",
        scope_id=table.game.pk,
        **more,
    )[1]


def phone(table, seat, *, token="", **client):
    """A phone that read the code and took a seat."""
    came = Browser(Client(**client), table)
    came.client.post(f"/t/{token or code(table)}", {"seat": str(seat)})
    return came


def test_the_code_asks_for_which_seat_the_phone_speaks(table):
    response = Client().get(f"/t/{code(table)}")
    assert "Für welchen Platz spricht dieses Telefon?" in words(response)
    offered = re.findall(r'name="seat" value="(\d)"[^>]*><span>(\w+)', markup(response))
    assert offered == [("0", "Anna"), ("1", "Beat"), ("2", "Chlöe"), ("3", "Dario")]
    assert not Device.objects.exists(), "looking at the page makes no phone"


def test_the_token_is_exchanged_for_a_cookie_and_leaves_the_address(table):
    client, token = Client(), code(table)
    response = client.post(f"/t/{token}", {"seat": "1"})
    assert (response.status_code, response["Location"]) == (302, f"/games/{table.game.pk}/")
    cookie = response.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert 0 < int(cookie["max-age"]) <= timedelta(hours=12).total_seconds()
    assert cookie.value.startswith("jcd_")
    assert token not in markup(client.get(response["Location"]))
    assert Device.objects.get().seat == 1


@pytest.mark.parametrize("seat", [8, 11])
def test_a_phone_takes_every_seat_of_a_table_of_twelve_and_reads_how_each_stands(seat):
    club = house()
    club.people += [Player.objects.create(club=club.club, name=f"Gast {n}") for n in range(12)]
    twelve = open_table(club, "hae", seats=12, phones_at=1)
    came = phone(twelve, seat)
    assert came.get().status_code == 200
    assert Device.objects.filter(seat=seat).exists()
    missed = {"bids": [0] * 12}
    twelve.write(1, {**missed, "cards": 4, "tricks": [4] + [0] * 11})
    assert "Anna Total 4" in came.text()
    assert "Ansage tippen" in came.text()
    for number, cards in enumerate((3, 2, 1), 2):
        twelve.write(number, {**missed, "cards": cards, "tricks": [0] * 11 + [cards]})
    assert "Ansage tippen" not in came.text()


def test_in_production_the_cookie_travels_encrypted_only(table, settings):
    settings.SESSION_COOKIE_SECURE = True
    response = Client().post(f"/t/{code(table)}", {"seat": "1"})
    assert response.cookies[COOKIE]["secure"] is True


def test_one_phone_writes_and_the_other_confirms(table):
    token = code(table)
    anna, beat = phone(table, 0, token=token), phone(table, 1, token=token)
    assert "Dieses Telefon spricht für Anna" in anna.text()
    assert anna.post("hands/1/write/", **PLAIN, key="w").status_code == 302
    entry = table.current(1)
    assert (entry.seat, entry.device.seat, entry.state) == (0, 0, "provisional")
    assert "Spiel 1 stimmt (Beat)" in beat.text()
    assert beat.post("hands/1/versions/1/confirm/", key="c").status_code == 302
    assert table.states(1) == ["confirmed"]
    assert "bestätigt (Beat): von der anderen Seite" in anna.text("hands/1/")


def test_the_one_phone_in_the_middle_is_handed_over(table):
    anna = phone(table, 0)
    anna.post("hands/1/write/", **PLAIN, key="w")
    page = markup(anna.get())
    assert "Telefon übergeben: wer bestätigt Spiel 1?" in page
    assert re.findall(r">(\w+) bestätigt<", page) == ["Beat", "Dario"]
    anna.post("hands/1/versions/1/confirm/", seat="1", key=hidden(page, "key"))
    assert table.states(1) == ["confirmed"]
    assert table.current(1).confirmations.get().how == "handover"


def test_a_phone_corrects_and_contests_as_its_seat(table):
    anna, beat = phone(table, 0), phone(table, 1)
    anna.post("hands/1/write/", **PLAIN, key="w")
    doubt = {"reason_code": "miscounted", "reason_text": ""}
    assert beat.post("hands/1/versions/1/contest/", **doubt, key="d").status_code == 302
    assert "bestritten von Beat" in anna.text("hands/1/")
    fixed = {**PLAIN, "points_0": "90", "base_version": "1", **doubt}
    assert anna.post("hands/1/correct/", **fixed, key="x").status_code == 302
    assert table.current(1).slip["points"] == [90, 67]


def test_a_seat_is_changed_later_on_the_page(table):
    anna = phone(table, 0)
    assert 'aria-pressed="true"' in markup(anna.get("phone/"))
    response = anna.post("phone/", seat="2")
    assert response["Location"] == anna.game
    assert "Dieses Telefon spricht für Chlöe" in anna.text()
    assert Device.objects.count() == 1


def test_who_changes_to_the_other_side_still_cannot_agree_with_himself(table):
    anna = phone(table, 0)
    anna.post("hands/1/write/", **PLAIN, key="w")
    anna.post("phone/", seat="1")
    assert anna.post("hands/1/versions/1/confirm/", key="c").status_code == 403
    assert table.states(1) == ["provisional"]


def test_reading_the_code_again_makes_no_second_phone(table):
    token = code(table)
    anna = phone(table, 0, token=token)
    assert "Zurück zur Partie" in words(anna.client.get(f"/t/{token}"))
    anna.client.post(f"/t/{token}", {"seat": "3"})
    assert [device.seat for device in Device.objects.all()] == [3]


def test_a_seat_that_has_a_phone_says_so(table):
    token = code(table)
    phone(table, 1, token=token)
    page = words(Client().get(f"/t/{token}"))
    assert "Beat hat schon ein Telefon" in page
    assert "Anna hat schon" not in page


def test_without_a_seat_nothing_is_made_and_the_page_asks_again(table):
    client = Client()
    for seat in ["", "4", "-1", "x", "0\x00", "1.0"]:
        response = client.post(f"/t/{code(table)}", {"seat": seat})
        assert response.status_code == 422
        assert "Bitte einen Namen antippen." in words(response)
        assert COOKIE not in client.cookies
        assert not Device.objects.exists()


def test_a_phone_leaves_and_what_it_wrote_stays(table):
    anna = phone(table, 0)
    anna.post("hands/1/write/", **PLAIN, key="w")
    response = anna.post("phone/leave/")
    assert "Dieses Telefon ist vom Tisch abgemeldet." in words(response)
    assert anna.client.cookies[COOKIE].value == ""
    assert anna.get()["Location"].startswith("/login/")
    assert HandEntry.objects.get().seat == 0


def test_the_last_code_wins(table):
    other = table_of("schieber-1000")
    anna = phone(table, 0)
    anna.client.post(f"/t/{code(other)}", {"seat": "0"})
    assert anna.client.get(f"/games/{other.game.pk}/").status_code == 200
    assert anna.get()["Location"].startswith("/login/")


def test_a_phone_sees_no_other_game_and_no_page_of_the_club(table):
    other = table_of("schieber-1000")
    other.write(1, schieber(97))
    anna = phone(table, 0)
    game = f"/games/{other.game.pk}/"
    club = f"/clubs/{table.house.club.slug}/"
    for path in (game, f"{game}hands/1/", f"{game}phone/", f"{game}links/", club):
        assert anna.client.get(path)["Location"].startswith("/login/"), path
    sent = anna.client.post(f"{game}hands/2/write/", {**PLAIN, "key": "k"})
    assert sent["Location"].startswith("/login/")
    assert other.hand(1).entries.count() == 1


def test_a_phone_makes_no_links_and_closes_nothing_alone(table):
    anna = phone(table, 0)
    page = anna.text()
    assert "QR-Code" not in page
    assert "Büro" not in page
    assert anna.get("links/")["Location"].startswith("/login/")
    refused = anna.post("close/", key="z")
    assert refused.status_code == 403
    assert "Allein abschliessen kann nur das Büro." in words(refused)
    table.game.refresh_from_db()
    assert table.game.state == "open"


def test_the_front_door_leads_a_phone_to_its_game(table):
    anna = phone(table, 0)
    assert anna.client.get("/")["Location"] == anna.game
    TableLink.objects.update(revoked_at=timezone.now())
    assert "Mit Einladung beitreten" in words(anna.client.get("/")), "a stranger again"


@pytest.mark.parametrize(
    ("change", "status", "sentence"),
    [
        ({"revoked_at": timezone.now()}, 410, "Dieser Tischlink wurde zurückgezogen."),
        ({"expires_at": timezone.now()}, 410, "Dieser Tischlink galt bis "),
    ],
)
def test_a_dead_link_says_why_and_what_to_do(table, change, status, sentence):
    token = code(table)
    TableLink.objects.update(**change)
    for response in (Client().get(f"/t/{token}"), Client().post(f"/t/{token}", {"seat": "0"})):
        assert response.status_code == status
        assert sentence in words(response)
        assert "QR-Code am Tisch lesen" in words(response)
        assert "Anna" not in words(response), "a dead link tells no names"
    assert not Device.objects.exists()


@pytest.mark.parametrize("token", ["x", "é" * 43, "jcd_" + "x" * 43, "%00", "a" * 500])
def test_an_unknown_link_opens_nothing(db, token):
    response = Client().get(f"/t/{token}")
    assert response.status_code == 404
    assert "Diesen Tischlink gibt es nicht." in words(response)


@pytest.mark.parametrize("change", ["revoked_at", "expires_at"])
def test_a_phone_whose_link_ended_is_told_so_and_writes_no_more(table, change):
    anna = phone(table, 0)
    TableLink.objects.update(**{change: timezone.now()})
    for response in (anna.get(), anna.post("hands/1/write/", **PLAIN, key="w")):
        assert response.status_code == 410
        assert "Der Tischlink dieses Telefons gilt nicht mehr." in words(response)
    assert not HandEntry.objects.exists()


def test_a_link_to_a_table_without_a_game_says_so(table):
    token = code(table)
    TableLink.objects.update(scope_kind="table")
    response = Client().post(f"/t/{token}", {"seat": "0"})
    assert "An diesem Tisch läuft noch keine Partie." in words(response)
    assert not Device.objects.exists()


def test_who_is_logged_in_and_sits_here_needs_no_seat(table):
    anna = browser(table, 0)
    response = anna.client.post(f"/t/{code(table)}", {"seat": "1"})
    assert response["Location"] == anna.game
    assert "Du bist angemeldet und schreibst hier schon" in anna.text()
    assert not Device.objects.exists()


def test_an_office_that_reads_the_code_speaks_for_the_seat_at_this_table_only(table):
    emil = browser(table, None, role="scribe")
    emil.client.post(f"/t/{code(table)}", {"seat": "1"})
    assert "Dieses Telefon spricht für Beat" in emil.text()
    assert emil.client.get(f"/clubs/{table.house.club.slug}/").status_code == 200


@pytest.mark.parametrize("cookie", ["", "x", "jcd_", "jcd_" + "x" * 43, "jcd_é"])
def test_a_made_up_cookie_opens_nothing(table, cookie):
    client = Client()
    client.cookies[COOKIE] = cookie
    assert client.get(f"/games/{table.game.pk}/")["Location"].startswith("/login/")


def test_the_cookie_is_no_key_to_the_api(table):
    anna = phone(table, 0)
    assert anna.client.get(f"/api/v1/games/{table.game.pk}").status_code in (401, 403)
    secret = anna.client.cookies[COOKIE].value
    bearer = {"Authorization": f"Bearer {secret}"}
    assert Client().get("/api/v1/devices/me", headers=bearer).json()["seat"] == 0


def test_every_form_of_a_phone_is_protected_against_forgery(table):
    token = code(table)
    careful = phone(table, 0, token=token)
    other = Browser(Client(enforce_csrf_checks=True), table)
    other.client.cookies = careful.client.cookies
    assert other.client.post(f"/t/{token}", {"seat": "1"}).status_code == 403
    for path in ("hands/1/write/", "phone/", "phone/leave/", "sign-off/"):
        assert other.post(path, **PLAIN, seat="1", key="k").status_code == 403, path
    assert not HandEntry.objects.exists()
    html = markup(other.get())
    proof = hidden(html, "csrfmiddlewaretoken")
    sent = other.post("hands/1/write/", **PLAIN, key="k", csrfmiddlewaretoken=proof)
    assert sent.status_code == 302
    assert table.current(1).seat == 0


def test_the_pages_of_a_phone_speak_every_language_and_carry_no_script(table):
    token = code(table)
    anna = phone(table, 0, token=token)
    anna.post("hands/1/write/", **PLAIN, key="w")
    for language in [code for code, _name in settings.LANGUAGES]:
        anna.client.cookies["django_language"] = language
        pages = [
            anna.client.get(f"/t/{token}"),
            anna.get(),
            anna.get("phone/"),
            anna.get("hands/1/"),
        ]
        for response in [*pages, anna.client.get("/t/unknown")]:
            html = markup(response)
            assert f'<html lang="{"de-CH" if language == "de" else language}"' in html
            assert not re.search(r"<style\b|\sstyle=|\son[a-z]+=|javascript:", html)
            assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", html))
            assert "default-src 'self'" in response["Content-Security-Policy"]
        assert all("no-store" in page["Cache-Control"] for page in pages if page.status_code == 200)
