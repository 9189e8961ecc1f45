"""Passwords: long or of two words, and nothing that a guesser tries first."""

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.test import Client

from jassclub.clubs import demo_logins as demo
from jassclub.clubs.services import accounts
from jassclub.clubs.services.clubs import new_founder
from jassclub.core.errors import DomainError
from tests.cast import PASSWORD

pytestmark = pytest.mark.django_db


def code_of(password: str) -> str:
    with pytest.raises(ValidationError) as refused:
        validate_password(password)
    return str(refused.value.error_list[0].code)


@pytest.mark.parametrize(
    "password", ["kx7#qLw92!vT", "roter Buur", "drei-woerter-genuegen", PASSWORD, demo.PASSWORD]
)
def test_twelve_signs_or_two_words_are_a_password(club, password):
    validate_password(password)


@pytest.mark.parametrize("password", ["kx7#qLw92!v", "Schellenass", "Buur Buur", "ab cd ef"])
def test_shorter_and_of_one_word_is_none(club, password):
    assert code_of(password) == "password_too_short"


@pytest.mark.parametrize(
    "password",
    ["password1234", "Passwort-2026!", "hallo passwort", "jassclub jassen", "aaaaaaaaaaaaa",
     "Differenzler 2026", "qwertzuiopas", "asdfghjkl yxcvbnm", "Poiuztrewq-12"],
)  # fmt: skip
def test_what_everybody_tries_first_is_none(club, password):
    assert code_of(password) == "password_too_common"


@pytest.mark.parametrize("password", ["Jassclub Rosenau", "rosenau-jassclub-2026", "Rosenau123456"])
def test_the_name_of_the_club_is_none(club, password):
    assert code_of(password) == "password_club_name"


def test_who_founds_a_club_does_not_take_its_name():
    with pytest.raises(DomainError) as refused:
        new_founder(
            name="Jassfreunde Bärenmoos", username="vreni", password="Bärenmoos-2026",
            repeated="Bärenmoos-2026",
        )  # fmt: skip
    assert [detail.code for detail in refused.value.details] == ["password_club_name"]


def test_a_new_password_by_a_link_is_asked_the_same(club, emma, anna):
    _invitation, token = accounts.offer_reset(
        actor=emma.actor, club_id=club.pk, user_id=anna.user.pk
    )
    answer = Client().post(f"/i/{token}", {"password": "Rosenau123456"})
    assert answer.status_code == 422
    assert "Name eines Clubs" in answer.content.decode()


def test_the_api_asks_the_same(anna):
    data = {"old_password": PASSWORD, "password": "password1234"}
    assert anna.api.post("auth/password", data, key="").status_code == 422
