"""A number that is said before a hand, under a thumb: sealed, looked at while a finger rests on
the key, handed on, kept without network, and opened on all phones at once."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from jassclub.clubs.models import Device, Player
from jassclub.clubs.services.links import COOKIE
from scoring.claims.models import Prediction
from scoring.claims.predictions import predict
from tests.browser.entry_tables import LANDSCAPE, PORTRAIT, secret_of
from tests.scoring.table import TableOf, house, open_table

pytestmark = pytest.mark.django_db(transaction=True)

Devices = Callable[..., Page]
MADE = {"trump": "RO", "points": [25, 52, 40, None]}
FITS = """() => {
    const parts = [...document.querySelectorAll('.saying-page :is(a, button, input, .why)')]
        .filter(one => one.checkVisibility() && one.type !== 'hidden')
    const boxes = parts.map(one => [one, one.getBoundingClientRect()])
    return [...boxes.filter(([_one, box]) => box.bottom > innerHeight + .5
        || box.right > innerWidth + .5).map(([one]) => `${one.textContent.trim()} is out of sight`),
        ...boxes.filter(([one, box]) => !one.matches('.why') && box.height < 43.5)
            .map(([one]) => `${one.textContent.trim()} is low`),
        ...[...document.querySelectorAll('.said-by span:first-child')]
            .filter(one => one.scrollWidth > one.clientWidth)
            .map(one => `${one.textContent.trim()} is cut`)]
}"""


def hidden(entry: str) -> TableOf:
    rules = {"differenzler.sealed_entry": entry}
    return open_table(house(), "differenzler-verdeckt", house_rules=rules)


def at_seat(table: TableOf, seat: int, open_device: Devices, number: int = 1) -> Page:
    """The phone of a seat on the screen."""
    page = open_device(is_mobile=True)
    page.goto("/login/")
    home = page.evaluate("location.origin")
    page.context.add_cookies([{"name": COOKIE, "value": secret_of(table, seat), "url": home}])
    page.goto(f"/games/{table.game.pk}/hands/{number}/predict/")
    return page


def types(page: Page, number: str) -> None:
    for digit in number:
        page.locator(f"[data-digit='{digit}']").tap()
    page.get_by_role("button", name="Versiegeln").tap()


def sealed_numbers() -> dict[int, int]:
    return dict(Prediction.objects.filter(current=True).values_list("seat", "value"))


def test_a_sealed_number_shows_while_a_finger_rests_and_all_open_at_once(
    open_device: Devices,
) -> None:
    table = hidden("phone")
    anna = at_seat(table, 0, open_device)
    types(anna, "137")
    expect(anna.locator(".whose")).to_contain_text("versiegelt")
    number = anna.locator("[data-peeked]")
    expect(number).to_be_hidden()
    assert "137" not in re.sub(r"[\w-]{16,}", "", anna.content())
    anna.locator("[data-peek]").dispatch_event("pointerdown")
    expect(number).to_have_text("137")
    anna.locator("[data-peek]").dispatch_event("pointerup")
    expect(number).to_be_hidden()
    expect(number).to_have_text("")
    for seat in (1, 2, 3):
        predict(actor=table.phones[seat], game_id=table.game.pk, number=1, seat=seat, value=40)
    expect(anna.locator(".said-by")).to_contain_text("Alle haben angesagt")
    expect(anna.get_by_text("schreibt einen Zettel")).to_be_hidden()
    beat = at_seat(table, 1, open_device)
    table.write(1, MADE)
    expect(anna.get_by_text("Die Punkte stehen.")).to_be_visible()
    expect(anna.get_by_text("Andere Zahl")).to_be_hidden()
    beat.get_by_role("link", name="Zum Blatt").last.tap()
    beat.get_by_role("button", name="Spiel 1 stimmt").tap()
    expect(beat.locator(".opened tbody tr").first).to_contain_text("137")
    expect(anna.locator(".opened tbody tr").first).to_contain_text("137")
    anna.wait_for_function("() => !sessionStorage.length")


def test_a_tapped_link_is_followed_also_where_the_page_has_news_at_that_moment(
    open_device: Devices,
) -> None:
    table = hidden("phone")
    page = at_seat(table, 1, open_device)
    for seat in range(4):
        predict(actor=table.phones[seat], game_id=table.game.pk, number=1, seat=seat, value=40)
    expect(page.locator(".said-by")).to_contain_text("Alle haben angesagt")
    held: list[Route] = []
    page.route(f"**/games/{table.game.pk}/", lambda route: held.append(route))  # noqa: PLW0108
    page.get_by_role("link", name="Zum Blatt").last.tap()
    with page.expect_response(lambda told: "predict" in told.url and told.status == 200):
        table.write(1, MADE)
    page.wait_for_timeout(500)
    held[0].continue_()
    expect(page.get_by_role("button", name="Spiel 1 stimmt")).to_be_visible()


def test_a_number_that_was_refused_leaves_the_one_sealed_before_to_look_at(
    open_device: Devices,
) -> None:
    anna = at_seat(hidden("phone"), 0, open_device)
    types(anna, "40")
    anna.get_by_role("link", name="Andere Zahl").tap()
    types(anna, "158")
    expect(anna.locator("#errors")).to_contain_text("157")
    anna.goto(anna.url)
    anna.locator("[data-peek]").dispatch_event("pointerdown")
    expect(anna.locator("[data-peeked]")).to_have_text("40")
    assert sealed_numbers() == {0: 40}


def test_without_network_the_phone_goes_round_and_sends_all_numbers_later(
    open_device: Devices,
) -> None:
    table = hidden("round")
    Device.objects.exclude(pk=str(table.phones[0].device_id)).update(seat=None)
    phone = at_seat(table, 0, open_device)
    phone.get_by_role("link", name="Ich bin Anna").tap()
    phone.context.set_offline(True)
    types(phone, "41")
    expect(phone.locator("[data-pass]")).to_contain_text("Telefon weitergeben an")
    expect(phone.locator("[data-pass]")).to_contain_text("Beat")
    expect(phone.locator("[data-lies]")).to_be_visible()
    expect(phone.locator("[data-say]")).to_be_hidden()
    assert "41" not in phone.locator("#content").inner_text()
    phone.get_by_role("button", name="Ich bin Beat").tap()
    expect(phone.locator("#value")).to_have_value("")
    types(phone, "52")
    expect(phone.locator("[data-pass]")).to_contain_text("Chlöe")
    phone.context.set_offline(False)
    phone.evaluate("dispatchEvent(new Event('online'))")
    expect(phone.get_by_role("link", name="Ich bin Chlöe")).to_be_visible()
    assert sealed_numbers() == {0: 41, 1: 52}


@pytest.mark.parametrize("kind", ["phone", "round", "aloud", "hae"])
def test_the_whole_screen_is_seen_on_every_phone(kind: str, open_device: Devices) -> None:
    if kind in ("phone", "round"):
        table = hidden(kind)
    else:
        table = open_table(house(), "hae" if kind == "hae" else "differenzler-offen")
        for seat, value in ((1, 3), (2, 2), (3, 1)):
            predict(actor=table.phones[seat], game_id=table.game.pk, number=1, seat=seat,
                    value=value)  # fmt: skip
    if kind == "round":
        for number, person in enumerate(table.house.people, 1):
            Player.objects.filter(pk=person.pk).update(name=number)
    page = at_seat(table, 0, open_device)
    if kind == "round":
        # Race: what is measured before the next page has its styles is all over the screen.
        with page.expect_navigation():
            page.get_by_role("link", name="Ich bin Spieler 1").tap()
    wrong: list[Any] = []
    for width, height in [*PORTRAIT, *LANDSCAPE]:
        page.set_viewport_size({"width": width, "height": height})
        wrong += [f"{width}x{height}: {one}" for one in page.evaluate(FITS)]
    assert not wrong, "\n".join(wrong)
