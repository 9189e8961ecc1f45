"""No caller, header, question, id or method makes any address of the API fail."""

import json
import re
from uuid import uuid4

import pytest

from tests.cast import phone_at
from tests.jassclub.hostile import (
    MANY,
    READING,
    ROUTES,
    VALUES,
    filled,
    forgotten,
    judge,
    operation,
    parted,
    plain,
    send,
    undone,
    usual,
)
from tests.jassclub.routes import routes
from tests.sampling import some_today

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unthrottled"), pytest.mark.once]


READ = ("If-Match", "Idempotency-Key", "Accept", "Accept-Language", "Authorization")
ODD = ("", "*", "\u00e9", "x" * 3000, '"v99999999999999"', "Bearer \x7f", "a;q=x")
QUESTIONS = ("\x00", "\ud7ff", "cD0wMDA=", "bz05OTk5OTk5OTk5OTk5")
"""What a cursor must not be, besides the hostile values."""
NOTHINGS = ("00000000-0000-0000-0000-000000000000", "x", "0", "9" * 40, "%00", "..", "é")
METHODS = frozenset({"get", "post", "put", "patch", "delete", "options"})
ADDRESSES = sorted(address for address, _found in routes())


@pytest.mark.sampled(4)
@pytest.mark.parametrize("places", parted(ROUTES))
def test_phones_strangers_and_nobody_make_no_fault_either(places, known, world, nobody):
    phone = phone_at(world.club, known["game"], seat=0)
    for address, method in places:
        path, body = filled(address, known), usual(address, method, known)
        for caller in (phone.api, world.fritz.api, nobody):
            judge(undone(caller, method, path, body), path)
            judge(undone(caller, method, path, []), path)


@pytest.mark.sampled(4)
@MANY
@pytest.mark.parametrize("places", parted(ROUTES))
def test_odd_headers_make_no_fault(places, many, known, world):
    for address, method in places:
        path = filled(address, known)
        with forgotten(world.emma.api):
            for name in READ:
                for value in some_today(ODD, many, at=f"{address} {method} {name}"):
                    headers = {"Idempotency-Key": str(uuid4()), "If-Match": '"v1"', name: value}
                    response = plain(world.emma.api, method, path, headers=headers)
                    judge(response, (name, value, path))


@pytest.mark.sampled(4)
@MANY
@pytest.mark.parametrize("places", parted(READING))
def test_no_question_makes_a_fault(places, many, known, world):
    world.emma.api.client.raise_request_exception = False
    for address in places:
        path = filled(address, known)
        asked = [row["name"] for row in operation(address, "get").get("parameters", [])]
        for name in {*asked, "cursor", "limit", "format", "unknown"}:
            for value in some_today((*VALUES, *QUESTIONS), many, at=f"{address} {name}"):
                text = value if isinstance(value, str) else json.dumps(value)
                judge(world.emma.api.client.get(path, {name: text}), (name, text, path))


@MANY
@pytest.mark.parametrize("places", parted(ADDRESSES))
def test_an_id_that_is_nothings_is_404_or_no_fault(places, many, world):
    world.emma.api.client.raise_request_exception = False
    for address in places:
        for value in some_today(NOTHINGS, many, at=address):
            path = "/" + re.sub(r"<[^>]+>", value, address)
            judge(world.emma.api.client.get(path), path)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("places", parted(ADDRESSES))
def test_a_method_that_an_address_does_not_know_is_405(places, known, world):
    known_methods = dict(routes())
    for address in places:
        with forgotten(world.emma.api):
            for method in METHODS - known_methods[address]:
                response = send(world.emma.api, method, filled(address, known), b"{}")
                judge(response, (method, address))
                assert response.status_code in (403, 405), (method, address)
