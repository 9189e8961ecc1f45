"""The law over the API: articles, questions put to the referee, rulings kept and followed."""

import json
from typing import Any

import pytest
from django.test import Client

from referee.models import RulingRecord

pytestmark = pytest.mark.django_db
ANSWERED = {"article": "fragen", "facts": {"act": "answer", "offender": 0}}


@pytest.fixture
def stranger() -> Client:
    return Client()


def _ask(client: Client, body: object, **query: str) -> Any:
    path = "/api/v1/rulings" + ("?lang=" + query["lang"] if query else "")
    return client.post(path, json.dumps(body), content_type="application/json")


def test_a_question_needs_no_log_in_and_no_key_and_stores_nothing(stranger):
    answer = _ask(stranger, ANSWERED)
    assert answer.status_code == 200
    assert answer.json()["verdict"] == "determined"
    assert answer.json()["options"][0]["by"] == "1+3"
    assert not RulingRecord.objects.exists()


@pytest.mark.parametrize("lang", ["de", "fr", "it", "en"])
def test_a_ruling_speaks_four_languages(stranger, lang):
    texts = {other: _ask(stranger, ANSWERED, lang=other).json()["text"] for other in (lang, "de")}
    assert texts[lang]
    assert lang == "de" or texts[lang] != texts["de"]


