"""Nothing that is sent to any address of the API makes it fail.

Addresses and members are read from the URL conf and the OpenAPI document, so a new one is tried
without a word here. Everything is sent as the club's admin and at existing games, hands and
people, so that it reaches as deep as it can.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from datetime import date
from functools import cache, partial
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from drf_spectacular.generators import SchemaGenerator
from rest_framework.throttling import SimpleRateThrottle

from jassclub.clubs.models import Club
from tests.cast import PASSWORD, Caller, Person, phone_at
from tests.jassclub.routes import CHANGING, routes
from tournaments.services import drawing, penalties, people, results, rounds, setup, wishes
from tournaments.services.entering import Person as Entered

pytestmark = pytest.mark.django_db

DEEP = b'{"a":' * 60_000 + b"1" + b"}" * 60_000
JSON = "application/json"
FILES = frozenset(
    {
        "text/csv; charset=utf-8",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "application/pdf",
    }
)
RAW: dict[str, tuple[bytes, str]] = {
    "1e400": (b'{"a": 1e400}', JSON),
    "NaN": (b"NaN", JSON),
    "NUL": (b'{"a": "\\u0000"}', JSON),
    "a lone surrogate": (b'{"a": "\\ud800"}', JSON),
    "ten megabytes": (b'{"a": "' + b"x" * 10_000_000 + b'"}', JSON),
    "no UTF-8": (b'{"a": "\xff\xfe"}', JSON),
    "deep nesting": (DEEP, JSON),
    "a long number": (b"9" * 6000, JSON),
    "half a text": (b'{"a":', JSON),
    "a name twice": (b'{"a": 1, "a": 2}', JSON),
    "a form": (b"a=1&b=2", "application/x-www-form-urlencoded"),
    "a broken upload": (b"--x\r\nnonsense", "multipart/form-data; boundary=x"),
    "an upload without a boundary": (b"nonsense", "multipart/form-data"),
    "xml": (b"<a/>", "application/xml"),
    "an unknown charset": (b"{}", "application/json; charset=klingon"),
    "a type that is none": (b"{}", "/"),
}
SHAPES: list[Any] = [[], [[]], [{}], "x", 1, -1.5, True, None, {}, {"a": {"b": [1]}}, {"": ""}]
VALUES: list[Any] = [
    *(None, True, "", " ", "x", "-", "0", "ß" * 100, "x" * 5000, "\u202e\u200b\ufeff", "🂡" * 30),
    *("' OR 1=1 --", "<script>", "../../etc/passwd", "%s%n", "{0.__class__}", "2026-02-30"),
    *("99999-01-01", "0001-01-01", str(uuid4()), "00000000-0000-0000-0000-000000000000"),
    *(0, -1, 1, 7, 8, 157, 32_767, 32_768, 2**31, 10**15, -(10**15), 0.1, -1e-300, 1e14),
    *([], [None], [[]], [1, "x", {}], ["x"] * 600, list(range(9)), {}, {"a": None}),
    *({"contract": [1]}, {"points": "x"}, {"points": [None, None]}, {"points": [1e14, -1]}),
    *({"predictions": {"0": 1}, "points": [[1], {}, "a", None]}, {"trump": {"a": 1}}),
    {"client_id": 1, "op": [], "body": {}},
]


@pytest.fixture(autouse=True)
def _no_throttle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slowing down would answer in place of what is tried here."""
    monkeypatch.setattr(SimpleRateThrottle, "allow_request", lambda *args: True)


