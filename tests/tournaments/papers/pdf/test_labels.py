"""Labels for names in the sizes that are sold, numbers for the tables, cards by surname."""

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm

from tests.recording.pdf import pages_of
from tests.tournaments.events import event
from tournaments.draw.services import draw
from tournaments.entries.models import Entry
from tournaments.entries.selectors import entries_of
from tournaments.papers.contents import by_name, personal_paper, seated_rounds
from tournaments.papers.labels import name_label_paper, table_number_paper
from tournaments.papers.pdf.labels import SHEETS


@pytest.mark.parametrize("name", SHEETS)
def test_every_label_of_a_sheet_lies_on_the_paper_and_on_no_other(name):
    sheet = SHEETS[name]
    right = sheet.left + (sheet.across - 1) * sheet.step_x + sheet.width
    foot = sheet.top + (sheet.down - 1) * sheet.step_y + sheet.height
    assert (right * mm, foot * mm) < A4
    assert (sheet.left + right, sheet.top + foot) == pytest.approx(
        (A4[0] / mm, A4[1] / mm), abs=1.2
    )
    assert sheet.step_x >= sheet.width
    assert sheet.step_y >= sheet.height


@pytest.mark.django_db
def test_names_are_labelled_and_cards_dealt_by_surname_with_every_table():
    made = event("einzelschieber-4x8")
    made.enter(24)
    Entry.objects.filter(tournament=made.tournament, number=3).update(home_club="JC Chur")
    people = sorted(entries_of(made.fresh()), key=by_name)
    pages = pages_of(name_label_paper(made.tournament, sheet="l7160"))
    assert [len([t for t in page if t in {e.name for e in people}]) for page in pages] == [21, 3]
    shown = [text for page in pages for text in page if text in {e.name for e in people}]
    assert shown == [entry.name for entry in people]
    assert "JC Chur" in pages[0] + pages[1]
    numbers = pages_of(table_number_paper(made.tournament))
    assert [[text for text in page if text.isdecimal()] for page in numbers] == [
        [str(number)] for number in range(1, 7)
    ]
    draw(**made.ids)
    cards = pages_of(personal_paper(made.fresh(), seated_rounds(made.tournament, planned=True)))
    heads = [page[2] for page in cards]
    assert heads == [f"{entry.number} · {entry.name}" for entry in people]
    for entry, card in zip(people, cards, strict=True):
        rounds = made.tournament.draws.get().rounds
        seats = [
            f"{at}{'ABCD'[table.index(entry.number)]}"
            for planned in rounds
            for at, table in enumerate(planned["tables"], start=1)
            if entry.number in table
        ]
        assert [text for text in card if text in seats] == seats
