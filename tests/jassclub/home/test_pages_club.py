"""The club page of offices: a new season."""

import re
from datetime import date

import pytest
from django.conf import settings
from django.test import Client

from jassclub.clubs.models import Season

pytestmark = pytest.mark.django_db


def logged_in(person):
    client = Client()
    client.force_login(person.user)
    return client


def words(response):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


@pytest.fixture
def page(club):
    return f"/clubs/{club.slug}/"


class TestSeasons:
    SENT = {"name": "2027", "starts": "2027-01-01", "ends": "2027-12-31", "key": "k"}

    def test_a_director_begins_a_season_counted_as_the_last(self, club, season, chloe, page):
        Season.objects.filter(pk=season.pk).update(rules={"schieber": {"drop": 1}})
        client = logged_in(chloe)
        for _ in range(2):
            answer = client.post(f"{page}seasons/", self.SENT)
        made = Season.objects.get(name="2027")
        assert answer["Location"] == f"/seasons/{made.pk}/"
        assert (made.starts, made.ends) == (date(2027, 1, 1), date(2027, 12, 31))
        assert made.rules == {"schieber": {"drop": 1}}

    def test_what_is_wrong_is_said_at_its_field(self, season, chloe, page):
        for changes, field in [
            ({"name": ""}, "season_name"),
            ({"name": "2026"}, "season_name"),
            ({"starts": ""}, "starts"),
            ({"starts": "1.1.2027"}, "starts"),
            ({"ends": "2026-12-31"}, "ends"),
            ({"ends": "1e400"}, "ends"),
        ]:
            response = logged_in(chloe).post(f"{page}seasons/", {**self.SENT, **changes})
            assert response.status_code in (409, 422)
            assert f'id="{field}-error"' in response.content.decode()
            assert Season.objects.count() == 1

    def test_a_scribe_begins_none(self, anna, page):
        client = logged_in(anna)
        assert "Saison beginnen" not in words(client.get(page))
        assert client.post(f"{page}seasons/", self.SENT).status_code == 403
        assert not Season.objects.exists()


def test_who_only_visits_the_address_of_a_form_is_led_to_its_page(emma, page):
    for path in ["seasons/", "members/invite/"]:
        back = f"{page}members/" if path.startswith("members/") else page
        assert logged_in(emma).get(page + path)["Location"] == back


def test_forms_are_protected_against_forgery(emma, page):
    careful = Client(enforce_csrf_checks=True)
    careful.force_login(emma.user)
    for path in ["people/", "seasons/"]:
        assert careful.post(page + path, {"names": "Gian", **TestSeasons.SENT}).status_code == 403
        assert not Season.objects.exists()


def test_the_page_of_an_admin_speaks_every_language(emma, page):
    client = logged_in(emma)
    for language in [code for code, _name in settings.LANGUAGES]:
        client.cookies["django_language"] = language
        html = client.get(page).content.decode()
        assert f'<html lang="{"de-CH" if language == "de" else language}"' in html
        assert html.count('<details class="more no-print narrow"') == 1
        assert not re.search(r"<style\b|\sstyle=|\son[a-z]+=|javascript:", html)
