"""The shipped profiles, public, every value with what it rests on."""

import pytest
from rest_framework.test import APIClient

from referee.rules.profile import profile_slugs

pytestmark = pytest.mark.django_db


@pytest.fixture
def anybody() -> APIClient:
    return APIClient()


def test_all_profiles_are_listed(anybody):
    answer = anybody.get("/api/v1/profiles?limit=200")
    assert answer.status_code == 200
    assert [item["slug"] for item in answer.data["results"]] == list(profile_slugs())


@pytest.mark.parametrize("slug", profile_slugs())
def test_every_value_names_an_article_or_a_house_custom(anybody, slug):
    values = anybody.get(f"/api/v1/profiles/{slug}").data["values"]
    assert values
    assert all(bool(item.get("article")) != bool(item.get("house")) for item in values.values())


def test_the_difference_to_the_book_is_told(anybody):
    found = anybody.get("/api/v1/profiles/club-swiss/differences").data["results"]
    changed = {item["path"]: (item["before"], item["after"]) for item in found}
    assert changed["matsch_bonus"] == (100, 0)
    assert changed["weis"] == (True, False)


def test_a_profile_does_not_differ_from_itself(anybody):
    answer = anybody.get("/api/v1/profiles/schieber-2500/differences?to=schieber-2500")
    assert answer.data["results"] == []


@pytest.mark.parametrize("path", ["profiles/skat", "profiles/jassregeln/differences?to=skat"])
def test_an_unknown_profile_is_a_404_with_a_reason(anybody, path):
    answer = anybody.get(f"/api/v1/{path}")
    assert answer.status_code == 404
    assert answer.json()["code"] == "profile_not_found"


def test_reasons_titles_and_cases_are_told_in_the_language_of_the_reader(anybody):
    book = anybody.get("/api/v1/profiles/jassregeln?lang=en").data["values"]
    assert book["tournament"]["house"] == "Play among friends, no tournament"
    titles = anybody.get("/api/v1/profiles?lang=fr&limit=200").data["results"]
    assert "Aucho avec Dubbel et Verlangen" in [item["title"] for item in titles]
    source = anybody.get("/api/v1/rulebook/house.bergpreis?lang=it").data["source"]
    assert source == "Regola della casa: il libro non conosce il Berg"
    cases = anybody.get("/api/v1/rulebook/fragen/facts?lang=en").data["examples"]
    assert cases[0]["told"].startswith("What was said? Not about the hand. In mid-hand? Yes.")
