"""A phone is rung without content, by a house that says who it is; who is gone is forgotten."""

import json
import subprocess
from base64 import urlsafe_b64decode

import pytest
from django.utils import timezone

from jassclub import checks
from jassclub.clubs.models import User
from jassclub.core.errors import Invalid
from jassclub.webhooks import push
from jassclub.webhooks.models import PushSubscription

pytestmark = pytest.mark.django_db


@pytest.fixture
def rosa() -> User:
    return User.objects.create_user("rosa-klingelt")


def raw(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def der(signature: bytes) -> bytes:
    """Two numbers as `openssl` reads them."""
    parts = [int.from_bytes(signature[at : at + 32], "big") for at in (0, 32)]
    said = b"".join(
        bytes([2, len(part)]) + part
        for part in (number.to_bytes(number.bit_length() // 8 + 1, "big") for number in parts)
    )
    return bytes([48, len(said)]) + said


def test_what_is_sent_is_empty_and_signed_with_the_key_of_the_house(
    rings, rosa, receiver, tmp_path
) -> None:
    push.subscribe(user_id=rosa.pk, endpoint=receiver.url)
    assert push.ring([rosa.pk], now=timezone.now()) == 1
    (call,) = receiver.calls
    assert call.body == b""
    assert (call.headers["urgency"], call.headers["ttl"]) == ("high", "120")
    kind, token, public = call.headers["authorization"].replace(",", "").split()
    assert (kind, public) == ("vapid", f"k={push.public_key()}")
    head, claims, signature = token.removeprefix("t=").split(".")
    assert json.loads(raw(head)) == {"typ": "JWT", "alg": "ES256"}
    told = json.loads(raw(claims))
    assert (told["aud"], told["sub"]) == (
        f"http://127.0.0.1:{receiver.port}",
        "mailto:betrieb@example.org",
    )
    assert 0 < told["exp"] - timezone.now().timestamp() < 24 * 60 * 60
    assert len(raw(push.public_key())) == 65
    (tmp_path / "signature").write_bytes(der(raw(signature)))
    (tmp_path / "public.pem").write_bytes(
        subprocess.run(
            ("openssl", "pkey", "-in", str(rings), "-pubout"), check=True, capture_output=True
        ).stdout
    )
    words = ("openssl", "dgst", "-sha256", "-verify", str(tmp_path / "public.pem"),
             "-signature", str(tmp_path / "signature"))  # fmt: skip
    signed = f"{head}.{claims}".encode()
    done = subprocess.run(words, input=signed, capture_output=True, check=True)
    assert done.stdout.strip() == b"Verified OK"


@pytest.mark.parametrize("first", [1, 127, 128, 255])
def test_numbers_of_every_length_become_thirty_two_bytes(first) -> None:
    signature = bytes([first]) + bytes(30) + b"\x07" + bytes(31) + b"\x09"
    assert push._plain(der(signature)) == signature


@pytest.mark.usefixtures("rings")
@pytest.mark.parametrize(("code", "left", "rung"), [
    (201, 1, 1), (404, 0, 0), (410, 0, 0), (429, 1, 0), (500, 1, 0),
])  # fmt: skip
def test_who_is_gone_is_forgotten_others_are_tried_again(rosa, receiver, code, left, rung) -> None:
    push.subscribe(user_id=rosa.pk, endpoint=receiver.url)
    receiver.refuse(code)
    assert push.ring([rosa.pk], now=timezone.now()) == rung
    assert PushSubscription.objects.count() == left


def test_without_a_key_nothing_is_offered_and_nobody_rung(settings, rosa, receiver) -> None:
    settings.PUSH_KEY = ""
    push.subscribe(user_id=rosa.pk, endpoint=receiver.url)
    assert push.public_key() == ""
    assert push.ring([rosa.pk], now=timezone.now()) == 0
    assert receiver.calls == []


@pytest.mark.parametrize("fault", [
    FileNotFoundError("openssl"), PermissionError("push.pem"),
    subprocess.TimeoutExpired("openssl", push.SIGNING), subprocess.CalledProcessError(1, "openssl"),
])  # fmt: skip
def test_a_key_that_cannot_be_read_is_logged_and_none(settings, monkeypatch, caplog, fault) -> None:
    def broken(*_words: str) -> bytes:
        raise fault

    settings.PUSH_KEY = f"{type(fault).__name__}.pem"
    monkeypatch.setattr(push, "_openssl", broken)
    assert push.public_key() == ""
    assert push.ring([], now=timezone.now()) == 0
    assert "PUSH_KEY could not be read" in caplog.text


def test_a_browser_rings_for_the_last_person_who_subscribed(rosa, receiver) -> None:
    other = User.objects.create_user("jemand-anders")
    for user in (rosa, other):
        push.subscribe(user_id=user.pk, endpoint=receiver.url)
    assert PushSubscription.objects.get().user == other
    push.unsubscribe(user_id=rosa.pk)
    assert PushSubscription.objects.count() == 1
    push.unsubscribe(user_id=other.pk)
    assert not PushSubscription.objects.exists()


def test_the_oldest_of_too_many_phones_makes_room(rosa) -> None:
    for number in range(push.MOST_PHONES + 1):
        push.subscribe(user_id=rosa.pk, endpoint=f"https://push.example.org/{number}")
    kept = set(PushSubscription.objects.values_list("endpoint", flat=True))
    assert len(kept) == push.MOST_PHONES
    assert "https://push.example.org/0" not in kept


def test_a_phone_that_was_taken_over_is_a_new_one(rosa, receiver) -> None:
    other = User.objects.create_user("jemand-anders")
    push.subscribe(user_id=other.pk, endpoint=receiver.url)
    for number in range(push.MOST_PHONES):
        push.subscribe(user_id=rosa.pk, endpoint=f"https://push.example.org/{number}")
    push.subscribe(user_id=rosa.pk, endpoint=receiver.url)
    assert PushSubscription.objects.get(endpoint=receiver.url).user == rosa


@pytest.mark.parametrize("endpoint", [
    "http://push.example.org/1", "ftp://push.example.org", "https://a@push.example.org", "x",
    "https://push.example.org/" + 500 * "x",
])  # fmt: skip
def test_what_may_not_be_called_is_no_phone(rosa, endpoint) -> None:
    with pytest.raises(Invalid):
        push.subscribe(user_id=rosa.pk, endpoint=endpoint)
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize(("usable", "contact", "found"), [
    (True, "mailto:betrieb@example.org", []),
    (True, "", ["jassclub.E002"]),
    (False, "mailto:betrieb@example.org", ["jassclub.E002"]),
])  # fmt: skip
def test_half_of_the_settings_is_told_at_the_start(
    settings, push_key, usable, contact, found
) -> None:
    settings.PUSH_KEY, settings.PUSH_CONTACT = str(push_key if usable else __file__), contact
    assert [told.id for told in checks.phones_can_be_rung(None)] == found


def test_no_setting_at_all_is_well(settings) -> None:
    settings.PUSH_KEY = settings.PUSH_CONTACT = ""
    assert checks.phones_can_be_rung(None) == []
