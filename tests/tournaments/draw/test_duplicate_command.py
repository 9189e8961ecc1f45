"""`manage.py duplicate`: an evening on paper, from the deals to the ranking."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tournaments.draw.pure import commitment


def said(*arguments: str) -> list[str]:
    out = StringIO()
    call_command("duplicate", *arguments, stdout=out)
    return out.getvalue().strip().splitlines()


def test_the_same_seed_deals_the_same_cards_and_its_hash_is_shown():
    lines = said("deals", "--boards", "2", "--seed", "abend")
    assert lines == said("deals", "--boards", "2", "--seed", "abend")
    assert commitment("abend") in lines[0]
    cards = [card for line in lines[2:6] for card in line.split(":")[1].split()]
    assert len(cards) == len(set(cards)) == 36
    assert lines[1] == "board 1, N names trump"
    assert lines[6] == "board 2, E names trump"


def test_a_movement_names_tables_and_boards():
    lines = said("movement", "--pairs", "6", "--each", "4")
    assert lines[:2] == ["round 1", "  table 1: 1 NS, 2 EW, boards 1-4"]
    assert sum(line.startswith("round") for line in lines) == 3
    assert (
        sum(line.startswith("round") for line in said("movement", "--pairs", "8", "--howell")) == 7
    )


def test_results_are_ranked(tmp_path):
    file = tmp_path / "abend.csv"
    file.write_text("board,ns,ew,ns_points,ew_points\n1,1,2,157,0\n1,3,4,57,100\n")
    first, second, *_rest = said("score", str(file))
    assert first == "1. pair 1: 100.00 %, 2 of 2 matchpoints on 1 boards, +50.00 against the mean"
    assert second.startswith("2. pair 4: 100.00 %")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("deals", "--boards", "0"), "1 to 200"),
        (("movement", "--pairs", "7"), "7"),
        (("movement", "--pairs", "8", "--each", "0"), "at least one"),
    ],
)
def test_what_cannot_be_is_refused_with_a_reason(arguments, why):
    with pytest.raises(CommandError, match=why):
        said(*arguments)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("pair,points\n", "first line"),
        ("board,ns,ew,ns_points,ew_points\n1,1,2,viel,0\n", "line 2"),
        ("board,ns,ew,ns_points,ew_points\n1,1,2,5,152\n1,1,4,5,152\n", "comes twice"),
    ],
)
def test_a_file_that_cannot_be_read_says_where(tmp_path, text, why):
    file = tmp_path / "abend.csv"
    file.write_text(text)
    with pytest.raises(CommandError, match=why):
        said("score", str(file))
