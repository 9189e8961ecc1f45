"""Lists in many layouts: right ones are read without a doubt, every misprint is told with its row
and its amount."""

import tomllib
from pathlib import Path

import pytest

from jassclub.exchange.pages.check_list import told
from tournaments.papers.list_check import in_words
from tournaments.standings.pure import PrintedRow
from tournaments.standings.pure.printed_check import between_lists, check_printed_list
from tournaments.standings.pure.printed_list import (
    MOST_ROWS,
    Cell,
    lines_of,
    number_in,
    read_lists,
)

CASES = Path(__file__).parents[3] / "cases" / "ranglisten" / "printed.toml"
LISTS = tomllib.loads(CASES.read_text(encoding="utf-8"))["list"]
MISPRINTS = [(case, misprint) for case in LISTS for misprint in case["misprint"]]


def checked(text, **asked):
    read_as = [check_printed_list(one, **asked) for one in read_lists(lines_of(text)).lists]
    titles = len(read_as) > 1
    said = [in_words(it, one.title if titles else "") for one in read_as for it in one.findings]
    return read_as, said + [in_words(it) for it in between_lists(read_as)]


@pytest.mark.parametrize("case", LISTS, ids=lambda case: case["name"])
def test_a_right_list_is_read_as_it_is_made_and_raises_no_doubt(case):
    read_as, said = checked(case["text"])
    assert said == []
    assert [told(one) for one in read_as] == case["read_as"]


@pytest.mark.parametrize(
    ("case", "misprint"), MISPRINTS, ids=[f"{c['name']}: {m['wrong']}" for c, m in MISPRINTS]
)
def test_a_misprint_is_told_with_its_row_and_its_amount(case, misprint):
    assert case["text"].count(misprint["right"]) >= 1
    text = case["text"].replace(misprint["right"], misprint["wrong"], 1)
    assert checked(text, parted=misprint.get("parted"))[1] == misprint["says"]


def rows_of(text):
    found = read_lists(lines_of(text))
    read_as = [check_printed_list(one) for one in found.lists]
    return [[*one.rows] for one in read_as], found.unread


@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("1. Anna Muster 4753", PrintedRow("Anna Muster", 4753, 1)),
        ("2\tBeat\t4'710\t1200\t3510", PrintedRow("Beat", 4710, 2, (1200, 3510))),
        ("3;Chlöe v. Rotz;4’543", PrintedRow("Chlöe v. Rotz", 4543, 3)),
        ("| 4) | Dario | -12 |", PrintedRow("Dario", -12, 4)),
        (
            "5. 17 Eva Gut 8400 Winterthur 812 – 700 1512",
            PrintedRow("Eva Gut 8400 Winterthur", 1512, 5, (812, 700)),
        ),
        ("=6. Urs 3410 Punkte", PrintedRow("Urs", 3410, 6)),
        ("7.-9. Ida 3\u202f410", PrintedRow("Ida", 3410, 7)),
        ("8,Ida Frei,812,655,1467", PrintedRow("Ida Frei", 1467, 8, (812, 655))),
    ],
)
def test_a_line_is_rank_name_total_and_results(line, row):
    assert rows_of(line) == ([[row]], [])


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("4'753", Cell(4753)),
        ("4 753", Cell(4753)),
        ("4.753", Cell(4753)),
        ("(612)", Cell(612, dropped=True)),
        ("612*", Cell(612, dropped=True)),
        ("−50", Cell(-50)),
        ("–", Cell(None)),
        ("Fr. 50", None),
        ("9" * 12, None),
    ],
)  # fmt: skip
def test_numbers_as_they_are_printed(text, cell):
    assert number_in(text) == cell


def test_lines_that_are_none_are_named_and_blank_ones_do_not_count():
    text = "Jassturnier\nRang Name Total\n\n1 Anna 10\nBeat 9\n2 10\n4 " + "9" * 12 + "\nSchluss"
    assert rows_of(text) == ([[PrintedRow("Anna", 10, 1)]], [5, 6, 7, 8])


def test_somebody_without_a_rank_has_that_of_the_row_above_if_he_has_as_much():
    text = "Rang\tName\tTotal\n1\tAnna\t10\n\tBeat\t10\n3\tUrs\t9\n\tIda\t7"
    assert [row.rank for row in rows_of(text)[0][0]] == [1, 1, 3]


def test_a_list_has_an_end():
    (rows,), unread = rows_of("1 A 1\n" * (MOST_ROWS + 1))
    assert (len(rows), unread) == (MOST_ROWS, [MOST_ROWS + 1])


OWN = """
Rang Name                    Total     1     2       3          4
   1. Arnold Max           2693.33   636   756 673.33 Ø      628
   2. Müller Köbi          2666.67   600   700     700 666.67 Ø
   3. Suter Rosa              2660   800   500     700       660
"""


def test_a_list_of_our_own_is_read_with_the_means_of_those_who_sat_out():
    (read_as,), said = checked(OWN)
    assert (len(read_as.rows), said) == (3, [])


def test_a_total_with_decimals_that_is_out_of_order_is_told_like_any_other():
    _read_as, said = checked(OWN.replace("2693.33", "2393.33"))
    assert any("Arnold Max" in words for words in said)
