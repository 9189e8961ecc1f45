"""Workbooks that other programs wrote, and files as they come by mail: seven that LibreOffice,
Gnumeric and XlsxWriter made (`workbooks/make.py`), six written here byte by byte."""

import io
import zipfile
from datetime import date
from pathlib import Path

import pytest
from openpyxl import Workbook

from jassclub.core.errors import Invalid
from jassclub.exchange.seasons.layout import season_table
from jassclub.exchange.seasons.parts import season_tables
from jassclub.exchange.seasons.sums import Holds
from jassclub.exchange.sheets import read

WORKBOOKS = Path(__file__).parent / "workbooks"
ROSA, HANS, UELI = "Müller Rosa", "Frei Hansjörg", "Zürcher Ueli"
YEAR = {ROSA: (36, 308, 3, None), HANS: (24, 219, 2, None), UELI: (36, 273, 3, None)}
"""(hands, total, evenings, exact hits), at twelve hands an evening."""
MEANS = {ROSA: (34, 286, 3, None), HANS: (24, 219, 2, None), UELI: (34, 304, 3, None)}


def unicode_text():
    """What Excel calls «Unicode-Text»: tabs, two bytes a letter."""
    lines = ["Saison 2012", "Name\t1.9.12\t6.10.12\tTotal", "Müller Rosa\t97\t110\t207"]
    return "\r\n".join([*lines, "Frei Hansjörg\t120\t\t120"]).encode("utf-16")


def never_computed():
    """Formulas whose results no program has kept."""
    book = Workbook()
    book.worksheets[0].title = "2011"
    book.worksheets[0].append(["Name", "1. Abend", "2. Abend", "Total"])
    book.worksheets[0].append([ROSA, 97, 110, "=B2+C2"])
    book.worksheets[0].append([HANS, 120, 99, "=B3+C3"])
    return saved(book)


def streamed():
    """A blank line at the top, days as days, numbers that a machine has rounded."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet("Rangliste 2010")
    sheet.append([])
    sheet.append([None, "Spieler", date(2010, 9, 3), date(2010, 10, 1), "Schnitt"])
    sheet.append([None, ROSA, 97.0, 110.0, 8.625000000000002])
    sheet.append([None, HANS, 120.0, 102.0, 9.249999999999998])
    return saved(book)


def from_the_web():
    """As a web table exports it: quotes, surname first, dashes, columns left empty."""
    return (
        '"Name","2009-09-04","2009-10-02","Total","",""\n'
        '"Müller, Rosa","97","110","207","",""\n"Frei, Hansjörg","120","–","120","",""\n'
    ).encode()


def with_a_signature():
    """UTF-8 with its mark, notes below, a wrong total, one who was never there."""
    text = """Jassklub 2008;;;
