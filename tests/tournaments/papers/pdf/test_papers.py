"""Each paper says what it was given, on as many pages as it takes, always in the same bytes."""

import re
from dataclasses import replace
from typing import Any

import pytest
import segno
from django.utils import translation

from tests.recording.pdf import contents_of, pages_of, texts_of
from tournaments.format.regulation import Point
from tournaments.papers.pdf import (
    Diploma,
    Event,
    PersonalRound,
    PersonalSheet,
    Player,
    RankingRow,
    ScoreSheet,
    SeatedPerson,
    diploma,
    personal_sheets,
    prize_list,
    ranking_list,
    regulation_sheet,
    score_sheets,
    seating_list,
    table_cards,
)
from tournaments.papers.pdf.boards import Traveller, travellers
from tournaments.papers.pdf.bracket import Side, Stage, bracket_sheet

EVENT = Event(name="Dörferjass", date="21. November 2026", place="Sirnach", club="Šimić & Söhne")
PLAYERS = tuple(
    Player(letter=letter, name=name, number=number)
    for number, (letter, name) in enumerate(
        zip("ABCD", ["Anna", "Beat", "Chlöe", "Dario"], strict=True), 1
    )
)
SHEET = ScoreSheet(
    round=2, table=14, players=PLAYERS, rows=tuple("12345678"), control="8 × 157 = 1256"
)
BOX = rb"(-?[\d.]+) (-?[\d.]+) ([\d.]+) [\d.]+ re f"
"""A filled box: its lower left corner and its width, in points."""
HOSTILE = [
    "<b>Fett</b> & </para> &amp; %(name)s",
    "X" * 100_000,
    "\u202e\u2066שלום עולם\u0000\x1b[31m",
    "👨‍👩‍👧‍👦🏳️‍🌈🂡",
    "\ud800\udfff",
    "Zalgo" + "\u0301\u0489" * 500,
    "(\\) Tj ET endstream",
    "",
]


def seating(people: int, rounds: tuple[int, ...] = (1, 2, 3, 4)) -> bytes:
    return seating_list(
        EVENT,
        [
            SeatedPerson(
                number=number,
                name=f"Person {number}",
                seats=tuple(f"{number}{'ABCD'[one % 4]}" for one in rounds),
            )
            for number in range(1, people + 1)
        ],
        rounds=rounds,
        certificate="0 wiederholte Partner",
        commitment="9f86d0",
    )


def row(rank: int, /, **more: object) -> RankingRow:
    told: dict[str, Any] = {"rank": str(rank), "total": str(5000 - rank), "name": f"Person {rank}"}
    return RankingRow(**{**told, "rounds": ("931", "(540)"), **more})


ROWS = [row(rank) for rank in range(1, 401)]
DIPLOMA = Diploma(event=EVENT, name="Chlöe", rank=1, result="4216 Punkte", signers=("Leitung",))


def every_paper(name: str) -> list[bytes]:
    event = replace(EVENT, name=name, place=name)
    player = Player(letter="A", name=name, number=1)
    sheet = ScoreSheet(round=1, table=1, players=(player,) * 4, rows=SHEET.rows)
    own = PersonalRound(round=1, seat="1A", partner=name, opponents=name)
    person = SeatedPerson(number=1, name=name, seats=("",))
    ranked = row(1, name=name, decided_by=name, penalty=name)
    return [
        seating_list(event, [person], rounds=(1,), certificate=name),
        table_cards(event, [(1, "https://jass.example/t")]),
        score_sheets(event, [sheet]),
        personal_sheets(name, [PersonalSheet(event=event, number=1, name=name, rounds=(own,))]),
        ranking_list(event, [ranked], stand_ins=[ranked], as_of=name),
        diploma(Diploma(event=event, name=name, rank=1, people=name, signers=(name,))),
        regulation_sheet(event, [Point(number="1", heading=name, text=name, articles=(name,))]),
        prize_list(event, [(name, name, name)]),
    ]


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_no_name_breaks_a_paper(name):
    for pdf in every_paper(name):
        assert pdf.startswith(b"%PDF-")
        assert pages_of(pdf)