@pytest.fixture
def known(request, season, emma: Person, anna, guests) -> dict[str, Any]:
    """Things that exist, by the names that addresses and members use for them.

    The game is a Schieber of four guests with one hand written, made through the API itself.
    """
    club = season.club
    found = {"club": club.pk, "season": season.pk, "user": anna.user.pk}
    found |= {"player": guests[0].pk, "players": [guest.pk for guest in guests]}
    wish = {name: found[name] for name in ("club", "season", "players")}
    game = emma.api.post("games", {**wish, "profile": "jassregeln", "played_on": "2026-03-04"})
    assert game.status_code == 201, game.content
    slip = {"contract": "RO", "declared_by": 0, "points": [97, None]}
    hand = emma.api.post(f"games/{game.json()['id']}/hands", {"number": 1, "slip": slip})
    assert hand.status_code == 201, hand.content
    hook = {"club": club.pk, "label": "Saal", "events": ["game.closed"], "url": "https://a.ch/"}
    webhook = emma.api.post("webhooks", hook)
    assert webhook.status_code == 201, webhook.content
    ping = emma.api.post(f"webhooks/{webhook.json()['id']}/test")
    evening = {"client_id": "c1", "op": "record_hand", "game": game.json()["id"]}
    return {
        **found,
        **(tournament_of(emma, club) if IN_TOURNAMENTS.search(request.node.name) else {}),
        "game": game.json()["id"],
        "hand": hand.json()["entry"]["hand"],
        "webhook": webhook.json()["id"],
        "delivery": ping.json()["id"],
        "events": hook["events"],
        "url": hook["url"],
        "profile": "jassregeln",
        "slip": slip,
        "items": [{**evening, "body": {"number": 2, "slip": slip}}],
        "old_password": PASSWORD,
        "scope_id": game.json()["id"],
        "username": "gian",
        "password": "Schellen-Ober-9",
        "name": "Vreni",
        "slug": "baerenmoos",
        "into": anna.seat_taker.pk,
        "source": {"kind": "game", "id": game.json()["id"]},
        "entries": [{"player": guests[0].pk, "amount": -500}],
        "preset": "einzelschieber-4x12",
        "people": [{"name": "Gina"}],
        "numbers": [1, 2],
        "number": 1,
        "other": 2,
        "substitute": 9,
        "order": [1, 2, 3, 4],
        "sheet": {"lines": [{"points": 1000}, {"points": 884}]},
        "balances": [{"player": guests[0].pk, "hands": 9, "total": 90, "exact_hits": 1}],
    }


IN_TOURNAMENTS = re.compile("tournament|wish|passe")
"""Addresses that name a tournament or something in one; only they are worth making one."""


def tournament_of(emma: Person, club: Club) -> dict[str, Any]:
    """A tournament whose first round is played: what its addresses name."""
    made = setup.create_tournament(
        actor=emma.actor,
        club_id=club.pk,
        preset="einzelschieber-4x12",
        description={"name": "Cup", "slug": "cup", "played_on": date(2026, 3, 4)},
    )
    ids: dict[str, Any] = {"actor": emma.actor, "tournament_id": made.pk}
    named = [Entered(f"Gast {number}") for number in range(1, 17)]  # 16: a stored plan
    entries = people.add_entries(**ids, people=named, present=True)
    fine = penalties.give_penalty(**ids, number=1, points=20, reason="Geredet")
    drawing.draw(**ids)
    called = rounds.call_round(**ids)
    rounds.start_round(**ids, number=1)
    passe = called.passen.order_by("table__number")[0]
    wish = wishes.keep_apart(**ids, one=1, other=3)  # after the draw, which it would slow down
    sheet = {"lines": [{"points": 1000}, {"points": 884}]}
    results.type_sheet(actor=emma.actor, passe_id=passe.pk, data=sheet)
    return {
        "tournament": made.pk,
        "entry": entries[0].pk,
        "wish": wish.pk,
        "penalty": fine.pk,
        "passe": passe.pk,
        "table": 1,
    }


@cache
def document() -> dict[str, Any]:
    """The OpenAPI document of everything."""
    schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return schema


def operation(address: str, method: str) -> dict[str, Any]:
    """What the document says about a method of an address of the URL conf."""
    path = "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", address)
    found: dict[str, Any] = document()["paths"].get(path, {}).get(method, {})
    return found


def members(address: str, method: str) -> dict[str, Any]:
    """The members that an operation takes, with their schemas."""
    content = operation(address, method).get("requestBody", {}).get("content", {})
    named = content.get(JSON, {}).get("schema", {}).get("$ref", "").rpartition("/")[2]
    schema = document()["components"]["schemas"].get(named, {})
    properties: dict[str, Any] = schema.get("properties", {})
    return properties


NOTHING = object()
SHAPED = {"integer": int, "array": list, "object": dict}
"""What a known value must be to stand for a member of that type."""


def example(name: str, schema: dict[str, Any], known: dict[str, Any]) -> Any:
    """Something that the member could well be."""
    for part in (schema, *schema.get("allOf", ()), *schema.get("oneOf", ())):
        named = part.get("$ref", "").rpartition("/")[2]
        if choices := document()["components"]["schemas"].get(named, part).get("enum"):
            return choices[0]
    wanted = SHAPED.get(str(schema.get("type", "")), object)
    if isinstance(known.get(name, NOTHING), wanted) and name in known:
        return known[name]
    shaped = {
        "date": "2026-03-05",
        "time": "19:30:00",
        "date-time": "2026-03-05T19:30:00Z",
        "uuid": "018f2b6e-0000-7000-8000-000000000000",
    }
    if found := shaped.get(schema.get("format", "")):
        return found
    kinds = schema.get("type", "string")
    kind = kinds if isinstance(kinds, str) else kinds[0]
    return {"integer": schema.get("minimum", 1), "boolean": True, "array": [], "object": {}}.get(
        kind, "beispiel"
    )


