"""The cards for the tables, made at the desk: a PDF once, whatever is pressed twice."""

import pytest
from django.test import Client

from jassclub.clubs.models import TableLink
from tests.jassclub.office import words
from tests.tournaments.office import errors

pytestmark = pytest.mark.django_db


def alive(office):
    return TableLink.objects.filter(club=office.club, revoked_at=None).count()


def test_the_desk_gets_a_page_of_pdf_for_every_table(office):
    office.enter(8)
    page = office.director.get("cards/")
    assert 'name="tables" type="text"' in page.content.decode()
    assert 'value="2"' in page.content.decode()
    answer = office.director.post("cards/", tables="3", size="a6")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert answer.content.startswith(b"%PDF-")
    assert answer.content.count(b"/Type /Page\n") == 3
    assert "attachment" in answer["Content-Disposition"]
    assert alive(office) == office.tournament.tables.count() == 3


def test_a_form_that_is_sent_twice_makes_the_codes_once(office):
    first = office.director.post("cards/", key="einmal", tables="2", size="a5")
    again = office.director.post("cards/", key="einmal", tables="2", size="a5")
    assert first["Content-Type"] == "application/pdf"
    assert (again.status_code, again["Location"]) == (302, f"{office.director.root}cards/")
    assert "Diese Karten sind schon gemacht" in office.director.text("cards/")
    assert alive(office) == 2


def test_further_cards_stand_beside_the_old_ones_unless_those_are_to_end(office):
    office.director.post("cards/", tables="2", size="a5")
    office.director.post("cards/", tables="2", size="a5")
    assert alive(office) == 4
    office.director.post("cards/", tables="2", size="a5", renew="1")
    assert alive(office) == 2


def test_a_number_of_tables_that_is_none_is_refused_at_its_field(office):
    for typed in ["0", "501", "viele", "²", "-3"]:
        refused = office.director.post("cards/", tables=typed, size="a5")
        assert refused.status_code == 422
        assert errors(refused) == {"tables": "Zwischen 1 und 500 Tischen."}
        assert alive(office) == office.tournament.tables.count() == 0


def test_without_tables_there_are_no_cards(office):
    refused = office.director.post("cards/", tables="", size="a5")
    assert refused.status_code == 422
    assert "Zuerst müssen Tische aufgestellt sein" in words(refused)


def test_only_the_direction_makes_cards_and_finds_the_way_to_them(office):
    office.running()
    assert "Tischkarten mit QR-Code" in office.director.text()
    assert "Tischkarten mit QR-Code" not in office.scribe.text()
    for browser in (office.scribe, office.member):
        assert browser.get("cards/").status_code == 403
        assert browser.post("cards/", tables="2").status_code == 403
    assert Client().get(f"{office.director.root}cards/").status_code == 302
    assert alive(office) == 0
