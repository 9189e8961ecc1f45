"""What the outbox of a phone says while and after something waits in it."""

import time
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from jassclub.clubs.models import User
from tests.browser.offline_table import Evening, an_evening, state_of, write

TAKEN_OVER = """() => navigator.serviceWorker.controller || new Promise((resolve) => {
  navigator.serviceWorker.addEventListener("controllerchange", () => resolve(true));
})"""


@pytest.fixture
def evening(live_server: Any) -> Evening:
    return an_evening()


@pytest.fixture
def phone(open_device, evening):
    return evening.sits_down(open_device(), "Anna")


def refused(phone: Page) -> None:
    """A hand that does not add up, sent with the network there."""
    phone.locator("#points_1").fill("97")
    write(phone, 97, number=1)
    expect(phone.locator("#errors")).to_be_visible()


def test_a_refused_hand_that_is_put_right_leaves_nothing_in_the_outbox(phone, evening) -> None:
    refused(phone)
    phone.locator("#points_1").fill("")
    expect(phone.locator("#points_0")).to_have_value("97")
    write(phone, 97, number=1)
    expect(phone.locator("#course .one")).to_have_count(1)
    expect(state_of(phone)).to_have_text("✓ gesichert")
    expect(phone.locator("[data-list]")).to_be_hidden()
    phone.goto("/login/")
    expect(phone.locator("[data-waits]")).to_be_hidden()
    assert evening.written() == {1: [[97, 60]]}


def test_a_refused_hand_that_is_written_anew_leaves_nothing_in_the_outbox(phone, evening) -> None:
    refused(phone)
    phone.goto(evening.page)
    expect(state_of(phone)).to_have_text("Nicht gesichert, bitte ansehen")
    write(phone, 97, number=1)
    expect(phone.locator("#course .one")).to_have_count(1)
    expect(state_of(phone)).to_have_text("✓ gesichert")
    expect(phone.locator("[data-list]")).to_be_hidden()


def test_other_pages_say_that_a_refused_hand_was_refused_and_not_that_it_waits(
    phone, evening
) -> None:
    refused(phone)
    phone.goto("/login/")
    expect(phone.locator("[data-waits]")).to_have_text("1 Eintrag wurde nicht angenommen.")
    phone.locator("[data-waits] a").click()
    expect(phone.locator("[data-list]")).to_contain_text("Spiel 1: 97 : 97 – nicht angenommen")


def test_a_table_that_was_open_once_comes_back_without_network(open_device, evening) -> None:
    member = evening.table.house.official("scribe")
    phone = open_device(User.objects.get(pk=member.user_id), service_workers="allow")
    phone.goto(evening.page)
    phone.evaluate(TAKEN_OVER)
    context = phone.context
    phone.close()
    context.set_offline(True)
    again = context.new_page()
    again.goto(evening.page)
    expect(again.locator("#points_0")).to_be_visible()


def offline(phone: Page, *points: int) -> None:
    """Hands written one after the other without network."""
    phone.context.set_offline(True)
    for number, made in enumerate(points, start=1):
        write(phone, made, number=number)
        expect(phone.locator("[data-list] li")).to_have_count(number)


def test_the_dealer_goes_round_while_hands_wait(phone) -> None:
    now = phone.locator(".now > span").first
    expect(now).to_have_text("Anna gibt · Beat spielt aus")
    offline(phone, 97)
    expect(now).to_have_text("Beat gibt · Chlöe spielt aus")
    write(phone, 60, number=2)
    expect(now).to_have_text("Chlöe gibt · Dario spielt aus")
    expect(phone.locator(".bar .small")).to_have_text("Spiel 3")


def test_a_hand_that_waits_can_be_changed(phone, evening) -> None:
    offline(phone, 97, 60)
    first = phone.locator("[data-list] li").first
    first.get_by_role("button", name="Ändern").click()
    form = phone.locator('form[action$="/hands/1/write/"]')
    expect(form.locator("[data-write]")).to_be_in_viewport()
    expect(form.locator("#points_0")).to_have_value("97")
    expect(form.locator("[name=contract][value=RO]")).to_be_checked()
    write(phone, 88, number=1)
    expect(first).to_contain_text("88 : 69")
    expect(phone.locator('form[action$="/hands/3/write/"]')).to_be_visible()
    phone.context.set_offline(False)
    expect(state_of(phone)).to_have_text("✓ gesichert")
    assert evening.written() == {1: [[88, 69]], 2: [[60, 97]]}


def test_a_change_that_was_left_sends_the_hand_as_it_was(phone, evening) -> None:
    offline(phone, 97)
    phone.get_by_role("button", name="Ändern").click()
    expect(phone.locator('form[action$="/hands/1/write/"]')).to_be_visible()
    phone.context.set_offline(False)
    phone.reload()
    expect(state_of(phone)).to_have_text("✓ gesichert")
    assert evening.written() == {1: [[97, 60]]}


def test_a_hand_that_waits_can_be_dropped(phone, evening) -> None:
    offline(phone, 97, 60)
    second = phone.locator("[data-list] li").nth(1)
    second.get_by_text("Wegwerfen", exact=True).click()
    second.get_by_role("button", name="Ja, wegwerfen").click()
    expect(phone.locator("[data-list] li")).to_have_count(1)
    write(phone, 50, number=2)
    phone.context.set_offline(False)
    expect(state_of(phone)).to_have_text("✓ gesichert")
    assert evening.written() == {1: [[97, 60]], 2: [[50, 107]]}


def test_hands_that_wait_count_in_a_total_that_is_marked_as_not_sent(phone, evening) -> None:
    write(phone, 100, number=1)
    expect(phone.locator("#course .one")).to_have_count(1)
    running = phone.locator("[data-running]")
    expect(running).to_be_hidden()
    phone.context.set_offline(True)
    write(phone, 97, number=2)
    expect(running).to_have_text("mit 1 nicht gesendeten: 117 : 197")
    write(phone, 60, number=3)
    expect(running).to_have_text("mit 2 nicht gesendeten: 214 : 257")
    phone.context.set_offline(False)
    expect(state_of(phone)).to_have_text("✓ gesichert")
    expect(running).to_be_hidden()


def _alive(headers: dict[str, str], route: Route) -> None:
    route.fulfill(json={}, headers=headers)


def test_what_the_service_said_to_have_is_sent_again_to_a_machine_that_goes_on_with_a_copy(
    open_device, evening
) -> None:
    phone = evening.sits_down(open_device(new=True), "Anna")
    write(phone, 97, number=1)
    expect(phone.locator("#course .one")).to_have_count(1)
    sent: list[str] = []
    phone.on(
        "request",
        lambda asked: sent.append(asked.post_data or "") if asked.method == "POST" else None,
    )
    for moment, again in ((int(time.time()) + 60, 0), (int(time.time()) - 60, 1), (0, 0)):
        told = {"Copied-At": str(moment)} if moment else {}
        phone.route("**/healthz", partial(_alive, told))
        sent.clear()
        for _look in range(2):
            with phone.expect_response("**/healthz"):
                phone.evaluate("dispatchEvent(new Event('online'))")
            phone.wait_for_timeout(300)
        assert len(sent) == again, moment
        phone.unroute("**/healthz")
    expect(state_of(phone)).to_have_text("✓ gesichert")
    assert evening.written() == {1: [[97, 60]]}
