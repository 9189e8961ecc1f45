"""No body that is sent to any address of the API makes it fail.

Everything is sent as the club's admin and at existing games, hands and people, so that it
reaches as deep as it can.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from tests.cast import Caller
from tests.jassclub.hostile import (
    JSON,
    RAW,
    ROUTES,
    SHAPES,
    VALUES,
    filled,
    judge,
    send,
    undone,
    usual,
    variants,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unthrottled")]


@pytest.mark.once
@pytest.mark.parametrize(("address", "method"), ROUTES)
def test_what_is_no_json_object_is_refused(address, method, known, world):
    path = filled(address, known)
    for name, (body, kind) in RAW.items():
        response = send(world.emma.api, method, path, body, kind)
        judge(response, (name, path))
        if method != "delete" and kind == JSON:
            assert response.status_code in (400, 403, 413), (name, path, response.status_code)
    for shape in SHAPES:
        judge(send(world.emma.api, method, path, json.dumps(shape).encode()), (shape, path))


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
def test_no_value_at_any_place_makes_a_fault(route, known, world):
    try_everywhere(world.emma.api, route, known, values=3)


@pytest.mark.proof
@pytest.mark.parametrize("route", ROUTES, ids="-".join)
def test_no_hostile_value_at_all_makes_a_fault(route, known, world):
    try_everywhere(world.emma.api, route, known, values=len(VALUES))


def test_no_prediction_makes_a_fault(known, world):
    """The slips of the Differenzler, whose shape the document leaves to the rules."""
    wish = {name: known[name] for name in ("club", "players")}
    wish |= {"profile": "differenzler-offen", "played_on": "2026-03-04"}
    game = world.emma.api.post("games", wish)
    assert game.status_code == 201, game.content
    slip = {"trump": "RO", "predictions": [20, 60, 40, 50], "points": [25, 52, 40, None]}
    known = {**known, "game": game.json()["id"], "slip": slip}
    try_everywhere(world.emma.api, ("api/v1/games/<uuid:game_id>/hands", "post"), known, values=12)
