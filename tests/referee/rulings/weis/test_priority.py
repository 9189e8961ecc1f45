"""Announced Weise compared, corrected and named (weisregeln, gleich-hohe-weise)."""

import pytest
from hypothesis import given, strategies as st

from referee.rules.cards import Card, Rank, Suit, mask_of
from referee.rules.modes import Mode
from referee.rules.weis import SIMPLE, VORARLBERG, WeisRule, melds_of, settle
from referee.rulings.weis.priority import (
    Announced,
    can_never_win,
    compare,
    named_by,
    quartet_of,
    run_down_from,
    value_that_counts,
)
from tests.referee.positions import deal, seeded


def cards(text):
    return mask_of(Card.parse(word) for word in text.split())


def meld(text):
    """ "3 ROA": three from the Ass of Rosen; "4x9": the four nines."""
    if text.startswith("4x"):
        return quartet_of(Card.parse("RO" + text[2:]).rank)
    length, top = text.split()
    return run_down_from(Card.parse(top), int(length))


COMPARED = {
    "alone": ("O", ["0 3 ROA"], (0, "alone")),
    "the partner's lower one does not count as a rival": (
        "O", ["0 3 ROA", "2 4 EIA"], (2, "alone")),
    "points": ("O", ["0 3 ROA", "1 4 EI9"], (1, "points")),
    "a four beats a run of less": ("O", ["0 3 ROA", "1 4x6"], (1, "points")),
    "equal points, more cards": ("EI", ["0 4xA", "1 5 SEB"], (1, "count")),
    "height": ("O", ["0 3 ROK", "1 3 EIA"], (1, "height")),
    "height, undenufe from below": ("U", ["0 3 EIA", "1 3 RO8"], (1, "height")),
    "height, slalom from below at the start": ("SLALOM_U", ["0 3 EIA", "1 3 RO8"], (1, "height")),
    "misère changes nothing": ("MISERE_O", ["0 3 ROK", "1 3 EIA"], (1, "height")),
    "trump": ("EI", ["0 3 ROA", "1 3 EIA"], (1, "trump")),
    "trump spoken first": ("RO", ["0 3 ROA", "1 3 EIA"], (0, "trump")),
    "first announced": ("SE", ["1 3 ROA", "2 3 EIA"], (1, "first_announced")),
    "first announced without trump": ("O", ["3 3 ROA", "0 3 EIA"], (3, "first_announced")),
    "four nines over four Asse": ("O", ["0 4xA", "1 4x9"], (1, "points")),
    "the best of two of one seat": ("O", ["0 3 ROA", "0 5 EIA", "1 4 SEA"], (0, "points")),
}  # fmt: skip


@pytest.mark.parametrize(("mode", "told", "expected"), COMPARED.values(), ids=COMPARED)
def test_the_highest_weis_and_what_decided_it(mode, told, expected):
    announced = [Announced(int(item[0]), meld(item[2:])) for item in told]
    found = compare(announced, Mode.parse(mode))
    assert (found.seat, found.decided_by) == expected
    assert found.side == found.seat % 2
    assert announced[found.place].seat == found.seat


def test_each_for_himself_the_partner_is_a_rival():
    announced = [Announced(0, meld("3 ROA")), Announced(2, meld("4 EIA"))]
    found = compare(announced, Mode.parse("O"), single=True)
    assert (found.seat, found.side, found.decided_by) == (2, 2, "points")


def test_nothing_announced_is_nothing_compared():
    assert compare([], Mode.parse("O")) is None


def naive_above(one, other, mode):
    """Whether a Weis is above another that was announced before it, in the words of the text."""
    if one.points != other.points:
        return one.points > other.points
    if one.cards.bit_count() != other.cards.bit_count():
        return one.cards.bit_count() > other.cards.bit_count()
    below = str(mode).removeprefix("MISERE_").endswith("U")
    heights = [-m.low if below else m.high for m in (one, other)]
    if heights[0] != heights[1]:
        return heights[0] > heights[1]
    return one.suit == mode.trump and mode.trump is not None


def rounds(seed, count):
    """Announcements of real deals, some sides silent, each seat its Weise in turn."""
    rng = seeded(seed)
    modes = [Mode.parse(text) for text in ("D", "H", "S", "C", "O", "U", "SLALOM_U", "MISERE_O")]
    for _ in range(count):
        starter, hands = rng.randrange(4), deal(rng)
        announced = [
            Announced(seat, found)
            for seat in (starter, *[(starter + step) % 4 for step in (1, 2, 3)])
            for found in melds_of(hands[seat])
        ]
        yield hands, starter, announced, rng.choice(modes)


