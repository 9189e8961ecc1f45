"""The rulebook and the last rulings are read without network; who goes leaves nothing behind."""

import re

import pytest
from playwright.sync_api import Page, expect

from jassclub.clubs.models import User
from tests.browser.offline_table import Evening, an_evening
from tests.browser.test_outbox import TAKEN_OVER

pytestmark = pytest.mark.django_db(transaction=True)
RULING = "/rules/fragen/case/?act=answer"
KEPT = "([name, url]) => caches.open(name).then((all) => all.match(url)).then(Boolean)"
COPY = re.compile(r"Dies ist die Kopie auf diesem Gerät vom \d\d\.\d\d\.\d\d")

FOUND = {
    "farbe UNTERTRUMPFEN": "untertrumpfen",
    "er hat untertrumpft xyz": "untertrumpfen",
    "Stoeck vergessen": "house.stoecke-vergessen",
    "stöck": "stoecke",
}
"""Typed without network, and the first article."""


@pytest.fixture
def evening() -> Evening:
    return an_evening()


@pytest.fixture
def phone(open_device, evening) -> Page:
    """A member's phone that has read a ruling."""
    member = evening.table.house.official("member")
    made: Page = open_device(User.objects.get(pk=member.user_id), service_workers="allow")
    made.goto("/rules/")
    made.evaluate(TAKEN_OVER)
    made.goto(RULING)
    for kept in (["rulings", RULING], ["law", "/rules/book/"]):
        made.wait_for_function(KEPT, arg=kept)
    expect(made.locator("[data-kept]")).to_be_hidden()
    return made


def test_law_and_ruling_without_network(phone: Page) -> None:
    guarded = "fetch(location.href).then(({ headers }) => headers.get('Content-Security-Policy'))"
    policy = phone.evaluate(guarded)
    phone.context.set_offline(True)
    held = phone.reload()
    assert held is not None
    assert "default-src" in policy
    assert held.headers["content-security-policy"] == policy
    expect(phone.get_by_label("Entscheid", exact=True)).to_contain_text("Antworten ist nicht")
    expect(phone.locator("[data-kept]")).to_have_text(COPY)
    phone.goto("/rules/untertrumpfen/")
    expect(phone).to_have_url(re.compile("/rules/book/#untertrumpfen$"))
    expect(phone.locator("#untertrumpfen")).to_be_in_viewport()
    expect(phone.locator("[data-kept]")).to_have_text(COPY)
    phone.goto("/rules/?q=Ächtung")
    expect(phone.locator("[data-nothing]")).to_be_visible()
    first = phone.locator("[data-found] article").first
    for typed, slug in FOUND.items():
        phone.get_by_role("textbox", name="Wörter").fill(typed)
        expect(first).to_have_attribute("id", slug)
    expect(phone.locator("#schneider")).to_be_hidden()
    expect(phone.locator("[data-nothing]")).to_be_hidden()
    phone.get_by_role("textbox", name="Wörter").fill("")
    expect(phone.locator("#schneider")).to_be_visible()
    phone.goto("/me/")
    expect(phone.locator("[data-copies] a")).to_have_count(2)


def test_nothing_of_who_logs_out_is_left_but_the_law(phone: Page, evening: Evening) -> None:
    phone.goto(evening.page)
    phone.wait_for_function(KEPT, arg=["pages", evening.page])
    phone.goto(RULING)
    phone.locator("header summary").last.click()
    phone.get_by_role("button", name="Abmelden").click()
    expect(phone.get_by_role("link", name="Anmelden").first).to_be_visible()
    for name in ("rulings", "pages"):
        phone.wait_for_function(
            f"caches.open('{name}').then((all) => all.keys()).then((all) => !all[0])"
        )
    phone.context.set_offline(True)
    phone.goto(RULING)
    expect(phone).to_have_url(re.compile("/rules/book/#fragen$"))
    expect(phone.get_by_role("button", name="Abmelden")).to_have_count(0)
    phone.goto(evening.page)
    expect(phone.get_by_role("heading", name="Kein Netz")).to_be_visible()


def test_only_the_last_twenty_rulings_stay(phone: Page) -> None:
    addresses = [f"{RULING}&_q={number}" for number in range(21)]
    for address in addresses:
        phone.evaluate("(url) => fetch(url, { headers: { Follow: '1' } })", address)
    names = "caches.open('rulings').then((all) => all.keys()).then((all) => all.length)"
    phone.wait_for_function(f"{names}.then((kept) => kept === 20)")
    assert phone.evaluate(KEPT, ["rulings", addresses[-1]])
    assert not phone.evaluate(KEPT, ["rulings", addresses[0]])
