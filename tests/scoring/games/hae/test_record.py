"""HAE rounds from a record of their cards: duels, burned cards, jokers, the card on the forehead.

The long proof plays rounds out by a second, plain way of reckoning and compares.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, strategies as st

from referee.rules.hae_replay import Round
from scoring.games.base import Table
from scoring.games.hae.kind import first_round
from tests.scoring.games.cast import errors, found, game, table_of


def at_round(
    cards: int, players: int = 4, *, dealer: int | None = None, **options: object
) -> Table:
    """The table at the round of so many cards; the dealer sits left of seat 0 unless said."""
    table = table_of("hae", {"hae": options}, deck="french", players=players)
    dealt = players - 1 if dealer is None else dealer
    return replace(table, dealer=dealt, hand_number=first_round(table) - cards + 1)


def recorded(*tricks: object, players: int = 4, **record: object) -> dict[str, object]:
    """A slip of a round in which everybody bids 0."""
    bids = [0] * players
    return {"bids": bids, "record": {"tricks": list(tricks), **record}}


DUELS = {
    "the highest card wins": (["S2 H3 CA D4", "CK S5 H6 D7"], (0, 0, 2, 0)),
    "suits don't matter": (["S2 H3 C4 D5", "D6 H7 S8 C9"], (0, 0, 1, 1)),
    "a burned Ass wins nothing": (["SK HK C2 D3", "ST HA CA DA"], (0, 2, 0, 0)),
    "three tie, two tie again, then one": (
        ["SK HK CK D3", "SQ HQ CJ D4", "S5 H6 CA DA"],
        (0, 3, 0, 0),
    ),
    "a duel of four tricks": (
        ["SK HK C2 D3", "SQ HQ C3 D2", "SJ HJ C4 D4", "S9 HT CA DA"],
        (0, 4, 0, 0),
    ),
    "the duel is won, the next trick is a new one": (
        ["SK HK C2 D3", "SQ HA C3 D2", "H4 CT D5 S6"],
        (0, 2, 1, 0),
    ),
    "two duels in one round": (
        ["SK HK C2 D3", "SQ HA C3 D2", "HT CT D5 S6", "H2 C4 D6 S7"],
        (0, 2, 2, 0),
    ),
    "the last of equal last cards wins": (["SA H2 C3 D4", "SK HK C5 D6"], (1, 1, 0, 0)),
    "the last card wins the whole duel": (["SK HK C2 D3", "SQ HQ CA D4"], (0, 2, 0, 0)),
    "the order is that of the trick": (["S2 H3 CA D4", "CK D2 SK H6"], (1, 0, 1, 0)),
    "a joker ties with what it is played as": (["X1=K HK C2 D3", "S3 H2 CA D4"], (2, 0, 0, 0)),
    "a joker may be low": (["X1=2 H3 C5 D4", "C7 D6 S5 H2"], (0, 0, 2, 0)),
    "a joker in a duel": (["SK HK C2 D3", "SQ X2=A C4 D5"], (0, 2, 0, 0)),
    "both jokers tie": (["X1=A H3 X2=A D4", "S5 H2 C4 D6"], (2, 0, 0, 0)),
    "a burned joker need not be named": (["SK HK C2 D3", "ST HJ X1 X2"], (0, 2, 0, 0)),
    "on the forehead the highest wins": (["S4 HA C2 D9"], (0, 1, 0, 0)),
    "on the forehead the later of equal ones wins": (["SA H4 CA D9"], (0, 0, 1, 0)),
    "on the forehead a joker beats all": (["X1 HA C2 DA"], (1, 0, 0, 0)),
    "on the forehead a joker needs no name and keeps none": (["X2=2 HA C2 DA"], (1, 0, 0, 0)),
    "on the forehead the later joker wins": (["X2 HA X1 DA"], (0, 0, 1, 0)),
}
"""What happens -> the tricks of a round, and who took how many."""


@pytest.mark.parametrize(("tricks", "taken"), DUELS.values(), ids=DUELS)
def test_tricks_fall_as_the_cards_say(tricks, taken):
    table = at_round(len(tricks))
    slip = recorded(*(trick.split() for trick in tricks))
    assert found(slip, table) == []
    assert game(table).normalise(slip, table)["tricks"] == list(taken)


def taken_by(table: Table, *tricks: str) -> list[int]:
    slip = recorded(*(trick.split() for trick in tricks))
    return game(table).normalise(slip, table)["tricks"]  # type: ignore[return-value]


def test_by_agreement_all_duelists_go_on_when_some_tie_again():
    tricks = ("SK HK CK D3", "SQ HQ CJ D4", "S5 H6 CA DA")
    assert taken_by(at_round(3), *tricks) == [0, 3, 0, 0]
    assert taken_by(at_round(3, duel_again="all"), *tricks) == [0, 0, 3, 0]


def test_by_agreement_the_right_of_the_dealer_leads_to_every_trick():
    tricks = ("S2 H3 CA D4", "C8 D7 S6 H9")
    assert taken_by(at_round(2), *tricks) == [0, 1, 1, 0]
    assert taken_by(at_round(2, next_lead="forehand"), *tricks) == [0, 0, 1, 1]


def test_the_right_of_the_dealer_leads_to_the_first_trick():
    assert taken_by(at_round(1, dealer=1), "SA H4 C5 D9") == [0, 0, 1, 0]
    assert taken_by(at_round(1, dealer=0), "S4 HA C5 D9") == [0, 0, 1, 0]


def test_without_a_dealer_the_record_says_who_led():
    table = replace(at_round(1), dealer=None)
    slip = recorded({"lead": 2, "cards": ["SA", "H4", "C5", "D9"]})
    assert game(table).normalise(slip, table)["tricks"] == [0, 0, 1, 0]
    assert errors(recorded(["SA", "H4", "C5", "D9"]), table) == [("dealer_unknown", "/record")]


def test_an_unnamed_joker_counts_as_ass_after_asking_or_is_refused():
    slip = recorded(["X1", "HK", "C2", "D3"], ["S3", "H2", "C4", "D4"])
    ask, refuse = at_round(2), at_round(2, joker_unnamed="refuse")
    where = "/record/tricks/0/0"
    assert (found(slip, ask), errors(slip, ask)) == ([("joker_counts_as_ass", where)], [])
    assert taken_by(ask, "X1 HK C2 D3", "S3 H2 C4 D4") == [1, 0, 0, 1]
    assert errors(slip, refuse) == [("joker_unnamed", where)]


FIRST, SECOND = ["SK", "H9", "C2", "D3"], ["S3", "H2", "C4", "D4"]
HANDS = [["SK", "S3"], ["H9", "H2"], ["C2", "C4"], ["D3", "D4"]]
BAD = [
    (recorded(FIRST), ("wrong_length", "/record/tricks")),
    (recorded(FIRST, SECOND, SECOND), ("wrong_length", "/record/tricks")),
    (recorded(FIRST, SECOND[:3]), ("wrong_length", "/record/tricks/1")),
    (recorded(FIRST, {"lead": 0}), ("wrong_type", "/record/tricks/1/cards")),
    (recorded(FIRST, ["S3", "H2", "C4", "SK"]), ("card_twice", "/record/tricks/1/3")),
    (
        recorded(FIRST, {"cards": ["S3", "H2", "SK", "D4"]}),
        ("card_twice", "/record/tricks/1/cards/2"),
    ),
    (recorded(["X1=K", "H9", "X1=2", "D3"], SECOND), ("card_twice", "/record/tricks/0/2")),
    (recorded(["X1=1", "H9", "C2", "D3"], SECOND), ("joker_is_no_card", "/record/tricks/0/0")),
    (recorded(["X1=SK", "H9", "C2", "D3"], SECOND), ("joker_is_no_card", "/record/tricks/0/0")),
    (recorded(["X2=X1", "H9", "C2", "D3"], SECOND), ("joker_is_no_card", "/record/tricks/0/0")),
    (recorded(["X3", "H9", "C2", "D3"], SECOND), ("card_unknown", "/record/tricks/0/0")),
    (recorded(["ROK", "H9", "C2", "D3"], SECOND), ("card_unknown", "/record/tricks/0/0")),
    (recorded(["SK'", "H9", "C2", "D3"], SECOND), ("card_unknown", "/record/tricks/0/0")),
    (recorded([None, "H9", "C2", "D3"], SECOND), ("card_unknown", "/record/tricks/0/0")),
    (recorded(FIRST, {"lead": 2, "cards": SECOND}), ("wrong_leader", "/record/tricks/1/lead")),
    (recorded(FIRST, {"lead": 4, "cards": SECOND}), ("out_of_range", "/record/tricks/1/lead")),
    (recorded(FIRST, {"cards": SECOND, "x": 1}), ("unknown_field", "/record/tricks/1/x")),
    (recorded(FIRST, SECOND, x=1), ("unknown_field", "/record/x")),
    (recorded(FIRST, SECOND, hands=HANDS[:3]), ("wrong_length", "/record/hands")),
    (recorded(FIRST, SECOND, hands=[*HANDS[:3], ["D3"]]), ("wrong_length", "/record/hands/3")),
    (
        recorded(FIRST, SECOND, hands=[*HANDS[:3], ["D3", "D5"]]),
        ("card_not_held", "/record/tricks/1/3"),
    ),
    ({"bids": [0] * 4, "record": 3}, ("not_an_object", "/record")),
    ({**recorded(FIRST, SECOND), "tricks": [1, 1, 0, 0]}, ("tricks_not_as_recorded", "/tricks/1")),
]


@pytest.mark.parametrize(("slip", "expected"), BAD)
def test_a_record_that_cannot_be_right_is_refused(slip, expected):
    assert errors(slip, at_round(2))[:1] == [expected]


def test_a_wrong_leader_and_a_card_not_held_are_told_together():
    slip = recorded(["S4", "H9", "C2", "D3"], {"lead": 0, "cards": SECOND}, hands=HANDS)
    assert errors(slip, at_round(2)) == [
        ("card_not_held", "/record/tricks/0/0"),
        ("wrong_leader", "/record/tricks/1/lead"),
    ]
    (held, leader) = game(at_round(2)).check(slip, at_round(2))
    assert (held.params, leader.params) == ({"card": "S4", "seat": 0}, {"seat": 1})


def test_tricks_written_beside_a_record_must_agree_with_it_where_they_are_written():
    table = at_round(2)
    slip = {**recorded(FIRST, SECOND), "tricks": [None, None, None, 1]}
    assert found(slip, table) == []
    assert game(table).normalise(slip, table)["tricks"] == [1, 0, 0, 1]


def test_the_canonical_record_names_each_leader():
    table = at_round(2)
    slip = recorded(["S2", "X1=K", "C3", "D4"], ["H2", "C5", "D6", "S7"])
    slip["record"]["hands"] = [["S2", "S7"], ["X1", "H2"], ["C3", "C5"], ["D4", "D6"]]  # type: ignore[index]
    normal: Any = game(table).normalise(slip, table)
    assert [trick["lead"] for trick in normal["record"]["tricks"]] == [0, 1]
    assert normal["record"]["tricks"][0]["cards"] == ["S2", "X1=K", "C3", "D4"]
    assert game(table).normalise(normal, table) == normal


def test_a_round_takes_no_trick_too_many_and_no_card_too_few():
    played = Round(players=2, cards=1, forehand=0, options=at_round(1, 2).profile.hae)
    with pytest.raises(ValueError, match="one card for each player"):
        played.play([5])
    played.play([5, 5])
    assert (played.over, played.taken) == (True, (0, 1))
    with pytest.raises(ValueError, match="one trick for each card"):
        played.play([6, 7])


RANKS = "23456789TJQKA"
PACK = [suit + rank for suit in "DHSC" for rank in RANKS] + ["X1", "X2"]


def value_of(card: str, forehead: bool) -> int:
    """2 to 14 by its name, a joker by what it is called, and on the forehead above all."""
    if card.startswith("X"):
        return 99 if forehead else RANKS.index(card[3]) + 2
    return RANKS.index(card[1]) + 2


def played_out(players: int, cards: int, dealer: int, chance: random.Random) -> dict[str, Any]:
    """A round at a table, reckoned the plain way: each duel to its end before the next trick."""
    pack = chance.sample(PACK, players * cards)
    holdings = [pack[seat * cards : (seat + 1) * cards] for seat in range(players)]
    dealt, won, tricks = [list(cards_) for cards_ in holdings], [0] * players, []
    lead = (dealer + 1) % players
    while holdings[0]:
        contenders, pot = list(range(players)), 0
        while len(contenders) > 1 and holdings[0]:
            seats = [(lead + step) % players for step in range(players)]
            shown = [holdings[seat].pop(chance.randrange(len(holdings[seat]))) for seat in seats]
            if cards > 1:
                shown = [c + "=" + chance.choice(RANKS) if c[0] == "X" else c for c in shown]
            pot += 1
            tricks.append({"lead": lead, "cards": shown})
            values = {
                seat: value_of(card, cards == 1)
                for seat, card in zip(seats, shown, strict=True)
                if seat in contenders
            }
            contenders = [seat for seat in values if values[seat] == max(values.values())]
        won[contenders[-1]] += pot
        lead = contenders[-1]
    return {"won": won, "tricks": tricks, "hands": dealt}


def rounds_of_chance(seed: int, count: int) -> Iterator[tuple[Table, dict[str, Any]]]:
    chance = random.Random(seed)
    tables = {
        (players, cards): at_round(cards, players)
        for players in range(2, 13)
        for cards in range(1, first_round(at_round(1, players)) + 1)
    }
    for _ in range(count):
        players, cards = chance.choice(list(tables))
        dealer = chance.randrange(players)
        table = replace(tables[players, cards], dealer=dealer)
        yield table, played_out(players, cards, dealer, chance)


def compare(table: Table, played: dict[str, Any]) -> None:
    """Judge the record of a round, without being told who led, and compare."""
    cards = len(played["tricks"])
    bids = [0] * table.players
    without_leaders = [trick["cards"] for trick in played["tricks"]]
    slip = {"bids": bids, "record": {"tricks": without_leaders, "hands": played["hands"]}}
    normal: Any = game(table).normalise(slip, table)
    assert normal["tricks"] == played["won"]
    assert sum(normal["tricks"]) == normal["cards"] == cards
    assert [trick["lead"] for trick in normal["record"]["tricks"]] == [
        trick["lead"] for trick in played["tricks"]
    ]


def test_two_thousand_rounds_played_out_agree_with_the_plain_way_of_reckoning():
    for case in rounds_of_chance(seed=54, count=2_000):
        compare(*case)


@pytest.mark.proof
def test_two_hundred_thousand_rounds_played_out_agree_with_the_plain_way_of_reckoning():
    for case in rounds_of_chance(seed=2026, count=200_000):
        compare(*case)


@given(st.data(), st.integers(2, 6), st.integers(1, 6), st.sampled_from(["tied", "all"]))
def test_however_often_cards_tie_the_tricks_total_the_cards_and_the_duel_ends(
    data, players, cards, again
):
    options = at_round(1, players, duel_again=again).profile.hae
    played = Round(players=players, cards=cards, forehand=0, options=options)
    for _ in range(cards):
        ranks = data.draw(st.lists(st.integers(2, 4), min_size=players, max_size=players))
        stake, open_before = played.stake, sum(played.taken)
        trick = played.play(ranks)
        assert set(trick.highest) <= set(trick.fighting)
        assert trick.stake == stake
        won = 0 if trick.winner is None else stake
        assert sum(played.taken) == open_before + won
    assert sum(played.taken) == cards
    assert played.tricks[-1].winner is not None
