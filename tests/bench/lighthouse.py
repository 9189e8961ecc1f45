"""What Lighthouse would give the pages that a phone opens for the first time.

Its five figures, each through the log-normal curve that Lighthouse 12 publishes for phones, in its
weights, over the line that it applies by DevTools: a slow 4G where every request waits 562 ms, and
a processor four times slower. The speed index is read from the pictures of a trace, as `speedline`
does. Needs the Chromium of the machine; without one it says so and measures nothing.
"""

from __future__ import annotations

import json
import statistics
from base64 import b64decode
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import pairwise
from math import erf, log
from typing import TYPE_CHECKING, Any

from PIL import Image

from tests.bench import Figure
from tests.bench.first_view import on_chromium, seen_first, watched

if TYPE_CHECKING:
    from playwright.sync_api import Browser

APPLIED = {
    "offline": False,
    "latency": 562.5,
    "downloadThroughput": 1_474_560 / 8,
    "uploadThroughput": 675_000 / 8,
}
CURVES = {
    "first": (0.10, 1_800, 3_000),
    "index": (0.10, 3_387, 5_800),
    "largest": (0.25, 2_500, 4_000),
    "blocked": (0.30, 200, 600),
    "shifted": (0.25, 0.1, 0.25),
}
"""Weight; the value that gets 90 points; the one that gets 50."""
FIFTH = 0.9061938024368232
"""Where the complementary error function is one fifth."""
GOAL, HEAVIEST = 95.0, 60.0
SEEN = """async () => {
    const entries = (type) => new Promise(resolve => {
        new PerformanceObserver(list => resolve(list.getEntries())).observe({type, buffered: true})
        setTimeout(() => resolve([]), 300)
    })
    const first = performance.getEntriesByName('first-contentful-paint')[0].startTime
    const sum = (found, value) => found.reduce((sum, one) => sum + value(one), 0)
    return {
        first,
        largest: (await entries('largest-contentful-paint')).at(-1)?.startTime ?? first,
        blocked: sum(await entries('longtask'),
            task => task.startTime < first ? 0 : Math.max(0, task.duration - 50)),
        shifted: sum(await entries('layout-shift'), one => one.hadRecentInput ? 0 : one.value),
    }
}"""


def measure(*, full: bool) -> Iterator[Figure]:
    """The middle score of several first views of each page, and what it weighs."""
    for browser, club in on_chromium("lighthouse"):
        for name, (path, session) in seen_first(browser, club).items():
            views = [_view(browser, club.url + path, session) for _ in range(9 if full else 3)]
            yield from _figures(name, views)


def _figures(page: str, views: Sequence[dict[str, float]]) -> Iterator[Figure]:
    middle = {key: statistics.median(view[key] for view in views) for key in views[0]}
    yield Figure(name=f"{page}, score", value=score(middle), unit="points", floor=GOAL)
    yield Figure(
        name=f"{page}, bytes that {HEAVIEST:g} kB hold",
        value=HEAVIEST * 1_000 / middle["bytes"], unit="times", floor=1,
    )  # fmt: skip
    for key in ("first", "largest", "index", "blocked"):
        yield Figure(name=f"{page}, {key}", value=middle[key], unit="ms")
    yield Figure(name=f"{page}, shifted by a thousandth", value=1_000 * middle["shifted"], unit="")


def score(figures: dict[str, float]) -> float:
    """Of a hundred."""
    parts = (
        weight * points(figures[key], good, middle)
        for key, (weight, good, middle) in CURVES.items()
    )
    return 100 * sum(parts)


def points(value: float, good: float, middle: float) -> float:
    """The share of pages that are worse, where `good` has nine in ten below it."""
    if value <= 0:
        return 1
    return (1 - erf(FIFTH * log(value / middle) / -log(good / middle))) / 2


def _view(browser: Browser, address: str, session: Any) -> dict[str, float]:
    context = browser.new_context(
        viewport={"width": 412, "height": 823}, storage_state=session, service_workers="block"
    )
    page = context.new_page()
    loads = watched(page, APPLIED)
    browser.start_tracing(page=page, screenshots=True, categories=["blink.user_timing"])
    page.goto(address, wait_until="networkidle")
    seen: dict[str, float] = page.evaluate(SEEN)
    trace = json.loads(browser.stop_tracing())["traceEvents"]
    context.close()
    return {**seen, "bytes": sum(loads), "index": _index(trace, address)}


def _index(trace: Sequence[dict[str, Any]], address: str) -> float:
    """How long the page was how far from done, in milliseconds (speed index)."""
    (begun,) = (
        event["ts"]
        for event in trace
        if event["name"] == "navigationStart"
        and event["args"].get("data", {}).get("documentLoaderURL") == address
    )
    shots = sorted(
        (event["ts"], _histogram(event["args"]["snapshot"]))
        for event in trace
        if event["name"] == "Screenshot" and event["ts"] > begun
    )
    last = shots[-1][1]
    far = [(at, sum(abs(a - b) for a, b in zip(seen, last, strict=True))) for at, seen in shots]
    whole = far[0][1] or 1
    index = float(far[0][0] - begun)
    for (at, missing), (then, _next) in pairwise(far):
        index += (then - at) * missing / whole
    return index / 1_000


def _histogram(picture: str) -> list[int]:
    return Image.open(BytesIO(b64decode(picture))).convert("RGB").histogram()
