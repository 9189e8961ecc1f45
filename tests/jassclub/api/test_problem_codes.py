"""Programs are told every code of a refusal, and what is left of what they may ask."""

import re
import tomllib

import pytest
from django.test import Client

from jassclub.api import codes
from tests.architecture.sources import ROOT, python_files
from tests.cast import Caller
from tests.jassclub.hostile import document

SAID = re.compile(
    r"""(?x) \b (?:Invalid|NotAllowed|NotFound|Conflict|TooMany|Finding)
    (?: \( | \.at\( (?: [^"(),]+ | \s* "[^"]*" ) , ) \s* "([a-z][a-z0-9_]*)" """
)
"""Where a refusal or a finding is made, and its code."""
REFUSALS, FINDINGS = codes.of_refusals(), codes.of_findings()


def test_every_code_of_the_sources_is_listed_and_says_what_it_means() -> None:
    said = {code for file in python_files() for code in SAID.findall((ROOT / file).read_text())}
    assert len(said) > 350
    listed = {one.code for one in FINDINGS if one.meaning}
    assert said - listed == set(), "a line in jassclub/api/problems.toml"
    german = [one for one in (*REFUSALS, *FINDINGS) if re.search("[äöüß]", one.meaning)]
    assert {one.code for one in german} <= {one.code for one in german if "Stöck" in one.meaning}


def test_operations_refuse_with_codes_that_are_listed_under_their_status() -> None:
    known = {(status, one.code) for one in REFUSALS for status in one.statuses}
    operations = tomllib.loads((codes.HERE / "refusals.toml").read_text())
    for operation, refusals in operations.items():
        assert {(int(status), code) for status in refusals for code in refusals[status]} <= known
        method, path = operation.split()
        assert method.lower() in document()["paths"][path]


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
        assert refused["RateLimit"].endswith(f";t={refused['Retry-After']}")
        assert f"In {refused['Retry-After']} Sekunden geht es weiter" in refused.json()["detail"]

    def test_what_nobody_counts_says_nothing(self) -> None:
        assert "RateLimit" not in Caller().get("/api/v1/rulebook")

    def test_the_document_says_where_they_are_sent(self) -> None:
        asked = document()["paths"]["/api/v1/rulings"]["post"]["responses"]
        assert set(asked["200"]["headers"]) == {"RateLimit", "RateLimit-Policy"}
        assert "headers" not in document()["paths"]["/api/v1/rulebook"]["get"]["responses"]["200"]
