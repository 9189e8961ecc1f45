"""Webhooks on the pages of the office."""

import re
from typing import Any

import pytest

from jassclub.webhooks import sending
from jassclub.webhooks.models import Delivery, Webhook
from tests.jassclub.office import Browser, errors, words
from tests.jassclub.webhooks.receiver import draw

pytestmark = pytest.mark.django_db

FORM: dict[str, Any] = {
    "label": "Anzeige im Saal",
    "url": "https://example.ch/hook",
    "events": ["game.closed", "tournament.draw"],
}


@pytest.fixture
def browser(emma, club):
    return Browser(emma, club.slug)


def secret_on(response) -> str:
    found: str
    (found,) = re.findall(r"whsec_[A-Za-z0-9+/=]+", response.content.decode())
    return found


def test_only_an_admin_finds_the_door(browser, beat, club):
    assert "Webhooks" in browser.text("")
    assert "Webhooks" not in Browser(beat, club.slug).text("")


@pytest.mark.parametrize("who", ["anna", "chloe"])
def test_others_are_refused(request, who, club, webhook):
    desk = Browser(request.getfixturevalue(who), club.slug)
    assert desk.get("webhooks/").status_code == 403
    assert desk.post("webhooks/", **FORM).status_code == 403
    assert desk.get(f"webhooks/{webhook.pk}/").status_code == 403
    for part in ("switch", "delete", "secret", "test"):
        assert desk.post(f"webhooks/{webhook.pk}/{part}/", version=1, to="off").status_code == 403
    webhook.refresh_from_db()
    assert (Webhook.objects.count(), webhook.active, webhook.version) == (1, True, 1)


def test_another_club_has_its_own(fritz, other_club, club, webhook):
    assert Browser(fritz, club.slug).get("webhooks/").status_code == 404
    theirs = Browser(fritz, other_club.slug)
    assert theirs.get(f"webhooks/{webhook.pk}/").status_code == 404
    assert theirs.post(f"webhooks/{webhook.pk}/secret/").status_code == 404
    assert theirs.post(f"webhooks/{webhook.pk}/delete/", version=1).status_code == 404


def test_a_webhook_is_set_up_and_its_secret_is_shown_once(browser):
    assert "Noch kein Webhook." in browser.text("webhooks/")
    made = browser.post("webhooks/", key="abc", **FORM)
    webhook = Webhook.objects.get()
    assert made.status_code == 201
    assert secret_on(made) == webhook.secret
    assert webhook.events == FORM["events"]
    repeated = browser.post("webhooks/", key="abc", **FORM)
    assert (repeated.status_code, Webhook.objects.count()) == (302, 1)
    pages = [browser.get("webhooks/"), browser.get(f"webhooks/{webhook.pk}/")]
    assert [page.status_code for page in pages] == [200, 200]
    assert not any("whsec_" in page.content.decode() for page in pages)
    assert "Anzeige im Saal" in words(pages[0])


def test_what_is_wrong_is_said_at_its_field_and_nothing_typed_is_lost(browser):
    refused = browser.post("webhooks/", label=" ", url="http://10.0.0.1/x", events=["game.won"])
    assert refused.status_code == 422
    assert errors(refused) == {
        "label": "Gib dem Webhook einen Namen.",
        "url": "Die Adresse muss mit https:// anfangen.",
        "events": "Wähle mindestens ein Ereignis.",
    }
    assert 'value="http://10.0.0.1/x"' in refused.content.decode()
    assert not Webhook.objects.exists()


def test_a_webhook_is_changed_against_the_version_that_was_shown(browser, webhook):
    path = f"webhooks/{webhook.pk}/"
    url = webhook.url
    changed = browser.post(path, label="Beamer", url=url, events=["game.closed"], version=1)
    assert changed.status_code == 302
    webhook.refresh_from_db()
    assert (webhook.label, webhook.events, webhook.version) == ("Beamer", ["game.closed"], 2)
    late = browser.post(path, label="Zu spät", url=url, events=["game.closed"], version=1)
    assert late.status_code == 412
    assert "Inzwischen hat jemand anderes das geändert" in words(late)
    webhook.refresh_from_db()
    assert webhook.label == "Beamer"


