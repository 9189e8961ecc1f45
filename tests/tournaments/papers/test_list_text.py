"""Printed lists as they are pasted."""

import pytest

from tournaments.papers.list_check import MOST_ROWS, read_printed
from tournaments.standings.pure import PrintedRow


@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("1. Anna Muster 4753", PrintedRow("Anna Muster", 4753, 1)),
        ("2\tBeat\t4'710\t1200\t3510", PrintedRow("Beat", 4710, 2, (1200, 3510))),
        ("3;Chlöe v. Rotz;4’543", PrintedRow("Chlöe v. Rotz", 4543, 3)),
        ("| 4) | Dario | -12 |", PrintedRow("Dario", -12, 4)),
    ],
)
def test_a_line_is_rank_name_total_and_results(line, row):
    assert read_printed(line) == ((row,), ())


def test_lines_that_are_none_are_named_and_blank_ones_do_not_count():
    text = "Rang Name Total\n\n1 Anna 10\nAnna 10\n2 10\n3 Beat 10 x\n4 " + "9" * 12
    assert read_printed(text) == ((PrintedRow("Anna", 10, 1),), (1, 4, 5, 6, 7))


def test_a_list_has_an_end():
    found = read_printed("1 A 1\n" * (MOST_ROWS + 1))
    assert (len(found.rows), found.unreadable) == (MOST_ROWS, (MOST_ROWS + 1,))
