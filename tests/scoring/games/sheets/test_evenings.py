"""The evenings of the books are written as the books write them."""

import io
import json

import pytest
from django.core.management import call_command

from scoring.games.base import PlayedHand
from tests.scoring.games.cast import errors, game, table_of
from tests.scoring.games.sheets.evenings import EVENINGS as OF_GAMES, VARIANTS

EVENINGS = {**OF_GAMES, **VARIANTS}


def played(evening):
    table = table_of(
        evening.profile, evening.switches, players=evening.players, dealer=evening.dealer
    )
    hands = [PlayedHand(number=n, slip=slip) for n, (slip, _) in enumerate(evening.hands, 1)]
    return game(table).sheet(hands, table), table


@pytest.mark.parametrize("name", EVENINGS)
def test_each_hand_is_written_as_the_book_writes_it(name):
    sheet, _table = played(EVENINGS[name])
    assert [row.findings for row in sheet.rows] == [()] * len(sheet.rows)
    assert [list(row.score.totals) for row in sheet.rows] == [c for _, c in EVENINGS[name].hands]
    assert list(sheet.totals) == EVENINGS[name].totals
    assert sheet.control.holds


@pytest.mark.parametrize("name", EVENINGS)
def test_the_game_ends_as_the_book_ends_it(name):
    sheet, _table = played(EVENINGS[name])
    end = EVENINGS[name].end
    if not end["over"] and not end.get("winners"):
        assert sheet.outcome is None
        return
    told = {key: getattr(sheet.outcome, key) for key in end}
    assert {key: list(it) if isinstance(it, tuple) else it for key, it in told.items()} == end


@pytest.mark.parametrize("name", EVENINGS)
def test_what_is_normal_stays_as_it_is_and_parts_add_up(name):
    sheet, table = played(EVENINGS[name])
    for row in sheet.rows:
        assert all(line.total == sum(line.parts.values()) for line in row.score.lines)
    first = EVENINGS[name].hands[0][0]
    normal = game(table).normalise(first, table)
    assert game(table).normalise(normal, table) == normal


@pytest.mark.parametrize("name", EVENINGS)
def test_an_evening_can_be_told_by_what_was_written_alone(name):
    _sheet, table = played(EVENINGS[name])
    slip = {"written": [7] * table.columns}
    assert errors(slip, table) == []
    assert game(table).score(slip, table).totals == (7,) * table.columns


def test_the_command_prints_the_hands_and_then_the_end(tmp_path):
    evening = EVENINGS["bieter"]
    file = tmp_path / "evening.jsonl"
    file.write_text("\n".join(json.dumps({"told": slip}) for slip, _ in evening.hands))
    out = io.StringIO()
    call_command("sheet", str(file), profile="bieter", stdout=out)
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert lines[2] == {"hand": 3, "cells": [0, 277], "totals": [208, 423], "findings": []}
    assert lines[-1] == {
        "end": {
            "over": True,
            "winners": [0],
            "reason": "target",
            "schneider": False,
            "settlement": [2, -1],
        }
    }
