"""A blank sheet for everybody who plays on paper."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

pytestmark = pytest.mark.django_db


def sheet(client, query: str = "") -> str:
    answer = client.get(f"/blank-sheet/{query}")
    assert answer.status_code == 200
    page: str = answer.content.decode()
    return page


def body(page: str) -> str:
    found = re.search(r"<tbody>(.*)</tbody>", page, re.S)
    assert found is not None
    return found[1]


def test_a_differenzler_has_three_columns_a_player_and_a_row_a_hand(client):
    page = sheet(client, "?game=differenzler&players=5&hands=15")
    assert body(page).count("<tr>") == 15
    assert body(page).count("<td") == 15 * (1 + 3 * 5)
    assert 'class="blank a4 across"' in page


def test_a_schieber_has_two_sides_whoever_asks_for_more(client):
    page = sheet(client, "?game=schieber&players=8&hands=10&paper=a5")
    assert body(page).count("<td") == 10 * (1 + 3 * 2)
    assert 'class="blank a5"' in page


def test_passen_have_a_column_for_each_running_total(client):
    page = sheet(client, "?game=passen&players=8&hands=6")
    assert body(page).count("<tr>") == 6
    assert body(page).count("<td") == 6 * (6 + 4)
    assert page.count('class="who"') == 4


@pytest.mark.parametrize(
    ("query", "turned"),
    [
        ("?players=4", False),
        ("?players=5", True),
        ("?players=8&paper=a5", True),
        ("?game=schieber&players=8", False),
        ("?game=passen", True),
    ],
)
def test_a_wide_sheet_lies_across(client, query, turned):
    page = sheet(client, query)
    assert bool(re.search(r'class="blank a[45] across"', page)) is turned
    style = Path(str(finders.find("pages/blank_sheet.css"))).read_text("utf-8")
    for paper in ("A4", "A5"):
        assert f"@page sheet-{paper.lower()}-across {{ size: {paper} landscape" in style


@pytest.mark.parametrize(
    ("query", "cells"),
    [
        ("?players=99&hands=-1", 12 * (1 + 3 * 8)),
        ("?players=0&hands=999", 40 * (1 + 3 * 2)),
        ("?game=<script>&players=²&hands=x&paper=a0", 12 * (1 + 3 * 4)),
    ],
)
def test_what_cannot_be_is_what_is_usual(client, query, cells):
    page = sheet(client, query)
    assert body(page).count("<td") == cells
    assert "<script>" not in page


def test_what_is_chosen_is_not_printed(client):
    choices = re.search(r'<form class="([^"]*)" method="get">', sheet(client))
    assert choices is not None
    assert "no-print" in choices[1].split()
