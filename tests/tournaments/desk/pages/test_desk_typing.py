"""Sheets from paper, typed at the desk: in which order, what is derived, what is refused."""

import re

import pytest

from tests.markup import markup
from tests.tournaments.office import Office, counted, errors

pytestmark = pytest.mark.django_db

SUM = 8 * 157


def _typed_in_order(page):
    """The fields of the sheet as Enter and Tab go through them."""
    form = page.split('id="entry"')[1].split("<details")[0]
    names = re.findall(r'<input id="\w+" name="(\w+)"', form)
    assert "tabindex" not in form
    return names


def test_one_total_is_enough_for_one_typist_and_the_next_outstanding_table_is_asked_for():
    office = Office(control="director")
    office.running()
    assert "Zusammen müssen es 1’256 sein." in office.scribe.text()
    answer = office.scribe.type(1, 600, "")
    assert answer["Location"].endswith("?table=2#entry")
    assert counted(office).counted["points"] == [600, 656]
    page = office.scribe.text(table="2")
    assert "Tisch 1 zählt: 600 : 656." in page
    assert "1 Tisch fehlt noch" in page


def test_a_wrong_sheet_is_named_in_words_with_the_likeliest_slip(office):
    office.running()
    for points, said in [
        ((612, 653), "Zusammen sind es 1’265 statt 1’256."),
        ((612, 635), "Zusammen sind es 1’247 statt 1’256. Vielleicht 621 statt 612?"),
        ((1257, 0), "Zusammen sind es"),
        (("137x", 5), "ganze Zahl"),
        (("", ""), "Es fehlen Punkte."),
    ]:
        refused = office.scribe.type(1, *points)
        assert refused.status_code == 422
        assert any(said in text for text in errors(refused).values()), errors(refused)
        assert counted(office) is None


def test_a_table_that_does_not_play_is_refused_at_its_field(office):
    office.running()
    refused = office.scribe.type(7, 600, 656)
    assert refused.status_code == 422
    assert errors(refused) == {"table": "An diesem Tisch wird in dieser Runde nicht gespielt."}


def test_sending_a_sheet_twice_stores_it_once(office):
    office.running()
    for _ in range(2):
        office.scribe.type(1, 600, 656, key="einmal")
    assert office.round().passen.get(table__number=1).sheets.count() == 1


def test_the_second_typist_sees_no_numbers_and_the_same_numbers_count():
    office = Office(double_entry=True)
    office.running()
    office.scribe.type(1, 601, 655)
    page = office.typist.text()
    assert "einmal erfasst" in page
    pages = [office.typist.text(at) for at in ("rounds/1/tables/1/", "log/")]
    for text in (page, *pages, office.director.text()):
        assert not re.search(r"\b601\b", text)
    assert "Runde 1, Tisch 1: verdeckt geschrieben" in office.typist.text("log/")
    assert counted(office) is None
    office.typist.type(1, 601, 655)
    assert counted(office).counted["points"] == [601, 655]


def test_one_typist_with_two_names_for_a_number_still_needs_both_totals():
    office = Office(double_entry=True)
    office.running()
    assert office.scribe.type(1, 601, "").status_code == 422


def test_a_sheet_is_typed_points_points_and_then_matsche():
    office = Office(matsch_bonus=100)
    office.running()
    assert _typed_in_order(markup(office.scribe.get())) == [
        "table", "points_0", "points_1", "matsches_0", "matsches_1",
    ]  # fmt: skip


def test_in_a_differenzler_the_differences_come_before_what_stands_beside_them():
    office = Office("differenzler-4x8")
    office.running()
    names = _typed_in_order(markup(office.scribe.get()))
    assert names[:5] == ["table", "points_0", "points_1", "points_2", "points_3"]
    assert names[5:7] == ["exact_0", "made_0"]


@pytest.mark.parametrize(("control", "counts"), [("reject", False), ("director", True)])
def test_where_a_wrong_sum_goes_back_both_halves_are_typed(control, counts):
    office = Office(control=control)
    office.running()
    response = office.scribe.type(1, 611, "")
    assert (counted(office) is not None) is counts
    assert ("points_1" in errors(response)) is not counts
    page = markup(office.scribe.get("", table="2"))
    assert ('data-alone="1"' in page) is counts


def test_a_correction_by_the_direction_is_typed_in_full_where_a_wrong_sum_goes_back():
    office = Office(control="reject")
    office.running()
    office.scribe.type(1, 611, SUM - 611)
    settle = {"act": "write", "points_0": "600", "points_1": "", "why": "verschrieben"}
    response = office.director.post("rounds/1/tables/1/settle/", **settle)
    assert response.status_code >= 400
    assert counted(office).counted["points"] == [611, SUM - 611]
