"""The document of version 1 only grows: what it has promised stays (docs/api.md)."""

from copy import deepcopy

import pytest

from tests.contract.promised import FILE, broken, lines, stored


@pytest.fixture(scope="module")
def document():
    return stored()


@pytest.fixture(scope="module")
def part(document):
    """As much of it as the changes below are about."""
    schemas = ("ClubOut", "ClubInRequest", "GameStateEnum", "ProblemCode")
    paths = ("/api/v1/clubs", "/api/v1/games/{game_id}/closure")
    return {
        "paths": {path: document["paths"][path] for path in paths},
        "webhooks": document["webhooks"],
        "components": {
            "schemas": {name: document["components"]["schemas"][name] for name in schemas}
        },
    }


def test_nothing_that_was_promised_is_gone_and_no_request_needs_more(document):
    promised = set(FILE.read_text().splitlines())
    assert broken(promised, set(lines(document))) == []


def drop(*keys):
    def change(document):
        for key in keys[:-1]:
            document = document[key]
        del document[keys[-1]]

    return change


def put(value, *keys):
    def change(document):
        for key in keys[:-1]:
            document = document[key]
        document[keys[-1]] = value

    return change


SCHEMAS = ("components", "schemas")
CLOSING = ("paths", "/api/v1/games/{game_id}/closure", "post")
FRESH = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
KEY = {"in": "header", "name": "X-New", "required": True}
BREACHES = {
    "an address goes": drop("paths", "/api/v1/clubs"),
    "an operation goes": drop("paths", "/api/v1/clubs", "get"),
    "an operation is renamed": put("endGame", *CLOSING, "operationId"),
    "an answer goes": drop(*CLOSING, "responses", "201"),
    "a webhook goes": drop("webhooks", "game.closed"),
    "a member goes": drop(*SCHEMAS, "ClubOut", "properties", "slug"),
    "a member has another type": put("integer", *SCHEMAS, "ClubOut", "properties", "slug", "type"),
    "a member may be missing": put([], *SCHEMAS, "ClubOut", "required"),
    "a value goes": put(["open"], *SCHEMAS, "GameStateEnum", "enum"),
    "a code of refusals goes": put(["stale"], *SCHEMAS, "ProblemCode", "enum"),
    "a request needs a member more": put(
        ["name", "slug", "x"], *SCHEMAS, "ClubInRequest", "required"
    ),
    "a request needs a header more": put([KEY], *CLOSING, "parameters"),
}


@pytest.mark.parametrize("breach", BREACHES)
def test_each_breach_of_a_promise_is_found(breach, part):
    changed = deepcopy(part)
    BREACHES[breach](changed)
    assert broken(set(lines(part)), set(lines(changed)))


GROWTHS = {
    "a member more in an answer": put({"type": "string"}, *SCHEMAS, "ClubOut", "properties", "x"),
    "a member more in a request": put(
        {"type": "string"}, *SCHEMAS, "ClubInRequest", "properties", "x"
    ),
    "a request needs less": put([], *SCHEMAS, "ClubInRequest", "required"),
    "a new request that needs something": put(FRESH, *SCHEMAS, "NewInRequest"),
    "a new operation": put(
        {"operationId": "moveClub", "parameters": [KEY], "responses": {"200": {}}},
        *("paths", "/api/v1/clubs", "put"),
    ),
}


@pytest.mark.parametrize("growth", GROWTHS)
def test_what_only_grows_is_welcome(growth, part):
    changed = deepcopy(part)
    GROWTHS[growth](changed)
    assert broken(set(lines(part)), set(lines(changed))) == []
