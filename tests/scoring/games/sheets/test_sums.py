"""Every split of the cards: what the control sums and the self-checking cells of games promise."""

import itertools
from math import comb
from typing import Any

import pytest

from tests.scoring.games.cast import errors, game, table_of

WHOLE = 157
EVERY = [(a, b, WHOLE - a - b) for a in range(WHOLE + 1) for b in range(WHOLE + 1 - a)]
"""All ways in which three can have 157 points, whether cards allow it or not."""


def cells(table, slip):
    return game(table).score(slip, table).totals


def some(step=7):
    return [
        (a, b, c, WHOLE - a - b - c)
        for a, b, c in itertools.product(range(0, WHOLE + 1, step), repeat=3)
        if a + b + c <= WHOLE
    ]


@pytest.mark.parametrize("step", [29, pytest.param(1, marks=pytest.mark.proof)])
def test_the_strokes_of_a_mittlere_sum_to_nothing_in_every_split(step):
    table = table_of("mittlere", players=3, dealer=2)
    typed = game(table)
    wrong = []
    for points in EVERY[::step]:
        score = typed.worth({"points": points}, table)
        if sum(score.totals) != 0:
            wrong.append(points)
    assert wrong == []


@pytest.mark.once
def test_the_strokes_of_a_molotow_sum_to_nothing_unless_some_are_equal():
    table = table_of("molotow-striche")
    for points in some(9):
        score = game(table).worth({"points": points}, table)
        if len(set(points)) == 4:
            assert sum(score.totals) == 0, points
        assert set(score.totals) <= {-3, -1, 0, 1}


@pytest.mark.parametrize("step", [29, pytest.param(1, marks=pytest.mark.proof)])
def test_a_sidi_shares_the_cards_and_gives_the_bid_to_one_side_in_every_split(step):
    table = table_of("sidi")
    plain = {"contract": "EI", "declared_by": 0, "bid": 50}
    every = [it for it in range(WHOLE + 1) if not errors(plain | {"points": [it, None]}, table)]
    assert {*range(WHOLE + 1)} - {*every} == {1, WHOLE - 1}, "no cards make it"
    bids = itertools.product(range(50, 156, 5), (1, 2, 4), (0, 1), (0, 50))
    for (bid, double, seat, weis), first in itertools.product(bids, every[::step]):
        slip = {"contract": "EI", "declared_by": seat, "bid": bid, "double": double}
        made = [first, WHOLE - first]
        slip |= {"points": [first, None], "weis": [weis, 0], "stoeck": 1}
        winner = seat if made[seat] >= bid else 1 - seat
        due = [made[0] + weis, made[1] + 20]
        due[winner] += bid * double
        assert list(cells(table, slip)) == due, slip
        assert sum(due) == WHOLE + bid * double + weis + 20


@pytest.mark.parametrize("slug", ["kreuzjass"])
def test_two_sides_share_the_whole_in_every_split(slug):
    table = table_of(slug)
    for first in range(WHOLE + 1):
        if first in (1, WHOLE - 1):  # no trick has one point, and tournaments are held of it
            assert errors({"points": [first, None]}, table) != []
            continue
        told = game(table).normalise({"points": [first, None]}, table)
        assert told["points"] == [first, WHOLE - first]
        assert sum(cells(table, {"points": [first, None]})) == WHOLE
        wrong = {"points": [first, WHOLE - first + (1 if first else -1)]}
        assert errors(wrong, table) != []


def test_king_and_farmers_share_the_whole_in_every_split():
    table = table_of("bieter", players=3, dealer=2)
    for points in range(WHOLE + 1):
        slip = {"declared_by": 1, "bid": 600, "points": points}
        first, second, third = cells(table, slip)
        assert first == third == WHOLE - points
        assert second == points


@pytest.mark.parametrize("slug", ["schellenjass", "schellenjass-striche"])
def test_who_took_all_leaves_the_row_of_numbers_empty(slug):
    table = table_of(slug, players=4)
    blank = {"counts": [None] * 4, "all_taken": 0}
    assert errors(blank, table) == []
    assert game(table).score(blank, table) == game(table).score({"all_taken": 0}, table)


def test_schellen_are_nine_or_with_a_turi_three_times_nine():
    table = table_of("schellenjass")
    for counts in itertools.product(range(10), repeat=4):
        if sum(counts) == 9:
            assert sum(cells(table, {"counts": counts})) == 9
    assert sum(cells(table, {"counts": [9, 0, 0, 0], "all_taken": 0})) == 27
    assert errors({"counts": [4, 4, 0, 0]}, table) == [("sum_wrong", "/counts")]


