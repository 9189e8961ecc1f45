"""The board of the hall on real screens: whole names, nothing cut off, nothing that flickers."""

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.tournaments.fair import SUM, Fair, fair, made
from tests.tournaments.halls import Hall, hall
from tournaments.core.models import Tournament
from tournaments.desk import rounds, services as desk
from tournaments.entries import services as entries
from tournaments.entries.models import Entry
from tournaments.results import services as results

pytestmark = pytest.mark.django_db(transaction=True)

BEAMERS: list[ViewportSize] = [
    {"width": 1920, "height": 1080},
    {"width": 1280, "height": 720},
    {"width": 1024, "height": 768},
]
LIVE = 16_000
"""Milliseconds after which the page on a phone has asked again."""
FIRST = ("Nina", "Walter", "Karl-Heinz", "Marie-Thérèse", "Ürsi", "Hanspeter", "Bea", "Maximilian")
LAST = ("Ott", "Zurfluh", "von Allmen", "Schwarzenbach", "Wettstein-Zumbrunnen", "Gut", "Bärtschi")
FAULTS = """() => {
  const frame = document.querySelector("main").getBoundingClientRect();
  const shown = document.querySelector(".leaf:not([hidden])");
  const seen = [...shown.querySelectorAll("li, li > *, p, h2:not(.off)")];
  const out = (box) => box.left < frame.left - 1 || box.right > frame.right + 1
    || box.top < frame.top - 1 || box.bottom > frame.bottom + 1;
  return seen.filter((node) => out(node.getBoundingClientRect())
    || node.scrollWidth > node.clientWidth + 1).map((node) => node.textContent.trim());
}"""
"""What sticks out of the board, or is cut off with dots."""
MARK = "() => document.querySelectorAll('body *').forEach((node) => { node.seen = true; })"
FRESH = "() => [...document.querySelectorAll('body *')].filter((node) => !node.seen).length"
POLL = 3100
"""Milliseconds after which it has asked."""


def test_nobody_is_cut_off_on_any_beamer(open_device) -> None:
    page = open_device(wide=True)
    for count in (28, 120, 400):
        own = _hall(count)
        own.call()
        page.goto(f"/t/{own.tournament.slug}/board/")
        if count > 36:
            page.get_by_role("button", name="Anhalten").click()
        for screen in BEAMERS:
            page.set_viewport_size(screen)
            assert _names_on_all_leaves(page) == count
            assert page.evaluate("document.documentElement.scrollHeight") == screen["height"]


def test_the_board_keeps_itself_up_to_date_without_a_flicker(open_device) -> None:
    own = fair(8, minutes=50)
    rounds.call_round(**own.ids)
    page = open_device(wide=True, new=True)
    page.clock.install()
    page.goto("/t/herbst/board/")
    page.evaluate(MARK)
    _asks(page, 304)
    assert page.evaluate(FRESH) == 0
    _seats_change_places(own, page)
    _the_clock_runs_on(own, page)
    _the_network_goes_and_comes(own, page)


def _seats_change_places(own: Fair, page: Page) -> None:
    """Who takes over a seat is the only thing that is new on the board."""
    entry = own.tournament.entries.get(number=1)
    change = {"name": "Aa Anderegg", "note": "", "contact": "", "card": None, "kind": entry.kind}
    entries.change_entry(
        actor=own.director,
        tournament_id=own.tournament.pk,
        entry_id=entry.pk,
        version=entry.version,
        values=change,
    )
    _asks(page, 200)
    expect(page.locator(".leaf li").filter(has_text="Aa Anderegg")).to_be_visible()
    assert page.evaluate(FRESH) == 0


def _the_clock_runs_on(own: Fair, page: Page) -> None:
    rounds.start_round(**own.ids, number=1)
    _asks(page, 200)
    expect(page.locator("p.clock")).to_have_text(re.compile("^(50:00|49:5.)$"))
    page.evaluate(MARK)
    first = own.passen(1)[0]
    lines = [{"points": made(1, 1)}, {"points": SUM - made(1, 1)}]
    results.type_sheet(actor=own.director, passe_id=first.pk, data={"lines": lines})
    _asks(page, 200)
    expect(page.locator(".missing b")).to_have_text(["2"])
    assert page.locator("p.clock").evaluate("node => Boolean(node.seen)")


def _the_network_goes_and_comes(own: Fair, page: Page) -> None:
    page.context.set_offline(True)
    page.clock.run_for(POLL)
    expect(page.locator("#net")).to_contain_text("Netz weg")
    expect(page.locator("p.clock")).to_be_visible()
    own.write(1)
    rounds.close_round(**own.ids, number=1)
    page.context.set_offline(False)
    _asks(page, 200, after=4 * POLL)
    expect(page.locator("#net")).to_be_empty()
    expect(page.locator(".ranking.leaf li")).to_have_count(8)
    desk.finish(**own.ids, reason="Gewitter")
    _asks(page, 200)
    expect(page.locator(".podium.leaf").first).to_be_visible()
    assert page.evaluate(FAULTS) == []


def _asks(page: Page, status: int, *, after: int = POLL) -> None:
    """The board asks by itself; 304 where nothing has happened."""
    asked = lambda answer: answer.request.method == "HEAD" and answer.status == status  # noqa: E731
    with page.expect_response(asked):
        page.clock.run_for(after)


def _hall(count: int) -> Hall:
    """A public one, with names as they are, the longest among them."""
    own = hall(count, rounds=1)
    for entry in own.entries:
        entry.name = f"{FIRST[entry.number % 8]} {LAST[entry.number % 7]}"
    Entry.objects.bulk_update(own.entries, ["name"])
    Tournament.objects.filter(pk=own.tournament.pk).update(public=True)
    return own


def _names_on_all_leaves(page: Page) -> int:
    """Turns every leaf by its key; as many names as were shown."""
    named = 0
    for _leaf in range(page.locator(".leaf").count()):
        assert page.evaluate(FAULTS) == []
        named += page.locator(".leaf:visible li").count()
        page.keyboard.press("ArrowRight")
    return named


def test_the_page_on_a_phone_follows_the_day_and_closes_nothing(open_device) -> None:
    own = fair(8, rounds=2)
    rounds.call_round(**own.ids)
    page = open_device(new=True)
    page.clock.install()
    page.goto("/t/herbst/")
    seats = page.locator("details#plaetze")
    expect(seats).to_have_attribute("open", "")
    rounds.start_round(**own.ids, number=1)
    own.write(1)
    with page.expect_response(lambda answer: answer.request.method == "GET"):
        page.clock.run_for(LIVE)
    expect(page.locator("#rangliste .medal-1").first).to_be_visible()
    expect(seats).to_have_attribute("open", "")
    for _twice in range(2):
        with page.expect_response(lambda answer: answer.request.method == "HEAD"):
            page.clock.run_for(LIVE)
    seats.locator("summary").tap()
    expect(seats).not_to_have_attribute("open", "")
