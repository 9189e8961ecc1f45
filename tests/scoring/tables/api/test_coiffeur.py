"""The Coiffeur sheet in the API: what each side wrote, and what it still needs."""

import pytest

from jassclub.clubs.models import User
from tests.cast import Caller
from tests.scoring.table import TableOf, house, open_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> TableOf:
    return open_table(house(), "coiffeur")


@pytest.fixture
def caller(table) -> Caller:
    """Somebody of the club."""
    actor = table.house.official("member")
    return Caller(user=User.objects.get(pk=actor.user_id))


def grid_of(caller, table):
    return caller.get(f"games/{table.game.pk}").json()["sheet"]["grid"]


def slip(line, points, *, side=0):
    return {"side": side, "line": line, "contract": None, "points": points}


def test_an_empty_sheet_needs_every_line_of_both_sides(caller, table):
    one, other = grid_of(caller, table)
    assert one == other
    assert (one["cells"], one["total"]) == ({}, 0)
    assert {"SI", "RO", "EI", "SE", "O", "U"} <= set(one["open"])
    assert one["best"] == one["most"] > 0


def test_a_line_that_is_played_is_needed_no_more_and_only_by_its_side(caller, table):
    before = grid_of(caller, table)
    table.write(1, slip("SI", 100))
    one, other = grid_of(caller, table)
    assert set(before[0]["open"]) - set(one["open"]) == {"SI"}
    assert one["cells"]["SI"]["hand"] == 1
    assert one["cells"]["SI"]["points"] == 100
    assert one["total"] == one["cells"]["SI"]["total"]
    assert one["best"] == one["total"] + one["most"]
    assert other == before[1]


def test_a_corrected_line_moves_what_is_needed(caller, table):
    table.write(1, slip("SI", 100))
    table.correct(1, slip("RO", 100), reason_code="miscounted")
    one, _other = grid_of(caller, table)
    assert "SI" in one["open"]
    assert set(one["cells"]) == {"RO"}


def test_other_games_have_no_grid(caller, table):
    schieber = open_table(table.house, "schieber-1000")
    assert grid_of(caller, schieber) is None