def test_markup_in_a_name_is_printed_as_it_is_written():
    for number, pdf in enumerate(every_paper("<b>Xx</b> & Y")):
        assert any("<b>Xx</b> & Y" in text for text in texts_of(pdf)), number


def test_the_same_content_gives_the_same_bytes():
    assert every_paper("Ante Šimić") == every_paper("Ante Šimić")


def test_the_seating_lists_everybody_with_the_seat_of_each_round():
    pages = pages_of(seating(400))
    texts = [text for page in pages for text in page]
    assert [text for text in texts if text.startswith("Person ")] == [
        f"Person {number}" for number in range(1, 401)
    ]
    assert {"400A", "400B", "400C", "400D"} <= set(texts)
    for number, page in enumerate(pages, 1):
        assert f"Seite {number} von {len(pages)}" in page
        assert {"0 wiederholte Partner", "Prüfsumme der Auslosung: 9f86d0"} <= set(page)


def test_who_sits_out_has_a_dash_in_that_round():
    person = SeatedPerson(number=7, name="Anna", seats=("3B", ""))
    texts = texts_of(seating_list(EVENT, [person], rounds=(1, 2)))
    assert texts[texts.index("Anna") + 1 :][:2] == ["3B", "–"]


def test_an_empty_seating_is_a_page_with_its_head():
    assert len(pages_of(seating(0, rounds=(2,)))) == 1


@pytest.mark.parametrize("paper", ["a5", "a6"])
def test_a_table_card_shows_its_number_and_its_address(paper):
    cards = [(table, f"https://jass.example/t/{table}") for table in (7, 112)]
    pages = pages_of(table_cards(EVENT, cards, paper=paper))
    assert [("7" in page, "112" in page) for page in pages] == [(True, False), (False, True)]
    assert "https://jass.example/t/112" in pages[1]


def test_the_code_has_the_modules_of_its_address_in_their_places():
    url = "https://jass.example/t/doerferjass/tisch/14#Xk29"
    [content] = contents_of(table_cards(EVENT, [(14, url)]))
    boxes = [tuple(map(float, box)) for box in re.findall(BOX, content)]
    module = min(width for _x, _y, width in boxes) / 1.02
    drawn = [box[:2] for box in boxes if box[2] < 2 * module]
    left, top = min(x for x, _y in drawn), max(y for _x, y in drawn)
    places = {(round((top - y) / module), round((x - left) / module)) for x, y in drawn}
    rows = enumerate(segno.make(url, error="m", micro=False).matrix)
    assert places == {(down, across) for down, row in rows for across, one in enumerate(row) if one}


@pytest.mark.parametrize("control", ["8 × 157 = 1256", ""])
def test_the_score_sheet_prints_the_lines_and_the_sum_that_it_is_given(control):
    texts = texts_of(score_sheets(EVENT, [replace(SHEET, control=control)]))
    assert [text for text in texts if "Kontrolle" in text] == (
        [f"Kontrolle (Kartenpunkte): {control}"] if control else []
    )
    assert [text for text in texts if text.isdigit()] == list(SHEET.rows)


def test_the_score_sheet_names_the_table_the_people_and_the_sides():
    texts = texts_of(score_sheets(EVENT, [replace(SHEET, matsch=100)]))
    assert {"Runde 2 · Tisch 14", "Chlöe (3)", "A + C", "B + D", "Matsch", "Summe"} <= set(texts)
    assert {"Unterschrift A + C", "Unterschrift B + D"} <= set(texts)


def test_in_the_differenzler_each_seat_has_three_columns():
    texts = texts_of(score_sheets(EVENT, [replace(SHEET, counting="difference")]))
    assert [texts.count(word) for word in ("Ansage", "gemacht", "Diff.")] == [4, 4, 4]
    assert "Matsch" not in texts


def test_three_players_alone_have_a_column_and_a_signature_each():
    alone = replace(SHEET, players=PLAYERS[:3], counting="alone")
    texts = texts_of(score_sheets(EVENT, [alone]))
    assert {"Unterschrift A", "Unterschrift B", "Unterschrift C"} <= set(texts)
    assert "Unterschrift D" not in texts


