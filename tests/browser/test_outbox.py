"""What the outbox of a phone says while and after something waits in it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

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
    write(phone, 97, number=1)
    expect(phone.locator("#course tbody .what")).to_have_count(1)
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
    expect(phone.locator("#course tbody .what")).to_have_count(1)
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
