"""The first page on a slow phone that has never been here: bytes, requests, and how soon it stands.

Slow 4G: 1.6 Mbit/s down, 0.75 Mbit/s up, 150 ms there and back; a processor four times slower.
Needs the Chromium of the machine; without one it says so and measures nothing.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from jassclub.clubs.demo_logins import PASSWORD
from tests.bench import Figure
from tests.browser.chromium import CHROMIUM, FLAGS
from tests.pictures.shown import Shown, shown

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SLOW_4G = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
SLOWER = 4
VIEWS_A_SECOND = 1.0
"""The largest thing on the page stands within a second."""
TIMES = """() => new Promise(resolve => new PerformanceObserver(list => resolve({
    largest: list.getEntries().at(-1).startTime,
    loaded: performance.getEntriesByType('navigation')[0].loadEventEnd,
})).observe({type: 'largest-contentful-paint', buffered: true}))"""


def measure(*, full: bool) -> Iterator[Figure]:
    """The middle of several first views of each."""
    for browser, club in on_chromium("first view"):
        for name, (path, session) in seen_first(browser, club).items():
            views = [_view(browser, club.url + path, session) for _ in range(15 if full else 5)]
            yield from _figures(f"first view of {name}", views)


def on_chromium(what: str) -> Iterator[tuple[Browser, Shown]]:
    """A browser and the club that is shown, once; says so where there is none."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        print(f"{what}: not measured, Playwright is missing", file=sys.stderr)
        return
    if CHROMIUM is None:
        print(f"{what}: not measured, no Chromium on this machine", file=sys.stderr)
        return
    with shown() as club, sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS), club


def seen_first(browser: Browser, club: Shown) -> dict[str, tuple[str, Any]]:
    """Pages by which people come in: the address, and who they are; None is a stranger."""
    anna = _logged_in(browser, club.url)
    return {
        "the front page": ("/", None),
        "a blank slate": ("/slate/blank/schieber-1000/", None),
        "the rules": ("/rules/", None),
        "a Schieber": (club.pages["tafel"], anna),
        "a Differenzler": (club.pages["differenzler"], anna),
        "the club": ("/clubs/frohsinn/", anna),
    }


def _figures(name: str, views: list[dict[str, float]]) -> Iterator[Figure]:
    middle = {key: statistics.median(view[key] for view in views) for key in views[0]}
    pace = 1_000 / middle["largest"]
    yield Figure(name=name, value=pace, unit="views/s", floor=VIEWS_A_SECOND)
    yield Figure(name=f"{name}, largest thing drawn", value=middle["largest"], unit="ms")
    yield Figure(name=f"{name}, all loaded", value=middle["loaded"], unit="ms")
    yield Figure(name=f"{name}, over the wire", value=middle["bytes"] / 1_000, unit="kB")
    yield Figure(name=f"{name}, requests", value=middle["requests"], unit="requests")


def _logged_in(browser: Browser, url: str) -> Any:
    page = browser.new_page()
    page.goto(f"{url}/login/")
    page.fill("[name=username]", "anna")
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")
    page.wait_for_url(lambda address: "/login/" not in address)
    return page.context.storage_state()


def _view(browser: Browser, address: str, session: Any) -> dict[str, float]:
    """Milliseconds, bytes and requests of one first view: a context has an empty cache."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, storage_state=session, service_workers="block"
    )
    page = context.new_page()
    loads = watched(page, SLOW_4G)
    page.goto(address, wait_until="networkidle")
    times: dict[str, float] = page.evaluate(TIMES)
    context.close()
    return {**times, "bytes": sum(loads), "requests": len(loads)}


def watched(page: Page, line_speed: Mapping[str, object]) -> list[float]:
    """The bytes of every answer, headers included, as they come in over a slow line."""
    loads: list[float] = []
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", dict(line_speed))
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    line.on("Network.loadingFinished", lambda load: loads.append(load["encodedDataLength"]))
    return loads
