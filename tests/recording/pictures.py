"""The main pages at three sizes, drawn by Chromium from a server with the recorded club."""

import json
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from wsgiref.simple_server import WSGIRequestHandler, make_server

from tests.browser.chromium import CHROMIUM, FLAGS
from tests.recording.callers import Caller, body_of
from tests.recording.club import Club, founded

SIZES = ((390, 844), (820, 1180), (1280, 900))
STEADY = """*, *::before, *::after {
  animation: none !important; transition: none !important; caret-color: transparent !important;
  scroll-behavior: auto !important; }"""
NOW = "2026-11-19T19:00:00+01:00"
PROFILES = ("schieber-1000", "differenzler-verdeckt", "coiffeur", "hae", "handjass",
            "schieber-passen", "freies-blatt")  # fmt: skip


def draw(folder: Path) -> int:
    """A PNG a page and size; 2 where there is no Chromium.

    The browser runs in a process of its own: it needs a clock that goes on.
    """
    if not CHROMIUM:
        print("No Chromium on this machine", file=sys.stderr)
        return 2
    from tests.recording.scenarios import opened

    with tempfile.TemporaryDirectory() as var:
        pages = _furnished(founded(opened(Path(var), None)))
        with _served() as origin:
            asked = [
                {"name": name, "url": origin + address, "cookies": _cookies(who)}
                for who, name, address in pages
            ]
            words = [sys.executable, "-m", "tests.recording.pictures", str(folder)]
            return subprocess.run(words, input=json.dumps(asked), text=True, check=False).returncode


def _cookies(who: Caller) -> dict[str, str]:
    return {name: morsel.value for name, morsel in who.client.cookies.items()}


def _furnished(club: Club) -> list[tuple[Caller, str, str]]:
    """A game of each kind and a tournament under way; who looks at what."""
    from tests.recording.days import Day
    from tests.recording.evenings import ByApi
    from tests.recording.seats import Rules

    club = club.scenario("pictures")
    admin, anna, nobody = (club.people[name] for name in ("vreni", "anna", "nobody"))
    at = f"/clubs/{club.slug}/"
    rooms = ("", "people/", "members/", "links/", "rules/", "kitty/", "merges/", "averages/",
             "earlier/", "rulings/", "data/", "webhooks/", "games/new/", "tournaments/",
             "new-tournament/")  # fmt: skip
    pages = [(admin, f"club-{room.strip('/').replace('/', '-') or 'page'}", at + room)
             for room in rooms]  # fmt: skip
    pages += [(nobody, name, f"/{name}/") for name in ("start", "join", "login", "help", "privacy",
              "tournaments", "rules", "check-list", "rules/fragen",
              "rules/fragen/case")]  # fmt: skip
    pages += [(admin, "me", "/me/"), (admin, "season", f"/seasons/{club.season}/"),
              (admin, "player", f"/players/{club.players['Anna']}/")]  # fmt: skip
    for slug in PROFILES:
        club.world.step(slug)
        table = ByApi(club, Rules.of(body_of(admin.get(f"profiles/{slug}"))))
        table.open()
        one, other = table.phones(2)
        for number in (1, 2, 3):
            table.write(one if number % 2 else other, number)
        game = f"/games/{table.game}/"
        pages += [(anna, f"table-{slug}", game), (anna, f"hand-{slug}", f"{game}hands/1/"),
                  (anna, f"ways-{slug}", f"{game}hands/4/ways/"),
                  (anna, f"why-{slug}", f"{game}why/")]  # fmt: skip
    day = Day(club, "einzelschieber-4x8", None)
    day.half()
    desk = f"{at}tournaments/herbst/"
    pages += [(day.director, f"desk-{room or 'page'}", f"{desk}{room}{'/' if room else ''}")
              for room in ("", "people", "plan", "money", "log", "settings", "cards")]  # fmt: skip
    pages += [(nobody, f"hall-{room or 'page'}", f"/t/herbst/{room}{'/' if room else ''}")
              for room in ("", "sign-up", "regulation", "results", "board", "p/1")]  # fmt: skip
    club.world.timetable()
    return pages


class _Quiet(WSGIRequestHandler):
    def log_message(self, *args: Any) -> None:
        """Nobody reads it."""


@contextmanager
def _served() -> Iterator[str]:
    """The service on a port of this machine, one request after the other."""
    from django.contrib.staticfiles.handlers import StaticFilesHandler
    from django.core.wsgi import get_wsgi_application

    server = make_server("127.0.0.1", 0, StaticFilesHandler(get_wsgi_application()),
                         handler_class=_Quiet)  # fmt: skip
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()


def _shoot(folder: Path, pages: list[dict[str, Any]]) -> None:
    """Every page at every size, whole, at a moment that stands still."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for asked in pages:
            for size in SIZES:
                path = folder / asked["name"] / f"{size[0]}x{size[1]}.png"
                path.parent.mkdir(parents=True, exist_ok=True)
                _one(browser, asked, path, size)
        browser.close()


def _one(browser: Any, asked: dict[str, Any], path: Path, size: tuple[int, int]) -> None:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        locale="de-CH",
        reduced_motion="reduce",
        timezone_id="Europe/Zurich",
        service_workers="block",
        bypass_csp=True,
    )
    host = str(urlsplit(asked["url"]).hostname)
    held = asked["cookies"].items()
    context.add_cookies(
        [{"name": name, "value": value, "domain": host, "path": "/"} for name, value in held]
    )
    page = context.new_page()
    page.clock.set_fixed_time(NOW)
    page.goto(asked["url"], wait_until="load")
    page.add_style_tag(content=STEADY)
    page.evaluate("document.fonts.ready")
    page.screenshot(path=str(path), full_page=True, animations="disabled")
    context.close()


if __name__ == "__main__":
    _shoot(Path(sys.argv[1]), json.load(sys.stdin))
