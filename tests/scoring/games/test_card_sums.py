"""What cards add up to, held against hands that are dealt and played out."""

import random

import pytest

from referee.rules.cards import Suit, card_at
from scoring.games.card_sums import hand_total, possible, totals
from tests.scoring.games.cast import table_of

PROFILE = table_of("jassregeln").profile
TRUMP = {11: 20, 9: 14, 14: 11, 10: 10, 13: 4, 12: 3}
SIDE = {14: 11, 10: 10, 13: 4, 12: 3, 11: 2}
OBENABE = {**SIDE, 8: 8}
UNDENUFE = {**OBENABE, 14: 0, 6: 11}


def worth(index: int, contract: str, trick: int) -> int:
    card = card_at(index)
    if contract.startswith("SLALOM"):
        contract = "OU"[(trick + (contract[-1] == "U")) % 2]
    if contract in ("O", "U"):
        return (OBENABE if contract == "O" else UNDENUFE).get(card.rank, 0)
    return (TRUMP if card.suit == Suit.ROSEN else SIDE).get(card.rank, 0)


def dealt_tricks(contract: str, players: int, chance: random.Random) -> list[int]:
    """The points of the tricks of a hand whose cards fall in any order, the last with its 5."""
    cards = list(range(36))
    chance.shuffle(cards)
    count = 36 // players
    tricks = [
        sum(worth(card, contract, at) for card in cards[at * players : (at + 1) * players])
        for at in range(count)
    ]
    tricks[-1] += 5
    return tricks


@pytest.mark.parametrize("contract", ["RO", "O", "U", "SLALOM_O", "SLALOM_U"])
@pytest.mark.parametrize("players", [3, 4])
def test_what_any_tricks_of_a_dealt_hand_are_worth_is_called_possible(contract, players):
    chance = random.Random(157)
    for _ in range(500):
        tricks = dealt_tricks(contract, players, chance)
        assert sum(tricks) in totals(contract, PROFILE)
        mine = chance.sample(tricks, chance.randint(0, len(tricks)))
        assert possible(sum(mine), contract, PROFILE, players=players)


@pytest.mark.parametrize("contract", ["RO", "O", "U"])
def test_every_sum_that_is_called_possible_is_worth_some_tricks_of_some_hand(contract):
    chance, seen = random.Random(1), set()
    wanted = {n for n in range(158) if possible(n, contract, PROFILE)}
    for _ in range(1000):
        tricks = dealt_tricks(contract, 4, chance)
        for at in range(10):
            seen |= {sum(tricks[:at]), sum(tricks[at:])}
    assert seen == wanted


def test_a_hand_totals_157_and_113_and_elevens_where_the_direction_turns():
    assert hand_total(PROFILE) == 157
    assert totals("O", PROFILE) == {157}
    assert totals("SLALOM_U", PROFILE) == {113, 124, 135, 146, 157, 168, 179, 190, 201}


def test_slalom_by_the_values_of_the_start_totals_157():
    profile = table_of("jassregeln", {"slalom_values": "start"}).profile
    assert totals("SLALOM_U", profile) == {157}
    assert not possible(1, "SLALOM_U", profile)


def test_without_points_for_the_last_trick_a_hand_totals_152():
    profile = table_of("jassregeln", {"last_trick": 0}).profile
    assert hand_total(profile) == 152
    assert not possible(151, "RO", profile)
