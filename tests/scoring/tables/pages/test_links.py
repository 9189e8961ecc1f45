"""The office of the table links on the pages: make one, see its QR code once, list, revoke."""

import re

import pytest
from django.conf import settings
from django.test import Client

from jassclub.api.models import IdempotencyRecord
from jassclub.clubs.models import Device, TableLink
from tests.scoring.web_table import browser, hidden, table_of, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    found = table_of("schieber-1000", label="Tisch 7")
    Device.objects.all().delete()
    TableLink.objects.all().delete()
    return found


@pytest.fixture
def emil(table):
    return browser(table, None, role="scribe")


def made(office, **changes):
    fields = {"label": "Tisch 7", "hours": "12", "key": "k", **changes}
    return office.post("links/", **fields)


def address(response):
    """The address that the card shows."""
    (found,) = re.findall(r'value="(http://testserver/t/[^"]+)"', response.content.decode())
    return found.removeprefix("http://testserver")


def test_a_made_link_shows_its_code_and_lets_a_phone_in(table, emil):
    response = made(emil)
    page = response.content.decode()
    assert response.status_code == 201
    assert re.search(r'<svg[^>]*class="qr"', page)
    assert "Anna · Beat · Chlöe · Dario" in words(response)
    phone = Client()
    phone.post(address(response), {"seat": "2"})
    assert "Dieses Telefon spricht für Chlöe" in words(phone.get(emil.game))


def test_below_the_code_it_is_said_that_phones_do_not_reach_it(emil, settings):
    settings.ALLOWED_HOSTS = ["localhost"]
    sent = {"label": "Tisch 7", "hours": "12", "key": "k"}
    page = emil.client.post(f"{emil.game}links/", sent, headers={"host": "localhost"})
    told = page.content.decode()
    assert told.index('class="qr"') < told.index("erreichen «localhost» nicht")


def test_the_code_is_shown_once_and_its_token_is_stored_nowhere(emil):
    token = address(made(emil)).removeprefix("/t/")
    assert len(token) == 43
    again = made(emil)
    assert again["Location"] == f"{emil.game}links/"
    page = emil.text("links/")
    assert "sein QR-Code wird nur einmal gezeigt" in page
    assert token not in page
    assert TableLink.objects.count() == 1
    assert token not in str([vars(row) for row in IdempotencyRecord.objects.all()])
    assert token not in str(vars(TableLink.objects.get()))


def test_the_page_is_not_kept_by_the_browser(emil):
    assert "no-store" in made(emil)["Cache-Control"]


@pytest.mark.parametrize(
    ("hours", "seconds"), [("12", 43_200), ("72", 259_200), ("336", 1_209_600)]
)
def test_a_link_lasts_as_long_as_chosen(emil, hours, seconds):
    made(emil, hours=hours)
    link = TableLink.objects.get()
    assert round((link.expires_at - link.created_at).total_seconds()) == seconds


@pytest.mark.parametrize("hours", ["", "13", "x", "-12", "1e400", "9" * 400])
def test_another_duration_is_refused_in_words_and_the_name_stays(emil, hours):
    response = made(emil, hours=hours, label="Stammtisch")
    assert response.status_code == 422
    assert 'id="hours-error"' in response.content.decode()
    assert 'value="Stammtisch"' in response.content.decode()
    assert not TableLink.objects.exists()


def test_a_name_is_cut_and_cleaned_not_refused(emil):
    made(emil, label="Tisch\x00 \n am   Fenster" + "x" * 100)
    label = TableLink.objects.get().label
    assert label.startswith("Tisch am Fensterx")
    assert len(label) == 80


def test_open_links_are_listed_with_their_phones_and_revoked_with_one_tap(emil):
    came = Client()
    came.post(address(made(emil)), {"seat": "0"})
    assert "1 Telefon" in emil.text("links/")
    link = TableLink.objects.get()
    assert emil.post(f"links/{link.pk}/revoke/").status_code == 302
    assert "Diese Links gelten" not in emil.text("links/")
    assert came.get(emil.game).status_code == 410


def test_one_phone_is_signed_off_by_itself_and_may_come_again(emil, table):
    card = address(made(emil))
    lost, kept = Client(), Client()
    lost.post(card, {"seat": "0"})
    kept.post(card, {"seat": "1"})
    link, phone = TableLink.objects.get(), Device.objects.get(seat=0)
    club = f"/clubs/{table.house.club.slug}/links/"
    revoke = f"{club}{link.pk}/phones/{phone.pk}/revoke/"
    for page in (f"{emil.game}links/", club):
        assert revoke in emil.client.get(page).content.decode()
    assert emil.client.post(revoke)["Location"] == f"{emil.game}links/"
    assert "1 Telefon" in emil.text("links/")
    told = lost.get(emil.game)
    assert told.status_code == 410
    assert "Dieses Telefon ist vom Tisch abgemeldet." in told.content.decode()
    assert kept.get(emil.game).status_code == 200
    assert lost.post(card, {"seat": "0"}).status_code == 302
    assert lost.get(emil.game).status_code == 200


@pytest.mark.parametrize("role", ["scribe", "director", "admin"])
def test_offices_find_the_links_on_the_page_of_the_game(table, role):
    assert (
        f"/games/{table.game.pk}/links/" in browser(table, None, role=role).get().content.decode()
    )


@pytest.mark.parametrize("role", ["member", "referee"])
def test_others_neither_find_nor_make_nor_revoke_links(table, emil, role):
    made(emil)
    link = TableLink.objects.get()
    other = browser(table, None, role=role)
    assert "links/" not in other.get().content.decode()
    assert other.get("links/").status_code == 403
    assert made(other, key="o").status_code == 403
    assert other.post(f"links/{link.pk}/revoke/").status_code == 403
    link.refresh_from_db()
    assert (link.revoked_at, TableLink.objects.count()) == (None, 1)


def test_another_clubs_scribe_sees_nothing(table, emil):
    made(emil)
    stranger = browser(table_of("schieber-1000"), None, role="admin")
    assert stranger.client.get(f"{emil.game}links/").status_code == 404
    revoke = f"{emil.game}links/{TableLink.objects.filter(label='Tisch 7').get().pk}/revoke/"
    assert stranger.client.post(revoke).status_code == 404


def test_links_are_made_by_the_own_form_only(table, emil):
    forged = Client(enforce_csrf_checks=True)
    forged.cookies = emil.client.cookies
    assert forged.post(f"{emil.game}links/", {"hours": "12", "key": "k"}).status_code == 403
    proof = hidden(forged.get(f"{emil.game}links/").content.decode(), "csrfmiddlewaretoken")
    fields = {"label": "", "hours": "12", "key": "k", "csrfmiddlewaretoken": proof}
    assert forged.post(f"{emil.game}links/", fields).status_code == 201
    assert TableLink.objects.get().label == "Tisch"


def test_the_office_speaks_every_language_and_prints_without_scripts_in_the_page(emil):
    for language in [code for code, _name in settings.LANGUAGES]:
        emil.client.cookies["django_language"] = language
        for response in (emil.get("links/"), made(emil, key=language)):
            html = response.content.decode()
            assert f'<html lang="{"de-CH" if language == "de" else language}"' in html
            assert not re.search(r"<style\b|\sstyle=|\son[a-z]+=|javascript:", html)
            assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", html))
