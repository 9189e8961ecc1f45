"""A duplicate as a tournament: seats and boards by the movement, ranked by a naive second count."""

import re
from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest

from jassclub.core.errors import Conflict, Invalid
from tests.recording.pdf import pages_of
from tests.tournaments.events import Event, pairs
from tests.tournaments.playing import live, seated, the_round
from tournaments.desk import rounds
from tournaments.draw import services as drawing
from tournaments.entries import services as entries
from tournaments.papers.contents import seated_rounds
from tournaments.papers.score_sheets import score_sheet_paper
from tournaments.results import services as results
from tournaments.rounds.boards import boards_at, sealed_boards
from tournaments.rounds.models import Passe

pytestmark = pytest.mark.django_db
MITCHELL, HOWELL = "duplicate-mitchell-5x4", "duplicate-howell-7x3"


def duplicate(count: int, preset: str = MITCHELL, **settings: Any) -> Event:
    return pairs(count, preset, **{"hands": 2, **settings})


def of(passe: Passe) -> tuple[int, int]:
    """The pairs north-south and east-west."""
    four = seated(passe)
    return (four[0] + 1) // 2, (four[1] + 1) // 2


def made(passe: Passe, board: int) -> int:
    """Points north-south: anything that differs from table to table and is the same each time."""
    north, east = of(passe)
    return (north * 31 + board * 17 + east * 7) % 158


def play_boards(day: Event) -> None:
    round_ = day.call()
    for passe in round_.passen.select_related("table", "round__draw"):
        boards = [[made(passe, board), None] for board in boards_at(passe)]
        results.type_sheet(actor=day.scribe, passe_id=passe.pk, data={"boards": boards})
    rounds.close_round(**day.ids, number=round_.number)


def naive(day: Event) -> dict[int, Fraction]:
    """Percent of every pair, board by board, each result against every other one."""
    held = defaultdict(list)
    for passe in Passe.objects.filter(round__tournament=day.tournament).select_related(
        "table", "round__draw"
    ):
        north, east = of(passe)
        for board in boards_at(passe):
            held[board, "ns"].append((north, made(passe, board)))
            held[board, "ew"].append((east, 157 - made(passe, board)))
    shares = defaultdict(list)
    for rows in held.values():
        for pair, points in rows:
            others = [theirs for other, theirs in rows if other != pair]
            won = sum(2 if points > t else 1 if points == t else 0 for t in others)
            shares[pair].append(Fraction(100 * won, 2 * len(others)) if others else Fraction(50))
    return {pair: sum(all_, Fraction()) / len(all_) for pair, all_ in shares.items()}


@pytest.mark.parametrize(
    ("count", "settings"),
    [
        (6, {"rounds": 3}),
        (7, {"rounds": 3}),
        (4, {"rounds": 3, "movement": "howell"}),
        (7, {"rounds": 7, "movement": "howell", "hands": 1}),
    ],
)
def test_nobody_meets_a_board_or_a_pair_twice_and_the_ranking_is_the_naive_one(
    count: int, settings: dict[str, Any]
) -> None:
    day = duplicate(count, **settings)
    for _number in range(settings["rounds"]):
        play_boards(day)
    met: set[frozenset[Any]] = set()
    boards: defaultdict[Any, list[Any]] = defaultdict(list)
    for passe in Passe.objects.filter(round__tournament=day.tournament):
        assert frozenset(of(passe)) not in met
        met.add(frozenset(of(passe)))
        for pair in of(passe):
            boards[pair] += boards_at(passe)
    assert all(len(set(his)) == len(his) for his in boards.values())
    ranked = {row["number"]: Fraction(row["value"]) for row in live(day).teams}
    assert ranked == naive(day)
    values = [Fraction(row["value"]) for row in live(day).teams]
    assert values == sorted(values, reverse=True)
    assert live(day).findings == []


