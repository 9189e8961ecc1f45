"""Weise written one by one: their cards, their points, and what one player can hold."""

import itertools

import pytest

from scoring.games.weis import composable
from tests.scoring.games.cast import errors, game, table_of, totals

BOOK = table_of("jassregeln")
STRAIGHT = table_of("jassregeln", {"kreuzweis": False})
WHAT = table_of("what-is-jass")
VORARLBERG = table_of("jassregeln", {"weis_table": "vorarlberg"})


def run(seat: int, suit: str, length: int, top: str, **more: object) -> dict[str, object]:
    return {"seat": seat, "kind": "run", "suit": suit, "length": length, "top": top, **more}


def quartet(seat: int, rank: str, **more: object) -> dict[str, object]:
    return {"seat": seat, "kind": "quartet", "rank": rank, **more}


def slip(*weise: dict[str, object], **more: object) -> dict[str, object]:
    return {"contract": "EI", "points": [100, 57], "weis": list(weise), **more}


WORTH = [
    (BOOK, run(0, "RO", 3, "8"), 20),
    (BOOK, run(0, "RO", 4, "A"), 50),
    (BOOK, run(0, "RO", 5, "A"), 100),
    (BOOK, run(0, "RO", 6, "A"), 150),
    (BOOK, run(0, "RO", 7, "A"), 200),
    (BOOK, run(0, "RO", 8, "A"), 250),
    (BOOK, run(0, "RO", 9, "A"), 300),
    (BOOK, quartet(0, "U"), 200),
    (BOOK, quartet(0, "9"), 150),
    (BOOK, quartet(0, "6"), 100),
    (BOOK, quartet(0, "A", points=100), 100),
    (BOOK, {"seat": 0, "points": 70}, 70),
    (WHAT, quartet(0, "A"), 100),
    (WHAT, run(0, "RO", 5, "A"), 100),
    (VORARLBERG, run(0, "RO", 6, "A"), 120),
]


@pytest.mark.parametrize(("table", "weis", "points"), WORTH)
def test_a_weis_is_worth_what_the_table_of_values_says(table, weis, points):
    assert game(table).normalise(slip(weis), table)["weis"] == [points, 0]


def test_weise_of_partners_are_added_for_their_side():
    weise = (run(1, "RO", 3, "A"), run(3, "SI", 4, "A"))
    assert game(BOOK).normalise(slip(*weise), BOOK)["weis"] == [0, 70]


def test_weise_written_one_by_one_equal_the_same_points_written_as_numbers():
    one_by_one = slip(run(0, "RO", 3, "A"), quartet(0, "U"))
    assert game(BOOK).normalise(one_by_one, BOOK) == game(BOOK).normalise(
        {**one_by_one, "weis": [220, 0]}, BOOK
    )


BAD = [
    (BOOK, (run(0, "RO", 3, "7"),), ("run_too_long", "/weis/0/length")),
    (BOOK, (run(0, "RO", 2, "A"),), ("out_of_range", "/weis/0/length")),
    (WHAT, (run(0, "RO", 6, "A"),), ("out_of_range", "/weis/0/length")),
    (BOOK, (run(0, "H", 3, "A"),), ("not_a_choice", "/weis/0/suit")),
    (BOOK, (run(0, "RO", 3, "T"),), ("not_a_choice", "/weis/0/top")),
    (BOOK, (run(4, "RO", 3, "A"),), ("out_of_range", "/weis/0/seat")),
    (BOOK, (run(0, "RO", 3, "A", points=50),), ("weis_points_wrong", "/weis/0/points")),
    (BOOK, ({"seat": 0},), ("field_missing", "/weis/0/points")),
    (BOOK, ({"points": 20},), ("field_missing", "/weis/0/seat")),
    (
        BOOK,
        ({"seat": 0, "kind": "run", "top": "A", "suit": "RO"},),
        ("field_missing", "/weis/0/length"),
    ),
    (BOOK, ({"seat": 0, "kind": "flush", "points": 20},), ("not_a_choice", "/weis/0/kind")),
    (BOOK, ({"seat": 0, "points": 20, "x": 1},), ("unknown_field", "/weis/0/x")),
    (BOOK, ({"seat": 0, "points": 30},), ("weis_impossible", "/weis/0/points")),
    (
        BOOK,
        ({"seat": 0, "points": 20}, {"seat": 2, "points": 0}),
        ("out_of_range", "/weis/1/points"),
    ),
    (WHAT, (quartet(0, "K"),), ("quartet_counts_nothing", "/weis/0/rank")),
    (VORARLBERG, (quartet(0, "8"),), ("quartet_counts_nothing", "/weis/0/rank")),
    (BOOK, (run(0, "RO", 3, "A"), run(2, "RO", 3, "K")), ("weis_cards_twice", "/weis/1")),
    (BOOK, (run(0, "RO", 3, "A"), run(0, "RO", 3, "K")), ("weis_cards_twice", "/weis/1")),
    (BOOK, (run(0, "RO", 3, "A"), quartet(2, "A")), ("weis_cards_twice", "/weis/1")),
    (STRAIGHT, (run(0, "RO", 3, "A"), quartet(0, "A")), ("weis_cards_twice", "/weis/1")),
    (BOOK, (run(0, "RO", 7, "A"), run(0, "SI", 3, "A")), ("weis_too_many_cards", "/weis")),
    (BOOK, (run(0, "RO", 3, "A"), run(1, "SI", 3, "A")), ("weis_one_side_only", "/weis")),
]


@pytest.mark.parametrize(("table", "weise", "expected"), BAD)
def test_a_weis_that_cannot_be_is_refused(table, weise, expected):
    assert errors(slip(*weise), table) == [expected]


def test_a_card_may_stand_in_a_run_and_in_a_quartet_of_its_player():
    assert errors(slip(run(0, "RO", 3, "A"), quartet(0, "A")), BOOK) == []


def test_stoeck_belong_to_whoever_shows_king_or_ober_of_trump():
    trump_run = run(0, "EI", 3, "K")
    assert errors(slip(trump_run, stoeck=1), BOOK) == [("stoeck_held_by_another", "/stoeck")]
    assert errors(slip(trump_run, stoeck=0), BOOK) == []


def test_the_weis_is_multiplied_like_the_cards():
    table = table_of("schieber-2500")
    assert totals({"contract": "U", "points": [100, 57], "weis": [50, 0]}, table) == (450, 171)


def test_points_compose_exactly_where_runs_and_quartets_add_up_to_them():
    coins = [20 * a + 50 * b for a, b in itertools.product(range(31), range(13))]
    for points in range(601):
        assert composable(points, "swiss") == (points in coins)
    assert [points for points in range(0, 601, 10) if not composable(points, "swiss")] == [10, 30]
