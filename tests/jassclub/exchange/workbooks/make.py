"""Makes the workbooks beside it: `python make.py`, with soffice, ssconvert and XlsxWriter there.

They are kept, since what other programs write is the point: zips, styles, parts and caches of
LibreOffice 7.4, Gnumeric 1.12 and XlsxWriter, which nothing here writes.
"""

import subprocess
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

import xlsxwriter  # type: ignore[import-not-found]
from openpyxl import Workbook
from openpyxl.comments import Comment
from openpyxl.styles import Alignment, Font
from openpyxl.worksheet.worksheet import Worksheet

HERE = Path(__file__).parent
CSV = "csv:Text - txt - csv (StarCalc):59,34,ANSI,1,,0,false,true,false"
"""Semicolons and the letters of Windows, as LibreOffice offers it in Switzerland."""
PEOPLE = ("Müller Rosa", "Frei Hansjörg", "Zürcher Ueli")
DAYS = (date(2017, 9, 8), date(2017, 10, 13), date(2017, 11, 10))
EVENINGS = ((97, 110, 101), (120, None, 99), (88, 92, 93))


def year(sheet: Worksheet) -> None:
    """A merged title, days as days, sums and ranks as formulas, a line of totals."""
    sheet.append(["Jassmeisterschaft 2017/18"])
    sheet.merge_cells("A1:G1")
    sheet["A1"].font, sheet["A1"].alignment = Font(bold=True), Alignment(horizontal="center")
    sheet.append([])
    sheet.append(["Name", *DAYS, "Total", "Schnitt", "Rang"])
    for at, (name, cells) in enumerate(zip(PEOPLE, EVENINGS, strict=True), start=4):
        sums = [f"=SUM(B{at}:D{at})", f"=AVERAGE(B{at}:D{at})", f"=RANK(E{at},E$4:E$6,1)"]
        sheet.append([name, *cells, *sums])
    sheet.append(["Total", *(f"=SUM({c}4:{c}6)" for c in "BCDE")])
    for cell in sheet[3][1:4]:
        cell.number_format = "DD.MM.YY"


def book_of_years() -> Workbook:
    """A year in front of a hidden list of addresses and a sheet of something else."""
    book = Workbook()
    book.worksheets[0].title = "2017-18"
    year(book.worksheets[0])
    hidden = book.create_sheet("Adressen")
    hidden.sheet_state = "hidden"
    for line in (
        ["Name", "PLZ", "Ort"],
        ["Müller Rosa", 8580, "Amriswil"],
        ["Frei H.", 8570, "W."],
    ):
        hidden.append(line)
    kitty = book.create_sheet("Kasse")
    for line in (["Datum", "Betrag"], ["12.1.2018", 40], ["13.1.2018", 50]):
        kitty.append(line)
    return book


def turned() -> Workbook:
    """Days as texts down, people across, hands of each evening beside."""
    book = Workbook()
    book.worksheets[0].title = "Saison 2016"
    book.worksheets[0].append(["Datum", *PEOPLE])
    for day, cells in zip(DAYS, zip(*EVENINGS, strict=True), strict=True):
        told = [cell if cell is not None else "entsch." for cell in cells]
        book.worksheets[0].append([day.strftime("%d. %m. %Y"), *told])
    book.worksheets[0].append(["Total", *(f"=SUM({c}2:{c}4)" for c in "BCD")])
    return book


def final_table() -> Workbook:
    """What a league's program prints at the end of a year, sorted, with notes and a filter."""
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.title = "Schlussrangliste 2015"
    sheet.append(["Rang", "Spieler", "Abende", "Spiele", "Punkte", "Schnitt"])
    for line in ([1, "Müller Rosa", 10, 120, 9720], [2, "Frei Hansjörg", 9, 108, 8532]):
        sheet.append([*line, f"=E{sheet.max_row + 1}/D{sheet.max_row + 1}"])
    sheet["B2"].comment = Comment("Wanderpreis", "Aktuar")
    sheet.freeze_panes, sheet.auto_filter.ref = "A2", "A1:F3"
    return book


def means() -> Workbook:
    """Means of two digits, their evening's hands in a line of its own."""
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.title = "2014"
    sheet.append(["Name", "Januar", "Februar", "März"])
    sheet.append(["Anzahl Spiele", 12, 10, 12])
    for name, cells in zip(
        PEOPLE, ((8.25, 9.1, 8), (7.5, None, 10.75), (9, 9.4, 8.5)), strict=True
    ):
        sheet.append([name, *cells])
    return book


def converted(program: str, book: Workbook, name: str) -> None:
    """The book as another program opens and writes it."""
    with TemporaryDirectory() as folder:
        source = Path(folder) / Path(name).with_suffix(".xlsx").name
        book.save(source)
        if program == "ssconvert":
            command = ["ssconvert", "--recalc", str(source), str(HERE / name)]
        else:
            kind = CSV if name.endswith(".csv") else "xlsx:Calc MS Excel 2007 XML"
            command = ["soffice", "--headless", "--convert-to", kind, "--outdir", str(HERE)]
            command.append(str(source))
        subprocess.run(command, check=True, capture_output=True)


def by_xlsxwriter() -> None:
    """Texts in the cells themselves, as programs stream them; evenings without any heading."""
    options = {"constant_memory": True}
    with xlsxwriter.Workbook(HERE / "xlsxwriter.xlsx", options) as book:
        sheet = book.add_worksheet("Jass 2013")
        for at, (name, cells) in enumerate(zip(PEOPLE, EVENINGS, strict=True)):
            there = [cell for cell in cells if cell is not None]
            sheet.write_row(at, 0, [name, *("" if cell is None else cell for cell in cells)])
            sheet.write_formula(at, 4, f"=SUM(B{at + 1}:D{at + 1})", value=sum(there))


def main() -> None:
    """All of them."""
    converted("soffice", book_of_years(), "libreoffice.xlsx")
    converted("soffice", means(), "libreoffice-means.xlsx")
    converted("soffice", means(), "libreoffice-windows.csv")
    converted("ssconvert", turned(), "gnumeric-turned.xlsx")
    converted("ssconvert", final_table(), "gnumeric-final.xlsx")
    converted("ssconvert", book_of_years(), "gnumeric.csv")
    by_xlsxwriter()


if __name__ == "__main__":
    main()
