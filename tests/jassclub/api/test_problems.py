"""Every refusal has one form (RFC 9457), wherever it comes from."""

import pytest
from django.test import Client

from jassclub.clubs.models import Club
from tests.cast import Caller, pointers, problem

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.jassclub.probes")]

REFUSALS = [
    ("invalid", 422, "invalid"),
    ("not_allowed", 403, "role_missing"),
    ("http404", 404, "not_found"),
    ("forbidden", 403, "permission_denied"),
    ("suspicious", 400, "unreadable"),
    ("validation", 400, "malformed"),
    ("check", 422, "invalid"),
    ("unique", 409, "conflict"),
    ("overflow", 422, "out_of_range"),
]


@pytest.fixture
def api() -> Caller:
    return Caller()


@pytest.mark.parametrize(("kind", "status", "code"), REFUSALS)
def test_an_exception_becomes_the_refusal_that_it_means(api, kind, status, code):
    members = problem(api.post(f"/api/probes/faulty/{kind}"), status, code)
    assert members["type"] == f"urn:jassclub:problem:{code}"
    assert members["instance"] == f"/api/probes/faulty/{kind}"
    assert members["title"]
    assert members["detail"]


@pytest.mark.parametrize("kind", ["check", "unique", "overflow"])
def test_what_the_database_refused_left_nothing_behind(api, kind):
    api.post(f"/api/probes/faulty/{kind}")
    assert not Club.objects.exists()


def test_a_finding_names_place_code_and_article(api):
    members = problem(api.post("/api/probes/faulty/invalid"), 422, "invalid")
    assert members["errors"] == [
        {"pointer": "/a", "code": "sum", "detail": "157", "article": "schreibregeln"}
    ]


def test_all_findings_of_the_shape_come_at_once(api):
    response = api.post("/api/probes/store", {"slug": "a b", "layer": [], "colour": 1})
    assert pointers(problem(response, 400, "malformed")) == {"/name", "/slug", "/layer", "/colour"}


def test_a_free_json_object_has_a_limit(api):
    data = {"name": "a", "slug": "a", "layer": {"a": "x" * 9000}}
    assert pointers(problem(api.post("/api/probes/store", data), 400, "malformed")) == {"/layer"}


def test_a_fault_of_the_service_says_nothing_about_itself(api):
    api.client.raise_request_exception = False
    response = api.post("/api/probes/faulty/fault")
    problem(response, 500, "fault")
    assert "geheim" not in response.content.decode()


def test_a_missing_log_in_is_401_with_a_challenge(api):
    response = api.get("/api/probes/closed")
    problem(response, 401, "not_authenticated")
    assert response["WWW-Authenticate"] == "Bearer"


def test_too_many_requests_say_when_to_come_again(api):
    response = api.get("/api/probes/busy")
    problem(response, 429, "throttled")
    assert response["Retry-After"] == "42"


def test_a_method_that_is_not_there_is_405(api):
    problem(api.get("/api/probes/store"), 405, "method_not_allowed")
    problem(api.post("/api/probes/users", key=""), 405, "method_not_allowed")


def test_a_format_that_is_not_given_out_is_406(api):
    response = api.client.get("/api/probes/users", headers={"Accept": "text/csv"})
    problem(response, 406, "not_acceptable")


def test_a_form_is_415(api):
    problem(api.client.post("/api/probes/question", {"a": 1}), 415, "unsupported_media_type")


def test_ten_megabytes_are_413(api):
    response = api.client.post(
        "/api/probes/question", b'"' + b"x" * 10_000_000 + b'"', content_type="application/json"
    )
    problem(response, 413, "too_large")


@pytest.mark.parametrize("path", ["/api/nirgends", "/api/v1/nirgends/1", "/api/v1/clubs/x"])
def test_an_address_that_is_not_there_is_404_in_the_same_form(path):
    problem(Client().get(path), 404, "not_found")


def test_elsewhere_a_missing_address_is_a_page():
    response = Client().get("/nirgends")
    assert response.status_code == 404
    assert response["Content-Type"].startswith("text/html")


def test_nul_in_a_query_is_refused(api):
    problem(api.client.get("/api/probes/users?name=%00"), 400, "nul_character")


def test_nul_in_an_address_is_refused(api):
    problem(api.client.post("/api/probes/faulty/%00"), 400, "nul_character")


def test_texts_follow_the_language_but_codes_do_not(api):
    german = api.get("/api/v1/nirgends").json()
    english = api.client.get("/api/v1/nirgends", headers={"Accept-Language": "en"}).json()
    assert german["code"] == english["code"] == "not_found"
