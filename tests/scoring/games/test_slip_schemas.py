"""The JSON Schema that each game publishes of its slips, against the game itself."""

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st
from jsonschema import Draft202012Validator

from referee.rules.profile import load_profile
from scoring.games.registry import GAMES
from tests.scoring.games.cast import JSON, errors, game, table_of as table_of_four
from tests.scoring.games.sheets.evenings import EVENINGS

RUN = {"seat": 0, "kind": "run", "suit": "RO", "length": 3, "top": "A"}
CLAIM = {"seat": 0, "trick": {"side": 0, "points": 11}}
HAND = {"contract": "RO", "declared_by": 0, "points": [100, 57]}
GOOD: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "schieber": [
        ("jassregeln", {**HAND, "weis": [20, 0], "stoeck": 0, "last_trick": 0}),
        ("jassregeln", {**HAND, "weis": [RUN, {"seat": 2, "points": 50}]}),
        ("jassregeln", {**HAND, "state": "ended", "tricks": 9, "claim": CLAIM}),
        ("bergpreis", {**HAND, "berg": {**CLAIM, "points": [60, 20], "tricks": 5}}),
    ],
    "passen": [("schieber-passen", {"partner": 1, "points": [1000, None], "matsches": [2, 1]})],
    "handjass": [("handjass", {"trump": "RO", "points": [57, 40, 30, 30], "last_trick": 0})],
    "differenzler": [
        (
            "differenzler-offen",
            {"trump": "RO", "predictions": [1, 2, 3, 4], "points": [57, 40, 30, 30]},
        ),
    ],
    "hae": [("hae", {"cards": 10, "bids": [3, 3, 2, 1], "tricks": [3, 2, 3, 2]})],
    "coiffeur": [("coiffeur", {"side": 0, "line": "RO", "points": 100})],
    "free": [("freies-blatt", {"points": [1, 2, 3, 4]})],
    "free-lowest": [("freies-blatt-tief", {"points": [1, 2, 3, 4]})],
    "sidi": [("sidi", {**HAND, "bid": 100, "double": 2, "weis": [20, 0], "stoeck": 0})],
}
GOOD |= {
    name: [*GOOD.get(name, ()), (evening.profile, evening.hands[0][0])]
    for name, evening in EVENINGS.items()
}
CASES = [(name, slug, slip) for name, cases in GOOD.items() for slug, slip in cases]


def table_of(slug: str):
    """A table of as many as play by these rules."""
    players = load_profile(slug).players
    seats = 4 if 4 in players else players[0]
    dealer = EVENINGS[slug].dealer if slug in EVENINGS else seats - 1
    return table_of_four(slug, players=seats, dealer=dealer)


def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(GAMES[name].slip)


def fits(name: str, slip: object) -> bool:
    return bool(validator(name).is_valid(json.loads(json.dumps(slip))))


@pytest.mark.parametrize("name", GAMES)
def test_each_game_publishes_a_schema_and_has_a_case_here(name):
    Draft202012Validator.check_schema(GAMES[name].slip)
    assert GOOD[name]


@pytest.mark.parametrize(("name", "slug", "slip"), CASES)
def test_a_slip_and_its_normal_form_fit(name, slug, slip):
    table = table_of(slug)
    assert errors(slip, table) == []
    assert fits(name, slip)
    assert fits(name, game(table).normalise(slip, table))


@pytest.mark.parametrize(("name", "slug", "slip"), CASES)
def test_a_member_that_the_game_does_not_know_fits_no_schema(name, slug, slip):
    wrong = {**slip, "nix": 1}
    assert ("unknown_field", "/nix") in errors(wrong, table_of(slug))
    assert not fits(name, wrong)


@pytest.mark.parametrize(("name", "slug", "slip"), CASES)
@given(data=st.data())
def test_what_a_game_takes_its_schema_takes(name, slug, slip, data):
    members = sorted(GAMES[name].slip["properties"])
    changed = {**slip, data.draw(st.sampled_from(members)): data.draw(JSON)}
    if not errors(changed, table_of(slug)):
        assert fits(name, changed)