def test_two_sheets_share_a_page_where_wished():
    sheets = [replace(SHEET, table=table) for table in (1, 2, 3)]
    assert len(pages_of(score_sheets(EVENT, sheets))) == 3
    shared = pages_of(score_sheets(EVENT, sheets, two_up=True))
    assert [["Runde 2 · Tisch 2" in page, "Runde 2 · Tisch 3" in page] for page in shared] == [
        [True, False],
        [False, True],
    ]


def test_a_long_sheet_goes_on_overleaf_and_is_summed_once():
    pages = pages_of(score_sheets(EVENT, [replace(SHEET, rows=tuple(map(str, range(1, 31))))]))
    assert ["Summe" in page for page in pages] == [False, True]
    assert "25" in pages[1]


def test_the_personal_sheet_leaves_blank_what_is_not_known():
    known = PersonalRound(round=1, seat="3A", partner="Beat", opponents="Chlöe")
    rounds = (known, PersonalRound(round=2, sits_out=True), PersonalRound(round=3))
    sheet = PersonalSheet(event=EVENT, number=17, name="Anna", rounds=rounds)
    texts = texts_of(personal_sheets(EVENT.name, [sheet]))
    assert {"17 · Anna", "3A", "Beat", "Chlöe", "setzt aus", "Total"} <= set(texts)


def test_a_ranking_of_400_repeats_its_head_on_every_page():
    pages = pages_of(ranking_list(EVENT, ROWS, rounds=("1", "2")))
    assert all({"Rang", "Name", "Total"} <= set(page) for page in pages)
    names = [text for page in pages for text in page if text.startswith("Person ")]
    assert names == [row.name for row in ROWS]


def test_the_ranking_prints_helpers_apart():
    rows = (row(1, penalty="-20"), row(2, decided_by="bessere beste Passe"))
    helper = row(3, rank="", name="Helferin")
    listed = ranking_list(EVENT, rows, rounds=("1", "2"), stand_ins=[helper], as_of="16:42")
    texts = texts_of(listed)
    assert {"931", "(540)", "−20", "bessere beste Passe", "vorläufig · 16:42"} <= set(texts)
    assert texts.index("Ersatzleute, ohne Rang") < texts.index("Helferin")


@pytest.mark.parametrize("rounds", [1, 6, 7, 12, 16])
def test_a_ranking_of_many_rounds_cuts_no_figure(rounds):
    made = tuple(f"({1000 + number})" for number in range(rounds))
    crowded = row(1, rounds=made, penalty="-20", decided_by="höchste Passe")
    texts = texts_of(ranking_list(EVENT, [crowded], rounds=[str(n) for n in range(rounds)]))
    assert {*made, "Person 1"} <= set(texts)


LONG = "Annemarie Zurbriggen-Bärtschi / Margrit Aeschbacher-Wyssenbach"


def test_names_that_a_line_would_cut_go_on_over_a_second_one():
    board = Traveller(board=3, trump="C", rows=[(1, 2, LONG, "Urs Frei / Jo Hug")])
    own = PersonalRound(round=1, seat="1A", partner="Jo", opponents=LONG.replace(" /", ","))
    personal = PersonalSheet(event=EVENT, number=1, name="Urs", rounds=(own,))
    for paper in (
        ranking_list(EVENT, [row(1, name=LONG)], rounds=("1", "2")),
        travellers(EVENT, [board]),
        personal_sheets("", [personal]),
    ):
        text = " ".join(texts_of(paper))
        assert all(name in text for name in LONG.split(" / ")), text
        assert "…" not in text


@pytest.mark.parametrize(
    ("duels", "width"), [(8, b"841.8898"), (16, b"1190.551"), (32, b"1190.551")]
)
def test_a_bracket_of_many_is_on_a3_and_cuts_no_name(duels, width):
    duel = Side(name=LONG), Side(name=LONG, points="1200")
    stages = [Stage(heading="", duels=[duel] * (duels >> n)) for n in range(duels.bit_length())]
    paper = bracket_sheet(EVENT, stages, [])
    assert b"0 0 " + width in paper
    assert not [text for text in texts_of(paper) if "…" in text]