def test_the_sheets_of_the_tables_name_the_boards_that_lie_there() -> None:
    day = duplicate(6, rounds=3)
    day.draw()
    paper = score_sheet_paper(day.tournament, seated_rounds(day.tournament, planned=True)[1:2])
    rows = [text for page in pages_of(paper) for text in page if re.fullmatch(r"\d[A-D]", text)]
    assert sorted(rows) == ["1A", "2B", "3C", "4D", "5A", "6B"]


def test_against_the_mean_all_results_of_a_board_make_nothing_together() -> None:
    day = duplicate(6, rounds=3, ranking={"compare": "mean", "count": "sum", "per": "unit"})
    for _number in range(3):
        play_boards(day)
    assert sum(Fraction(row["value"]) for row in live(day).teams) == 0


def test_boards_are_sealed_until_nobody_has_to_play_them_any_more() -> None:
    day = duplicate(6, rounds=3)
    day.draw()
    assert sealed_boards(day.tournament) == frozenset(range(1, 7))
    for _number in range(2):
        play_boards(day)
    assert sealed_boards(day.tournament) == frozenset(range(1, 7))
    play_boards(day)
    assert sealed_boards(day.tournament) == frozenset()


def test_who_leaves_lets_his_opponents_sit_out_and_who_comes_takes_the_empty_place() -> None:
    day = duplicate(7, rounds=3)
    play_boards(day)
    for number in (3, 4):
        entries.drop_out(**day.ids, number=number, reason="krank")
    play_boards(day)
    assert the_round(day).passen.count() < 4
    tables = {pair for passe in the_round(day).passen.all() for pair in of(passe)}
    assert 2 not in tables
    late = day.enter(2)
    with pytest.raises(Invalid) as refused:
        drawing.draw(**day.ids)
    assert str(refused.value.details[0].text) == "Diese Startnummern haben kein Team: 15, 16."
    from tournaments.entries.entrants import make_team

    make_team(**day.ids, name="Spät", numbers=[entry.number for entry in late])
    day.draw()


@pytest.mark.parametrize(
    ("count", "settings", "code"),
    [
        (4, {"rounds": 2}, "pairs_for_movement"),
        (6, {"rounds": 5}, "rounds_of_movement"),
        (8, {"rounds": 5, "movement": "howell"}, "rounds_of_movement"),
    ],
)
def test_a_field_without_a_movement_is_refused_in_words(
    count: int, settings: dict[str, Any], code: str
) -> None:
    with pytest.raises(Invalid) as refused:
        duplicate(count, **settings).draw()
    assert [finding.code for finding in refused.value.details] == [code]


def test_the_plan_of_a_duplicate_is_not_exchanged_by_hand() -> None:
    day = duplicate(6, rounds=3)
    day.draw()
    with pytest.raises(Conflict) as refused:
        drawing.exchange_in_plan(**day.ids, number=2, one=1, other=5, reason="Wunsch")
    assert refused.value.code == "no_exchange_in_duplicate"


WRONG = [
    ([[90, 60], [80, 77]], "/boards/0", "board_sum"),
    ([[90, None]], "/boards", "wrong_length"),
    ([[None, None], [80, 77]], "/boards/0", "board_missing"),
    ([None, None], "/boards", "no_board_played"),
    ([[200, None], [80, 77]], "/boards/0", "board_sum"),
    ([[257, 0], None], "/reason", "reason_missing"),
]


@pytest.mark.parametrize(("boards", "where", "code"), WRONG)
def test_a_sheet_with_a_wrong_board_is_refused_at_the_board(
    boards: list[Any], where: str, code: str
) -> None:
    day = duplicate(6, rounds=3, matsch_bonus=100)
    passe = day.call().passen.first()
    with pytest.raises(Invalid) as refused:
        results.type_sheet(actor=day.scribe, passe_id=passe.pk, data={"boards": boards})
    assert [(f.pointer, f.code) for f in refused.value.details] == [(where, code)]