EITHER = {"other": ("table", "seat"), "sheet": ("number",)}
"""Members of which only one may be sent, and those that are left out here."""


def usual(address: str, method: str, known: dict[str, Any]) -> dict[str, Any]:
    """A body that could well be sent there, as JSON."""
    found = members(address, method)
    body = {name: example(name, schema, known) for name, schema in found.items()}
    if "user" in body and "role" in body:
        del body["user"]  # an invitation is for a role or for a user
    for one, others in EITHER.items():
        if one in body and set(others) & set(body):
            body = {name: value for name, value in body.items() if name not in others}
    plain_body: dict[str, Any] = json.loads(json.dumps(body, default=str))
    return plain_body


def variants(body: Any) -> Iterator[tuple[str, Callable[[Any], Any]]]:
    """Every place in a body, and how to put something else there."""
    entries: Iterable[tuple[Any, Any]] = ()
    if isinstance(body, dict):
        entries = body.items()
    elif isinstance(body, list):
        entries = enumerate(body)
    for key, inner in list(entries):
        yield f"/{key}", partial(_with, body, key)
        for place, put in variants(inner):
            yield f"/{key}{place}", partial(_within, body, key, put)


def _with(body: Any, key: Any, value: Any) -> Any:
    changed = copy(body)
    changed[key] = value
    return changed


def _within(body: Any, key: Any, put: Callable[[Any], Any], value: Any) -> Any:
    return _with(body, key, put(value))


def filled(address: str, known: dict[str, Any]) -> str:
    """The address with existing ids, random ones where nothing is known."""

    def value(found: re.Match[str]) -> str:
        kind, name = found.groups()
        if kind == "int:":
            return "1"
        return str(known.get(name.removesuffix("_id"), uuid4()))

    return "/" + re.sub(r"<(\w+:)?(\w+)>", value, address)


def undone(caller: Caller, method: str, path: str, body: Any) -> Any:
    """Send JSON and take back what came of it, so that the next one meets the same state."""
    with transaction.atomic():
        response = send(caller, method, path, json.dumps(body).encode())
        transaction.set_rollback(True)
    return response


def send(caller: Caller, method: str, path: str, body: bytes, kind: str = JSON) -> Any:
    headers = {"Idempotency-Key": str(uuid4()), "If-Match": '"v1"', **caller.headers}
    return plain(caller, method, path, body=body, kind=kind, headers=headers)


def plain(caller: Caller, method: str, path: str, **sent: Any) -> Any:
    """As sent, without the test client's care; a fault is an answer, no exception."""
    caller.client.raise_request_exception = False
    body, kind = sent.get("body", b"{}"), sent.get("kind", JSON)
    return caller.client.generic(
        method.upper(), path, body, content_type=kind, headers=sent["headers"]
    )


def judge(response: Any, tried: object) -> None:
    """Never a fault; a refusal in the one form; else JSON, a file or nothing."""
    kind = response.get("Content-Type", "")
    assert response.status_code < 500, (tried, response.content[:500])
    if response.status_code >= 400:
        assert kind == "application/problem+json", (tried, response.status_code, kind)
        assert {"type", "title", "status", "detail", "errors"} <= set(response.json()), tried
    else:
        answered = kind == JSON or kind in FILES or response.status_code == 204
        assert answered, (tried, response.status_code, kind)


def changing() -> Iterator[tuple[str, str]]:
    return ((address, method) for address, found in routes() for method in found & CHANGING)


def parted(places: Iterable[Any], slow: str) -> list[Any]:
    """All of them; those that are slow only in the long form of the proofs."""
    return [
        pytest.param(
            *(place if isinstance(place, tuple) else (place,)),
            marks=[pytest.mark.proof] if re.search(slow, str(place)) else [],
        )
        for place in places
    ]


FILES_MADE = "papers|export|cards"
"""Addresses whose every answer is a file to be made."""
ROUTES = sorted(changing())
READING = sorted(address for address, found in routes() if "get" in found)