def test_a_bracket_gives_its_room_to_who_plays_and_third_place_its_corner():
    unopposed, played = (Side(name="Ada", won=True), Side()), (Side(name="Bea"), Side(name="Cai"))
    main = [
        Stage(heading="Halbfinal", duels=[unopposed, played]),
        Stage(heading="Final", duels=[(Side(name="Ada"), Side())]),
    ]
    third = Stage(heading="Platz drei", duels=[(Side(name="Dan"), Side(name="Eva"))])
    assert bracket_sheet(EVENT, [Stage(heading="", duels=[played] * 3), main[1]], [])
    (texts,) = pages_of(bracket_sheet(EVENT, main, [third]))
    assert [
        text for text in texts if text in {"Ada", "Bea", "Cai", "Dan", "Eva", "Platz drei"}
    ] == [*("Bea", "Cai", "Ada", "Platz drei", "Dan", "Eva")]
    won = Side(name="Fee", points="900", won=True), Side(name="Gil", points="800")
    comfort = Stage(heading="Trost", duels=[unopposed, won])
    _first, texts = pages_of(bracket_sheet(EVENT, main, [comfort]))
    assert {"Ada", "ohne Spiel weiter", "Fee ✓ – Gil", "900 : 800"} <= {*texts}


def test_a_list_without_rows_says_why():
    assert "Niemand da" in texts_of(ranking_list(EVENT, [], empty="Niemand da"))


def test_columns_that_nobody_needs_are_not_printed():
    texts = texts_of(ranking_list(EVENT, ROWS))
    assert not {"Strafe", "Entschieden durch", "Ersatzleute, ohne Rang", "vorläufig"} & set(texts)


@pytest.mark.parametrize("deck", ["german", "french"])
def test_a_diploma_names_the_rank_the_person_and_the_event(deck):
    texts = texts_of(diploma(replace(DIPLOMA, deck=deck)))
    assert {"1. Rang", "Chlöe", "4216 Punkte", "Dörferjass", "Leitung"} <= set(texts)


def test_the_regulation_prints_every_point():
    points = [
        Point(number=f"{n}.", heading=f"Punkt {n}", text="Es wird gelost. " * n, articles=("a",))
        for n in range(1, 40)
    ]
    pages = pages_of(regulation_sheet(EVENT, points))
    texts = [text for page in pages for text in page]
    assert all(f"Punkt {n}" in texts for n in range(1, 40))
    assert sum(text.count("gelost") for text in texts) == sum(range(1, 40))
    assert f"Seite 2 von {len(pages)}" in pages[1]
    assert "Fehlt eine, gilt der Punkt hier nicht." in " ".join(pages[-1])


@pytest.mark.parametrize("lines", range(40, 52))
def test_a_heading_never_stands_alone_at_the_foot_of_a_page(lines):
    long = Point(number="1.", heading="Lang", text="Zeile\n" * lines)
    last = Point(number="2.", heading="Zuletzt", text="Der Text dazu.")
    pages = pages_of(regulation_sheet(EVENT, [long, last]))
    assert sum(text == "Zeile" for page in pages for text in page) == lines
    assert ["Zuletzt" in page for page in pages] == ["Der Text dazu." in page for page in pages]


@pytest.mark.parametrize("lines", range(40, 52))
def test_a_point_is_not_torn_from_its_last_line_nor_from_what_it_cites(lines):
    long = Point(number="1.", heading="Lang", text="Zeile\n" * lines)
    last = Point(number="2.", heading="Zuletzt", text="Anfang\nEnde", articles=("matsch",))
    pages = pages_of(regulation_sheet(EVENT, [long, last]))
    assert all({"Zuletzt", "Anfang", "matsch"} <= {*page} for page in pages if "Ende" in page)


def test_the_prize_list_shows_the_winner():
    lines = [("1. Rang", "Geschenkkorb", "Anna")]
    assert {"1. Rang", "Geschenkkorb", "Anna"} <= set(texts_of(prize_list(EVENT, lines)))


def test_the_words_are_those_of_the_active_language():
    with translation.override("fr"):
        pdf = ranking_list(EVENT, ROWS)
    assert b"/Lang (fr)" in pdf
    assert "Nom" in texts_of(pdf)
    assert "Name" not in texts_of(pdf)
