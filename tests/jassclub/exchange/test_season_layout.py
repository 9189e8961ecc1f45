"""Tables of seasons that were not made for this: ten ways in which clubs keep them."""

import pytest

from jassclub.exchange.seasons.layout import season_table
from jassclub.exchange.seasons.sums import Holds


def grid(text):
    """Lines of cells, separated by bars."""

    def cell(word):
        word = word.strip()
        return int(word) if word.lstrip("-").isdigit() else word or None

    return [[cell(word) for word in line.split("|")] for line in text.strip().splitlines()]


def made(text, holds=Holds.SUM, hands=12, sheet="Tabelle1", known=()):
    """Label, {name: (hands, total, evenings, exact)}, {cell: kind} of a table."""
    table = season_table(sheet, grid(text), known)
    odd = list(table.odd)
    sums = {s.name: (s.hands, s.total, s.evenings, s.exact) for s in table.sums(holds, hands, odd)}
    return table.label, sums, {found.cell: found.code for found in odd}


PLAIN = """
Jassclub Frohsinn 2019/20||||||
Name|12.9.2019|10.10.2019|14.11.2019|Total|Schnitt|Rang
Anna|97|110|–|207|103.5|1
Beat|120||101|221|110.5|2
Chloé|entsch.|140|90|230|115|3
"""


def test_names_down_evenings_across():
    label, sums, odd = made(PLAIN)
    assert label == "2019/20"
    assert sums == {
        "Anna": (24, 207, 2, None), "Beat": (24, 221, 2, None), "Chloé": (24, 230, 2, None)
    }  # fmt: skip
    assert odd == {}


def test_the_same_turned_says_the_same():
    turned = "\n".join(
        "|".join("" if cell is None else str(cell) for cell in column)
        for column in zip(*[line + [None] * (7 - len(line)) for line in grid(PLAIN)], strict=True)
    )
    assert made(turned)[1:] == made(PLAIN)[1:]


def test_a_wrong_total_is_said_at_its_cell_and_the_cells_count():
    _label, sums, odd = made(PLAIN.replace("|221|", "|212|"))
    assert sums["Beat"] == (24, 221, 2, None)
    assert odd == {"E4": "wrong_total"}


def test_columns_without_headings_are_known_by_checking():
    _label, sums, odd = made("""
        Muster Hans|100|90|110|300|100
        Meier Vreni|80|85|90|255|85
        Kunz Ueli|120|130|125|375|125
    """)
    assert sums["Kunz Ueli"] == (36, 375, 3, None)
    assert odd == {}


def test_two_columns_of_names_a_rank_before_and_a_total_below():
    _label, sums, odd = made("""
        Rang|Name|Vorname|1. Abend|2. Abend|Total
        1|Müller|Rosa|97|101|198
        2|Müller|Karl|99|102|201
        3|Frei|Anna|110|120|230
        |Total||306|323|629
    """)
    assert set(sums) == {"Rosa Müller", "Karl Müller", "Anna Frei"}
    assert odd == {}


def test_a_wrong_total_below_is_said_too():
    _label, _sums, odd = made("""
        Name|1. Abend|2. Abend
        Anna|97|101
        Beat|99|102
        Total|196|205
    """)
    assert odd == {"C4": "wrong_total"}


def test_means_with_commas_and_hands_of_each_evening():
    label, sums, odd = made(
        """
        Saison 2021||
        Name|Januar|Februar
        Spiele|12|10
        Anna|8,25|9,1
        Beat|7,5|abw.
        """,
        Holds.MEAN,
    )
    assert label == "2021"
    assert sums == {"Anna": (22, 190, 2, None), "Beat": (12, 90, 1, None)}
    assert odd == {}


def test_a_final_table_has_sums_already():
    _label, sums, odd = made("""
        Rang|Spieler|Abende|Spiele|Total|Schnitt|Genau
        1|Anna|10|120|960|8.00|14
        2|Beat|9|108|972|9.00|
        3|Chloé|3|||9.10|
    """)
    assert sums == {"Anna": (120, 960, 10, 14), "Beat": (108, 972, 9, None)}
    assert odd == {"B4": "no_hands_or_total"}


