"""Files that programs look for at a fixed address."""

import re
from datetime import datetime, timedelta
from urllib.robotparser import RobotFileParser

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.utils import timezone
from PIL import Image

from tests.architecture.sources import ROOT


def test_robots_stay_away_from_links_of_phones_and_from_the_api() -> None:
    rules = RobotFileParser()
    rules.parse(Client().get("/robots.txt").content.decode().splitlines())
    may = {
        path: rules.can_fetch("any", path) for path in ("/", "/rules/", "/t/secret/", "/api/v1/")
    }
    assert may == {"/": True, "/rules/": True, "/t/secret/": False, "/api/v1/": False}


def test_a_browser_without_the_page_finds_the_icon() -> None:
    name = Client().get("/favicon.ico")["Location"].removeprefix("/static/")
    sizes = Image.open(str(finders.find(name))).info["sizes"]
    assert sizes == {(16, 16), (32, 32), (48, 48)}


@pytest.mark.parametrize(
    ("operator", "contact"),
    [
        ("jass@example.ch", "mailto:jass@example.ch"),
        ("+41 79 000 00 00", "tel:+41-79-000-00-00"),
        ("https://example.ch/contact", "https://example.ch/contact"),
    ],
)
def test_a_weakness_is_told_to_who_runs_this(settings, operator, contact) -> None:
    settings.OPERATOR = operator
    answer = Client().get("/.well-known/security.txt")
    told = dict(line.split(": ", 1) for line in answer.content.decode().splitlines())
    until = datetime.fromisoformat(told["Expires"])
    assert answer["Content-Type"].startswith("text/plain")
    assert told["Contact"] == contact
    assert told["Canonical"] == "http://testserver/.well-known/security.txt"
    assert timedelta(days=1) < until - timezone.now() < timedelta(days=365)


def test_where_nobody_said_who_runs_this_there_is_no_such_file(settings) -> None:
    settings.OPERATOR = ""
    assert Client().get("/.well-known/security.txt").status_code == 404


@pytest.mark.parametrize(("language", "lang"), [("de", "de"), ("fr", "fr")])
def test_the_manifest_says_its_language(language, lang) -> None:
    headers = {"accept-language": language}
    assert Client().get("/manifest.webmanifest", headers=headers).json()["lang"] == lang


def test_every_page_says_what_it_is_about_in_its_own_head_or_that_of_its_base() -> None:
    known = [*ROOT.glob("*/templates/**/*.html"), *ROOT.glob("*/*/templates/**/*.html")]
    whole = {page: page.read_text() for page in known if not page.name[:3].isdigit()}
    heads = {page.name: text for page, text in whole.items() if "<!doctype" in text.lower()}
    assert {"base.html", "board.html"} <= set(heads)
    assert not [name for name, text in heads.items() if '<meta name="description"' not in text]


@pytest.mark.django_db
def test_a_page_that_may_be_found_says_what_it_is_about() -> None:
    page = Client().get("/privacy/", headers={"accept-language": "en"}).content.decode()
    assert '<meta name="description"' in page
    assert "noindex" not in page
    assert '<html lang="en">' in Client().get("/api/v1/docs/").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/problems/", "/notation/"])
def test_what_programmers_read_says_in_every_language_what_it_is_about(address) -> None:
    told = []
    for language in ("de", "fr", "it", "en"):
        page = Client().get(address, headers={"accept-language": language}).content.decode()
        told += re.findall(r'name="description" content="(.*?)"', page)
    assert len(set(told)) == 4
    assert f'content="{told[0]}"' not in Client().get("/").content.decode()
