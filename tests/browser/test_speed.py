"""The first view of a table page stays light, whatever is added to it, and stands where it was
painted first; `make bench` times it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import CDPSession, Page

from jassclub.clubs.models import Membership, User
from tests.scoring.table import TableOf, differenzler, house, open_table, schieber

HEAVIEST, MOST = 120_000, 14
"""Bytes, headers included, and requests, where the server of the tests sends styles and scripts
uncompressed. As they are sent to phones they weigh less than half: 46,000 at most."""
HANDS = 8
SLOW = {"offline": False, "latency": 60, "downloadThroughput": 60_000, "uploadThroughput": 50_000}
"""Bytes a second of a phone in a cellar: the page comes in pieces."""
SIZES = ((320, 568), (390, 844), (768, 1024), (1024, 768))
MOVED = """() => new Promise(told => new PerformanceObserver(list => told(
    list.getEntries().map(({value, sources}) => [value, ...sources.map(one => one.node?.className)])
)).observe({type: 'layout-shift', buffered: true}) || setTimeout(() => told([]), 300))"""


def _slate() -> TableOf:
    table = open_table(house(), "schieber-1000")
    for number in range(1, HANDS + 1):
        table.write(number, schieber(90 + number))
    return table


def _sheet() -> TableOf:
    table = open_table(house(), "differenzler-offen")
    for number in range(1, HANDS + 1):
        table.write(number, differenzler([40, 50, 30, 20], [37 + number, 50, 30]))
    return table


BOTH = pytest.mark.parametrize("played", [_slate, _sheet], ids=["schieber", "differenzler"])


def _opened(table: TableOf, open_device: Callable[..., Page]) -> tuple[Page, CDPSession]:
    """A new phone of the scribe, and what tells of its network."""
    user = User.objects.create_user("anna", password="x")
    Membership.objects.create(club=table.house.club, user=user, role="scribe")
    page = open_device(user, new=True)
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    return page, line


@BOTH
@pytest.mark.django_db(transaction=True)
def test_the_first_view_of_a_table_is_light(
    played: Callable[[], TableOf], open_device: Callable[..., Page]
) -> None:
    table = played()
    page, line = _opened(table, open_device)
    loads: list[int] = []
    line.on("Network.loadingFinished", lambda load: loads.append(load["encodedDataLength"]))
    page.goto(f"/games/{table.game.pk}/", wait_until="networkidle")
    assert len(loads) <= MOST, loads
    assert min(loads) > 0
    assert sum(loads) < HEAVIEST, loads


@pytest.mark.django_db(transaction=True)
def test_scripts_leave_the_line_to_the_styles(open_device: Callable[..., Page]) -> None:
    table = _slate()
    page, line = _opened(table, open_device)
    asked: list[tuple[str, str]] = []
    line.on(
        "Network.requestWillBeSent",
        lambda sent: asked.append((sent["type"], sent["request"]["initialPriority"])),
    )
    page.goto(f"/games/{table.game.pk}/", wait_until="networkidle")
    assert {how for what, how in asked if what == "Stylesheet"} == {"VeryHigh"}
    assert {how for what, how in asked if what == "Script"} == {"Low"}


@BOTH
@pytest.mark.proof
@pytest.mark.django_db(transaction=True)
def test_on_a_slow_line_nothing_of_a_table_moves_once_it_is_seen(
    played: Callable[[], TableOf], open_device: Callable[..., Page]
) -> None:
    table = played()
    page, line = _opened(table, open_device)
    line.send("Network.emulateNetworkConditions", SLOW)
    line.send("Emulation.setCPUThrottlingRate", {"rate": 2})
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/games/{table.game.pk}/")
        moved = page.evaluate(MOVED)
        assert not moved, f"{width} x {height}: {moved}"