@pytest.mark.parametrize("counts", [c for c in itertools.product(range(4), repeat=4) if sum(c) < 9])
def test_three_strokes_of_a_schaufeldame_are_all_there_are(counts):
    found = errors({"counts": counts}, table_of("schaufeldame"))
    assert (found == []) == (sum(counts) == 3)


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("worth", [1, 5])
def test_a_whole_guggitaler_sums_to_nothing(players, worth):
    table = table_of("guggitaler", {"guggitaler.worth": worth}, players=players, dealer=2)
    most = {"tricks": 36 // players, "schellen": 9, "ober": 4, "king": 1, "last": 1}
    total = 0
    for name, count in most.items():
        counts = [count] + [0] * (players - 1)
        total += sum(cells(table, {"round": name, "counts": counts}))
        assert errors({"round": name, "counts": [count - 1, *counts[1:]]}, table) != []
    orders = itertools.permutations(range(1, players + 1))
    sums = {sum(cells(table, {"round": "domino", "counts": order})) for order in orders}
    assert sums == {-total}


@pytest.mark.parametrize("contract", ["misere", "misere_trump", "pandur", "pandur_trump"])
@pytest.mark.parametrize("result", ["made", "failed"])
@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("rule", ["fixed", "on_made", "on_failed", "none"])
def test_the_dealer_of_a_pandur_inherits_as_it_is_agreed(contract, result, dealer, rule):
    table = table_of("pandur", {"pandur.dealer": rule}, dealer=dealer)
    declarer = (dealer + 1) % 4
    slip = {"declared_by": declarer, "played": contract, "result": result}
    found = cells(table, slip)
    worth = {"misere": 4, "misere_trump": 4, "pandur": 5, "pandur_trump": 6}[contract]
    inherited = {"fixed": 2, "none": 0, f"on_{result}": worth}.get(rule, 0)
    expected = [0 if result == "made" else worth] * 4
    expected[declarer] = worth if result == "made" else 0
    expected[dealer] = inherited
    assert list(found) == expected


def test_the_tens_of_a_zuger_sum_to_thirteen_to_fifteen_before_falls():
    table = table_of("zuger", {"zuger.threshold": 0}, dealer=0)
    for points in EVERY[::31]:
        found = cells(table, {"points": [None, *points]})
        assert sum(found[1:]) in (13, 14, 15)
        assert found[0] == 10


def splits(whole, parts):
    """All ways in which so many numbers make the whole, whether cards allow it or not."""
    if parts == 1:
        yield (whole,)
    for number in range(whole + 1) if parts > 1 else ():
        yield from ((number, *rest) for rest in splits(whole - number, parts - 1))


WHOLES = {
    "kreuzjass": (4, [0, 1], WHOLE),
    "kreuzjass-oben-unten": (4, [0, 1], WHOLE),
    "hindersi": (3, [0, 1, 2], WHOLE),
    "hindersi-partien": (4, [0, 1, 2, 3], WHOLE),
    "mittlere": (3, [0, 1, 2], WHOLE),
    "plus-minus": (4, [0, 1, 2, 3], WHOLE),
    "handjass": (4, [0, 1, 2, 3], WHOLE),
    "butzer": (4, [0, 1, 2, 3], WHOLE),
    "schlaeger": (4, [0, 1, 2, 3], WHOLE),
    "zuger": (4, [0, 1, 2], WHOLE),
    "molotow": (3, [0, 1, 2], WHOLE),
    "molotow-doppelt": (4, [0, 1, 2, 3], WHOLE),
    "molotow-striche": (4, [0, 1, 2, 3], WHOLE),
    "schellenjass": (4, [0, 1, 2, 3], 9),
    "schellenjass-striche": (3, [0, 1, 2], 9),
    "schaufeldame": (4, [0, 1, 2, 3], 3),
}
"""Profile -> players, the columns that have cards, and what their parts make together."""
AT_MOST = {"cinq-cents": 162, "trumpf-duell": 162, "schaggi-haas": WHOLE}
"""Profile of two, where cards lie aside -> the most that both have together."""
SOME, MANY = 150, 12_561
"""Splits that are tried each time; as a proof: all that two or three have, as many of four."""


def told_by(slug, players, columns):
    """A slip of these numbers, in the columns that have cards; the table and the member."""
    table = table_of(slug, players=players, dealer=players - 1)
    sheet: Any = game(table)
    key = next(ask.key for ask in sheet.rules.ask if ask.part)
    out = [None] * (table.columns - len(columns))
    return lambda *numbers: {key: [*numbers, *out]}, table, key


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.proof)])
@pytest.mark.parametrize("slug", WHOLES)
def test_of_all_splits_those_alone_are_taken_that_make_the_whole(slug, every):
    """Every number of every column, the last one left out, and one too few and one too many."""
    players, columns, whole = WHOLES[slug]
    slip, table, key = told_by(slug, players, columns)
    many = comb(whole + len(columns) - 1, len(columns) - 1)
    step = max(1, many // (MANY if every else SOME))
    for *first, last in itertools.islice(splits(whole, len(columns)), 0, None, step):
        found = errors(slip(*first, last), table)
        assert {code for code, _at in found} <= {"impossible_points"}, (first, last)
        if not found:
            told: Any = game(table).normalise(slip(*first, None), table)[key]
            assert told[: len(columns)] == [*first, last], first
        assert errors(slip(*first, last + 1), table) != [], (first, last)
        assert errors(slip(*first, last - 1), table) != [], (first, last)


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.proof)])
@pytest.mark.parametrize("slug", AT_MOST)
def test_where_cards_lie_aside_all_is_taken_up_to_what_the_pack_holds(slug, every):
    slip, table, key = told_by(slug, 2, [0, 1])
    most = AT_MOST[slug]
    taker = {} if slug == "schaggi-haas" else {"declared_by": 0}
    both = itertools.product(range(most + 1), repeat=2)
    for numbers in itertools.islice(both, 0, None, 1 if every else SOME):
        found = errors(slip(*numbers) | taker, table)
        assert (("sum_too_high", f"/{key}") in found) == (sum(numbers) > most), numbers
