"""The door in a browser: a scanner types faster than the service answers, and none is lost."""

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from jassclub.clubs.models import User
from tests.tournaments.office import Office
from tournaments.entries import services as entries
from tournaments.entries.models import Entry

pytestmark = pytest.mark.django_db(transaction=True)

KEY = 50
"""Milliseconds between two keys of a scanner."""


@pytest.fixture
def door(open_device: Any) -> tuple[Office, Page]:
    """Forty people are expected; somebody stands at the door with the list open."""
    office = _expected()
    page = open_device(_scribe(office), wide=True)
    page.goto(f"{office.director.root}people/")
    page.wait_for_load_state("networkidle")
    return office, page


def _expected() -> Office:
    office = Office()
    office.director.do("open")
    office.enter(40, present=False)
    return office


def _scribe(office: Office) -> User:
    actor = office.house.official("scribe")
    assert actor.user_id is not None
    return User.objects.get(pk=actor.user_id)


def _scan(page: Page, *numbers: object) -> None:
    for number in numbers:
        page.keyboard.type(str(number), delay=KEY)
        page.keyboard.press("Enter", delay=KEY)


def _here(office: Office) -> set[int]:
    rows = office.tournament.entries.filter(state=Entry.State.PRESENT)
    return set(rows.values_list("number", flat=True))


