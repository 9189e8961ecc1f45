"""Language and large text go with the account, from the log-in on."""

from urllib.parse import parse_qs, unquote

import pytest
from django.test import Client

from jassclub.clubs.models import User
from tests.cast import PASSWORD

pytestmark = pytest.mark.django_db


@pytest.fixture
def beatrice(beat):
    User.objects.filter(pk=beat.user.pk).update(language="fr")
    return beat


def log_in(client, name="beat"):
    return client.post("/login/", {"username": name, "password": PASSWORD})


def spoken(client):
    html = client.get("/offline/").content.decode()
    return html.partition('<html lang="')[2][:2]


def test_the_language_of_the_account_is_spoken_after_the_log_in(beatrice):
    client = Client()
    assert spoken(client) == "de"
    log_in(client)
    assert spoken(client) == "fr"


def test_a_language_chosen_on_the_device_before_wins(beatrice):
    client = Client()
    client.post("/language/", {"language": "it"})
    log_in(client)
    assert spoken(client) == "it"
    assert User.objects.get(username="beat").language == "fr"


def test_logging_out_takes_the_language_along(beatrice, anna):
    client = Client()
    log_in(client)
    client.post("/logout/")
    assert spoken(client) == "de"
    log_in(client, "anna")
    assert spoken(client) == "de"


def test_a_language_chosen_while_logged_in_is_kept_with_the_account(beatrice):
    client = Client()
    log_in(client)
    client.post("/language/", {"language": "en", "next": "/offline/"})
    assert User.objects.get(username="beat").language == "en"
    elsewhere = Client()
    log_in(elsewhere)
    assert spoken(elsewhere) == "en"


@pytest.mark.parametrize("language", ["", "xx", "de-ch", "\x00"])
def test_an_unknown_language_changes_no_account(beatrice, language):
    client = Client()
    log_in(client)
    client.post("/language/", {"language": language})
    assert User.objects.get(username="beat").language == "fr"


def test_large_text_chosen_while_logged_in_is_there_on_every_device(beat):
    client = Client()
    log_in(client)
    client.post("/looks/", {"text": "large"})
    elsewhere = Client()
    log_in(elsewhere)
    assert 'data-text="large"' in elsewhere.get("/offline/").content.decode()
    client.post("/looks/", {"text": "normal"})
    assert User.objects.get(username="beat").large_text is False


def test_the_theme_stays_on_the_device(beat):
    client = Client()
    log_in(client)
    client.post("/looks/", {"theme": "dark"})
    assert client.cookies["theme"].value == "dark"
    assert User.objects.get(username="beat").large_text is False


@pytest.mark.parametrize("path", ["/looks/", "/language/", "/logout/"])
def test_looks_and_language_are_changed_by_the_own_forms_only(beat, path):
    careful = Client(enforce_csrf_checks=True)
    careful.force_login(beat.user)
    assert careful.post(path, {"text": "large", "language": "fr"}).status_code == 403
    kept = User.objects.get(username="beat")
    assert (kept.language, kept.large_text) == ("de", False)


@pytest.mark.parametrize("wish", ["club", "nirgends", "//evil.example", "https://evil.example/"])
def test_what_a_link_to_the_log_in_wishes_leads_nowhere_else_and_breaks_nothing(anna, wish):
    form = {"username": "anna", "password": PASSWORD, "next": wish}
    answer = Client().post("/login/", form)
    assert answer.status_code == 302
    assert answer["Location"] in ("/", "club", "nirgends")


def test_the_log_in_of_any_page_leads_back_to_it(beat):
    client = Client()
    page = client.get("/rules/", {"q": "Stöck"}).content.decode()
    address = page.partition('href="/login/?')[2].partition('"')[0]
    told = parse_qs(address) | {"username": "beat", "password": PASSWORD}
    assert unquote(client.post("/login/", told)["Location"]) == "/rules/?q=Stöck"
    assert 'href="/login/?' not in Client().get("/login/").content.decode()
