"""`python -m tests.pictures [--out DIR]`: pages of a fresh demo club, German and French.

Only dates, ids and codes differ between two runs. Needs the Chromium of the machine.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from jassclub.clubs.demo_logins import PASSWORD
from tests.browser.chromium import CHROMIUM, FLAGS
from tests.pictures.shown import ROOT, Shown, shown

LANGUAGES = ("de", "fr")
LANGUAGE_COOKIE = "django_language"
PHONE, DESK, HALL = (390, 844), (1180, 820), (1280, 720)
LONGEST = 1200
COLOURS = 64
CUP = "/clubs/frohsinn/tournaments/frohsinn-cup/"


@dataclass(frozen=True)
class Picture:
    """A page, who looks at it ("" for a visitor) and on how large a screen.

    `{name}` in the address is a page that the demo names.
    """

    name: str
    address: str
    who: str = ""
    screen: tuple[int, int] = PHONE


PICTURES: Sequence[Picture] = (
    Picture("willkommen", "/"),
    Picture("club-eroeffnen", "/start/"),
    Picture("tafel", "{tafel}", "anna"),
    Picture("differenzler", "{differenzler}", "anna"),
    Picture("hae", "{hae}", "anna"),
    Picture("coiffeur", "{coiffeur}", "anna"),
    Picture("freies-blatt", "{freies-blatt}", "anna"),
    Picture("korrektur", "{tafel}hands/3/correct/", "anna"),
    Picture("verlauf", "{tafel}hands/3/", "anna"),
    Picture("regelfrage", "{tafel}hands/3/rules/", "anna"),
    Picture("urteil", "{urteil}", "anna"),
    Picture("artikel", "/rules/nichtangeben/"),
    Picture("club", "/clubs/frohsinn/", "anna"),
    Picture("saison", "{saison}", "anna"),
    Picture("spielerin", "{spielerin}", "anna"),
    Picture("woher-die-zahl", "{woher}", "anna"),
    Picture("rechnung", "{tafel}why/", "anna"),
    Picture("bedanken", "{tafel}hands/6/ways/thanks/?side=0", "anna"),
    Picture("vom-papier", "{tafel}grid/", "vreni"),
    Picture("qr-code", "{tafel}links/", "vreni"),
    Picture("alle-jahre", "/clubs/frohsinn/averages/", "anna"),
    Picture("hilfe", "/help/"),
    Picture("ohne-netz", "/offline/"),
    Picture("einladung", "{einladung}"),
    Picture("mitglieder", "/clubs/frohsinn/members/", "vreni"),
    Picture("tischlinks", "/clubs/frohsinn/links/", "vreni"),
    Picture("hausregeln", "/clubs/frohsinn/rules/", "vreni"),
    Picture("daten", "/clubs/frohsinn/data/", "vreni"),
    Picture("webhooks", "/clubs/frohsinn/webhooks/", "vreni"),
    Picture("kasse", "/clubs/frohsinn/kitty/", "vreni"),
    Picture("neue-partie", "/clubs/frohsinn/games/new/", "anna"),
    Picture("tisch-telefon", "{tisch}"),
    Picture("anmeldung", "/t/differenzler-abend/sign-up/"),
    Picture("karte", "{karte}"),
    Picture("turniere", "/tournaments/"),
    Picture("turnier", "/t/frohsinn-cup/"),
    Picture("reglement", "/t/frohsinn-cup/regulation/"),
    Picture("person-am-turnier", "/t/frohsinn-cup/p/1/"),
    Picture("leitung", CUP, "chloe", DESK),
    Picture("tisch-am-pult", f"{CUP}rounds/2/tables/1/", "chloe", DESK),
    Picture("geld", f"{CUP}money/", "chloe", DESK),
    Picture("protokoll", f"{CUP}log/", "chloe", DESK),
    Picture("leute", f"{CUP}people/", "chloe", DESK),
    Picture("plan", f"{CUP}plan/", "chloe", DESK),
    Picture("einstellungen", f"{CUP}settings/", "chloe", DESK),
    Picture("resultate", "/t/frohsinn-cup/results/", "", DESK),
    Picture("tabelle-einlesen", "{tabelle}", "vreni", DESK),
    Picture("saal-sitzplan", "/t/frohsinn-cup/board/?zeigt=plaetze", "", HALL),
    Picture("saal-uhr", "/t/frohsinn-cup/board/?zeigt=uhr", "", HALL),
    Picture("saal-rangliste", "/t/frohsinn-cup/board/?zeigt=rangliste", "", HALL),
)


def main(args: Sequence[str]) -> int:
    """2: there is no Chromium, or a page does not answer."""
    parser = argparse.ArgumentParser(prog="python -m tests.pictures")
    parser.add_argument("--out", type=Path, default=ROOT / "jassclub" / "docs" / "pictures")
    out = parser.parse_args(args).out
    if CHROMIUM is None:
        print("No Chromium on this machine; CHROMIUM=... names one elsewhere.", file=sys.stderr)
        return 2
    with shown() as club, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for language in LANGUAGES:
            folder = out / language
            folder.mkdir(parents=True, exist_ok=True)
            if not all(_photographed(browser, club, language, folder)):
                return 2
    return 0


def _photographed(browser: Browser, club: Shown, language: str, folder: Path) -> Iterator[bool]:
    sessions: dict[str, Any] = {}
    for picture in PICTURES:
        if picture.who not in sessions:
            sessions[picture.who] = _session(browser, club.url, picture.who, language)
        page = _device(browser, picture.screen, language, sessions[picture.who])
        answer = page.goto(club.url + picture.address.format_map(club.pages))
        if answer is None or not answer.ok:
            print(f"{picture.name}: {page.url} does not answer.", file=sys.stderr)
            yield False
            return
        path = folder / f"{picture.name}.png"
        path.write_bytes(_small(_taken(page, picture.screen)))
        print(f"{path} {path.stat().st_size // 1024} kB")
        page.context.close()
        yield True


def _session(browser: Browser, url: str, who: str, language: str) -> Mapping[str, Any]:
    """The cookies of somebody who has logged in."""
    page = _device(browser, PHONE, language, None)
    page.goto(f"{url}/login/")
    if who:
        page.fill("[name=username]", who)
        page.fill("[name=password]", PASSWORD)
        page.press("[name=password]", "Enter")
        page.wait_for_url(lambda address: "/login/" not in address)
    # After the log-in, which brings the language of the account along.
    name = LANGUAGE_COOKIE
    page.context.add_cookies([{"name": name, "value": language, "url": url}])
    kept: Mapping[str, Any] = page.context.storage_state()
    page.context.close()
    return kept


def _device(
    browser: Browser, screen: tuple[int, int], language: str, session: Mapping[str, Any] | None
) -> Page:
    options: dict[str, Any] = {"storage_state": session} if session else {}
    context = browser.new_context(
        viewport={"width": screen[0], "height": screen[1]},
        device_scale_factor=1.25 if screen == PHONE else 1,
        locale=f"{language}-CH",
        timezone_id="Europe/Zurich",
        reduced_motion="reduce",
        has_touch=screen == PHONE,
        **options,
    )
    return context.new_page()


def _taken(page: Page, screen: tuple[int, int]) -> bytes:
    """The whole page where it is not too long, with what sticks to the edge at its end."""
    width, height = screen
    if screen != HALL:
        whole = page.evaluate("document.documentElement.scrollHeight")
        page.set_viewport_size({"width": width, "height": max(height, min(whole, LONGEST))})
    page.evaluate("document.activeElement?.blur()")
    return page.screenshot(animations="disabled", caret="hide")


def _small(png: bytes) -> bytes:
    """The same with so few colours that it weighs a third."""
    written = BytesIO()
    picture = Image.open(BytesIO(png)).convert("RGB").quantize(COLOURS)
    picture.save(written, format="PNG", optimize=True)
    return written.getvalue()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
