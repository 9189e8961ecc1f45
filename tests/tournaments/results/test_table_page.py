"""The page of a table in the hall: who sits there, the clock, and what can be done."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from jassclub.clubs.models import Device
from jassclub.clubs.services.links import COOKIE
from tests.scoring.web_table import words
from tests.tournaments.halls import hall
from tests.tournaments.phones import came, game_of
from tournaments.core.models import Tournament
from tournaments.results import services as results
from tournaments.results.pages.table_page import beside
from tournaments.rounds.models import Round

pytestmark = pytest.mark.django_db


def test_the_code_lets_a_phone_in_and_leaves_the_address(saal):
    token, client = saal.link(1)[1], Client()
    shown = client.get(f"/t/{token}")
    assert "An diesen Tisch" in words(shown)
    assert not Device.objects.exists(), "looking at the page makes no phone"
    response = client.post(f"/t/{token}")
    assert response["Location"] == f"/tables/{saal.table(1).pk}/"
    assert token not in client.get(response["Location"]).content.decode()
    again = client.get(f"/t/{token}")
    assert (again["Location"], Device.objects.count()) == (response["Location"], 1)


def test_the_page_tells_who_sits_where_and_with_whom(saal):
    phone, names = came(saal), saal.people()
    text = phone.text()
    assert "Tisch 1 · Runde 1 von 2" in text
    for letter, seat in zip("ABCD", range(4), strict=True):
        assert f"{letter} · {names[seat]} mit {names[(seat + 2) % 4]}" in text
    assert "Tippt zuerst auf einen Namen" in text
    assert "Spiele schreiben" not in text


def test_where_everybody_plays_alone_there_are_no_partners():
    found = hall(3, preset="differenzler-4x4", hands=4)
    found.draw.rounds = [{"tables": [[1, 2, 3]], "sitting_out": []}] * 2
    found.call()
    phone = came(found)
    assert "C · Paula" in phone.text()
    assert " mit " not in phone.text()
    assert phone.sit(3).status_code == 422
    assert phone.sit(2).status_code == 302


def test_a_seat_that_has_a_phone_says_so_and_another_one_can_be_taken(saal):
    came(saal, seat=1)
    phone = came(saal, seat=0)
    names = saal.people()
    assert f"B · {names[1]} mit {names[3]} hat schon ein Telefon" in phone.text()
    phone.sit(2)
    assert f"Dieses Telefon spricht für {names[2]}" in phone.text()
    assert f"A · {names[0]} mit {names[2]} hat schon" not in phone.text()


def test_a_seat_that_is_none_is_refused(saal):
    phone = came(saal)
    for seat in ("", "4", "-1", "x", "²", "0\x00"):
        assert phone.sit(seat).status_code == 422, seat
    assert Device.objects.get().seat is None


@pytest.mark.parametrize("passe", ["", "x", "0" * 32])
def test_a_form_that_names_no_passe_is_refused(saal, passe):
    phone = came(saal)
    assert phone.post("seat/", passe=passe, seat=0).status_code == 404
    assert phone.post("hands/", passe=passe).status_code == 404


@pytest.mark.parametrize(
    ("clock", "sentence"),
    [
        ({}, "aufgerufen, noch nicht gestartet"),
        ({"state": "running"}, "läuft"),
        ({"state": "running", "seconds_left": 61}, "Uhr angehalten, noch 2 Minuten"),
        ({"state": "running", "ends_at": timezone.now()}, "Die Zeit ist abgelaufen."),
    ],
)
def test_the_clock_is_told_in_words(saal, clock, sentence):
    Round.objects.update(**clock)
    assert sentence in came(saal).text()


def test_a_clock_that_runs_tells_until_when(saal):
    until = timezone.now() + timedelta(minutes=20)
    Round.objects.update(state="running", ends_at=until)
    assert f"läuft bis {timezone.localtime(until):%H:%M} Uhr" in came(saal).text()


def test_between_rounds_the_page_says_kindly_that_nobody_plays(saal):
    phone = came(saal, seat=0)
    saal.close()
    text = phone.text()
    assert "Gerade läuft keine Runde." in text
    assert not any(name in text for name in ("Nina", "Otto", "Paula"))
    Tournament.objects.update(state="finished", finished_at=timezone.now())
    assert "Danke fürs Mitspielen!" in phone.text()


def test_a_table_that_is_not_needed_in_a_round_says_so(saal):
    phone = came(saal, 2)
    saal.close()
    saal.draw.rounds[1]["tables"] = saal.draw.rounds[1]["tables"][:1]
    saal.call()
    assert "In dieser Runde wird an diesem Tisch nicht gespielt." in phone.text()


def test_where_totals_are_written_no_hands_are_offered():
    found = hall(writing="totals")
    found.call()
    phone = came(found, seat=0)
    assert "Spiele schreiben" not in phone.text()
    assert phone.begin()["Location"] == phone.page
    assert "das Total der Passe" in phone.text()


def test_what_the_desk_typed_first_of_two_is_read_by_no_phone_of_the_table():
    found = hall(writing="totals", double_entry=True)
    found.call()
    phone, sheet = came(found, seat=0), {"lines": [{"points": 413}, {"points": 215}]}
    for counts in (False, True):
        results.type_sheet(actor=found.official("scribe"), passe_id=found.passe(1).pk, data=sheet)
        assert ("413 : 215" in phone.text()) is counts


def test_the_front_door_leads_a_phone_to_its_table(saal):
    phone = came(saal)
    assert phone.client.get("/")["Location"] == phone.page


def test_the_game_leads_back_to_the_table(saal):
    phone = came(saal, seat=0)
    page = phone.client.get(game_of(phone.begin())).content.decode()
    assert f'<a href="{phone.page}" aria-label="Zum Tisch"' in page


def test_a_phone_leaves_the_table(saal):
    phone = came(saal, seat=0)
    assert "vom Tisch abgemeldet" in words(phone.post("leave/"))
    assert phone.client.cookies[COOKIE].value == ""
    assert phone.client.get(phone.page)["Location"].startswith("/login/")
    assert Device.objects.get().seat is None


def test_points_of_boards_are_read_in_groups():
    sheet = {"lines": [{"matsches": 0, "exact": None}], "hands": 2, "boards": [[1884, 0], None]}
    assert beside(sheet, hands=2) == ["1’884:0", "–"]
