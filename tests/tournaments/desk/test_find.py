"""The search of the desk leads to a person, a table, or the people who may be meant."""

import pytest

from tests.tournaments.office import Office

pytestmark = pytest.mark.django_db


def test_a_number_a_name_and_a_table_lead_to_their_page():
    office = Office()
    office.running(8)
    root = office.director.root
    cases = {
        "3": "people/3/",
        "Gast Ac": "people/3/",
        " gast  ac ": "people/3/",
        "ac": "people/3/",
        "Tisch 2": "rounds/1/tables/2/",
        "t2": "rounds/1/tables/2/",
        "table 2, round 1": "rounds/1/tables/2/",
        "tavolo 1 turno 1": "rounds/1/tables/1/",
        "Gast": "people/?q=Gast",
        "Tisch 9": "people/?q=Tisch+9",
        "Tisch 2 Runde 7": "people/?q=Tisch+2+Runde+7",
        "99": "people/?q=99",
        "": "people/?q=",
    }
    found = {typed: office.scribe.get("find/", q=typed)["Location"] for typed in cases}
    assert found == {typed: root + path for typed, path in cases.items()}
    assert office.member.get("find/", q="3").status_code == 403
    for page in ("", "plan/", "money/", "log/", "people/3/", "rounds/1/tables/2/"):
        assert 'action="' + root + 'find/"' in office.director.get(page).content.decode(), page
    assert "Runde 1: Tisch" in office.scribe.text("people/3/")


def test_a_name_is_found_as_it_sounds_in_other_letters():
    office = Office()
    office.director.do("add", people="Zoé Lüthi\nBeat Meier", present="1")
    for typed in ("Luethi", "lueth", "zoe l", "Lüthy Zoe"):
        assert office.scribe.get("find/", q=typed)["Location"].endswith("people/1/"), typed
        page = office.scribe.text("people/", q=typed)
        assert "Zoé Lüthi" in page
        assert "Beat Meier" not in page
