"""Pages in a real Chromium. Without one on the machine these tests are skipped, and said so."""

import os
from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
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


@pytest.fixture
def open_device(chromium: Browser, live_server: Any) -> Iterator[Callable[..., Page]]:
    """`open_device(user=..., wide=False, scheme="light", lang="de-CH")`: a phone or a desk.

    Each has cookies of its own. Addresses are relative to the server of the test. A page that
    throws an error in its scripts, or writes one to its console, fails the test at its end;
    what the network lacks is expected where `offline` tests cut it, so failed loads are not.
    """
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def opened(
        user: User | None = None,
        *,
        wide: bool = False,
        scheme: Literal["light", "dark"] = "light",
        lang: str = "de-CH",
        base: str | None = None,
        **more: Any,
    ) -> Page:
        # Requests of a service worker pass by `page.route`: who tests it asks for it.
        more.setdefault("service_workers", "block")
        context = chromium.new_context(
            base_url=base or live_server.url,
            viewport=DESK if wide else PHONE,
            color_scheme=scheme,
            locale=lang,
            has_touch=not wide,
            reduced_motion="reduce",
            **more,
        )
        context.set_default_timeout(PATIENCE)
        if user is not None:
            log_in(context, user, base or live_server.url)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: _heard(errors, said))
        contexts.append(context)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not errors, errors


def log_in(context: BrowserContext, user: User, url: str) -> None:
    """The session of somebody who has logged in, without typing a password."""
    client = Client()
    client.force_login(user)
    value = client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": value, "url": url}])


def _heard(errors: list[str], said: Any) -> None:
    if said.type == "error" and "Failed to load resource" not in said.text:
        errors.append(f"{said.text} ({said.location.get('url', '')})")
