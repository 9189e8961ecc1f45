"""A desk without network types on, and neither draws, calls nor closes; then it joins again."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from jassclub.clubs.models import User
from tests.browser.test_offline_law import COPY, KEPT
from tests.browser.test_outbox import TAKEN_OVER
from tests.tournaments.office import Office
from tournaments.results.models import PasseSheet
from tournaments.rounds.models import Round

pytestmark = pytest.mark.django_db(transaction=True)


def typed(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.type(key)
        page.keyboard.press("Enter")


def without_network(open_device: Any, official: Any) -> Page:
    """A desk that has lost its network, with the sheet of table 1 waiting on it."""
    page: Page = open_device(User.objects.get(username=official.name), wide=True, new=True)
    page.goto(official.root)
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    expect(page.get_by_text("Kein Netz: Blätter können weiter getippt werden")).to_be_visible()
    typed(page, "1", "700", "556")
    expect(page.locator(".missing .waits")).to_have_text("1")
    return page


def test_a_desk_without_network_types_on_and_joins_again(open_device: Any) -> None:
    office = Office(control="director")
    office.running(12)
    page = without_network(open_device, office.director)
    expect(page.locator("#table")).to_have_value("2")
    typed(page, "612", "644")
    expect(page.locator("#table")).to_have_value("3")
    expect(page.get_by_text("2 Einträge warten")).to_be_visible()
    page.locator("#close summary").click()
    page.locator("#close button").click()
    expect(page.get_by_text("Auslosen, aufrufen und abschliessen geht erst wieder")).to_be_visible()
    assert not PasseSheet.objects.exists()
    # Meanwhile the other desk types what this one has: equal merges, different is told.
    office.scribe.type(1, 700, 556)
    office.scribe.type(2, 600, 656)
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    kept = page.locator("[data-refused] li")
    expect(kept).to_contain_text("Tisch 2: 612 : 644: Hier zählt schon ein anderes Resultat.")
    expect(page.get_by_text("Auslosen, aufrufen und abschliessen geht erst wieder")).to_be_hidden()
    kept.get_by_role("button", name="verwerfen").click()
    expect(kept).to_have_count(0)
    sheets = PasseSheet.objects.exclude(state="superseded").order_by("passe__table", "number")
    assert [(s.passe.table.number, s.counted["points"][0]) for s in sheets] == [
        (1, 700), (2, 600),
    ]  # fmt: skip
    assert office.round().state == Round.State.RUNNING


def test_what_is_typed_while_the_desk_joins_again_stays(open_device: Any) -> None:
    office = Office()
    office.running(12)
    page = without_network(open_device, office.scribe)
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)

    page.route(lambda url: url.endswith(office.scribe.root), hold)
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    for _moment in range(100):
        page.wait_for_timeout(100)
        if held:
            break
    assert held
    page.keyboard.type("61")
    for route in held:
        route.continue_()
    expect(page.locator(".missing [data-table='1']")).to_have_count(0)
    page.keyboard.type("2")
    expect(page.locator("#entry [data-points]").first).to_have_value("612")
    assert PasseSheet.objects.get().counted["points"] == [700, 556]


@pytest.mark.parametrize("path", ["", "door/"])
def test_a_copy_of_the_desk_says_so_until_the_service_is_heard(open_device: Any, path: str) -> None:
    office = Office()
    office.running(8)
    me = User.objects.get(username=office.director.name)
    page: Page = open_device(me, wide=True, new=True, service_workers="allow")
    address = office.director.root + path
    page.goto(address)
    page.evaluate(TAKEN_OVER)
    page.goto(address)
    page.wait_for_function(KEPT, arg=["pages", address])
    copy = page.locator("[data-kept]")
    expect(copy).to_be_hidden()
    page.context.set_offline(True)
    page.reload()
    expect(copy).to_have_text(COPY)
    page.context.set_offline(False)
    expect(copy).to_be_hidden(timeout=25_000)