def test_what_is_missing_is_asked_with_answers_to_tap(stranger):
    question = _ask(stranger, {"article": "fragen"}).json()["question"]
    assert question["fact"] == "act"
    assert {"question", "answer", "remark"} <= {item["value"] for item in question["answers"]}
    assert question["why"].startswith("fragen#")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"article": "erfunden"}, 404, "article_not_found"),
        ({"article": "turnier.vergeben"}, 404, "article_without_table"),
        ({**ANSWERED, "profile": "skat"}, 404, "profile_not_found"),
        ({"article": "fragen", "facts": {"act": 3}}, 422, "invalid"),
        ({"article": "fragen", "facts": []}, 400, "malformed"),
        ({"facts": {}}, 400, "malformed"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_what_exists(stranger, body, status, code):
    answer = _ask(stranger, body)
    assert answer.status_code == status
    assert answer.json()["code"] == code


def test_an_unknown_language_is_refused_with_those_there_are(stranger):
    answer = _ask(stranger, ANSWERED, lang="rm")
    assert answer.status_code == 400
    assert "de, en, fr, it" in answer.json()["errors"][0]["detail"]


def test_all_mistakes_in_the_facts_are_named_at_once(stranger):
    facts = {"act": "whisper", "offender": 17, "mood": "bad"}
    errors = _ask(stranger, {"article": "fragen", "facts": facts}).json()["errors"]
    assert {error["pointer"] for error in errors} == {"/act", "/offender", "/mood"}


def test_the_rulebook_lists_33_articles_of_the_main_book(stranger):
    books = stranger.get("/api/v1/rulebook").json()["results"]
    assert books[0]["book"] == "jassregeln"
    assert len(books[0]["articles"]) == 33


def test_an_article_is_read_in_the_language_asked_for(stranger):
    article = stranger.get("/api/v1/rulebook/fragen?lang=it").json()
    assert article["sentences"][0]["id"] == "s1"
    assert "mano" in article["sentences"][0]["text"]


def test_the_history_of_an_article_names_its_source(stranger):
    history = stranger.get("/api/v1/rulebook/fragen/history").json()
    assert history["results"][0]["since"] == "2026-01-01"
    assert "JASSREGELN" in history["results"][0]["source"]


def test_the_facts_of_an_article_can_be_filled_by_a_stranger(stranger):
    facts = stranger.get("/api/v1/rulebook/fragen/facts?lang=en").json()
    by_name = {fact["name"]: fact for fact in facts["facts"]}
    assert by_name["during_hand"]["default"] is True
    assert by_name["act"]["default"] is None
    for example in facts["examples"]:
        assert _ask(stranger, {"article": "fragen", "facts": example["facts"]}).status_code == 200


def test_a_lookup_finds_the_article_in_the_words_of_the_table(stranger):
    answer = stranger.get("/api/v1/lookup", {"q": "muess mer de trumpfpuur gäh", "lang": "de"})
    assert answer.json()["results"][0]["article"] == "trumpfbauer"


def test_a_lookup_that_finds_nothing_offers_the_contents(stranger):
    answer = stranger.get("/api/v1/lookup", {"q": "zzyzx qwrtl"}).json()
    assert answer["results"] == []
    assert len(answer["contents"]) == 33


@pytest.mark.parametrize("query", [{}, {"q": ""}, {"q": "x" * 501}, {"q": "stöck", "n": "0"}])
def test_a_lookup_without_a_usable_question_is_refused(stranger, query):
    assert stranger.get("/api/v1/lookup", query).status_code == 400


class TestKept:
    """Rulings that a club keeps."""

    @pytest.fixture
    def precedent(self, club, chloe):
        body = {**ANSWERED, "club": club.pk, "told": "Gefragt und geantwortet."}
        return chloe.api.post("precedents", body).json()

    def test_a_decided_case_becomes_a_precedent_that_the_club_sees(self, precedent, anna, dario):
        assert precedent["record"]["ruling"]["verdict"] == "determined"
        found = anna.api.get("precedents").json()["results"]
        assert [item["id"] for item in found] == [precedent["id"]]
        assert dario.api.get("precedents").json()["results"] == []

    def test_a_precedent_stands_beside_what_a_lookup_finds(self, precedent, anna):
        found = anna.api.get("lookup", q="darf man fragen was Trumpf ist").json()
        assert found["results"][0]["article"] == "fragen"
        assert [item["id"] for item in found["precedents"]] == [precedent["id"]]

    def test_only_a_referee_makes_precedents_and_overrules(self, club, precedent, anna):
        assert anna.api.post("precedents", {**ANSWERED, "club": club.pk}).status_code == 403
        path = f"rulings/{precedent['record']['id']}/overruling"
        body = {"text": "Weiterspielen", "reason": "Es war harmlos", "effects": []}
        assert anna.api.post(path, body).status_code == 403

    def test_an_open_case_is_no_precedent(self, club, chloe):
        answer = chloe.api.post("precedents", {"article": "fragen", "club": club.pk})
        assert answer.status_code == 409
        assert not RulingRecord.objects.exists()

    def test_overruling_keeps_the_computed_ruling_and_takes_its_place(self, precedent, chloe):
        old = precedent["record"]["id"]
        body = {"text": "Weiterspielen", "reason": "Es war harmlos", "effects": [{"type": "none"}]}
        new = chloe.api.post(f"rulings/{old}/overruling", body).json()
        assert new["supersedes"] == old
        assert new["ruling"]["text"] == "Weiterspielen"
        assert chloe.api.get(f"rulings/{old}").json()["ruling"]["options"]
        followed = [item["record"]["id"] for item in chloe.api.get("precedents").json()["results"]]
        assert followed == [new["id"]]

    def test_a_ruling_is_overruled_once(self, precedent, chloe):
        path = f"rulings/{precedent['record']['id']}/overruling"
        body = {"text": "Weiterspielen", "reason": "Harmlos", "effects": []}
        assert chloe.api.post(path, body).status_code == 201
        assert chloe.api.post(path, body).json()["code"] == "ruling_superseded"

    def test_another_club_sees_no_ruling(self, precedent, fritz):
        assert fritz.api.get(f"rulings/{precedent['record']['id']}").status_code == 404

    def test_precedents_are_decided_again_and_none_has_changed(self, precedent, anna):
        assert anna.api.get("precedents/changes").json() == {"checked": 1, "results": []}

    def test_a_precedent_that_would_be_decided_otherwise_is_reported(self, precedent, anna):
        row = RulingRecord.objects.get(pk=precedent["record"]["id"])
        row.said["de"]["answer"] = {"allowed": True}
        row.save()
        (change,) = anna.api.get("precedents/changes").json()["results"]
        assert change["before"]["answer"] == {"allowed": True}
        assert change["after"]["answer"]["allowed"] is False
