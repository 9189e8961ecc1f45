"""Pages in a real Chromium. Without one on the machine these tests are skipped, and said so."""

import os
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
from django.core.signals import request_finished, request_started
from django.dispatch import receiver
from django.test import Client
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)

from jassclub.clubs.models import User
from tests.browser.chromium import CHROMIUM, FLAGS

PATIENCE = 30_000.0
"""Milliseconds for what comes at once on a machine that has nothing else to do."""
PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 900}


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One headless Chromium for the whole run."""
    # Playwright's loop lives in this thread; Django would take the tests' own queries for
    # queries inside that loop.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    expect.set_options(timeout=PATIENCE / 2)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


class Shelf:
    """Phones and desks that tests use one after the other: a new one takes a second of a
    processor. `errors` is what the pages of a test have complained about."""

    def __init__(self, chromium: Browser) -> None:
        self.chromium = chromium
        self.errors: list[str] = []
        self._lying: defaultdict[str, list[Page]] = defaultdict(list)
        self._taken: list[tuple[str, Page]] = []

    def take(self, *, new: bool, **options: Any) -> Page:
        """One with these options; it comes to the shelf after the test unless it has to be new."""
        kind = "" if new else repr(sorted(options.items()))
        lying = self._lying[kind]
        page = lying.pop() if lying else self._made(options)
        self._taken.append((kind, page))
        return page

    def put_back(self) -> None:
        """As they were, without cookies and stored data; what cannot be used again is closed."""
        for kind, page in self._taken:
            if kind and not page.is_closed():
                _wipe(page)
                self._lying[kind].append(page)
            else:
                page.context.close()
        self._taken.clear()

    def _made(self, options: dict[str, Any]) -> Page:
        context = self.chromium.new_context(reduced_motion="reduce", **options)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda said: _heard(self.errors, said))
        return page


WIPE = """async () => {
    localStorage.clear()
    sessionStorage.clear()
    for (const { name } of await indexedDB.databases()) await new Promise((done, failed) =>
        Object.assign(indexedDB.deleteDatabase(name), {onsuccess: done, onerror: failed}))
}"""


def _wipe(page: Page) -> None:
    context = page.context
    for other in context.pages:
        if other is not page:
            other.close()
    context.set_offline(False)
    context.unroute_all()
    page.unroute_all()
    page.goto("/healthz")
    page.evaluate(WIPE)
    context.clear_cookies()


IN_FLIGHT: set[int] = set()
"""The threads of the server in which a page is being answered; not those of a test's own client."""


@receiver(request_started)
def _begun(**_told: Any) -> None:
    if "process_request_thread" in threading.current_thread().name:
        IN_FLIGHT.add(threading.get_ident())


@receiver(request_finished)
def _ended(**_told: Any) -> None:
    IN_FLIGHT.discard(threading.get_ident())


@pytest.fixture(scope="session")
def shelf(django_db_setup: None, live_server: Any, chromium: Browser) -> Iterator[Shelf]:
    """Nothing holds a connection to the server of the tests when its database goes."""
    yield Shelf(chromium)
    for context in chromium.contexts:
        context.close()
    for thread in threading.enumerate():
        if "process_request_thread" in thread.name:
            thread.join(PATIENCE / 1000)


@pytest.fixture
def open_device(shelf: Shelf, live_server: Any) -> Iterator[Callable[..., Page]]:
    """`open_device(user=..., wide=False, scheme="light", lang="de-CH")`: a phone or a desk.

    Each has cookies of its own. Addresses are relative to the server of the test. A page that
    throws an error in its scripts, or writes one to its console, fails the test at its end;
    what the network lacks is expected where `offline` tests cut it, so failed loads are not.
    Whoever counts loads, sets the clock or has a service worker asks for a `new` one.
    """
    shelf.errors.clear()

    def opened(
        user: User | None = None,
        *,
        wide: bool = False,
        scheme: Literal["light", "dark"] = "light",
        lang: str = "de-CH",
        base: str | None = None,
        new: bool = False,
        **more: Any,
    ) -> Page:
        # Requests of a service worker pass by `page.route`: who tests it asks for it.
        more.setdefault("service_workers", "block")
        size = DESK if wide else PHONE
        page = shelf.take(
            new=new or more["service_workers"] == "allow",
            base_url=base or live_server.url,
            viewport=size,
            color_scheme=scheme,
            locale=lang,
            has_touch=not wide,
            **more,
        )
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme)
        if user is not None:
            log_in(page.context, user, base or live_server.url)
        return page

    yield opened
    shelf.put_back()
    # Race: a page that has gone has left a request behind, and the tables are emptied next.
    for _moment in range(200):
        if not IN_FLIGHT & {thread.ident for thread in threading.enumerate()}:
            break
        time.sleep(0.01)
    assert not shelf.errors, shelf.errors


def log_in(context: BrowserContext, user: User, url: str) -> None:
    """The session of somebody who has logged in, without typing a password."""
    client = Client()
    client.force_login(user)
    value = client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": value, "url": url}])


def _heard(errors: list[str], said: Any) -> None:
    if said.type == "error" and "Failed to load resource" not in said.text:
        errors.append(f"{said.text} ({said.location.get('url', '')})")
