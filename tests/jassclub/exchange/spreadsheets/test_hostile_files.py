"""Files that are small and unpack to anything are refused by what is counted, in words."""

import difflib
import io
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from django.db import connection

from jassclub.clubs.models import Player
from jassclub.exchange import cells, doubts, sheets
from jassclub.exchange.archives.importing import AT_ONCE, take_waiting
from jassclub.exchange.models import SpreadsheetPreview
from jassclub.exchange.pages.files import MOST_SHOWN
from jassclub.exchange.sheets import SENTENCES
from jassclub.exchange.spreadsheets import reading_of
from tests.cast import problem

pytestmark = pytest.mark.django_db

SHEET, STRINGS = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml"
START = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
END = b"</sheetData></worksheet>"
LAUGHS = b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'


def workbook(**parts: bytes) -> bytes:
    """A workbook in which some parts are others; `sheet` and `strings` for short."""
    book = openpyxl.Workbook()
    book.active.append(["Datum"])
    whole, out = io.BytesIO(), io.BytesIO()
    book.save(whole)
    named = {"sheet": SHEET, "strings": STRINGS}
    new = {named.get(name, name): content for name, content in parts.items()}
    with zipfile.ZipFile(whole) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in {*old.namelist(), *new}:
            packed.writestr(name, new[name] if name in new else old.read(name))
    return out.getvalue()


def sheet(content: bytes) -> bytes:
    return workbook(sheet=START + content + END)


def lied_about(content: bytes) -> bytes:
    """The same zip, whose directory says that every part is tiny."""
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        sizes = {part.file_size.to_bytes(4, "little") for part in packed.infolist()}
    for size in sizes:
        if int.from_bytes(size, "little") > cells.MOST_UNPACKED:
            content = content.replace(size, (9).to_bytes(4, "little"))
    return content


def bomb() -> bytes:
    return sheet(b"<row>" + b" " * (cells.MOST_UNPACKED + 1) + b"</row>")


HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "a zip bomb": (bomb, "too_large"),
    "a bomb that lies about its size": (lambda: lied_about(bomb()), "not_xlsx"),
    "a million shared strings": (
        lambda: workbook(strings=b"<sst>" + b"<si/>" * 1_000_000 + b"</sst>"),
        "too_many_strings",
    ),
    "billion laughs": (lambda: workbook(sheet=LAUGHS + START + b"&b;" + END), "not_xlsx"),
    "billion laughs in the strings": (lambda: workbook(strings=LAUGHS + b"<sst/>"), "not_xlsx"),
    "a million cells": (
        lambda: sheet(b"<row>" + b"<c/>" * 1_000_000 + b"</row>"), "too_many_cells",
    ),
    "cells of another prefix": (lambda: sheet(b"<x:c />" * 1_000_000), "too_many_cells"),
    "a million rows": (lambda: sheet(b"<row/>" * 1_000_000), "too_many_lines"),
    "a row far away": (
        lambda: sheet(b'<row r="1048576"><c r="A1048576"><v>1</v></c></row>'), "too_many_lines",
    ),
    "styles without end": (
        lambda: workbook(**{"xl/styles.xml": b" " * (cells.MOST_AROUND + 1)}), "too_large",
    ),
    "many parts": (
        lambda: workbook(**{f"xl/{n}.xml": b"" for n in range(cells.MOST_PARTS)}), "too_large",
    ),
    "one enormous line": (lambda: b"Datum;" * 800_000, "line_too_long"),
    "one enormous cell": (lambda: b'a\n"' + b"y\n" * 19_000, "empty_or_read"),
    "a quote without an end": (lambda: b'a;b\n"' + b"y" * 199_000, "not_csv"),
    "lines of cells as long as they may be": (
        lambda: (b";".join([b"x" * 199] * 60) + b"\n") * 400, "too_much_text",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_by_what_is_counted_and_told_what_to_do(send, name):
    make, code = HOSTILE[name]
    content = make()
    assert len(content) < 5_000_000
    if code == "empty_or_read":
        assert send(content).status_code in (201, 422)
        return
    errors = problem(send(content), 422, "invalid")["errors"]
    assert [(error["pointer"], error["code"]) for error in errors] == [("/file", code)]
    assert "%" not in errors[0]["detail"]
    assert not SpreadsheetPreview.objects.exists()


def test_a_sheet_that_says_it_is_huge_is_read_for_what_is_in_it(send):
    lines = b'<row r="1"><c t="inlineStr"><is><t>Datum</t></is></c></row>'
    dimension = b'<dimension ref="A1:XFD1048576"/>'
    content = workbook(
        sheet=START.replace(b"<sheetData>", dimension + b"<sheetData>") + lines + END
    )
    assert send(content).status_code == 201
    assert SpreadsheetPreview.objects.get().lines == [[1, ["Datum", *[None] * 59]]]


def test_what_a_directory_says_about_sizes_is_not_believed():
    counted = []

    class Counting(zipfile.ZipExtFile):
        def read(self, n: int | None = -1) -> bytes:
            piece = super().read(n)
            counted.append(len(piece))
            return piece

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(zipfile, "ZipExtFile", Counting)
        with zipfile.ZipFile(io.BytesIO(bomb())) as packed, pytest.raises(cells.UnreadableError):
            cells.count(packed)
    assert 0 < sum(counted) <= cells.MOST_UNPACKED + 2 * cells.PIECE


@pytest.mark.parametrize("waste", ["b'x' * 2 * cells.MEMORY", "exec('while True: pass')"])
def test_the_process_that_reads_may_not_take_more_than_its_time_and_memory(waste):
    folder = str(Path(cells.__file__).parent)
    begin = f"import sys; sys.path.insert(0, {folder!r}); import cells; cells.SECONDS = 1"
    command = [sys.executable, "-c", f"{begin}; cells._limit(); {waste}"]
    assert subprocess.run(command, capture_output=True, check=False).returncode != 0


def test_what_comes_to_a_limit_is_refused_in_words(send, monkeypatch, tmp_path):
    slow = tmp_path / "slow.py"
    slow.write_text("import os, signal; os.kill(os.getpid(), signal.SIGXCPU)")
    monkeypatch.setattr(cells, "__file__", str(slow))
    (error,) = problem(send(sheet(b"<row/>")), 422, "invalid")["errors"]
    assert error["code"] == "too_slow"
    assert "CSV" in error["detail"]


def test_a_file_more_than_can_be_read_at_once_is_asked_to_come_back(send):
    with sheets.turn(), sheets.turn():
        answer = send(b"Datum;Spieler\n")
    problem(answer, 429, "busy")
    assert answer["Retry-After"]
    assert send(b"Datum;Spieler\n").status_code == 201


def test_whoever_sends_file_after_file_is_slowed_down(send, emma, club):
    codes = [send(b"Datum;Spieler\n%d" % n).status_code for n in range(14)]
    assert set(codes) == {201, 429}
    assert codes.index(429) == 12
    emma.api.client.force_login(emma.user)
    page = emma.api.client.post(f"/clubs/{club.slug}/data/", {"file": io.BytesIO(b"Datum;x\n")})
    assert page.status_code == 429
    assert "eine Minute" in page.content.decode()


def test_no_transaction_is_open_while_a_file_is_read(send, monkeypatch):
    depths: list[int] = []

    def reading(content: bytes) -> dict[str, Any]:
        depths.append(len(connection.savepoint_ids))
        return cells.cells_of(content)

    before = len(connection.savepoint_ids)
    monkeypatch.setattr(sheets, "cells_confined", reading)
    assert send(b"Datum;Spieler\n").status_code == 201
    assert depths == [before]


def test_every_reason_has_its_sentence():
    source = Path(cells.__file__).read_text()
    told = {code for code in SENTENCES if f'"{code}"' in source or code == "too_slow"}
    assert told == set(SENTENCES)


def test_unknown_names_are_compared_once_and_no_more_than_so_many(send, club, monkeypatch):
    Player.objects.bulk_create(Player(club=club, name=f"Person {n}") for n in range(100))
    asked: list[str] = []
    near = difflib.get_close_matches

    def counted(word: str, *others: Any, **options: Any) -> list[str]:
        asked.append(word)
        return near(word, *others, **options)

    monkeypatch.setattr(difflib, "get_close_matches", counted)
    lines = [f"4.3.2026;1;{n};Unbekannt {n % 900};10;20" for n in range(5_000)]
    text = "Datum;Tisch;Spiel;Spieler;Ansage;Punkte\n" + "\n".join(lines)
    assert send(text).status_code == 201
    assert len(asked) <= 1 + doubts.MOST_COMPARED // 100
    asked.clear()
    reading = reading_of(SpreadsheetPreview.objects.get())
    assert len(reading.errors) >= 5_000
    assert len(asked) <= 1 + doubts.MOST_COMPARED // 100


def test_tables_of_one_file_ask_the_books_once_a_day(
    send, club, guests, django_assert_max_num_queries
):
    names = [guest.name for guest in guests]
    lines = [
        f"4.3.2026;Tisch {table};1;{name};40;{points}"
        for table in range(200)
        for name, points in zip(names, (57, 40, 30, 30), strict=True)
    ]
    text = "Datum;Tisch;Spiel;Spieler;Ansage;Punkte\n" + "\n".join(lines)
    assert send(text).status_code == 201
    found = SpreadsheetPreview.objects.get()
    with django_assert_max_num_queries(10):
        assert len(reading_of(found).games) == 200


def test_a_page_lists_so_many_doubts_and_says_how_many_more(send, emma, club):
    lines = [f"4.3.2026;1;{n};Unbekannt {n};10;20" for n in range(1, 700)]
    text = "Datum;Tisch;Spiel;Spieler;Ansage;Punkte\n" + "\n".join(lines)
    found = send(text).json()
    emma.api.client.force_login(emma.user)
    html = emma.api.client.get(f"/clubs/{club.slug}/data/{found['id']}/").content.decode()
    assert html.count('class="cells"') == MOST_SHOWN
    assert "weitere" in html


def test_json_with_too_many_values_is_refused_before_it_is_read(emma, club, monkeypatch):
    monkeypatch.setattr("jassclub.api.serializers.decode", lambda raw: pytest.fail("it was read"))
    for body in (b"[" + b"0," * 1_100_000 + b"0]", b"[" * 1_100_000, b"[" + b"{}," * 1_100_000):
        answer = emma.api.client.post(
            f"/api/v1/clubs/{club.pk}/imports",
            body,
            content_type="application/json",
            headers={"Idempotency-Key": "k"},
        )
        (error,) = problem(answer, 400, "unreadable")["errors"]
        assert error["code"] == "too_many_values"


@pytest.mark.parametrize("deep", [400_000, 900_000])
def test_json_that_is_nested_without_end_is_refused(emma, club, deep):
    answer = emma.api.client.post(
        f"/api/v1/clubs/{club.pk}/imports",
        b"[" * deep,
        content_type="application/json",
        headers={"Idempotency-Key": "k"},
    )
    if deep > AT_ONCE:
        assert answer.status_code == 202
        take_waiting()
        kept = emma.api.get(f"clubs/{club.pk}/imports/{answer.json()['id']}").json()
        assert kept["state"] == "refused"
        (error,) = kept["refusal"]["details"]
    else:
        (error,) = problem(answer, 400, "unreadable")["errors"]
    assert error["code"] == "too_deep"


def test_the_form_says_that_a_file_is_being_read(emma, club):
    emma.api.client.force_login(emma.user)
    html = emma.api.client.get(f"/clubs/{club.slug}/data/").content.decode()
    assert "data-reading" in html
    assert "pages/file_sent.js" in html
