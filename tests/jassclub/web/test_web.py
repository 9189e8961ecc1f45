"""The floor of all pages: looks, languages, refusals, the style sheet."""

import re
from datetime import date
from itertools import product
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.test import Client, RequestFactory, override_settings
from django.utils import translation

from jassclub.core import speaking
from jassclub.core.errors import Conflict, Finding
from jassclub.web import suits
from jassclub.web.forms import page
from jassclub.web.qr import out_of_reach
from jassclub.web.templatetags import jass

CSS = Path(str(finders.find("jassclub/jassclub.css"))).read_text()
SPRITE = Path(str(finders.find("jassclub/suits.svg"))).read_text()
INKS = ("ink", "dim", "link", "red")
GROUNDS = ("paper", "card")
PAIRS = [
    *product(INKS, GROUNDS),
    ("felt-ink", "felt"),
    ("ink", "felt-soft"),
    ("ink", "red-soft"),
    ("red", "red-soft"),
    ("ink", "key"),
    ("chalk", "slate"),
    ("chalk", "slate-low"),
]


def tokens(scheme: str) -> dict[str, str]:
    """The colours of a scheme, as the last rule that applies sets them."""
    light = dict(re.findall(r"--([\w-]+): (#\w{6});", CSS.split("@media", 1)[0]))
    dark = re.search(r':root\[data-theme="dark"\] \{(.*?)\}', CSS, re.S)
    assert dark
    return light | (
        dict(re.findall(r"--([\w-]+): (#\w{6});", dark.group(1))) if scheme == "dark" else {}
    )


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("ink", "ground"), PAIRS)
def test_every_ink_stands_out_from_its_ground_by_4_5(scheme, ink, ground):
    known = tokens(scheme)
    lighter, darker = sorted(map(luminance, (known[ink], known[ground])), reverse=True)
    assert (lighter + 0.05) / (darker + 0.05) >= 4.5


def test_both_ways_into_the_dark_have_the_same_colours():
    by_device = re.search(r"prefers-color-scheme: dark\) \{(.*?)\n\}", CSS, re.S)
    assert by_device
    chosen = tokens("dark")
    asked = dict(re.findall(r"--([\w-]+): (#\w{6});", by_device.group(1)))
    assert asked == {name: chosen[name] for name in asked}
    assert len(asked) >= 15


def test_every_rule_of_the_style_sheet_is_whole():
    depth = 0
    for sign in re.findall(r"[{}]", CSS):
        depth += 1 if sign == "{" else -1
        assert 0 <= depth <= 3
    assert depth == 0
    assert all(":" in body for body in re.findall(r"\{([^{}]+)\}", CSS))


@pytest.mark.parametrize("field", ["[type=text]", "[type=password]", "[type=date]", "select"])
def test_every_kind_of_field_is_as_high_as_a_thumb(field):
    rules = re.findall(r"([^{}]+)\{([^{}]+)\}", CSS)
    assert any(field in names and "min-height: var(--tap)" in body for names, body in rules)


def test_the_style_sheet_stays_small_and_knows_paper_and_calm():
    assert len(CSS.encode()) < 19_000
    assert "@media print" in CSS
    assert "prefers-reduced-motion" in CSS
    assert "--tap: 52px" in CSS


@pytest.mark.parametrize("mode", ["EI", "SI", "RO", "SE", "D", "H", "S", "C", "O", "U", "SLALOM_O"])
@pytest.mark.parametrize("deck", ["german", "french"])
def test_every_trump_of_both_decks_has_its_own_drawing(mode, deck):
    drawing = suits.drawing(mode, deck)
    assert f'<symbol id="{drawing}"' in SPRITE


def test_a_mode_has_the_name_of_its_deck():
    assert [suits.mode_name("RO", deck) for deck in ("german", "french")] == ["Rose", "Herz"]
    assert suits.mode_name("S", "french") == "Schaufel"
    assert suits.mode_name("UNKNOWN") == "UNKNOWN"


