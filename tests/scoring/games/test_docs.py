"""The page on adding a game: its module and its profile do what it says."""

import re
from pathlib import Path
from typing import Any

import jassclub
from referee.rulebook.articles import raw_profile
from referee.rules.profile import load_profile, read_profile
from scoring.games.base import PlayedHand, Table
from scoring.games.sheet import Game

PAGE = Path(jassclub.__file__).parent / "docs" / "how-to-add-a-game.md"


def block(language: str) -> str:
    (only,) = re.findall(rf"```{language}\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    return str(only)


def example() -> tuple[Game, Table]:
    names: dict[str, Any] = {}
    exec(compile(block("python"), str(PAGE), "exec"), names)  # noqa: S102 our own page
    profile = read_profile(raw_profile("schellenjass", block("toml")), load_profile("jassregeln"))
    return names["Schellenjass"](), Table(profile=profile, players=3, dealer=0)


def test_the_example_scores_a_hand_and_builds_a_sheet():
    game, table = example()
    hands = [
        PlayedHand(number=1, slip={"taken": [4, 5, 0]}),
        PlayedHand(number=2, slip={"state": "annulled"}),
        PlayedHand(number=3, slip={"taken": [0, 0, 9]}, penalties=(1, 0, 0)),
    ]
    sheet = game.sheet(hands, table)
    assert (sheet.totals, sheet.hands_counted, sheet.leaders) == ((5, 5, 9), 2, (0, 1))
    assert sheet.control.holds
    assert game.check_table(table) == []


def test_the_example_answers_bad_slips_with_findings():
    game, table = example()
    codes = [
        [item.code for item in game.check(slip, table)]
        for slip in (None, {}, {"taken": [1, 2, 3]}, {"taken": [True, 9, 0]}, {"x": 1, "taken": 9})
    ]
    assert codes == [
        ["not_an_object"],
        ["points_missing"],
        ["sum_wrong"],
        ["wrong_type"],
        ["unknown_field", "wrong_length"],
    ]
    assert game.normalise({"taken": [9, 0, 0]}, table) == {"state": "complete", "taken": [9, 0, 0]}
