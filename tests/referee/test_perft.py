"""How many ways a small ending can be played, ply by ply: counted once naively, kept in a file.

`tests/cases/perft.json` holds endings of two to four cards with the number of sequences of
1, 2, 3, ... legal plays; a change of a rule changes a number.
"""

import json
from pathlib import Path

import pytest

from referee.rules.cards import Card, indices_of, mask_of
from referee.rules.legality import FollowRule, legal_mask, winner
from referee.rules.modes import Mode, ranking
from tests.referee import naive

ENDINGS = json.loads((Path(__file__).parents[1] / "cases" / "perft.json").read_text())


def kernel_counts(ending):
    """Sequences by length, from masks."""
    mode, tricks = Mode.parse(ending["mode"]), len(ending["hands"][0])
    rule = FollowRule(**ending["rule"])
    held = [mask_of(map(Card.parse, hand)) for hand in ending["hands"]]
    counts = [0] * sum(hand.bit_count() for hand in held)

    def play(ply, leader, trick):
        if len(trick) == len(held):
            table = ranking(mode.of_trick(ply // len(held) - 1, tricks))
            leader, trick = (leader + winner(trick, table)) % len(held), []
        if ply == len(counts):
            return
        seat = (leader + len(trick)) % len(held)
        table = ranking(mode.of_trick(ply // len(held), tricks))
        for card in indices_of(legal_mask(held[seat], trick, table, rule)):
            counts[ply] += 1
            held[seat] ^= 1 << card
            play(ply + 1, leader, [*trick, card])
            held[seat] ^= 1 << card

    play(0, ending["starter"], [])
    return counts


def naive_counts(ending):
    """The same from sets of texts."""
    mode, tricks = Mode.parse(ending["mode"]), len(ending["hands"][0])
    held = [set(hand) for hand in ending["hands"]]
    counts = [0] * sum(map(len, held))

    def play(ply, leader, trick):
        if len(trick) == len(held):
            rules = mode.of_trick(ply // len(held) - 1, tricks).text()
            leader, trick = (leader + naive.winner(trick, rules)) % len(held), []
        if ply == len(counts):
            return
        seat = (leader + len(trick)) % len(held)
        rules = mode.of_trick(ply // len(held), tricks).text()
        for card in naive.legal(set(held[seat]), trick, rules, ending["rule"]):
            counts[ply] += 1
            held[seat].remove(card)
            play(ply + 1, leader, [*trick, card])
            held[seat].add(card)

    play(0, ending["starter"], [])
    return counts


@pytest.mark.parametrize("ending", ENDINGS, ids=lambda ending: ending["id"])
def test_an_ending_can_be_played_in_as_many_ways_as_the_file_says(ending):
    assert kernel_counts(ending) == ending["counts"]


SMALL = [ending for ending in ENDINGS if ending["counts"][-1] <= 700]


@pytest.mark.parametrize("ending", SMALL, ids=lambda ending: ending["id"])
def test_the_naive_rules_count_the_small_endings_alike(ending):
    assert naive_counts(ending) == ending["counts"]
