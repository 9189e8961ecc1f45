"""Photos of the paper sheet: who keeps, sees and deletes them, and that they go with a person."""

from base64 import b64decode

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from jassclub.clubs import personal_data
from jassclub.clubs.naming import Naming
from scoring.photos.models import SheetPhoto
from tests.jassclub.home.loose_slate import slate
from tests.scoring.photos.test_pictures import encoded
from tests.scoring.web_table import browser, table_of, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return table_of("schieber-1000")


@pytest.fixture
def anna(table):
    return browser(table, 0)


def send(reader, content=None, *, key="p"):
    file = SimpleUploadedFile("IMG_1.jpg", encoded("JPEG") if content is None else content)
    return reader.client.post(f"{reader.game}photos/", {"photo": file, "key": key})


def test_a_photo_is_kept_once_and_shown_to_who_sees_the_game(table, anna):
    for _ in range(2):
        assert send(anna)["Location"] == f"{anna.game}photos/"
    photo = SheetPhoto.objects.get()
    assert "Das Foto ist aufbewahrt." in anna.text("photos/")
    picture = anna.get(f"photos/{photo.pk}.jpg")
    assert picture["Content-Type"] == "image/jpeg"
    assert picture["X-Content-Type-Options"] == "nosniff"
    assert "no-store" in picture["Cache-Control"]
    assert picture.content == bytes(photo.picture)


def test_who_only_looks_on_keeps_none_and_strangers_do_not_know_of_it(table, anna):
    send(anna)
    photo = SheetPhoto.objects.get()
    member = browser(table, None)
    assert member.get(f"photos/{photo.pk}.jpg").status_code == 200
    assert "Foto aufbewahren" not in member.text("photos/")
    assert send(member).status_code == 403
    stranger = browser(table_of("schieber-1000"), 0)
    for path in ("photos/", f"photos/{photo.pk}.jpg"):
        assert stranger.client.get(anna.game + path).status_code == 404
    elsewhere = f"{stranger.game}photos/{photo.pk}.jpg"
    assert stranger.client.get(elsewhere).status_code == 404, "not by the way of another game"


@pytest.mark.parametrize("content", [b"", b"kein Bild"])
def test_what_is_no_photo_comes_back_with_words(anna, content):
    response = send(anna, content)
    assert response.status_code == 422
    assert "Bild" in words(response)
    assert not SheetPhoto.objects.exists()


def test_without_a_file_it_asks_for_one(anna):
    response = anna.post("photos/", key="p")
    assert "Wähle zuerst ein Foto." in words(response)


def test_four_are_enough(anna):
    for number in range(4):
        send(anna, key=f"p{number}")
    assert "Foto aufbewahren" not in anna.text("photos/")
    assert send(anna, key="q").status_code == 409
    assert SheetPhoto.objects.count() == 4


def test_a_new_phone_for_each_photo_does_not_evade_the_count():
    cache.clear()
    sent = []
    for _ in range(13):
        phone = Client()
        photo = SimpleUploadedFile("a.jpg", b"no picture")
        game = slate(phone)
        sent.append(phone.post(f"/games/{game.pk}/photos/", {"photo": photo, "key": "p"}))
    assert [answer.status_code for answer in sent] == [422] * 12 + [429]


def test_who_took_it_and_the_direction_delete_it_for_good(table, anna):
    send(anna)
    photo = SheetPhoto.objects.get()
    beat, emil = browser(table, 1), browser(table, None, role="director")
    assert beat.post(f"photos/{photo.pk}/remove/", key="r").status_code == 403
    assert emil.post(f"photos/{photo.pk}/remove/", key="r").status_code == 302
    assert not SheetPhoto.objects.exists()
    assert "Das Foto ist gelöscht." in emil.text("photos/")


def test_they_are_in_the_file_of_a_person_and_go_with_him(table, anna):
    send(anna)
    chloe, elena = (personal_data.whose(table.house.people[at]) for at in (2, 4))
    held = personal_data.export(chloe)["photos"]
    photo = SheetPhoto.objects.get()
    assert [row["address"] for row in held] == [f"{anna.game}photos/{photo.pk}.jpg"]
    assert personal_data.export(elena)["photos"] == []
    personal_data.anonymise(elena, Naming({"Elena"}, neutral="X"))
    assert SheetPhoto.objects.exists()
    personal_data.anonymise(chloe, Naming({"Chlöe"}, neutral="X"))
    assert not SheetPhoto.objects.exists()


def test_programs_read_them_where_they_see_the_game(table, anna):
    send(anna)
    kept = SheetPhoto.objects.get()
    there = f"/api/v1/games/{table.game.pk}/photos"
    (told,) = anna.client.get(there).json()["results"]
    assert (told["id"], told["width"], "picture" in told) == (str(kept.pk), kept.width, False)
    whole = anna.client.get(f"{there}/{kept.pk}").json()
    assert b64decode(whole["picture"]) == bytes(kept.picture)
    stranger = browser(table_of("schieber-1000"), 1)
    for path in (there, f"{there}/{kept.pk}"):
        assert stranger.client.get(path).status_code == 404