def _slow(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    check_in = entries.check_in

    def later(**told: Any) -> list[Entry]:
        time.sleep(seconds)
        return check_in(**told)

    monkeypatch.setattr(entries, "check_in", later)


def test_thirty_numbers_typed_by_a_scanner_are_thirty_people_who_are_here(
    door: tuple[Office, Page],
) -> None:
    office, page = door
    _scan(page, *range(1, 31))
    told = page.locator("[data-live=count]")
    expect(told).to_have_text("30 da, 10 erwartet", timeout=60_000)
    assert _here(office) == set(range(1, 31))
    expect(page.get_by_label("Name oder Startnummer")).to_have_value("")


def test_none_is_lost_while_the_service_is_slow(
    door: tuple[Office, Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    office, page = door
    _slow(monkeypatch, 0.7)
    _scan(page, *range(10, 22))
    expect(page.locator("[data-live=count]")).to_have_text("12 da, 28 erwartet")
    assert _here(office) == set(range(10, 22))


def test_none_is_lost_while_the_network_is_away_nor_where_the_focus_is_elsewhere(
    door: tuple[Office, Page],
) -> None:
    office, page = door
    page.context.set_offline(True)
    page.locator("h1").click()
    _scan(page, 3, 4)
    expect(page.locator("[data-jobs]")).to_contain_text("Noch nicht gesichert: 3, 4.")
    _scan(page, 5)
    page.context.set_offline(False)
    expect(page.locator("[data-live=count]")).to_have_text("3 da, 37 erwartet")
    assert _here(office) == {3, 4, 5}


def test_a_number_that_nobody_has_is_told_and_stops_nobody(door: tuple[Office, Page]) -> None:
    office, page = door
    _scan(page, 1, 99, 1, 2)
    expect(page.locator("[data-live=count]")).to_have_text("2 da, 38 erwartet")
    expect(page.locator("[data-missed]")).to_have_text("Startnummer 99 gibt es nicht.")
    assert _here(office) == {1, 2}


def test_who_is_not_let_in_yet_is_not_called_here(door: tuple[Office, Page]) -> None:
    office, page = door
    office.tournament.entries.filter(number=5).update(state=Entry.State.WAITING, held=True)
    page.reload(wait_until="networkidle")
    _scan(page, 5, 6)
    expect(page.locator("[data-missed]")).to_have_text(re.compile(r"^5 .* ist noch nicht zugel"))
    expect(page.locator("[data-live=count]")).to_contain_text("1 da")
    assert _here(office) == {6}


def test_who_was_entered_at_another_desk_since_is_found_by_his_number(
    door: tuple[Office, Page],
) -> None:
    office, page = door
    office.director.do("add", people="Zita Zwahlen")
    _scan(page, 41, 7)
    expect(page.locator("[data-said]")).to_have_text(re.compile(r"7 .* ist da"))
    assert _here(office) == {41, 7}


def test_a_name_looked_for_before_hides_nobody_from_the_scanner(door: tuple[Office, Page]) -> None:
    office, page = door
    page.goto(f"{office.director.root}people/?q=Ab")
    page.wait_for_load_state("networkidle")
    _scan(page, 12)
    page.get_by_label("Name oder Startnummer").fill("Unbekannter Gast")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Unbekannter Gast eintragen")).to_be_focused()
    _scan(page, 14, 15)
    expect(page.locator("[data-live=count]")).to_have_text("3 da, 37 erwartet")
    assert _here(office) == {12, 14, 15}


def test_an_older_list_never_covers_what_was_asked_for_since(door: tuple[Office, Page]) -> None:
    office, page = door
    page.goto(f"{office.director.root}people/?q=Ab")
    page.wait_for_load_state("networkidle")
    held: list[Route] = []
    page.route(re.compile(r"/people/$"), lambda route: held.extend([route]))
    page.get_by_label("Name oder Startnummer").fill("Unbekannter Gast")
    page.keyboard.press("Enter")
    page.wait_for_timeout(700)
    for route in held:
        route.continue_()
    page.wait_for_timeout(700)
    expect(page.get_by_role("button", name="Unbekannter Gast eintragen")).to_be_focused()


def test_words_left_in_the_search_never_join_a_number(door: tuple[Office, Page]) -> None:
    office, page = door
    search = page.get_by_label("Name oder Startnummer")
    _scan(page, 5)
    expect(page.locator("[data-live=count]")).to_have_text("1 da, 39 erwartet")
    search.fill("a")
    page.locator("[data-name^='5 '] .tick").click()
    expect(page.locator("[data-live=count]")).to_have_text("0 da, 40 erwartet")
    _scan(page, 12)
    expect(page.locator("[data-live=count]")).to_have_text("1 da, 39 erwartet")
    search.fill("a")
    # A busy browser gives the focus of a fresh page after its scripts have run.
    search.evaluate("field => { field.blur(); field.setSelectionRange(0, 0); field.focus() }")
    _scan(page, 14)
    expect(page.locator("[data-live=count]")).to_have_text("2 da, 38 erwartet")
    assert _here(office) == {12, 14}


def test_who_was_sent_away_at_another_desk_since_is_here_when_scanned(
    door: tuple[Office, Page],
) -> None:
    office, page = door
    _scan(page, 7)
    expect(page.locator("[data-live=count]")).to_have_text("1 da, 39 erwartet")
    office.director.do("check-out", numbers=7)
    _scan(page, 7, 8)
    expect(page.locator("[data-said]")).to_have_text(re.compile(r"8 .* ist da"))
    assert _here(office) == {7, 8}


def test_a_list_asked_for_before_a_scan_does_not_cover_it(open_device: Any) -> None:
    office = _expected()
    page = open_device(_scribe(office), wide=True, new=True)
    page.clock.install()
    page.goto(f"{office.director.root}people/", wait_until="networkidle")
    held: list[Route] = []
    page.route(re.compile(r"/people/$"), lambda route: held.extend([route]))
    with page.expect_request(re.compile(r"/people/$")):
        page.clock.run_for(15_000)
    while not held:  # the request is told before it is held
        page.wait_for_timeout(10)
    older = held[0].fetch()
    _scan(page, 3)
    expect(page.locator("[data-live=count]")).to_have_text("1 da, 39 erwartet")
    with page.expect_event("requestfinished"):
        held[0].fulfill(response=older)
    page.wait_for_timeout(300)
    expect(page.locator("[data-live=count]")).to_have_text("1 da, 39 erwartet")
