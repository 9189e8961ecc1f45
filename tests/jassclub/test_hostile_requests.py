"""No caller, header, question, id or method makes any address of the API fail."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from random import Random
from typing import Any
from uuid import uuid4

import pytest

from tests.cast import phone_at
from tests.jassclub.hostile import (
    READING,
    ROUTES,
    VALUES,
    filled,
    judge,
    operation,
    plain,
    send,
    undone,
    usual,
)
from tests.jassclub.routes import routes

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unthrottled"), pytest.mark.once]


def parted(places: Iterable[Any], slow: str) -> list[Any]:
    """All of them; those that are slow only in the long form of the proofs."""
    return [
        pytest.param(
            *(place if isinstance(place, tuple) else (place,)),
            marks=[pytest.mark.proof] if re.search(slow, str(place)) else [],
        )
        for place in places
    ]


IN_TOURNAMENTS = "tournament|wish|passe"
"""Addresses in a tournament, whose long answers are tried with odd headers in the proofs."""
FILES_MADE = "papers|export|cards"
"""Addresses whose every answer is a file to be made."""


@pytest.mark.parametrize("route", ROUTES, ids="-".join)
def test_phones_strangers_and_nobody_make_no_fault_either(route, known, world, nobody):
    address, method = route
    phone = phone_at(world.club, known["game"], seat=0)
    path, body = filled(address, known), usual(address, method, known)
    for caller in (phone.api, world.fritz.api, nobody):
        judge(undone(caller, method, path, body), path)
        judge(undone(caller, method, path, []), path)


@pytest.mark.parametrize(("address", "method"), parted(ROUTES, IN_TOURNAMENTS))
def test_odd_headers_make_no_fault(address, method, known, world):
    path = filled(address, known)
    for name in ("If-Match", "Idempotency-Key", "Accept", "Accept-Language", "Authorization"):
        for value in ("", "*", "\u00e9", "x" * 3000, '"v99999999999999"', "Bearer \x7f", "a;q=x"):
            headers = {"Idempotency-Key": str(uuid4()), "If-Match": '"v1"', name: value}
            response = plain(world.emma.api, method, path, headers=headers)
            judge(response, (name, value, path))


@pytest.mark.parametrize("address", parted(READING, FILES_MADE))
def test_no_question_makes_a_fault(address, known, world):
    path = filled(address, known)
    world.emma.api.client.raise_request_exception = False
    asked = [row["name"] for row in operation(address, "get").get("parameters", [])]
    for name in {*asked, "cursor", "limit", "format", "unknown"}:
        some = Random(f"{address} {name}").sample(VALUES, 8)
        for value in (*some, "\x00", "\ud7ff", "cD0wMDA=", "bz05OTk5OTk5OTk5OTk5"):
            text = value if isinstance(value, str) else json.dumps(value)
            judge(world.emma.api.client.get(path, {name: text}), (name, text, path))


@pytest.mark.parametrize("address", sorted(address for address, _found in routes()))
def test_an_id_that_is_nothings_is_404_or_no_fault(address, world):
    world.emma.api.client.raise_request_exception = False
    for value in ("00000000-0000-0000-0000-000000000000", "x", "0", "9" * 40, "%00", "..", "é"):
        path = "/" + re.sub(r"<[^>]+>", value, address)
        judge(world.emma.api.client.get(path), path)


@pytest.mark.parametrize("address", sorted(address for address, _found in routes()))
def test_a_method_that_an_address_does_not_know_is_405(address, known, world):
    found = dict(routes())[address]
    for method in {"get", "post", "put", "patch", "delete"} - found:
        response = send(world.emma.api, method, filled(address, known), b"{}")
        judge(response, (method, address))
        assert response.status_code in (403, 405), (method, address)