Name;1. Abend;2. Abend;Total
Müller Rosa;97;110;207
Frei Hansjörg;120;102;212
Zürcher Ueli;;;
;;;
Rosa hat den Pokal behalten.;;;
"""
    return text.replace("\n", "\r\n").encode("utf-8-sig")


def two_half_years():
    """Sheets of two half years, the second with a column for remarks."""
    book = Workbook()
    book.worksheets[0].title = "1. HJ 2007"
    for sheet, extra in (
        (book.worksheets[0], []),
        (book.create_sheet("2. HJ 2007"), ["Bemerkung"]),
    ):
        sheet.append(["Name", "1. Abend", "2. Abend", *extra])
        sheet.append([ROSA, 97, 110, *(["Geburtstag"] if extra else [])])
        sheet.append([HANS, 120, 99])
    return saved(book)


def sheet_of(title, *lines):
    """A workbook of one sheet."""
    book = Workbook()
    book.worksheets[0].title = title
    for cells in lines:
        book.worksheets[0].append(cells)
    return saved(book)


def below_one_another():
    """Two years on one sheet; the second has its year above it."""
    head, evenings = ["Name", "1. Abend", "2. Abend"], [[ROSA, 97, 110], [HANS, 120, 99]]
    return sheet_of("Alle", ["2003"], head, *evenings, [], ["2004"], [], head, *evenings)


def beside_one_another():
    """Names across, the second half of the year to the right of the first."""
    return sheet_of(
        "2013",
        ["1. Halbjahr", None, None, None, "2. Halbjahr"],
        ["Datum", ROSA, HANS, None, "Datum", ROSA, HANS],
        ["Do 10.1.", 97, 120, None, "Do 4.7.", 97, 120],
        ["Do 24.1.", 110, 99, None, "Do 18.7.", 110, 99],
        ["Total", 207, 219, None, "Total", 207, 219],
    )


def a_column_of_its_own():
    """What only the scorekeeper understood, and no total counts; two people of one name."""
    return sheet_of(
        "2019",
        ["Name", "Ort", "1. Abend", "Korr.", "2. Abend", "Total"],
        [ROSA, "Arbon", 97, -5, 110, 207],
        [HANS, "Horn", 120, 7, 99, 219],
        [HANS, "Egnach", 101, 1, "k.A.", 101],
    )


def sums_among_other_numbers():
    """A year of birth and the rank of last year beside what was made."""
    head = ["Rang", "Name", "Vorname", "Wohnort", "Geb.", "Abende", "Spiele", "Total", "Letztes"]
    return sheet_of(
        "2006",
        head,
        [1, "Müller", "Rosa", "Arbon", 1951, 2, 24, "207", 3],
        [2, "Frei", "Hansjörg", "Horn", 1948, 2, 24, "219", 1],
    )


def never_taken_apart():
    """A CSV that a program has put into the first column, line by line."""
    lines = ('"Saison 2005";;', "Spieler;Runde 1;Runde 2", f"{ROSA};97;110", f"{HANS};120;")
    return sheet_of("export", *([line] for line in lines))


def saved(book):
    kept = io.BytesIO()
    book.save(kept)
    return kept.getvalue()


TWO = {ROSA: (24, 207, 2, None), HANS: (24, 219, 2, None)}
ONE = {ROSA: (24, 207, 2, None), HANS: (12, 120, 1, None)}
TWINS = {
    ROSA: TWO[ROSA],
    f"{HANS} (2019 A3)": TWO[HANS],
    f"{HANS} (2019 A4)": (12, 101, 1, None),
}
OTHER = ("not_read", "name_twice", "name_twice")
FILES = {
    below_one_another: [("2003", TWO, {}), ("2004", TWO, {})],
    beside_one_another: [("2013", TWO, {}), ("2013", TWO, {})],
    a_column_of_its_own: [("2019", TWINS, dict(zip(("D1", "A3", "A4"), OTHER, strict=True)))],
    sums_among_other_numbers: [
        (
            "2006",
            {"Rosa Müller": TWO[ROSA], "Hansjörg Frei": TWO[HANS]},
            {"E1": "not_read", "I1": "not_read"},
        )
    ],
    never_taken_apart: [("2005", ONE, {})],
    "libreoffice.xlsx": [("2017-18", YEAR, {})],
    "libreoffice-means.xlsx": [("2014", MEANS, {})],
    "libreoffice-windows.csv": [("", MEANS, {})],
    "gnumeric-turned.xlsx": [("2016", YEAR, {})],
    "gnumeric-final.xlsx": [
        ("2015", {ROSA: (120, 9720, 10, None), HANS: (108, 8532, 9, None)}, {})
    ],
    "gnumeric.csv": [("2017/18", YEAR, {})],
    "xlsxwriter.xlsx": [("2013", YEAR, {})],
    unicode_text: [("2012", ONE, {})],
    never_computed: [("2011", TWO, {})],
    streamed: [("2010", {**TWO, HANS: (24, 222, 2, None)}, {})],
    from_the_web: [("2009", {"Müller, Rosa": ONE[ROSA], "Frei, Hansjörg": ONE[HANS]}, {})],
    with_a_signature: [("2008", {**TWO, HANS: (24, 222, 2, None)}, {"D4": "wrong_total"})],
    two_half_years: [("2007", TWO, {}), ("2007", TWO, {})],
}


@pytest.mark.parametrize(
    ("file", "expected"),
    FILES.items(),
    ids=[getattr(file, "__name__", str(file)) for file in FILES],
)
def test_each_is_read_as_its_club_meant_it(file, expected):
    sheet = read(file() if callable(file) else (WORKBOOKS / file).read_bytes())
    found = []
    for name, lines in sheet.sheets:
        for table in season_tables(name, [cells for _number, cells in lines]):
            odd = list(table.odd)
            made = table.sums(table.likely, table.likely_hands or 12, odd)
            sums = {one.name: (one.hands, one.total, one.evenings, one.exact) for one in made}
            found.append((table.label, sums, {one.cell: one.code for one in odd}))
    assert found == expected


def test_what_a_cell_holds_is_proposed_rightly():
    for file, likely in (("libreoffice-means.xlsx", Holds.MEAN), ("libreoffice.xlsx", Holds.SUM)):
        name, lines = read((WORKBOOKS / file).read_bytes()).sheets[0]
        assert season_table(name, [cells for _number, cells in lines]).likely is likely


def test_a_table_of_the_years_is_told_from_the_years():
    years = sheet_of(
        "Ewige Rangliste", ["Name", "2003", "2004"], [ROSA, 207, 207], [HANS, 219, 219]
    )
    [table] = season_tables("", [cells for _number, cells in read(years).lines])
    assert table.sums_up({"2003", "2004"})
    assert not table.sums_up({"2003"})


def test_a_file_of_open_document_is_told_how_to_come():
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w") as packed:
        packed.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
    with pytest.raises(Invalid) as refused:
        read(kept.getvalue())
    assert refused.value.details[0].code == "open_document"
    assert "Speichern unter" in refused.value.details[0].text
