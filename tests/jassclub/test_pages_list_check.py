"""The page on which anybody checks a printed list."""

import json
from pathlib import Path

import pytest
from django.test import Client

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


def test_the_value_on_the_wrong_rank_is_said_with_its_name():
    page = check(text=LIST).content.decode()
    assert page.count("passt nicht zur Reihenfolge") == 1
    assert "P8 steht mit 4549 auf Rang 8" in page
    assert LIST in page


def test_a_right_list_is_said_to_be_without_fault_as_far_as_seen():
    assert "1 Zeile gelesen, kein Fehler gefunden." in check(text="1 A 314").content.decode()


def test_a_wrong_grand_total_is_found_without_any_row():
    page = check(deals="2784", total="874166").content.decode()
    assert "Die Summe aller Punkte passt nicht" in page
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
    assert "Diese Zeilen sind nicht lesbar: 2" in markup(check(text="1 A 10\nB"))
