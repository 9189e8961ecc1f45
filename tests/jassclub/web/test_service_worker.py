"""The service as an app: its manifest, its service worker, and the way out of it."""

import json
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.shortcuts import redirect
from django.test import Client, RequestFactory, override_settings

from jassclub.web import app
from jassclub.web.forms import page

TEMPLATES = Path(__file__).parents[3]
PARTS = (
    "scoring/templates/scoring/game.html",
    "scoring/templates/scoring/_waiting.html",
    "jassclub/web/templates/base.html",
)


def script() -> str:
    return Client().get("/sw.js").content.decode()


def test_the_worker_stands_at_the_root_and_is_asked_for_anew_each_time() -> None:
    answer = Client().get("/sw.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Cache-Control"] == "no-cache"
    again = Client().get("/sw.js", headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304


def test_it_keeps_files_that_there_are_and_all_that_the_table_page_loads() -> None:
    listed = re.findall(r'"/static/([^"]+)"', script().replace(r"\u002D", "-"))
    assert set(listed) == set(app.SHELL)
    assert all(finders.find(name) for name in listed)
    table = "".join(TEMPLATES.joinpath(part).read_text() for part in PARTS)
    loaded = re.findall(r'<(?:script|link rel="stylesheet")[^>]*{% static "([^"]+)"', table)
    assert set(loaded) <= set(app.SHELL)


def test_a_change_of_any_file_is_a_new_version(monkeypatch) -> None:
    before = Client().get("/sw.js")["ETag"]
    monkeypatch.setattr(app, "SHELL", app.SHELL[:-1])
    assert Client().get("/sw.js")["ETag"] != before


def test_one_switch_removes_it_from_every_phone() -> None:
    with override_settings(SERVICE_WORKER=False):
        words = script()
    assert "unregister" in words
    assert "respondWith" not in words


@pytest.mark.parametrize(("path", "silent"), [
    ("/login/", True), ("/logout/", True), ("/games/1/phone/leave/", True),
    ("/me/frohsinn/leave/", True), ("/t/herbst/enter/", False), ("/i/token", False),
])  # fmt: skip
def test_nothing_rings_any_more_only_for_who_goes(path, silent) -> None:
    (gone,) = re.findall(r"^const GONE = /(.+)/;$", script(), re.MULTILINE)
    assert bool(re.search(gone, path)) is silent


def test_the_manifest_names_pictures_of_the_size_that_it_says() -> None:
    answer = Client().get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    manifest = json.loads(answer.content)
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    for icon in manifest["icons"]:
        name = icon["src"].removeprefix("/static/")
        head = Path(str(finders.find(name))).read_bytes()[:24]
        width, height = (int.from_bytes(head[at : at + 4], "big") for at in (16, 20))
        assert icon["sizes"] == f"{width}x{height}"


def test_a_page_instead_of_an_answer_is_never_taken_for_stored() -> None:
    view = page(lambda _request: redirect("/"))
    request = RequestFactory().post("/", headers={"Outbox": ""})
    answer = view(request)
    assert answer.status_code == 409
    assert view(RequestFactory().post("/")).status_code == 302


@pytest.mark.django_db
def test_every_page_leads_to_the_manifest_and_the_outbox() -> None:
    page = Client().get("/login/").content.decode()
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    assert 'id="outbox" src="/static/jassclub/outbox.js"' in page
