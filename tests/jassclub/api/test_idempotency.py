"""The same POST twice is done once."""

from datetime import timedelta

import pytest
from django.utils import timezone

from jassclub.api import preconditions
from jassclub.api.models import IdempotencyRecord
from jassclub.clubs.models import Club
from tests.cast import Caller, problem

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.jassclub.probes")]

STORE = "/api/probes/store"
ROSENAU = {"name": "Rosenau", "slug": "rosenau"}


@pytest.fixture
def api() -> Caller:
    return Caller()


def test_a_repeated_request_gets_the_stored_answer(api):
    first, second = (api.post(STORE, ROSENAU, key="k1") for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert second["Idempotent-Replayed"] == "true"
    assert "Idempotent-Replayed" not in first
    assert second["Location"] == first["Location"]
    assert second["Content-Type"] == first["Content-Type"] == "application/json"
    assert Club.objects.count() == 1


def test_a_secret_is_shown_once_and_never_stored(api):
    first, second = (api.post(STORE, ROSENAU, key="k1") for _ in range(2))
    assert first.json() == {"name": "Rosenau", "token": "geheim"}
    assert second.json() == {"name": "Rosenau", "token": None}
    assert "geheim" not in IdempotencyRecord.objects.get().body


def test_another_body_under_the_same_key_is_refused(api):
    api.post(STORE, ROSENAU, key="k1")
    problem(api.post(STORE, {**ROSENAU, "slug": "b"}, key="k1"), 422, "idempotency_key_reused")
    assert Club.objects.count() == 1


def test_another_address_under_the_same_key_is_refused(api):
    api.post(STORE, ROSENAU, key="k1")
    problem(api.post(f"{STORE}-again", ROSENAU, key="k1"), 422, "idempotency_key_reused")


def test_the_keys_of_two_actors_do_not_meet():
    anna, beat = Caller(), Caller()
    beat.headers = {"X-Actor": "user:2"}
    assert anna.post(STORE, ROSENAU, key="k1").status_code == 201
    assert beat.post(STORE, {"name": "B", "slug": "b"}, key="k1").status_code == 201


def test_without_a_key_nothing_is_stored(api):
    problem(api.post(STORE, ROSENAU, key=""), 400, "idempotency_key_missing")
    assert not Club.objects.exists()


@pytest.mark.parametrize("key", ["x" * 256, "Schlüssel", "a\tb"])
def test_a_key_is_printable_and_at_most_255_characters(api, key):
    problem(api.post(STORE, ROSENAU, key=key), 400, "idempotency_key_invalid")


def test_the_longest_key_works(api):
    assert api.post(STORE, ROSENAU, key="x" * 255).status_code == 201


def test_a_pure_question_needs_no_key(api):
    assert api.post("/api/probes/question", {"a": 1}, key="").json() == {"asked": {"a": 1}}


def test_a_refused_request_may_use_its_key_again(api):
    problem(api.post(STORE, {"name": "Rosenau"}, key="k1"), 400, "malformed")
    assert not IdempotencyRecord.objects.exists()
    assert api.post(STORE, ROSENAU, key="k1").status_code == 201


def test_a_raised_refusal_takes_back_what_was_stored(api):
    data = {"name": "raise", "slug": "a"}
    problem(api.post("/api/probes/contested", data), 409, "contested")
    assert not Club.objects.exists()
    assert not IdempotencyRecord.objects.exists()


def test_a_returned_refusal_keeps_what_was_stored_and_is_replayed(api):
    data = {"name": "return", "slug": "a"}
    first, second = (api.post("/api/probes/contested", data, key="k") for _ in range(2))
    assert problem(first, 409, "contested")["versions"] == [1, 2]
    assert problem(second, 409, "contested") == first.json()
    assert second["Idempotent-Replayed"] == "true"
    assert Club.objects.count() == 1


def test_old_answers_are_forgotten_and_young_ones_kept(api):
    for slug in ("old", "young"):
        api.post(STORE, {"name": slug, "slug": slug}, key=slug)
    now = timezone.now()
    IdempotencyRecord.objects.filter(key="old").update(created_at=now - timedelta(days=3))
    assert preconditions.purge(before=now - timedelta(days=2)) == 1
    assert [record.key for record in IdempotencyRecord.objects.all()] == ["young"]
