"""No body that is sent to any address of the API makes it fail.

Everything is sent as the club's admin and at existing games, hands and people, so that it
reaches as deep as it can.
"""

import json
from typing import Any

import pytest

from tests.cast import Caller
from tests.jassclub.hostile import (
    JSON,
    MANY,
    RAW,
    ROUTES,
    SHAPES,
    VALUES,
    filled,
    forgotten,
    judge,
    parted,
    send,
    undone,
    usual,
    variants,
)
from tests.sampling import some_today

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unthrottled"), pytest.mark.once]


@pytest.mark.sampled(4)
@MANY
@pytest.mark.parametrize("places", parted(ROUTES))
def test_what_is_no_json_object_is_refused(places, many, known, world):
    for route in places:
        with forgotten(world.emma.api):
            refuses_what_is_no_object(world.emma.api, route, known, many=many)


def refuses_what_is_no_object(
    caller: Caller, route: tuple[str, str], known: Any, *, many: int
) -> None:
    address, method = route
    path = filled(address, known)
    for name in some_today(RAW, 2 * many, at=route):
        body, kind = RAW[name]
        response = send(caller, method, path, body, kind)
        judge(response, (name, path))
        if method != "delete" and kind == JSON:
            gone = (401,) if path.endswith("logout") else ()
            refused = (400, 403, 413, *gone)
            assert response.status_code in refused, (name, path, response.status_code)
    for shape in some_today(SHAPES, many, at=route):
        judge(send(caller, method, path, json.dumps(shape).encode()), (shape, path))


def try_everywhere(caller: Caller, route: tuple[str, str], known: Any, *, many: int) -> None:
    """Put `many` of the hostile values into every place of the body."""
    address, method = route
    path, body = filled(address, known), usual(address, method, known)
    response = undone(caller, method, path, body)
    judge(response, (body, path))
    assert response.status_code != 400, (body, response.content)
    for place, put in variants(body):
        for value in some_today(VALUES, many, at=f"{route} {place}"):
            judge(undone(caller, method, path, put(value)), (place, value, path))


@pytest.mark.sampled(4)
@MANY
@pytest.mark.parametrize("places", parted(ROUTES))
def test_no_value_at_any_place_makes_a_fault(places, many, known, world):
    for route in places:
        try_everywhere(world.emma.api, route, known, many=many)


def test_no_prediction_makes_a_fault(known, world):
    """The slips of the Differenzler, whose shape the document leaves to the rules."""
    wish = {name: known[name] for name in ("club", "players")}
    wish |= {"profile": "differenzler-offen", "played_on": "2026-03-04"}
    game = world.emma.api.post("games", wish)
    assert game.status_code == 201, game.content
    slip = {"trump": "RO", "predictions": [20, 60, 40, 50], "points": [25, 52, 40, None]}
    known = {**known, "game": game.json()["id"], "slip": slip}
    try_everywhere(world.emma.api, ("api/v1/games/<uuid:game_id>/hands", "post"), known, many=12)
