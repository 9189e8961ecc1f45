"""The desk without a mouse: a round from the draw to its end, by keys alone."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from jassclub.clubs.models import User
from tests.tournaments.office import Office
from tournaments.results.models import PasseSheet
from tournaments.rounds.models import Round

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.proof]
MOST = 90
"""Keys until everything of a page has had its turn."""


def reach(page: Page, wanted: Locator, key: str = "Tab") -> None:
    """Go there by keys, as whoever has no mouse; what has the focus is seen."""
    for _press in range(MOST):
        page.keyboard.press(key)
        if wanted.evaluate("one => one === document.activeElement"):
            seen = "one => getComputedStyle(one).outlineStyle + getComputedStyle(one).boxShadow"
            assert wanted.evaluate(seen) != "nonenone", "nobody sees where he is"
            return
    raise AssertionError(f"no key leads to {wanted}")


def push(page: Page, name: str) -> None:
    reach(page, page.get_by_role("button", name=name, exact=True).first)
    page.keyboard.press("Enter")


def test_a_round_is_drawn_called_typed_decided_and_closed_by_keys(open_device: Any) -> None:
    office = Office(control="director", double_entry=True)
    office.enter(8)
    page = open_device(User.objects.get(username=office.director.name), wide=True)
    page.goto(office.director.root)
    push(page, "Auslosen")
    push(page, "Runde 1 aufrufen")
    push(page, "Runde 1 starten")
    table = page.get_by_label("Tisch", exact=True)
    expect(table).to_be_focused()
    page.keyboard.press("/")
    expect(page.locator("#find")).to_be_focused()
    reach(page, table)
    for number in ("1", "700", "556", "2", "612", "644"):
        page.keyboard.type(number)
        page.keyboard.press("Enter")
        page.wait_for_timeout(400)
    office.scribe.type(1, 700, 556)
    office.scribe.type(2, 610, 646)
    page.reload()
    expect(page.locator("section.contested")).to_contain_text("Tisch 2 ist umstritten")
    versions = page.locator("section.contested .versions li")
    expect(versions).to_have_count(2)
    for version, who in ((0, office.scribe.name), (1, office.director.name)):
        expect(versions.nth(version)).to_contain_text(who)
    reach(page, versions.first.locator("input[name=why]"))
    page.keyboard.type("Blatt angeschaut")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Tisch 2 zählt: 610 : 646.")).to_be_visible()
    page.keyboard.press("/")
    expect(page.locator("#find")).to_be_focused()
    page.keyboard.type("Gast Ab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Gast Ab")
    page.goto(office.director.root)
    push(page, "Runde 1 abschliessen")
    expect(page.get_by_role("button", name="Runde 2 aufrufen")).to_be_visible()
    assert PasseSheet.objects.filter(state=PasseSheet.State.CONFIRMED).count() == 2
    assert office.round().state == Round.State.CLOSED
