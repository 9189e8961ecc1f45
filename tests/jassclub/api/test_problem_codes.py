"""Programs are told every code of a refusal, and what is left of what they may ask."""

import re

import pytest
from django.test import Client

from jassclub.api import codes
from tests.cast import Caller
from tests.jassclub.hostile import document

REFUSALS, FINDINGS = codes.of_refusals(), codes.of_findings()


def test_every_code_says_what_it_means() -> None:
    silent = [one.code for one in (*REFUSALS, *FINDINGS) if not one.meaning]
    assert silent == [], "a line in jassclub/api/problem_words.toml"
    german = [one for one in (*REFUSALS, *FINDINGS) if re.search("[äöüß]", one.meaning)]
    assert {one.code for one in german} <= {one.code for one in german if "Stöck" in one.meaning}


def test_the_document_lists_all_codes_and_those_of_each_operation() -> None:
    schemas = document()["components"]["schemas"]
    assert schemas["ProblemCode"]["enum"] == [one.code for one in REFUSALS]
    assert schemas["FindingCode"]["enum"] == [one.code for one in FINDINGS]
    assert {"contested_version", "stale", "role_missing"} <= {one.code for one in REFUSALS}
    assert {"sum_wrong", "required", "password_too_short"} <= {one.code for one in FINDINGS}
    closing = document()["paths"]["/api/v1/games/{game_id}/closure"]["post"]["responses"]
    assert "game_closed" in closing["409"]["x-codes"]
    assert "`game_closed`" in closing["409"]["description"]


@pytest.mark.django_db
def test_people_read_the_codes_on_a_page() -> None:
    page = Client().get("/problems/").content.decode()
    assert all(f'id="{one.code}"' in page for one in REFUSALS)
    assert all(f'id="finding-{one.code}"' in page for one in FINDINGS)


@pytest.mark.django_db
class TestQuotas:
    """What an answer says of the requests that are left."""

    def ask(self):
        return Caller().post("/api/v1/rulings", {"article": "spielrichtung", "facts": {}})

    def test_each_answer_says_how_many_are_left(self) -> None:
        first, second = self.ask(), self.ask()
        assert first.status_code == 200
        assert first["RateLimit-Policy"] == '"entries";q=600;w=60'
        assert re.fullmatch(r'"entries";r=599;t=\d+', first["RateLimit"])
        assert second["RateLimit"].startswith('"entries";r=598;t=')

    def test_who_has_none_left_is_told_when_to_go_on(self, monkeypatch) -> None:
        rates = {"entries": "1/min"}
        monkeypatch.setattr("rest_framework.throttling.SimpleRateThrottle.THROTTLE_RATES", rates)
        self.ask()
        refused = self.ask()
        assert (refused.status_code, refused.json()["code"]) == (429, "throttled")
        assert refused["RateLimit"].startswith('"entries";r=0;t=')
        assert 1 <= int(refused["Retry-After"]) <= 61

    def test_what_nobody_counts_says_nothing(self) -> None:
        assert "RateLimit" not in Caller().get("/api/v1/rulebook")

    def test_the_document_says_where_they_are_sent(self) -> None:
        asked = document()["paths"]["/api/v1/rulings"]["post"]["responses"]
        assert set(asked["200"]["headers"]) == {"RateLimit", "RateLimit-Policy"}
        assert "headers" not in document()["paths"]["/api/v1/rulebook"]["get"]["responses"]["200"]