def test_a_webhook_is_switched_off_and_on(browser, webhook):
    path = f"webhooks/{webhook.pk}/"
    assert browser.post(path + "switch/", to="off", version=1).status_code == 302
    assert "ausgeschaltet" in browser.text(path)
    refused = browser.post(path + "test/")
    assert (refused.status_code, "ist ausgeschaltet" in words(refused)) == (409, True)
    browser.post(path + "switch/", to="on", version=2)
    assert "eingeschaltet" in browser.text(path)
    assert browser.post(path + "switch/", to="sideways", version=3).status_code == 302
    webhook.refresh_from_db()
    assert (webhook.active, webhook.version) == (True, 3)


def test_who_was_stopped_reads_why(browser, webhook):
    Webhook.objects.update(active=False, stopped="gone")
    said = browser.text(f"webhooks/{webhook.pk}/")
    assert "Jassclub hat ihn ausgeschaltet." in said
    assert "(410)" in said
    assert "(410)" in browser.text("webhooks/")


def test_a_new_secret_is_shown_once(browser, webhook):
    old = webhook.secret
    turned = browser.post(f"webhooks/{webhook.pk}/secret/", key="abc")
    webhook.refresh_from_db()
    assert turned.status_code == 201
    assert old != secret_on(turned) == webhook.secret
    assert "gilt daneben noch bis" in words(turned)
    again = browser.post(f"webhooks/{webhook.pk}/secret/", key="abc")
    assert again.status_code == 302
    webhook.refresh_from_db()
    assert secret_on(turned) == webhook.secret


def test_the_log_shows_every_try_and_sends_again(browser, webhook, receiver, club, clock):
    path = f"webhooks/{webhook.pk}/"
    receiver.refuse(503, body=b"<b>heute Ruhetag</b>")
    draw(club)
    clock.work()
    said = browser.text(path)
    assert "Eine Auslosung steht" in said
    assert "503 abgelehnt" in said
    assert "nächster Versuch" in said
    assert "<b>heute" not in browser.get(path).content.decode()
    clock.move(seconds=6)
    clock.work()
    assert "angekommen" in browser.text(path)
    delivery = Delivery.objects.get()
    assert browser.post(path + f"log/{delivery.pk}/again/").status_code == 302
    assert clock.work() == 1
    assert [call.headers["webhook-id"] for call in receiver.calls] == [str(delivery.message_id)] * 3


def test_a_test_is_in_the_log(browser, webhook, receiver, clock):
    path = f"webhooks/{webhook.pk}/"
    assert browser.post(path + "test/").status_code == 302
    assert "Probe wartet" in browser.text(path)
    clock.work()
    assert "Probe angekommen" in browser.text(path)


def test_the_log_comes_in_pages(browser, webhook, club):
    for number in range(26):
        draw(club, number=number)
    path = f"webhooks/{webhook.pk}/"
    first, second = browser.text(path), browser.text(path, page="2")
    assert first.count("Eine Auslosung steht wartet") == 25
    assert second.count("Eine Auslosung steht wartet") == 1


def test_the_log_costs_the_same_however_long_it_is(
    browser, webhook, club, receiver, django_assert_max_num_queries
):
    for number in range(12):
        draw(club, number=number)
    assert sending.send_due() == len(receiver.calls) == 12
    with django_assert_max_num_queries(18):
        browser.get(f"webhooks/{webhook.pk}/")


def test_a_webhook_is_deleted_with_its_log(browser, webhook, club):
    draw(club)
    path = f"webhooks/{webhook.pk}/"
    assert browser.post(path + "delete/", version=7).status_code == 412
    assert browser.post(path + "delete/").status_code == 412
    gone = browser.post(path + "delete/", version=1)
    assert gone["Location"].endswith("/webhooks/")
    assert (Webhook.objects.count(), Delivery.objects.count()) == (0, 0)
    assert browser.get(path).status_code == 404


@pytest.mark.parametrize("part", ["switch", "delete", "secret", "test"])
def test_who_only_visits_an_address_of_a_form_is_led_to_the_page(browser, webhook, part):
    led = browser.get(f"webhooks/{webhook.pk}/{part}/")
    assert led["Location"].endswith(f"/webhooks/{webhook.pk}/")
