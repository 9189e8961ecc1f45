"""How the made-up year of a club begins and ends: ten years out of a spreadsheet, and the pack."""

from __future__ import annotations

import csv
import re
from decimal import Decimal
from io import BytesIO, StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from openpyxl import Workbook, load_workbook

from jassclub.clubs.models import Season
from jassclub.exchange.tasks import make_year_packs
from tests.recording.pdf import pages_of

if TYPE_CHECKING:
    from tests.browser.year import Year

YEARS = range(2017, 2027)
KEPT_EVENINGS = 9
HANDS = 12
"""Of an evening, as the old scorekeeper had it."""
LEFT = "Urs Gegangen"
"""Somebody of the old years who is no member any more."""


def bring_along(year: Year) -> None:
    """A sheet a year, names down and evenings across, with empty cells and totals; read, answered
    and taken over on the page."""
    book = Workbook()
    book.remove(book.worksheets[0])
    people = [*year.club.players.order_by("name").values_list("name", flat=True), LEFT]
    for number in YEARS:
        sheet = book.create_sheet(str(number))
        sheet.append([f"Differenzler {number}"])
        sheet.append(["Name", *(f"{n + 1}. Abend" for n in range(KEPT_EVENINGS)), "Total"])
        for name in year.chance.sample(people, 16):
            cells: list[Any] = [
                year.chance.choice([None, *range(90, 400)]) for _n in range(KEPT_EVENINGS)
            ]
            made = [cell for cell in cells if cell is not None]
            year.books.earlier_hands[name] += HANDS * len(made)
            year.books.earlier_differences[name] += sum(made)
            sheet.append([name, *cells, sum(made)])
    kept = BytesIO()
    book.save(kept)
    year.open("data/")
    xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    file: Any = {"name": "jass.xlsx", "mimeType": xlsx, "buffer": kept.getvalue()}
    year.page.locator("#file").set_input_files(file)
    year.go(year.page.get_by_role("button", name="Datei ansehen"))
    year.page.locator("#hands").fill(str(HANDS))
    year.page.locator("#rest").select_option("former")
    year.go(year.page.get_by_role("button", name="übernehmen"))


def compare_all_years(year: Year) -> None:
    """Hands and mean of each, as the table of all years shows them, against the notebook."""
    year.open("averages/")
    told = {}
    for row in year.page.locator("table.rank-list").first.locator("tbody tr").all():
        name, count = (row.locator(f"th .{of}").first.inner_text() for of in ("name", "state"))
        told[name] = int(re.sub(r"\D", "", count)), row.locator("td.total").inner_text()
    books = year.books
    hands, made = books.hands + books.earlier_hands, books.differences + books.earlier_differences
    members = {name for name in hands if not name.startswith("Gast")}
    assert {name: told[name] for name in members} == {
        name: (hands[name], f"{made[name] / hands[name]:.2f}") for name in members
    }


def money_papers(year: Year, paid: int) -> None:
    """The books by account and a QR-bill for each fee that is open, against the notebook."""
    year.open("kitty/")
    asked = {"from": "2027-01-01", "to": "2027-12-31", "as": "accounts"}
    lines = csv.DictReader(StringIO(_given(year, "kitty/books/", asked).decode("utf-8-sig")),
                           delimiter=";")  # fmt: skip
    told = {line["Konto"]: int(Decimal(line["Saldo"]) * 100) for line in lines}
    books = year.books
    assert (told["1000"], told["1020"]) == (books.cash, books.bank)
    assert told["1100"] == -sum(books.owed.values())
    assert told["3000"] + told.get("3200", 0) == -books.club
    names = sorted(
        year.club.players.filter(active=True, guest=False).values_list("name", flat=True)
    )
    bills = [str(page) for page in pages_of(_given(year, "kitty/fees/2027/bills/", {}))]
    assert len(bills) == len(names) - paid
    for name, bill in zip(names[paid:], bills, strict=True):
        assert f"2027, {name}" in bill


def _given(year: Year, path: str, asked: dict[str, Any]) -> bytes:
    answer = year.page.request.get(f"/clubs/{year.club.slug}/{path}", params=asked)
    assert answer.ok, (path, answer.status)
    return answer.body()


def year_end(year: Year) -> bytes:
    """The pack is ordered, made and taken along: its tables against the notebook; its PDF."""
    season = Season.objects.get(club=year.club)
    year.page.goto(f"/seasons/{season.pk}/year/")
    year.go(year.page.locator("form .btn").first)
    assert make_year_packs() == 1
    year.page.reload()
    paper, book = (_taken_along(year, name) for name in ("paper", "book"))
    lines: dict[str, Any] = {sheet.title: [*sheet.values] for sheet in load_workbook(BytesIO(book))}
    told = {line[0]: round(100 * line[-1]) for line in lines["Konten der Kasse"][1:]}
    owed, money = told.pop("Alle Konten zusammen"), told.pop("In Kasse und Bank")
    assert money == year.books.cash + year.books.bank
    assert told.pop("gehört dem Club") == money - owed
    assert owed == sum(year.books.owed.values())
    assert {name: amount for name, amount in told.items() if amount} == {
        name: amount for name, amount in year.books.owed.items() if amount
    }
    assert paper.startswith(b"%PDF")
    return paper


def _taken_along(year: Year, name: str) -> bytes:
    with year.page.expect_download() as coming:
        year.page.locator(f"a[href$='/year/{name}']").tap()
    return Path(coming.value.path()).read_bytes()
