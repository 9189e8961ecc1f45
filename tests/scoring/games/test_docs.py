"""The page on adding a game: its files and its module do what it says."""

import json
import re
from pathlib import Path
from typing import Any

import jassclub
from referee.rulebook.articles import raw_profile
from referee.rules.profile import load_profile, read_profile
from scoring.games.base import PlayedHand, Table
from scoring.games.sheet import Game
from scoring.games.sheets.kind import kind_of
from scoring.games.sheets.reading import read_rules

PAGE = Path(jassclub.__file__).parent / "docs" / "how-to-add-a-game.md"


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


RULES, PROFILE = blocks("toml")


def table() -> Table:
    profile = read_profile(raw_profile("bodentrumpf", PROFILE), load_profile("jassregeln"))
    return Table(profile=profile, dealer=3)


def coded() -> Game:
    names: dict[str, Any] = {}
    (source,) = blocks("python")
    exec(compile(source, str(PAGE), "exec"), names)  # noqa: S102 our own page
    made: Game = names["Palette"](read_rules("bodentrumpf", RULES))
    return made


def played(game: Game, *slips: object) -> list[tuple[int, ...] | None]:
    hands = [PlayedHand(number=number, slip=slip) for number, slip in enumerate(slips, 1)]
    rows = game.sheet(hands, table()).rows
    return [None if row.score is None else row.score.totals for row in rows]


def test_the_game_as_data_writes_what_the_page_says():
    (told,) = blocks("json")
    slips = [json.loads(line)["told"] for line in told.splitlines()]
    game = kind_of(read_rules("bodentrumpf", RULES)).game
    assert played(game, *slips) == [(60, 40, 30, 27), (157, 0, 0, 0), None]
    assert [item.params for item in game.check(slips[-1], table())] == [
        {"sum": 163, "expected": 157}
    ]
    assert game.check_table(table()) == []


def test_the_game_with_code_counts_by_its_ladder():
    found = played(coded(), {"points": [110, 40, 7, None]}, {"points": [157, 0, 0, 0]})
    assert found == [(2, 0, 0, 0), (10, 0, 0, 0)]


def test_both_answer_bad_slips_with_findings():
    bad: tuple[Any, ...] = (
        None,
        {},
        {"points": [1, 2, 3, 4]},
        {"points": [True, 9, 0, 0]},
        {"x": 1, "points": 9},
    )
    for game in (coded(), kind_of(read_rules("bodentrumpf", RULES)).game):
        codes = [[item.code for item in game.check(slip, table())] for slip in bad]
        assert codes == [
            ["not_an_object"],
            ["points_missing"],
            ["sum_wrong"],
            ["wrong_type"],
            ["unknown_field", "wrong_length"],
        ]
