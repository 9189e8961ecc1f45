"""Nothing said at a table is lost or doubled, whatever the network does meanwhile."""

from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, Route, TimeoutError as TooSlow, expect

from scoring.claims.models import HandEntry
from tests.browser.chromium import CHROMIUM, FLAGS
from tests.browser.offline_table import Evening, an_evening, state_of, write

HALL = "saal.test"
"""A name that no browser takes for its own machine, as an address of a local network."""


@pytest.fixture
def evening(live_server: Any) -> Evening:
    return an_evening()


def hurry(phone: Page) -> None:
    """What the browser says when the network is back; else the outbox would wait its pause."""
    phone.evaluate("dispatchEvent(new Event('online'))")


def controlled(phone: Page) -> None:
    """Until the service worker has the page. It takes over when all its files have come; where one
    did not come on a busy machine the next visit asks for them again."""
    for _visit in range(2):
        try:
            phone.wait_for_function("() => navigator.serviceWorker.controller", timeout=15_000)
        except TooSlow:
            phone.reload()
    phone.wait_for_function("() => navigator.serviceWorker.controller")


def test_an_evening_with_the_network_off_and_on_again(open_device, evening) -> None:
    phone = open_device(service_workers="allow")
    evening.sits_down(phone, "Anna")
    write(phone, 97, number=1)
    expect(phone.locator("#course .one")).to_have_count(1)
    controlled(phone)
    phone.wait_for_function(
        "page => caches.open('pages').then(all => all.match(page)).then(Boolean)", arg=evening.page
    )

    phone.context.set_offline(True)
    write(phone, 60, number=2)
    expect(state_of(phone)).to_have_text("↑ 1 wartet auf Netz")
    write(phone, 157, number=3)
    expect(state_of(phone)).to_have_text("↑ 2 warten auf Netz")
    phone.reload()
    expect(state_of(phone)).to_have_text("↑ 2 warten auf Netz")
    expect(phone.locator("[data-list]")).to_contain_text("Spiel 2: 60 : 97")
    write(phone, 81, number=4)
    expect(state_of(phone)).to_have_text("↑ 3 warten auf Netz")
    phone.goto("/clubs/")
    expect(phone.get_by_role("heading", name="Kein Netz")).to_be_visible()
    phone.locator("[data-copies] a[href^='/games/']").click()
    expect(state_of(phone)).to_have_text("↑ 3 warten auf Netz")

    phone.context.set_offline(False)
    expect(state_of(phone)).to_have_text("✓ gesichert")
    expect(phone.locator("[data-list]")).to_be_hidden()
    expect(phone.locator("#course .one")).to_have_count(4)
    expect(phone.locator('form[action$="/hands/5/write/"]')).to_be_visible()
    assert evening.written() == {1: [[97, 60]], 2: [[60, 97]], 3: [[157, 0]], 4: [[81, 76]]}


def test_lost_answers_a_restart_and_a_second_tab_double_nothing(open_device, evening) -> None:
    phone = evening.sits_down(open_device(), "Anna")
    bad_luck = ["lost", "restarting", "portal"]

    def network(route: Route) -> None:
        trouble = bad_luck.pop(0) if bad_luck else ""
        if trouble == "lost":
            route.fetch(max_redirects=0)
            route.abort()
        elif trouble == "restarting":
            route.fulfill(status=502, body="<h1>Bad Gateway</h1>", content_type="text/html")
        elif trouble == "portal":
            route.fulfill(status=200, body="<h1>Hotel</h1>", content_type="text/html")
        else:
            route.continue_()

    phone.context.route("**/write/", network)
    write(phone, 97, number=1)
    expect(state_of(phone)).to_have_text("↑ 1 wartet auf Netz")
    assert evening.written() == {1: [[97, 60]]}
    write(phone, 60, number=2)
    hurry(phone)
    expect(state_of(phone)).to_have_text("↑ 2 warten auf Netz")
    other = phone.context.new_page()
    other.goto(evening.page)
    hurry(phone)
    expect(state_of(phone)).to_have_text("✓ gesichert")
    expect(state_of(other)).to_have_text("✓ gesichert")
    assert not bad_luck
    assert evening.written() == {1: [[97, 60]], 2: [[60, 97]]}


