"""Who guesses passwords is shut out; the person whose name it is goes on from elsewhere."""

from datetime import timedelta
from typing import Any

import pytest
from axes.models import AccessAttempt
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from jassclub.clubs.lockout import address_of
from jassclub.clubs.services import accounts
from jassclub.clubs.throttling import SlateThrottle
from tests.cast import PASSWORD, Caller, Person, problem

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unslowed")]

HERE, ELSEWHERE = "203.0.113.5", "198.51.100.7"
LIMIT = settings.AXES_FAILURE_LIMIT


def by_api(name: str, password: str, *, at: str = HERE) -> Any:
    caller = Caller()
    caller.client.defaults["REMOTE_ADDR"] = at
    return caller.post("auth/login", {"username": name, "password": password}, key="")


def by_page(name: str, password: str, *, at: str = HERE) -> Any:
    return Client(REMOTE_ADDR=at).post("/login/", {"username": name, "password": password})


def guess(times: int = LIMIT, *, at: str = HERE) -> None:
    for number in range(times):
        by_api("anna", f"falsch{number}", at=at)


def test_after_some_wrong_passwords_the_right_one_is_refused_too(anna: Person) -> None:
    guess(LIMIT - 1)
    last = by_api("anna", "nochmals falsch")
    assert last.status_code == 429
    refused = by_api("anna", PASSWORD)
    assert "Viertelstunde" in problem(refused, 429, "login_locked")["detail"]
    told = [refused[name] for name in ("Retry-After", "RateLimit", "RateLimit-Policy")]
    assert told == ["900", '"login_locked";r=0;t=900', f'"login_locked";q={LIMIT};w=900']


def test_page_and_api_count_together_and_both_say_it(anna: Person) -> None:
    for number in range(LIMIT - 1):
        assert by_page("anna", f"falsch{number}").status_code == 422
    problem(by_api("anna", "falsch"), 429, "login_locked")
    answer = by_page("anna", PASSWORD)
    assert answer.status_code == 429
    assert "Viertelstunde" in answer.content.decode()
    assert "<form" in answer.content.decode()
    assert "_auth_user_id" not in answer.client.session


def test_a_guesser_keeps_nobody_out_who_comes_from_elsewhere(anna: Person) -> None:
    guess()
    assert by_api("anna", PASSWORD, at=ELSEWHERE).status_code == 200
    assert by_page("anna", PASSWORD, at=ELSEWHERE).status_code == 302


def test_the_others_in_the_hall_behind_the_same_address_log_in(anna: Person, beat: Person) -> None:
    guess()
    assert by_api("beat", PASSWORD).status_code == 200


def test_a_name_that_does_not_exist_is_shut_out_alike(db: None) -> None:
    for number in range(LIMIT - 1):
        problem(by_api("niemand", f"falsch{number}"), 401, "login_failed")
    problem(by_api("niemand", "falsch"), 429, "login_locked")


def test_the_right_password_in_time_wipes_the_slate(anna: Person) -> None:
    guess(LIMIT - 1)
    assert by_page("anna", PASSWORD).status_code == 302
    guess(LIMIT - 1)
    assert by_api("anna", PASSWORD).status_code == 200


def test_after_a_quarter_of_an_hour_it_goes_on(anna: Person) -> None:
    guess()
    earlier = timezone.now() - timedelta(minutes=16)
    AccessAttempt.objects.update(attempt_time=earlier)
    assert by_api("anna", PASSWORD).status_code == 200
    assert not AccessAttempt.objects.exists()


def test_waiting_is_not_prolonged_by_trying_again(anna: Person) -> None:
    guess()
    before = AccessAttempt.objects.get().attempt_time
    by_api("anna", PASSWORD)
    assert AccessAttempt.objects.get().attempt_time == before


def test_a_link_for_a_new_password_opens_the_door_at_once(anna: Person, emma: Person) -> None:
    guess()
    assert anna.player is not None
    _link, token = accounts.offer_reset(
        actor=emma.actor, club_id=anna.player.club_id, user_id=anna.user.pk
    )
    client = Client(REMOTE_ADDR=HERE)
    assert client.post(f"/i/{token}", {"password": "Schellen-Ober-9"}).status_code == 302
    assert by_page("anna", "Schellen-Ober-9").status_code == 302


def test_the_operator_opens_the_door(anna: Person) -> None:
    guess()
    call_command("axes_reset_username", "anna", verbosity=0)
    assert by_api("anna", PASSWORD).status_code == 200


def test_what_is_kept_of_an_attempt_holds_no_secret(anna: Person) -> None:
    by_page("anna", "mein-falsches-Passwort")
    kept = str(vars(AccessAttempt.objects.get()))
    assert "mein-falsches" not in kept


@pytest.mark.parametrize(
    ("proxies", "told", "seen"),
    [
        (0, "198.51.100.7", HERE),
        (1, "10.9.9.9, 198.51.100.7", ELSEWHERE),
        (1, "", HERE),
        (1, "unsinn", None),
    ],
)
def test_nobody_chooses_the_address_that_he_is_counted_under(
    rf: Any, monkeypatch: pytest.MonkeyPatch, proxies: int, told: str, seen: str | None
) -> None:
    """Without a proxy the header is anybody's word; behind one only its own addition counts."""
    from rest_framework.settings import api_settings

    monkeypatch.setattr(api_settings, "NUM_PROXIES", proxies)
    extra = {"HTTP_X_FORWARDED_FOR": told} if told else {}
    assert address_of(rf.get("/", REMOTE_ADDR=HERE, **extra)) == seen


@pytest.mark.parametrize(
    ("proxies", "senders", "counts"),
    [
        (0, ["198.51.100.7", "198.51.100.8", "10.0.0.1, 198.51.100.9"], 1),
        (1, ["10.0.0.1, 198.51.100.7", "10.0.0.2, 198.51.100.7"], 1),
        (1, ["198.51.100.7", "198.51.100.8"], 2),
        (1, ["2001:db8::1", "[2001:db8::2]", "2001:db8:0:0:ffff::"], 1),
        (1, ["2001:db8:0:1::1", "2001:db8:0:2::1"], 2),
        (1, ["::ffff:198.51.100.7", "::ffff:198.51.100.8"], 2),
    ],
)
def test_a_throttle_counts_by_the_address_that_cannot_be_made_up(
    rf: Any, monkeypatch: pytest.MonkeyPatch, proxies: int, senders: list[str], counts: int
) -> None:
    """Of IPv6 whoever has one address has its whole network of 64 bits."""
    from rest_framework.settings import api_settings

    monkeypatch.setattr(api_settings, "NUM_PROXIES", proxies)
    sent = [rf.get("/", REMOTE_ADDR=HERE, HTTP_X_FORWARDED_FOR=told) for told in senders]
    assert len({SlateThrottle().get_cache_key(one, None) for one in sent}) == counts


def test_no_proxy_is_believed_unless_one_is_named() -> None:
    assert settings.REST_FRAMEWORK["NUM_PROXIES"] == 0