def test_the_winner_is_the_one_that_pair_by_pair_nobody_is_above():
    met = 0
    for hands, starter, announced, mode in rounds(42_01, 3_000):
        found = compare(announced, mode)
        best = None
        for item in announced:
            if best is None or naive_above(item.meld, best.meld, mode):
                best = item
        assert (found and found.seat) == (best and best.seat)
        assert (found and found.seat) == settle(hands, mode, starter).winner
        met += len(announced) > 1
    assert met > 500


@given(st.integers(0, 2**32), st.permutations(list(Suit)))
def test_suits_relabelled_do_not_change_who_is_highest(seed, suits):
    for _, _, announced, mode in rounds(seed, 3):
        other = [Announced(item.seat, _moved(item.meld, suits)) for item in announced]
        trump = Mode.parse(str(mode)) if mode.trump is None else _moved_mode(mode, suits)
        before, after = compare(announced, mode), compare(other, trump)
        assert before == after


def _moved(found, suits):
    if found.suit is None:
        return found
    return run_down_from(Card(suits[found.suit], found.high), found.count)


def _moved_mode(mode, suits):
    return Mode.parse(suits[mode.trump].text())


@pytest.mark.parametrize(
    ("text", "points"),
    [("3 RO8", 20), ("4 RO9", 50), ("5 ROA", 100), ("9 ROA", 300), ("4x6", 100), ("4xU", 200)],
)
def test_a_meld_told_in_words_is_the_one_found_in_a_hand(text, points):
    told = meld(text)
    assert told.points == points
    assert told in melds_of(told.cards)


@pytest.mark.parametrize(("top", "length"), [("ROA", 2), ("RO7", 3), ("ROA", 10)])
def test_a_run_that_cannot_be_is_refused(top, length):
    with pytest.raises(ValueError, match="no run"):
        run_down_from(Card.parse(top), length)


def test_four_cards_that_count_nothing_are_refused():
    with pytest.raises(ValueError, match="count nothing"):
        quartet_of(Rank.SIX, WeisRule(VORARLBERG))


@pytest.mark.parametrize(
    ("text", "mode", "rank"),
    [
        ("3 ROB", "U", Rank.EIGHT),
        ("3 ROB", "O", Rank.BANNER),
        ("3 ROB", "RO", Rank.BANNER),
        ("4xU", "U", Rank.UNDER),
    ],
)
def test_a_weis_is_named_by_the_card_that_ranks_highest(text, mode, rank):
    assert named_by(meld(text), Mode.parse(mode)) is rank


@pytest.mark.parametrize(
    ("announced", "held", "counts"),
    [
        (20, "RO6 RO7 RO8 RO9", 20),
        (50, "RO6 RO7 RO8 RO9", 50),
        (50, "RO6 RO7 RO8", 0),
        (100, "EIU ROU SIU SEU", 0),
        (200, "EIU ROU SIU SEU", 200),
        (100, "RO6 RO7 RO8 RO9 ROB ROU", 100),
        (30, "RO6 RO7 RO8", 0),
        (20, "", 0),
    ],
)
def test_a_misnamed_weis_counts_as_announced_only_where_that_is_contained(announced, held, counts):
    assert value_that_counts(announced, cards(held)) == counts


def test_the_table_of_the_book_says_what_is_contained():
    six = cards("RO6 RO7 RO8 RO9 ROB ROU")
    assert value_that_counts(150, six) == 150
    assert value_that_counts(150, six, WeisRule(SIMPLE)) == 0


@pytest.mark.parametrize(
    ("spoken", "seat", "value", "never"),
    [
        ({0: 0, 1: 50}, 2, 20, True),
        ({0: 0, 1: 50}, 2, 50, False),
        ({0: 0, 1: 50}, 2, 100, False),
        ({0: 100, 1: 50}, 2, 20, False),
        ({0: 50}, 1, 20, False),
        ({0: 0, 1: 50, 2: 0}, 3, 20, False),
        ({0: 50, 1: 20, 2: 0}, 3, 20, True),
        ({}, 0, 20, False),
        ({0: 50, 1: 20, 2: 100}, 3, 50, True),
    ],
)
def test_a_weis_that_can_never_win_betrays_cards_for_nothing(spoken, seat, value, never):
    assert can_never_win(spoken, seat, value) is never


def test_each_for_himself_nobody_can_help():
    assert can_never_win({0: 50}, 1, 20, single=True)
    assert can_never_win({0: 50}, 1, 20, players=3)