def test_two_phones_agree_silently_and_are_asked_where_they_differ(open_device, evening) -> None:
    anna = evening.sits_down(open_device(), "Anna")
    beat = evening.sits_down(open_device(), "Beat")
    for phone, second in ((anna, 100), (beat, 90)):
        phone.context.set_offline(True)
        write(phone, 97, number=1)
        write(phone, second, number=2)
        expect(state_of(phone)).to_have_text("↑ 2 warten auf Netz")

    anna.context.set_offline(False)
    expect(state_of(anna)).to_have_text("✓ gesichert")
    beat.context.set_offline(False)
    question = beat.get_by_text(
        "Für Spiel 2 stehen verschiedene Zahlen da: 100 : 57 oder 90 : 67. Was gilt?"
    )
    expect(question).to_be_visible()
    expect(state_of(beat)).to_have_text("✓ gesichert, mit einer Frage")
    expect(anna.get_by_text("Spiel 2 ist bestritten.")).to_be_visible()
    assert evening.written() == {1: [[97, 60]], 2: [[100, 57], [90, 67]]}
    assert evening.table.current(1).state == HandEntry.State.CONFIRMED

    beat.locator("[data-list]").get_by_role("button", name="Was gilt?").click()
    expect(beat).to_have_url(f"{beat.url.split('/games')[0]}{evening.page}hands/2/")
    beat.get_by_role("button", name="Diese gilt (Beat)").click()
    expect(beat).to_have_url(f"{beat.url.split('/games')[0]}{evening.page}")
    hurry(anna)
    expect(anna.get_by_text("Spiel 2 ist bestritten.")).to_be_hidden()
    assert evening.table.current(2).slip["points"] == [100, 57]


def test_what_is_refused_is_kept_and_opened_again(open_device, evening) -> None:
    phone = evening.sits_down(open_device(), "Anna")
    phone.context.set_offline(True)
    phone.locator("#points_1").fill("97")
    write(phone, 97, number=1)
    write(phone, 60, number=2)
    phone.context.set_offline(False)

    expect(phone.locator("#course .one")).to_have_count(1)
    expect(state_of(phone)).to_have_text("Nicht gesichert, bitte ansehen")
    expect(phone.locator("[data-list]")).to_contain_text("Spiel 1: 97 : 97 – nicht angenommen")
    assert evening.written() == {2: [[60, 97]]}
    phone.get_by_role("button", name="Öffnen und ändern").click()
    expect(phone.locator("#errors")).to_be_visible()
    expect(phone.locator("#points_1")).to_have_value("97")
    phone.locator("#points_1").fill("")
    write(phone, 97, number=1)
    expect(phone.locator("#course .one")).to_have_count(2)
    expect(state_of(phone)).to_have_text("✓ gesichert")
    assert evening.written() == {1: [[97, 60]], 2: [[60, 97]]}


def test_a_revoked_link_keeps_what_waits_for_the_next_one(open_device, evening) -> None:
    phone = evening.sits_down(open_device(), "Anna")
    evening.link.revoked_at = timezone.now()
    evening.link.save()
    write(phone, 97, number=1)
    kept = phone.locator("[data-list]")
    expect(kept).to_contain_text("Der Tischlink dieses Telefons gilt nicht mehr.")
    phone.goto("/")
    expect(phone.get_by_text("1 Eintrag wartet auf diesem Telefon.")).to_be_visible()
    assert evening.written() == {}

    phone.context.clear_cookies(name="phone")
    evening.link.revoked_at = None
    evening.link.save()
    phone.goto("/t/tisch-sieben")
    phone.get_by_role("button", name="Chlöe").click()
    expect(kept).to_contain_text("unter einer anderen Anmeldung geschrieben")
    kept.get_by_role("button", name="Jetzt senden").click()
    expect(state_of(phone)).to_have_text("✓ gesichert")
    assert evening.written() == {1: [[97, 60]]}


def test_a_hall_on_plain_http_writes_on_without_network(
    chromium: Browser, live_server: Any, settings: Any, evening
) -> None:
    settings.ALLOWED_HOSTS = [HALL]
    rules = f"--host-resolver-rules=MAP {HALL} 127.0.0.1"
    browser = chromium.browser_type.launch(executable_path=CHROMIUM, args=[*FLAGS, rules])
    address = live_server.url.replace("localhost", HALL)
    phone = browser.new_page(
        base_url=address, locale="de-CH", viewport={"width": 390, "height": 844}
    )
    faults: list[str] = []
    phone.on("pageerror", lambda error: faults.append(str(error)))
    evening.sits_down(phone, "Anna")
    assert phone.evaluate("isSecureContext") is False
    assert phone.evaluate("[navigator.wakeLock, navigator.locks].every((it) => !it)")
    phone.wait_for_function("() => document.querySelector('video')?.paused === false")

    phone.context.set_offline(True)
    write(phone, 97, number=1)
    write(phone, 60, number=2)
    expect(state_of(phone)).to_have_text("↑ 2 warten auf Netz")
    phone.context.set_offline(False)
    expect(state_of(phone)).to_have_text("✓ gesichert")
    expect(phone.locator("#course .one")).to_have_count(2)
    assert evening.written() == {1: [[97, 60]], 2: [[60, 97]]}
    assert not faults
    browser.close()
