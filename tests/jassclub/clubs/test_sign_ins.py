"""The log of sign-ins: for the person himself, 90 days long."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from jassclub.clubs.services import accounts
from jassclub.clubs.sign_ins import SignIn
from jassclub.clubs.tasks import forget_old_sign_ins
from tests.cast import PASSWORD, Caller, Person, person
from tests.signed_in import signed_in

pytestmark = pytest.mark.django_db

FIREFOX = "Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0"
SAFARI = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1"
)


def log_in(name: str, *, agent: str = FIREFOX, at: str = "203.0.113.5") -> Client:
    browser = Client(REMOTE_ADDR=at, headers={"User-Agent": agent})
    browser.post("/login/", {"username": name, "password": PASSWORD})
    return browser


def test_a_sign_in_is_written_down_roughly_and_shown_to_the_person(anna: Person) -> None:
    page = log_in("anna").get("/me/").content.decode()
    row = SignIn.objects.get()
    assert (row.user, row.network, row.device) == (anna.user, "203.0.113.0/24", "Firefox · Android")
    assert "Firefox · Android" in page
    assert "203.0.113.0/24" in page
    assert "203.0.113.5" not in page


@pytest.mark.parametrize(
    ("agent", "device"),
    [
        (SAFARI, "Safari · iPhone"),
        ("python-requests/2.32 x", "python-requests/2.32"),
        ("", ""),
        ("x" * 99, "x" * 40),
    ],
)
def test_a_device_is_told_by_its_browser_or_program(anna: Person, agent: str, device: str) -> None:
    log_in("anna", agent=agent)
    assert SignIn.objects.get().device == device


def test_of_a_long_address_less_is_kept(anna: Person) -> None:
    log_in("anna", at="2001:db8:aaaa:bbbb::1")
    assert SignIn.objects.get().network == "2001:db8:aaaa::/48"


def test_each_way_in_is_written_down(anna: Person, emma: Person) -> None:
    wish = {"username": "anna", "password": PASSWORD}
    Caller().post("auth/login", wish, key="")
    Caller().post("auth/login", {**wish, "token_label": "Skript"}, key="")
    assert anna.player is not None
    _link, token = accounts.offer_reset(
        actor=emma.actor, club_id=anna.player.club_id, user_id=anna.user.pk
    )
    Client().post(f"/i/{token}", {"password": "Schellen-Ober-9"})
    assert SignIn.objects.filter(user=anna.user).count() == 3


def test_a_wrong_password_is_no_sign_in(anna: Person) -> None:
    Client().post("/login/", {"username": "anna", "password": "falsch"})
    assert not SignIn.objects.exists()


def test_nobody_sees_those_of_others(anna: Person, beat: Person) -> None:
    log_in("anna")
    assert "Firefox · Android" not in signed_in(beat.user).get("/me/").content.decode()


def test_they_are_taken_along(anna: Person) -> None:
    file = json.loads(log_in("anna").get("/me/data.json").content)
    (row,) = file["account"]["sign_ins"]
    assert (row["network"], row["device"]) == ("203.0.113.0/24", "Firefox · Android")


def test_they_go_with_the_account() -> None:
    gone = person("Gabi")
    log_in("gabi")
    gone.user.delete()
    assert not SignIn.objects.exists()


def test_they_are_forgotten_after_ninety_days(anna: Person) -> None:
    log_in("anna")
    log_in("anna")
    old = SignIn.objects.order_by("at").first()
    assert old is not None
    SignIn.objects.filter(pk=old.pk).update(at=timezone.now() - timedelta(days=91))
    assert forget_old_sign_ins() == 1
    assert forget_old_sign_ins() == 0
    assert SignIn.objects.count() == 1
