"""What offices do on the page of a game: take penalties back, close with one tap."""

import pytest
from django.conf import settings

from scoring.claims.agreement import contest_hand
from scoring.claims.models import Penalty
from tests.scoring.table import schieber
from tests.scoring.web_table import browser, table_of, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return table_of("schieber-1000")


@pytest.fixture
def emil(table):
    return browser(table, None, role="director")


@pytest.fixture
def penalty(table, emil):
    emil.post("penalties/", seat="1", points="20", reason="Karte gezeigt", key="p")
    return Penalty.objects.get()


def test_penalty_points_are_taken_back_and_stay_readable(table, emil, penalty):
    for _ in range(2):
        answer = emil.post(f"penalties/{penalty.pk}/cancel/", reason="Es war ein Irrtum", key="b")
        assert answer.status_code == 302
    penalty.refresh_from_db()
    assert penalty.cancel_reason == "Es war ein Irrtum"
    page = emil.text()
    assert "Beat: 20 – Karte gezeigt · zurückgenommen: Es war ein Irrtum" in page
    assert "Strafpunkte zurücknehmen" not in page


def test_what_a_penalty_costs_stands_where_it_is_written(table, emil):
    assert "Busse" not in emil.text()
    table.house.club.money = {"fine": 200, "point": 10}
    table.house.club.save()
    assert "Busse: Für jede Strafe 2.00 Dazu für jeden Strafpunkt 0.10" in emil.text()


def test_without_a_reason_they_stay(emil, penalty):
    response = emil.post(f"penalties/{penalty.pk}/cancel/", reason="  ", key="b")
    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()
    penalty.refresh_from_db()
    assert penalty.cancelled_at is None


def test_only_who_may_judge_takes_them_back(table, penalty):
    anna = browser(table, 0)
    assert "zurücknehmen" not in anna.text()
    assert anna.post(f"penalties/{penalty.pk}/cancel/", reason="x", key="b").status_code == 403
    penalty.refresh_from_db()
    assert penalty.cancelled_at is None


def test_a_penalty_is_taken_back_at_its_own_table_only(emil, penalty):
    elsewhere = browser(table_of("schieber-1000"), None, role="director")
    response = elsewhere.post(f"penalties/{penalty.pk}/cancel/", reason="x", key="b")
    assert response.status_code == 404
    penalty.refresh_from_db()
    assert penalty.cancelled_at is None


def test_the_desk_closes_a_game_with_one_tap(table, emil):
    table.write(1, schieber(97))
    assert "Büro: Partie abschliessen" in emil.text()
    for _ in range(2):
        assert emil.post("close/", key="z").status_code == 302
    table.game.refresh_from_db()
    assert table.game.state == "closed"
    assert table.states(1) == ["confirmed"]
    page = emil.text()
    assert "Die Partie ist abgeschlossen." in page
    assert "Büro: Partie abschliessen" not in page


def test_what_is_undecided_keeps_a_game_open_and_is_said(table, emil):
    table.write(1, schieber(97))
    hand = table.hand(1)
    contest_hand(actor=table.phones[1], hand_id=hand.pk, version=1, reason_code="miscounted")
    response = emil.post("close/", key="z")
    assert response.status_code == 422
    assert "Zuerst muss entschieden werden, was gilt: Spiel 1." in words(response)
    table.game.refresh_from_db()
    assert table.game.state == "open"


def test_who_sits_at_the_table_does_not_close_it_alone(table):
    chloe = browser(table, 2, role="director")
    assert "Büro: Partie abschliessen" not in chloe.text()
    assert chloe.post("close/", key="z").status_code == 403


@pytest.mark.parametrize(
    ("path", "back"),
    [
        ("hands/1/write/", ""),
        ("penalties/", ""),
        ("sign-off/", ""),
        ("close/", ""),
        ("hands/1/versions/1/confirm/", "hands/1/"),
        ("hands/1/versions/1/contest/", "hands/1/"),
    ],
)
def test_who_only_visits_the_address_of_a_form_is_led_to_its_page(emil, path, back):
    assert emil.get(path)["Location"] == emil.game + back
    assert emil.client.put(emil.game + path).status_code == 405


def test_words_that_no_database_keeps_are_cleaned(table, emil):
    emil.post("penalties/", seat="1", points="20", reason="zu\x00 spät\n gekommen", key="p")
    assert Penalty.objects.get().reason == "zu spät gekommen"


def test_the_desk_speaks_every_language(emil, penalty):
    for language, _name in settings.LANGUAGES * 2:
        emil.client.cookies["django_language"] = language
        assert emil.get().status_code == 200
        if language == "en":
            emil.post(f"penalties/{penalty.pk}/cancel/", reason="x", key="b")
