"""What the direction does about a result: decides, corrects, strikes, seats as it was played."""

from typing import Any

import pytest

from tests.tournaments.office import Office, counted, errors
from tournaments.rounds.models import Sitting

pytestmark = pytest.mark.django_db


def _first_version(office):
    return office.round().passen.get(table__number=1).sheets.get(number=1).pk


def test_different_numbers_stand_side_by_side_and_the_direction_decides():
    office = Office(double_entry=True)
    office.running()
    office.scribe.type(1, 1112, 144)
    office.typist.type(1, 1121, 135)
    page = office.director.text()
    assert "Tisch 1 ist umstritten" in page
    for points, who in (("1’112 : 144", office.scribe), ("1’121 : 135", office.typist)):
        assert f"{points} gilt: Fassung von {who.name}" in page
    assert "1’121 : 135 gilt" not in office.scribe.text()
    versions = office.round().passen.get(table__number=1).sheets
    right = versions.get(number=2)
    settle = "rounds/1/tables/1/settle/"
    chosen: dict[str, Any] = {"act": "accept", "version": right.pk}
    assert office.scribe.post(settle, **chosen, why="nachgezählt").status_code == 403
    assert errors(office.director.post(settle, **chosen)) == {
        "why": "Bitte in Worten sagen, warum."
    }
    office.director.post(settle, **chosen, why="nachgezählt")
    assert "Tisch 1 zählt: 1’121 : 135." in office.director.text()
    assert counted(office).counted["points"] == [1121, 135]


def test_a_result_corrected_after_closing_needs_a_reason_and_keeps_the_old_version(office):
    office.running()
    for table in (1, 2):
        office.scribe.type(table, 600, 656)
    office.director.do("close", number=1)
    settle = "rounds/1/tables/1/settle/"
    write = {"act": "write", "points_0": 660, "points_1": 596}
    assert office.director.post(settle, **write).status_code == 422
    assert counted(office).counted["points"] == [600, 656]
    assert office.director.post(settle, **write, why="Seiten vertauscht").status_code == 302
    page = office.director.text("rounds/1/tables/1/")
    assert "660 : 596" in page
    assert "600 : 656" in page
    assert "nach dem Abschluss" in page
    office.director.post(
        settle, act="accept", version=_first_version(office), why="war doch richtig"
    )
    assert counted(office).counted["points"] == [600, 656]


def test_a_result_is_struck_and_typed_again(office):
    office.running()
    office.scribe.type(1, 600, 656)
    settle = "rounds/1/tables/1/settle/"
    assert office.scribe.post(settle, act="strike", why="falscher Tisch").status_code == 302
    assert counted(office) is None
    office.scribe.type(1, 610, 646)
    assert counted(office).counted["points"] == [610, 646]


def test_a_table_is_seated_as_it_really_sat(office):
    round_ = office.running()
    sitting = Sitting.objects.filter(round=round_, passe__table__number=1).order_by("index")
    order = [s.entry.number for s in sitting]
    seats = {f"seat_{at}": number for at, number in enumerate(reversed(order))}
    settle = "rounds/1/tables/1/settle/"
    assert office.scribe.post(settle, act="turn", why="so", **seats).status_code == 403
    wrong = office.director.post(settle, act="turn", why="so", **{**seats, "seat_0": 99})
    assert list(errors(wrong)) == ["seat_0"]
    assert office.director.post(settle, act="turn", why="so", **seats).status_code == 302
    assert [s.entry.number for s in sitting.all()] == list(reversed(order))