def test_one_evening_hand_by_hand_knows_exact_hits():
    table = """
        Spieler|1|2|3|4
        Anna|0|12|5|0
        Beat|3|7|0|9
    """
    assert made(table, Holds.HAND)[1] == {"Anna": (4, 17, None, 2), "Beat": (4, 19, None, 1)}


def test_two_people_of_one_name_are_two_and_asked_about():
    _label, sums, odd = made("""
        Name|1. Abend|2. Abend
        Müller|97|101
        Beat|99|102
        Müller|110|120
    """)
    assert set(sums) == {"Müller (Tabelle1 A2)", "Beat", "Müller (Tabelle1 A4)"}
    assert odd == {"A2": "name_twice", "A4": "name_twice"}


@pytest.mark.parametrize("of", ["Total {}. Halbjahr", "{}. Quartal"])
def test_sums_in_between(of):
    _label, sums, odd = made(f"""
        Name|Mrz|2.2.|{of.format(1)}|7.9.|5.10.|{of.format(2)}|Gesamttotal
        Martha|90|91|181|92|93|185|366
        Sepp|80|81|161|82|83|165|326
        Jan|70|71|141|72|73|145|286
    """)
    assert {name: total for name, (_h, total, *_) in sums.items()} == {
        "Martha": 366, "Sepp": 326, "Jan": 286
    }  # fmt: skip
    assert odd == {}


def test_what_is_no_number_is_said_at_its_cell():
    _label, sums, odd = made("""
        Name|1. Abend|2. Abend|3. Abend
        Anna|97*|101|90
        Beat|99|102|k.
    """)
    assert odd == {"B2": "no_number"}
    assert sums["Anna"] == (24, 191, 2, None)


def test_evenings_by_the_name_of_the_inn_are_read_and_said():
    _label, sums, odd = made("""
        Name|Krone|12.3.|Sternen
        Anna|97|101|90
        Beat|99|102|80
    """)
    assert odd == {"B1": "taken_for_evening", "D1": "taken_for_evening"}
    assert sums["Beat"] == (36, 281, 3, None)


def test_a_sheet_of_anything_else_is_no_table():
    assert season_table("Kasse", grid("Datum|Betrag\n12.1.2020|40\n13.1.2020|50"), ()) is None
    assert season_table("Leer", [], ()) is None


@pytest.mark.parametrize(("means", "hands"), [((8.0, 9.0), 12), ((96, 108), None)])
def test_means_beside_tell_how_many_hands_an_evening_has(means, hands):
    text = f"Name|1.|2.|Schnitt\nAnna|100|92|{means[0]}\nBeat|110|106|{means[1]}"
    assert season_table("x", grid(text), ()).likely_hands == hands


def test_parts_of_a_point_are_no_sums():
    table = "Name|1. Abend|2. Abend\nAnna|8.5|9\nBeat|7|9.25"
    _label, sums, odd = made(table)
    assert (sums, odd) == ({}, {"A2": "not_whole", "A3": "not_whole"})
    assert season_table("x", grid(table), ()).likely == Holds.MEAN


def test_a_nought_is_nobody_there_and_said():
    _label, sums, odd = made("""
        Name|1. Abend|2. Abend
        Anna|97|0
        Beat|99|102
    """)
    assert (sums["Anna"], odd) == ((12, 97, 1, None), {"A2": "zero"})


@pytest.mark.parametrize("title", ["Streich", "Zvieri"])
def test_what_stands_behind_a_total_that_is_right_is_no_evening(title):
    _label, sums, _odd = made(f"""
Name|12.9.2019|10.10.2019|14.11.2019|Summe|{title}
Anna|97|110||207|110
Beat|120||101|221|120
Chloé||140|90|230|140
""")
    assert {name: total for name, (_hands, total, *_rest) in sums.items()} == {
        "Anna": 207, "Beat": 221, "Chloé": 230
    }  # fmt: skip
