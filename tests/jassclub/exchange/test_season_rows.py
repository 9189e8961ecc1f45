"""Seasons written line by line, as databases and pivot tables put them out."""

import pytest

from jassclub.exchange.seasons.rows import seasons_by_line
from jassclub.exchange.seasons.sums import Holds
from tests.jassclub.exchange.test_season_layout import grid

BY_EVENING = """
Datum|Name|Punkte
12.9.2019|Anna|97
12.9.2019|Beat|120
10.10.2019|Anna|110
10.10.2019|Chloé|140
"""


def cell(written):
    """As a file hands it on."""
    return None if written is None else str(written)


def tables(text, sheet="Tabelle1"):
    lines = [(at, [*map(cell, cells)]) for at, cells in enumerate(grid(text), start=1)]
    return seasons_by_line(sheet, lines)


def made(text, holds=Holds.SUM, hands=12, sheet="Tabelle1"):
    """{label: {name: (hands, total, evenings, exact)}}, {cell: kind} of a list."""
    seasons, odd = {}, []
    for table in tables(text, sheet):
        odd += table.odd
        sums = table.sums(holds, hands, odd)
        seasons[table.label] = {s.name: (s.hands, s.total, s.evenings, s.exact) for s in sums}
    return seasons, {found.cell: found.code for found in odd}


ONE_SEASON = {
    "Anna": (24, 207, 2, None),
    "Beat": (12, 120, 1, None),
    "Chloé": (12, 140, 1, None),
}


@pytest.mark.parametrize(
    "text",
    [
        BY_EVENING,
        BY_EVENING.replace("Datum|Name|Punkte", "Date|Joueur|Points"),
        # A running number, a place, a day that stands once above its lines.
        """
        Nr|Tag|Ort|Spieler|Total
        1|Do 12.09.2019|Sonne|Anna|97
        2|||Beat|120
        3|Do 10.10.2019|Sonne|Anna|110
        4|||Chloé|140
        """,
        # One person below the other; who was absent, a sum of each, and a number of the evening.
        """
        Vorname|Abend|Runde|Punkte
        Anna|2019-09-12|1|97
        |2019-10-10|2|110
        Beat|2019-09-12|1|120
        Beat|2019-10-10|2|entsch.
        Chloé|2019-10-10|2|140
        Total|||467
        """,
    ],
)
def test_a_line_a_person_and_evening_is_a_season(text):
    assert made(text) == ({"2019": ONE_SEASON}, {})


def test_it_is_asked_what_a_cell_holds_and_of_how_many_hands_an_evening_was():
    (table,) = tables(BY_EVENING)
    assert (table.asks, table.asks_hands, table.likely) == (True, True, Holds.SUM)


def test_hands_beside_leave_nothing_to_ask():
    text = """
        Datum|Name|Schnitt|Spiele
        12.9.2019|Anna|8.25|12
        10.10.2019|Anna|9.1|10
        12.9.2019|Beat|7.5|12
    """
    (table,) = tables(text)
    assert not table.asks
    assert made(text)[0] == {"2019": {"Anna": (22, 190, 2, None), "Beat": (12, 90, 1, None)}}


def test_three_lines_a_day_are_hands():
    days = ("5.1.2024", "2.2.2024")
    lines = [f"{day}|{name}|{made}" for day in days for name in ("Anna", "Beat")
             for made in (0, 7, 12)]  # fmt: skip
    seasons, odd = made("\n".join(["Datum|Name|Differenz", *lines]))
    assert seasons == {"2024": {"Anna": (6, 38, 2, 2), "Beat": (6, 38, 2, 2)}}
    assert odd == {"B2": "lines_are_hands"}


def test_two_lines_on_a_day_are_added_and_said():
    seasons, odd = made(BY_EVENING + "10.10.2019|Anna|5")
    assert seasons["2019"]["Anna"] == (24, 212, 2, None)
    assert odd == {"B6": "day_twice"}


def test_what_is_no_number_is_said_at_its_cell_and_other_columns_are_named():
    text = BY_EVENING.replace("|97", "|97?|1").replace("|120", "|120|2")
    seasons, odd = made(text.replace("Punkte", "Punkte|Rang"))
    assert seasons["2019"]["Anna"] == (12, 110, 1, None)
    assert odd == {"C2": "no_number", "D1": "not_read"}


@pytest.mark.parametrize(
    ("days", "labels"),
    [
        (["12.9.2018", "3.4.2019", "11.9.2019", "1.5.2020"], ["2018/19", "2019/20"]),
        (["12. Januar 2018", "3.12.2018", "11.1.19"], ["2018", "2019"]),
        (["12.9.2018", "3.4.2019"], ["2018/19"]),
    ],
)
def test_years_stand_apart_whenever_the_list_was_printed(days, labels):
    lines = [f"{day}|{name}|80" for day in days for name in ("Anna", "Beat")]
    assert [*made("\n".join(["Stand 12.1.2026", "Datum|Name|Punkte", *lines]))[0]] == labels


def test_a_column_of_the_season_and_a_sheet_with_a_year_say_what_it_is_called():
    text = "Saison|Datum|Name|Punkte\nI|5.1.2024|Anna|80\nII|5.2.2024|Anna|70\nII|5.2.2024|Beat|9"
    assert [*made(text)[0]] == ["I", "II"]
    assert [*made(BY_EVENING, sheet="Saison 2019/20")[0]] == ["2019/20"]


@pytest.mark.parametrize(
    "text",
    [
        # Hand by hand, also where a round is a hand; predictions; each person once; evenings across
        "Datum|Spiel|Name|Punkte\n5.1.2024|1|Anna|80\n5.1.2024|1|Beat|77\n5.1.2024|2|Anna|9",
        "Datum|Runde|Name|Punkte\n5.1.2024|1|Anna|80\n5.1.2024|1|Beat|77\n5.1.2024|2|Anna|9",
        "Datum|Name|Ansage|Punkte\n5.1.2024|Anna|80|90\n5.1.2024|Beat|77|67\n6.1.2024|Anna|1|2",
        "Name|Datum|Punkte\nAnna|5.1.1950|80\nBeat|7.8.1944|77",
        "Name|12.9.2019|10.10.2019\nAnna|97|110\nBeat|120|",
    ],
)
def test_anything_else_is_no_such_list(text):
    assert tables(text) == []


def test_a_sum_below_without_a_day_and_a_name_belongs_to_nobody():
    below = BY_EVENING.replace("Punkte", "Punkte|Bem.") + "||467|Total"
    assert made(below)[0] == {"2019": ONE_SEASON}