@pytest.mark.django_db
class TestLooks:
    @pytest.mark.parametrize(
        ("name", "value", "sign"),
        [("text", "large", 'data-text="large"'), ("theme", "dark", 'data-theme="dark"')],
    )
    def test_a_chosen_look_stays(self, name, value, sign):
        client = Client()
        response = client.post("/looks/", {name: value, "next": "/login/?next=/"})
        assert response["Location"] == "/login/?next=/"
        assert sign in client.get("/login/").content.decode()

    def test_who_keeps_large_text_in_the_account_has_it_on_every_device(self, django_user_model):
        client = Client()
        client.force_login(django_user_model.objects.create_user("anna", large_text=True))
        assert 'data-text="large"' in client.get("/offline/").content.decode()
        client.cookies["text"] = "normal"
        assert 'data-text="normal"' in client.get("/offline/").content.decode()

    def test_unknown_looks_and_foreign_ways_back_change_nothing(self):
        client = Client()
        response = client.post("/looks/", {"text": '"><b', "next": "https://elsewhere.example/"})
        assert response["Location"] == "/"
        assert "text" not in client.cookies
        client.cookies["text"] = "huge"
        assert 'data-text="normal"' in client.get("/login/").content.decode()

    @pytest.mark.parametrize(
        ("language", "words"),
        [("de", "Benutzername"), ("fr", "utilisateur"), ("it", "utente"), ("en", "User name")],
    )
    def test_the_language_is_switched_without_scripts(self, language, words):
        client = Client()
        client.post("/language/", {"language": language, "next": "/login/"})
        assert words in client.get("/login/").content.decode()

    @override_settings(HALL_MODE=True)
    def test_a_hall_is_told_that_its_pages_travel_in_the_clear(self):
        page = Client().get("/").content.decode()
        assert "Saalbetrieb" in page
        assert "Konto, auch ohne Netz" not in page, "plain http keeps no page"

    def test_elsewhere_nobody_is_told_so(self):
        page = Client().get("/").content.decode()
        assert "Saalbetrieb" not in page
        assert "Konto, auch ohne Netz" in page


@pytest.mark.django_db
class TestRefusals:
    def test_what_is_not_there_has_a_page_with_a_way_on(self):
        response = Client().get("/no/such/page/")
        assert response.status_code == 404
        assert "Diese Seite gibt es nicht" in response.content.decode()

    def test_a_form_that_lay_too_long_is_told_in_words(self):
        response = Client(enforce_csrf_checks=True).post("/looks/", {"text": "large"})
        assert response.status_code == 403
        assert "zu lange offen" in response.content.decode()

    def test_the_page_without_network_is_there(self):
        assert "Kein Netz" in Client().get("/offline/").content.decode()

    def test_the_page_of_a_failure_needs_nothing_that_might_have_failed(self):
        html = render_to_string("500.html")
        assert {'lang="fr"', 'lang="it"', 'lang="en"'} <= set(re.findall(r'lang="\w\w"', html))

    @pytest.mark.parametrize("template", ["500.html", "503.html"])
    @pytest.mark.parametrize("language", ["de", "fr", "it", "en"])
    def test_the_page_of_a_failure_speaks_as_its_reader_does(self, template, language):
        html = render_to_string(template, {"language": language})
        assert set(re.findall(r'lang="([^"]+)"', html)) == {language}
        assert html.count("<h1>") == 1

    def test_a_refusal_is_a_page_with_every_finding(self, django_user_model):
        def view(_request):
            raise Conflict("full", "Der Tisch ist voll.", [Finding("taken", "/seat", "Platz 1.")])

        request = RequestFactory().get("/x/")
        request.user = django_user_model.objects.create_user("anna")
        response = page(view)(request)
        assert isinstance(response, HttpResponse)
        assert response.status_code == 409
        assert "Der Tisch ist voll." in response.content.decode()
        assert "Platz 1." in response.content.decode()


def test_a_right_language_is_named_in_its_own_words():
    with translation.override("fr"):
        request = RequestFactory().get("/")
        html = render_to_string("web/_looks.html", {"request": request}, request=request)
    assert all(name in html for name in ("Deutsch", "Français", "Italiano", "English"))


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("http://127.0.0.1:8000/t/x", "127.0.0.1"),
        ("http://127.9.9.9/", "127.9.9.9"),
        ("http://localhost:8000/t/x", "localhost"),
        ("http://club.localhost/", "club.localhost"),
        ("http://[::1]:8000/", "::1"),
        ("http://0.0.0.0:8000/", "0.0.0.0"),
        ("http://172.17.0.2:8000/", "172.17.0.2"),
        ("http://169.254.3.4/", "169.254.3.4"),
        ("http://192.168.1.20:8000/t/x", ""),
        ("http://10.0.0.5/", ""),
        ("http://172.20.1.1/", ""),
        ("https://jass.example.ch/t/x", ""),
        ("http://saal.local:8000/", ""),
    ],
)
def test_an_address_to_which_no_phone_finds_the_way_is_known(url, host):
    assert out_of_reach(url) == host


@pytest.mark.parametrize(
    ("language", "day", "with_year"),
    [
        ("de", "Dienstag, 24. November", "Dienstag, 24. November 2026"),
        ("fr", "mardi 24 novembre", "mardi 24 novembre 2026"),
        ("it", "martedì 24 novembre", "martedì 24 novembre 2026"),
        ("en", "Tuesday, 24 November", "Tuesday, 24 November 2026"),
    ],
)
def test_a_day_is_told_as_people_of_each_language_say_it(language, day, with_year):
    with translation.override(language):
        assert jass.spoken(date(2026, 11, 24)) == day
        assert jass.spoken(date(2026, 11, 24), "Y") == with_year
        assert speaking.sign() == ("\u202f:" if language == "fr" else ":")
