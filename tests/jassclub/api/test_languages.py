"""Bounds are told in the language of who asks, whoever asked before."""

import pytest

from tests.cast import Caller

pytestmark = pytest.mark.django_db

WORDS = {"fr": "caractères", "de": "Zeichen", "en": "characters", "it": "caratteri"}


def told(api: Caller, language: str) -> str:
    api.headers["Accept-Language"] = language
    refused = api.post("clubs", {"name": "x" * 1_000, "slug": "x"})
    assert refused.status_code == 400
    return str(refused.json()["errors"][0]["detail"])


@pytest.mark.parametrize("order", [["fr", "de", "en", "it"], ["it", "en", "de", "fr"]])
def test_a_bound_of_a_body_is_told_to_each_in_his_language(emma, order):
    assert [WORDS[language] in told(emma.api, language) for language in order] == [True] * 4


def test_a_bound_of_a_question_is_told_to_each_in_his_language(emma):
    texts = set()
    for language in WORDS:
        emma.api.headers["Accept-Language"] = language
        texts.add(emma.api.get("clubs", limit=500).json()["errors"][0]["detail"])
    assert len(texts) == len(WORDS)


def test_what_is_for_programs_is_in_english_and_is_known_again():
    asker = Caller()
    asker.headers["Accept-Language"] = "fr"
    assert asker.get("docs/")["Content-Language"] == "en"
    document = asker.get("schema/")
    assert document["Content-Language"] == "en"
    assert asker.get("schema/", etag=document["ETag"]).status_code == 304