@pytest.mark.parametrize(("address", "method"), ROUTES)
def test_what_is_no_json_object_is_refused(address, method, known, emma):
    path = filled(address, known)
    for name, (body, kind) in RAW.items():
        response = send(emma.api, method, path, body, kind)
        judge(response, (name, path))
        if method != "delete" and kind == JSON:
            assert response.status_code in (400, 403, 413), (name, path, response.status_code)
    for shape in SHAPES:
        judge(send(emma.api, method, path, json.dumps(shape).encode()), (shape, path))


def try_everywhere(caller: Caller, route: tuple[str, str], known: Any, *, values: int) -> None:
    """Put `values` of the hostile values, seeded by the place, into every place of the body."""
    address, method = route
    path, body = filled(address, known), usual(address, method, known)
    response = undone(caller, method, path, body)
    judge(response, (body, path))
    assert response.status_code != 400, (body, response.content)
    for place, put in variants(body):
        for value in Random(f"{route} {place}").sample(VALUES, values):
            judge(undone(caller, method, path, put(value)), (place, value, path))


@pytest.mark.parametrize("route", ROUTES, ids="-".join)
def test_no_value_at_any_place_makes_a_fault(route, known, emma):
    try_everywhere(emma.api, route, known, values=3)


@pytest.mark.proof
@pytest.mark.parametrize("route", ROUTES, ids="-".join)
def test_no_hostile_value_at_all_makes_a_fault(route, known, emma):
    try_everywhere(emma.api, route, known, values=len(VALUES))


def test_no_prediction_makes_a_fault(known, emma):
    """The slips of the Differenzler, whose shape the document leaves to the rules."""
    wish = {name: known[name] for name in ("club", "players")}
    wish |= {"profile": "differenzler-offen", "played_on": "2026-03-04"}
    game = emma.api.post("games", wish)
    assert game.status_code == 201, game.content
    slip = {"trump": "RO", "predictions": [20, 60, 40, 50], "points": [25, 52, 40, None]}
    known = {**known, "game": game.json()["id"], "slip": slip}
    try_everywhere(emma.api, ("api/v1/games/<uuid:game_id>/hands", "post"), known, values=12)


@pytest.mark.parametrize("route", ROUTES, ids="-".join)
def test_phones_strangers_and_nobody_make_no_fault_either(route, known, club, fritz, nobody):
    address, method = route
    phone = phone_at(club, known["game"], seat=0)
    path, body = filled(address, known), usual(address, method, known)
    for caller in (phone.api, fritz.api, nobody):
        judge(undone(caller, method, path, body), path)
        judge(undone(caller, method, path, []), path)


@pytest.mark.parametrize(("address", "method"), parted(ROUTES, IN_TOURNAMENTS.pattern))
def test_odd_headers_make_no_fault(address, method, known, emma):
    path = filled(address, known)
    for name in ("If-Match", "Idempotency-Key", "Accept", "Accept-Language", "Authorization"):
        for value in ("", "*", "\u00e9", "x" * 3000, '"v99999999999999"', "Bearer \x7f", "a;q=x"):
            headers = {"Idempotency-Key": str(uuid4()), "If-Match": '"v1"', name: value}
            response = plain(emma.api, method, path, headers=headers)
            judge(response, (name, value, path))


@pytest.mark.parametrize("address", parted(READING, FILES_MADE))
def test_no_question_makes_a_fault(address, known, emma):
    path = filled(address, known)
    emma.api.client.raise_request_exception = False
    asked = [row["name"] for row in operation(address, "get").get("parameters", [])]
    for name in {*asked, "cursor", "limit", "format", "unknown"}:
        some = Random(f"{address} {name}").sample(VALUES, 8)
        for value in (*some, "\x00", "\ud7ff", "cD0wMDA=", "bz05OTk5OTk5OTk5OTk5"):
            text = value if isinstance(value, str) else json.dumps(value)
            judge(emma.api.client.get(path, {name: text}), (name, text, path))


@pytest.mark.parametrize("address", sorted(address for address, _found in routes()))
def test_an_id_that_is_nothings_is_404_or_no_fault(address, emma):
    emma.api.client.raise_request_exception = False
    for value in ("00000000-0000-0000-0000-000000000000", "x", "0", "9" * 40, "%00", "..", "é"):
        path = "/" + re.sub(r"<[^>]+>", value, address)
        judge(emma.api.client.get(path), path)


@pytest.mark.parametrize("address", sorted(address for address, _found in routes()))
def test_a_method_that_an_address_does_not_know_is_405(address, known, emma):
    found = dict(routes())[address]
    for method in {"get", "post", "put", "patch", "delete"} - found:
        response = send(emma.api, method, filled(address, known), b"{}")
        judge(response, (method, address))
        assert response.status_code in (403, 405), (method, address)
