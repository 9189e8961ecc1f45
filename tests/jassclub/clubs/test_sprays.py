"""Guesses spread over names or addresses are slowed down; nobody else is, and no hall."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from rest_framework.throttling import SimpleRateThrottle

from jassclub.clubs.sprays import Guesses
from tests.cast import PASSWORD, Caller, Person, person, problem

pytestmark = pytest.mark.django_db

GUESS = "Sommer-in-Luzern"


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A handful stands for the many."""
    for scope, rate in {"guessed_names": "6/hour", "guessed_passwords": "4/hour"}.items():
        monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, scope, rate)


def log_in(name: str, password: str, *, at: str) -> Any:
    caller = Caller()
    caller.client.defaults["REMOTE_ADDR"] = at
    return caller.post("auth/login", {"username": name, "password": password}, key="")


def spray(password: str = GUESS) -> None:
    """One password, each time at another name from another address."""
    for number in range(4):
        assert log_in(f"name{number}", password, at=f"192.0.{number}.9").status_code == 401


def crowd(name: str = "anna") -> None:
    """Many addresses, each with another password for one name."""
    for number in range(6):
        assert log_in(name, f"{GUESS}{number}", at=f"192.0.{number}.9").status_code == 401


def test_one_password_at_many_names_is_slowed_for_every_further_name(anna: Person) -> None:
    spray()
    refused = log_in("anna", GUESS, at="203.0.113.5")
    problem(refused, 429, "login_slowed")
    assert refused["RateLimit"] == '"login_slowed";r=0;t=3600'
    assert log_in("anna", PASSWORD, at="203.0.113.5").status_code == 200


def test_the_right_password_that_is_being_sprayed_does_not_open_either(club: Any) -> None:
    guessed = person("Gabi")
    guessed.user.set_password(GUESS)
    guessed.user.save()
    spray()
    refused = problem(log_in("gabi", GUESS, at="203.0.113.5"), 429, "login_slowed")
    assert "Link des Vorstands" in refused["detail"]


def test_many_addresses_at_one_name_are_slowed_and_pages_say_it_too(anna: Person) -> None:
    crowd()
    problem(log_in("anna", PASSWORD, at="203.0.113.5"), 429, "login_slowed")
    form = {"username": "anna", "password": PASSWORD}
    page = Client(REMOTE_ADDR="203.0.113.5").post("/login/", form)
    assert page.status_code == 429
    assert "von vielen Orten aus versucht" in page.content.decode()


def test_who_signed_in_from_there_before_goes_on(anna: Person) -> None:
    assert log_in("anna", PASSWORD, at="203.0.113.5").status_code == 200
    crowd()
    assert log_in("anna", PASSWORD, at="203.0.113.77").status_code == 200
    problem(log_in("anna", PASSWORD, at="198.51.100.7"), 429, "login_slowed")


def test_the_others_in_the_hall_go_on_whoever_guesses_in_it(anna: Person, beat: Person) -> None:
    for number in range(10):
        log_in(f"name{number}", f"{GUESS}{number}", at="203.0.113.5")
    crowd()
    assert log_in("beat", PASSWORD, at="203.0.113.5").status_code == 200


def test_a_name_that_nobody_has_is_slowed_alike(club: Any) -> None:
    crowd("niemand")
    problem(log_in("niemand", PASSWORD, at="203.0.113.5"), 429, "login_slowed")


def test_the_right_password_is_not_counted(anna: Person) -> None:
    for number in range(8):
        assert log_in("anna", PASSWORD, at=f"192.0.{number}.9").status_code == 200


def test_neither_names_nor_passwords_stand_in_the_cache(anna: Person) -> None:
    spray()
    key = Guesses("guessed_passwords", GUESS).get_cache_key(None, None)
    assert len(cache.get(key)) == 4
    assert GUESS not in key
