"""The page on which anybody checks a printed list."""

import json
from io import BytesIO
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from openpyxl import Workbook

from tests.markup import markup

pytestmark = pytest.mark.django_db

(CASE,) = (Path(__file__).parent.parent / "cases" / "ranglisten").glob("07-*.json")
PLAYERS = json.loads(CASE.read_text(encoding="utf-8"))["players"]
LIST = "\n".join(f"{p['rank_published']}. {p['id']} {p['total_published']}" for p in PLAYERS)


def check(**typed):
    return Client().post("/check-list/", typed)


def test_the_form_is_there_for_anybody_and_asks_nothing_yet():
    answer = Client().get("/check-list/")
    assert answer.status_code == 200
    assert "kein Fehler" not in answer.content.decode()


def test_the_value_on_the_wrong_rank_is_said_with_its_name_and_how_much_it_is_too_much():
    page = check(text=LIST).content.decode()
    said = "Rang 8, P8: 4’549 passt nicht zur Reihenfolge, P7 hat 4’371: 178 zu viel."
    assert page.count("passt nicht zur Reihenfolge") == page.count(said) == 1
    assert LIST in page


def workbook(*sheets):
    book = Workbook(write_only=True)
    for title, lines in sheets:
        sheet = book.create_sheet(title)
        for line in lines:
            sheet.append(line)
    content = BytesIO()
    book.save(content)
    return SimpleUploadedFile("rangliste.xlsx", content.getvalue())


def test_a_workbook_is_read_sheet_by_sheet_and_each_list_by_its_name():
    head = ["Rang", "Name", "Passe 1", "Passe 2", "Total"]
    women = [head, [1, "Anna", 812, 700, 1512], [2, "Chlöe", 700, 710, 1420], [3, "Ida", 1, 2, 3]]
    men = [head, [1, "Beat", 800, 655, 1455], [2, "Dario", 700, 655, 1345], [3, "Urs", 1, 2, 3]]
    page = markup(check(file=workbook(("Damen", women), ("Herren", men))))
    assert "Damen, Rang 2, Chlöe: Summe 1’420 steht, gerechnet 1’410, 10 zu viel." in page
    assert "Herren, Rang 2, Dario: Summe 1’345 steht, gerechnet 1’355, 10 zu wenig." in page


def test_a_file_with_semicolons_is_read_and_one_that_is_no_list_refused_at_its_field():
    content = b"Rang;Name;Total\n1;Beat;10\n3;Urs;9\n4;Ida;8\n"
    page = markup(check(file=SimpleUploadedFile("rangliste.csv", content)))
    assert "Rang 3, Urs: in dieser Zeile müsste Rang 2 stehen, 1 zu viel." in page
    answer = check(file=SimpleUploadedFile("rangliste.xls", b"\xd0\xcf\x11\xe0"))
    assert answer.status_code == 422
    assert "bitte als XLSX oder CSV speichern" in answer.content.decode()


def test_a_category_of_two_is_read_in_the_direction_of_the_others():
    text = "Damen\n1. Anna 3210\n2. Ursi 3190\nJunioren\n1. Ida 2990\n2. Zoe 3001"
    said = "Junioren, Rang 1, Ida: 2’990 passt nicht zur Reihenfolge, Zoe hat 3’001: 11 zu wenig."
    assert said in markup(check(text=text))


def test_what_parts_equals_can_be_said_where_the_list_does_not_show_it():
    text = "1 A 30 10 20\n2 B 30 15 15\n3 C 20 10 10"
    assert "kein Fehler" in markup(check(text=text))
    page = markup(check(text=text, parted="last"))
    assert "kein Fehler" in page
    page = markup(
        check(
            text=text.replace("30 10 20", "30 15 15").replace("2 B 30 15 15", "2 B 30 10 20"),
            parted="best",
        )
    )
    assert "Rang 2, B: gleich viel wie A darüber, hat aber 20 gegen 15, Unterschied 5." in page


def test_a_right_list_is_said_to_be_without_fault_as_far_as_seen():
    assert "1 Zeile gelesen, kein Fehler gefunden." in check(text="1 A 314").content.decode()


def test_a_wrong_grand_total_is_found_without_any_row():
    page = check(deals="2784", total="874166").content.decode()
    assert "874’166 statt 874’176, 10 zu wenig" in page
    assert "Die Summe" not in check(deals="2784", total="874176").content.decode().split("<form")[0]


def test_what_is_no_number_is_said_at_its_field_and_nothing_is_lost():
    answer = check(text=LIST, deals="viele")
    assert answer.status_code == 422
    assert "Bitte eine ganze Zahl schreiben" in answer.content.decode()
    assert LIST in answer.content.decode()


def test_what_is_pasted_is_shown_as_text():
    page = check(text="1 <script>alert(1)</script> 10\n3 B 9").content.decode()
    assert "<script>alert(1)" not in page


def test_lines_that_are_no_rows_are_named():
    assert "Diese Zeilen sind keine der Liste: 2" in markup(check(text="1 A 10\nB"))
