"""A list of people on the pages of the desk: looked at, accepted, all of it or nothing."""

import io
import re

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from jassclub.core.errors import Conflict
from jassclub.exchange import entry_list
from jassclub.exchange.pages.entry_list import LARGEST
from tests.jassclub.office import words
from tests.tournaments.office import Office, errors
from tournaments.entries.entrants import make_team
from tournaments.entries.models import Entry, Team

pytestmark = pytest.mark.django_db

PATH = "people/import/"
GOOD = "Name;Kontakt;Notiz\nRita Roth;079 555 01 02;\nSepp Suter;;vegi\n"
DOUBTFUL = "Name;Kontakt\nRita Roth;079\n;078\nRita Roth;077\n"


def look(browser, content, *, name="liste.csv"):
    raw = content.encode() if isinstance(content, str) else content
    return browser.post(PATH, file=SimpleUploadedFile(name, raw))


def hidden(response):
    """What the form that takes the list brings along."""
    found = re.findall(r'name="(key|list)" value="([^"]*)"', response.content.decode())
    return {"action": "take", **dict(found)}


def take(browser, shown, **more):
    return browser.post(PATH, **{**hidden(shown), **more})


def entered(office):
    return list(office.tournament.entries.order_by("number").values_list("number", "name"))


def test_the_page_of_the_people_leads_to_it(office):
    assert f'href="{office.scribe.root}{PATH}"' in office.scribe.get("people/").content.decode()


def test_a_list_is_looked_at_first_and_entered_when_it_is_accepted(office):
    shown = look(office.scribe, GOOD)
    page = words(shown)
    assert "2 Leute können eingetragen werden." in page
    assert "1 Rita Roth 079 555 01 02" in page
    assert entered(office) == []
    answer = take(office.scribe, shown)
    assert (answer.status_code, answer["Location"]) == (302, f"{office.scribe.root}people/")
    assert "2 Leute sind eingetragen." in office.scribe.text("people/")
    assert entered(office) == [(1, "Rita Roth"), (2, "Sepp Suter")]
    assert office.tournament.entries.get(number=2).note == "vegi"


def test_a_workbook_does_the_same_and_makes_the_pairs():
    office = Office("pairs-5x8-swiss")
    book = openpyxl.Workbook()
    for row in (("Name", "Partner"), ("Rita", "Sepp"), ("Toni", "Urs")):
        book.active.append(row)
    raw = io.BytesIO()
    book.save(raw)
    shown = look(office.scribe, raw.getvalue(), name="liste.xlsx")
    assert "Rita / Sepp" in words(shown)
    take(office.scribe, shown)
    assert Team.objects.filter(tournament=office.tournament).count() == 2
    assert office.tournament.entries.exclude(team=None).count() == 4


def test_a_form_that_is_sent_twice_enters_everybody_once(office):
    shown = look(office.scribe, GOOD)
    for _ in range(2):
        assert take(office.scribe, shown).status_code == 302
    assert len(entered(office)) == 2


def test_with_doubtful_lines_nobody_comes_in_until_they_are_left_out(office):
    shown = look(office.scribe, DOUBTFUL)
    page = words(shown)
    assert "Hier fehlt der Name." in page
    assert "Rita Roth steht schon in Zeile 2." in page
    refused = take(office.scribe, shown)
    assert refused.status_code == 422
    assert "Diese Zeilen müssen zuerst stimmen" in words(refused)
    assert entered(office) == []
    assert take(office.scribe, refused, leave_out="1").status_code == 302
    assert entered(office) == [(1, "Rita Roth")]


def test_what_happened_between_looking_and_taking_is_seen_and_nothing_is_half_done(office):
    shown = look(office.scribe, GOOD)
    office.director.do("add", people="Sepp Suter")
    refused = take(office.scribe, shown)
    assert refused.status_code == 422
    assert "Sepp Suter ist schon eingetragen, mit der Startnummer 1." in words(refused)
    assert entered(office) == [(1, "Sepp Suter")]


def test_a_fault_in_the_middle_leaves_everything_as_it_was(monkeypatch):
    office = Office("pairs-5x8-swiss")
    shown = look(office.scribe, "Name;Partner\nRita;Sepp\nToni;Urs\n")
    made: list[object] = []
    seq = office.fresh().log_seq

    def fails(**named):
        if made:
            raise Conflict("roster_full", "Der Saal ist voll.")
        made.append(honest(**named))

    honest = make_team
    monkeypatch.setattr(entry_list, "make_team", fails)
    refused = take(office.scribe, shown)
    assert refused.status_code == 409
    assert "Der Saal ist voll." in words(refused)
    assert len(made) == 1
    assert not Entry.objects.filter(tournament=office.tournament).exists()
    assert not Team.objects.filter(tournament=office.tournament).exists()
    assert office.fresh().log_seq == seq
    monkeypatch.undo()
    assert take(office.scribe, refused).status_code == 302


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "In dieser Datei steht nichts."),
        (b"\x00\x01\x02", "Das ist keine Textdatei und keine Arbeitsmappe."),
        (b"PK\x03\x04kaputt", "Diese Arbeitsmappe ist nicht lesbar."),
        (b"x" * (LARGEST + 1), "Diese Datei ist zu gross für eine Liste von Leuten."),
    ],
    ids=["empty", "binary", "broken", "large"],
)
def test_a_file_that_is_no_list_is_refused_at_its_field(office, content, said):
    refused = look(office.scribe, content)
    assert refused.status_code == 422
    assert errors(refused) == {"file": said}


def test_a_form_without_a_list_is_answered_in_words(office):
    for sent in [
        {},
        {"list": ""},
        {"list": "###"},
        {"list": "ü"},
        {"list": "AA"},
        {"file": "text"},
    ]:
        for action in ["", "take"]:
            assert office.scribe.post(PATH, action=action, **sent).status_code == 422
            assert entered(office) == []


def test_a_list_is_for_the_desk(office):
    assert office.member.get(PATH).status_code == 403
    assert look(office.member, GOOD).status_code == 403
    assert office.browser().get(PATH).status_code == 404
    assert entered(office) == []


def test_after_the_end_nobody_comes_in(office):
    shown = look(office.scribe, GOOD)
    office.director.do("cancel", reason="Schnee")
    refused = take(office.scribe, shown)
    assert refused.status_code == 409
    assert entered(office) == []


def test_a_pair_in_one_cell_of_a_list_is_a_pair():
    office = Office(seating="pairs")
    take(office.scribe, look(office.scribe, "Name;Kontakt\nRita Roth / Sepp Suter;079\n"))
    assert entered(office) == [(1, "Rita Roth"), (2, "Sepp Suter")]
    assert Team.objects.get().entries.count() == 2


def test_a_pair_in_one_cell_beside_another_partner_is_doubtful():
    office = Office(seating="pairs")
    shown = look(office.scribe, "Name;Partner\nRita Roth / Sepp Suter;Nina Keller\n")
    assert "Rita Roth / Sepp Suter spielt mit jemand anderem." in words(shown)
    assert entered(office) == []
