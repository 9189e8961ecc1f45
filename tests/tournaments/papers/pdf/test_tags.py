"""Whoever hears a paper is told what is a heading and what stands in which row; letters travel
with the file."""

import re
from collections.abc import Callable

import pytest
from django.utils import translation

from tests.recording.pdf import contents_of, read_out, texts_of
from tests.tournaments.papers.pdf.test_papers import EVENT, ROWS, SHEET, every_paper, seating
from tournaments.papers.pdf import boards, ranking_list, score_sheets, table_cards
from tournaments.papers.pdf.bracket import Side, Stage, bracket_sheet
from tournaments.papers.pdf.labels import SHEETS, NameLabel, name_labels, table_numbers

SLIP = boards.Slip(
    board=3, trump="A", piles="ABCD" * 9, suits=("EI", "SI", "RO", "SE"), ranks="6789BUOKA"
)
TRAVELLER = boards.Traveller(board=3, trump="A", rows=[(1, 2, "Anna", "Beat")])
WAY = boards.TableCard(table=2, rows=[(1, "Anna", "Beat", "3–4", "Büro")])
CUP = [Stage(heading="Final", duels=[(Side(name="Anna", points="80", won=True), Side())])]
TOLD = re.compile(rb"/(?:Artifact BMC|\w+ <</MCID \d+>> BDC).*?EMC", re.DOTALL)
PAPERS: dict[str, Callable[[], list[bytes]]] = {
    "every": lambda: every_paper("Ante Šimić"),
    "seating": lambda: [seating(200)],
    "labels": lambda: [
        name_labels(EVENT, [NameLabel(number=1, name="Anna")], sheet=SHEETS["l7160"])
    ],
    "numbers": lambda: [table_numbers(EVENT, [1, 2])],
    "slips": lambda: [boards.deal_slips(EVENT, [SLIP])],
    "travellers": lambda: [boards.travellers(EVENT, [TRAVELLER])],
    "ways": lambda: [boards.table_ways(EVENT, [WAY])],
    "bracket": lambda: [bracket_sheet(EVENT, CUP, CUP)],
    "two_up": lambda: [score_sheets(EVENT, [SHEET, SHEET], two_up=True)],
}


@pytest.mark.parametrize("papers", PAPERS)
def test_all_that_is_drawn_is_read_out_or_left_out_on_purpose_in_letters_that_lie_in_it(papers):
    for pdf in PAPERS[papers]():
        fonts = re.findall(rb"/Type /Font\s", pdf)
        assert len(fonts) == pdf.count(b"/FontFile2") > 0
        for content in contents_of(pdf):
            bare = re.sub(
                rb"/(?:Artifact BMC|\w+ <</MCID \d+>> BDC).*?EMC", b"", content, flags=re.S
            )
            assert not re.search(rb"\bTj\b|\bre\b|\bl S\b|\bf\*?\s", bare), bare[:200]
        assert b"/DisplayDocTitle true" in pdf
        assert re.search(rb"/Lang (\(de\)|<feff00640065>)", pdf)
        heads = [text for path, text in read_out(pdf) if path.endswith("/H1")]
        assert heads
        assert all(heads)


def test_a_ranking_of_many_pages_is_one_table_with_one_head():
    told = read_out(ranking_list(EVENT, ROWS, rounds=("1", "2"), stand_ins=ROWS[:1]))
    tables = [path for path, _text in told if path.endswith("/Table")]
    heads = [text for path, text in told if path.endswith("/TH")]
    cells = [text for path, text in told if path.endswith("/TD")]
    assert (len(tables), heads) == (1, ["Rang", "Name", "Total", "1", "2"])
    assert cells[:5] == ["1", "Person 1", "4999", "931", "(540)"]
    assert len(cells) == 401 * 5 + 1
    assert [text for path, text in told if path.endswith("/H1")] == ["Rangliste"]


def test_every_column_of_a_traveller_has_a_heading_of_its_own():
    heads = [
        t for path, t in read_out(boards.travellers(EVENT, [TRAVELLER])) if path.endswith("/TH")
    ]
    assert len(set(heads)) == len(heads) == 7


def test_a_seating_is_read_in_the_order_of_the_rounds():
    cells = [text for path, text in read_out(seating(90)) if path.endswith("/TD")]
    assert cells[-6:] == ["90", "Person 90", "90B", "90C", "90D", "90A"]


def test_figures_are_described_in_the_language_of_the_paper():
    url = "https://jass.example/t/14"
    assert ("Document/Sect/Figure", f"QR-Code: {url}") in read_out(table_cards(EVENT, [(14, url)]))
    with translation.override("fr"):
        told = read_out(boards.deal_slips(EVENT, [SLIP]))
    figures = [text for path, text in told if path.endswith("/TH/Figure")]
    assert figures == ["glands", "écussons", "roses", "grelots"]


def test_a_sheet_says_whose_it_is_and_of_which_day():
    texts = texts_of(score_sheets(EVENT, [SHEET]))
    assert {"Dörferjass · Šimić & Söhne", "21. November 2026"} <= set(texts)
