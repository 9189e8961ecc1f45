"""Pages travel compressed, answers of the API as they are."""

import gzip

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db
ASKED = {"Accept-Encoding": "gzip"}


def test_a_page_travels_compressed_to_who_can_read_it():
    plain, short = Client().get("/login/"), Client().get("/login/", headers=ASKED)
    assert short["Content-Encoding"] == "gzip"
    assert len(short.content) < len(plain.content) / 2
    assert b"<!doctype html>" in gzip.decompress(short.content)
    assert "Content-Encoding" not in plain
    assert "Accept-Encoding" in short["Vary"]


def test_an_answer_of_the_api_keeps_the_etag_that_is_sent_back(anna, season):
    anna.api.client.defaults["HTTP_ACCEPT_ENCODING"] = "gzip"
    answer = anna.api.get(f"seasons/{season.pk}")
    assert answer.status_code == 200
    assert "Content-Encoding" not in answer
    assert answer["ETag"].startswith('"')
