"""Records of games that deal other packs: what is read, who takes, what counts, what cannot be."""

import random
from itertools import pairwise

import pytest

from referee.rules.deals import deal_of
from referee.rules.judged import legal_answer, replay_answer, weis_answer
from referee.rules.profile import load_profile
from referee.rules.records import RecordError
from referee.rules.replay import Agreed

SUITS, UP, TRUMPS = "DHSC", "6789TJQKA", "678TQKA9J"
BY_VALUE, BY_VALUE_TRUMPS = "789JQKTA", "78QKTA9J"
WORTH = {"T": 10, "J": 2, "Q": 3, "K": 4, "A": 11}
GAMES = [
    ("pandur", 3, 8, UP[3:]),
    ("pandur", 2, 8, UP[3:]),
    ("zuger", 3, 12, UP),
    ("aucho", 3, 9, UP),
    ("schaggi-haas", 2, 12, UP),
    ("trumpf-duell", 2, 9, UP),
    ("cinq-cents", 2, 9, UP[1:]),
    ("butzer", 3, 9, UP),
    ("handjass-zu-zweit", 2, 12, UP),
    ("bieter", 3, 12, UP),
    ("bieter-zu-viert", 4, 9, UP),
    ("bieter-zu-fuenft", 5, 7, UP),
    ("molotow", 5, 7, UP),
    ("molotow", 6, 6, UP),
]


def plays(slug):
    profile = load_profile(slug)
    return profile, Agreed.of(profile)


def order(slug, trump):
    if slug == "cinq-cents":
        return BY_VALUE_TRUMPS if trump else BY_VALUE
    return TRUMPS if trump else UP


def naive_winner(slug, trick, trump):
    """Who takes: the highest trump, else the highest of the suit led."""
    ruffs = [card for card in trick if card[0] == trump]
    live = ruffs or [card for card in trick if card[0] == trick[0][0]]
    ranks = order(slug, live[0][0] == trump)
    return trick.index(max(live, key=lambda card: ranks.index(card[1])))


def naive_worth(card, trump):
    return (
        {"J": 20, "9": 14}.get(card[1], WORTH.get(card[1], 0))
        if card[0] == trump
        else WORTH.get(card[1], 0)
    )


def dealt(seed, slug, players, size, ranks):
    pack = [suit + rank for suit in SUITS for rank in ranks]
    if players == 5:
        pack.remove("C7")
    chance = random.Random(seed)
    chance.shuffle(pack)
    return [sorted(pack[at * size : at * size + size]) for at in range(players)], chance


@pytest.mark.parametrize("case", range(len(GAMES)), ids=[f"{g[0]}-{g[1]}" for g in GAMES])
def test_a_hand_played_card_by_card_is_counted_as_a_second_writing_counts_it(case):
    slug, players, size, ranks = GAMES[case]
    profile, agreed = plays(slug)
    hands, chance = dealt(case, slug, players, size, ranks)
    held = [list(hand) for hand in hands]
    trump, leader, tricks, points, taken = "H", 0, [], [0] * players, [0] * players
    for number in range(size):
        trick: list[str] = []
        for step in range(players):
            seat = (leader + step) % players
            asked = {"mode": trump, "hand": held[seat], "trick": trick}
            card = chance.choice(legal_answer(asked, profile, agreed)["legal"])
            held[seat].remove(card)
            trick.append(card)
        tricks.append(trick)
        leader = (leader + naive_winner(slug, trick, trump)) % players
        taken[leader] += 1
        last = profile.last_trick * (number == size - 1)
        points[leader] += sum(naive_worth(card, trump) for card in trick) + last
    record = {"contract": trump, "starter": 0, "hands": hands, "tricks": tricks}
    told = replay_answer(record, profile, agreed, with_legal=True)
    assert told["findings"] == []
    sides = [sum(points[side::2]) for side in (0, 1)] if profile.in_pairs else points
    assert told["team_card_points"] == sides
    assert told["team_tricks"] == taken
    assert (told["matsch"] is None) == (size not in taken)
    deal = {"mode": trump, "starter": 0, "seats": [{"hand": hand} for hand in hands]}
    assert len(weis_answer(deal, profile, agreed)["seats"]) == players


SIX_OUT = ["D6", "D7", "S6", "S7", "C6", "C7"]


def hand_of_king():
    """A first hand of Bieter: ten cards each, and what the king laid away for the table's cards."""
    pack = [suit + rank for suit in SUITS for rank in UP if suit + rank not in SIX_OUT]
    return [pack[at * 10 : at * 10 + 10] for at in range(3)]


def test_what_the_king_laid_away_is_his():
    hands = hand_of_king()
    laid = [*SIX_OUT[:5], "C9"]
    hands = [[("C7" if card == "C9" else card) for card in hand] for hand in hands]
    tricks = [list(cards) for cards in zip(*hands, strict=True)]
    record = {"contract": "D", "starter": 0, "hands": hands, "tricks": tricks}
    took = sorted(hands[0])[:6]
    swaps = {"exchanged": [{"seat": 0, "laid": laid, "took": took}]}
    with_laid = replay_answer(record | swaps, *plays("bieter"), with_legal=False)
    without = replay_answer(record, *plays("bieter"), with_legal=False)
    assert not [it for it in with_laid["findings"] if it["code"].startswith(("exchange", "laid"))]
    assert sum(without["team_card_points"]) == 157
    more = replay_answer(
        record | {"exchanged": [{"seat": 1, "laid": ["DA", "DT"], "took": ["D8"]}]},
        *plays("bieter"),
        with_legal=False,
    )
    assert "exchange_count" in {item["code"] for item in more["findings"]}


FAULTS = [
    ("aucho", 3, {"exchanged": [{"seat": 0, "laid": ["C6"], "took": ["D6"]}]}, "no_exchange"),
    (
        "schaggi-haas",
        2,
        {"exchanged": [{"seat": 0, "laid": ["C6"], "took": ["C7"]}]},
        "exchange_count",
    ),
    ("schaggi-haas", 2, {"robbed": [{"seat": 0, "gave": "S6", "took": "SK"}]}, "not_the_six"),
    ("trumpf-duell", 2, {"robbed": [{"seat": 0, "gave": "S6", "took": "HK"}]}, "not_the_six"),
    ("zuger", 3, {"robbed": [{"seat": 0, "gave": "H6", "took": "HK"}]}, "no_robbing"),
]


@pytest.mark.parametrize(("slug", "players", "more", "code"), FAULTS)
def test_what_cannot_be_exchanged_or_robbed_is_named(slug, players, more, code):
    record = {"contract": "H", "starter": 0, "hands": [None] * players, "tricks": []}
    found = replay_answer(record | more, *plays(slug), with_legal=False)["findings"]
    assert code in {item["code"] for item in found}
    assert all(item["message"] for item in found)


def test_the_six_of_trumps_robs_in_a_schaggi_haas_and_any_six_in_an_aucho():
    trump = {"contract": "H", "starter": 0, "hands": [None, None], "tricks": []}
    robbed = {"robbed": [{"seat": 0, "gave": "H6", "took": "HK"}]}
    found = replay_answer(trump | robbed, *plays("schaggi-haas"), with_legal=False)["findings"]
    assert {item["code"] for item in found} == {"wrong_count"}
    other = {"hands": [None] * 3, "robbed": [{"seat": 0, "gave": "S6", "took": "SK"}]}
    found = replay_answer(trump | other, *plays("aucho"), with_legal=False)["findings"]
    assert {item["code"] for item in found} == {"wrong_count"}


def test_a_card_that_was_laid_down_is_in_no_hand():
    hands = [
        ["H7", *[f"D{rank}" for rank in UP], "S6", "S7"],
        ["C6"] * 0 + [f"C{rank}" for rank in UP] + ["S8", "S9", "ST"],
    ]
    record = {"contract": "H", "starter": 0, "hands": hands, "tricks": []}
    swap = {
        "exchanged": [
            {"seat": 0, "laid": ["H7", "H8", "H9", "HT"], "took": ["D6", "D7", "D8", "D9"]}
        ]
    }
    found = replay_answer(record | swap, *plays("schaggi-haas"), with_legal=False)["findings"]
    assert [(it["code"], it["card"]) for it in found if it["card"]] == [("laid_and_held", "H7")]


def test_a_bieter_for_five_leaves_a_seven_out():
    pack = [suit + rank for suit in SUITS for rank in UP]
    hands = [pack[at * 7 : at * 7 + 7] for at in range(5)]
    record = {"contract": "H", "starter": 0, "hands": hands, "tricks": []}
    found = replay_answer(record, *plays("bieter-zu-fuenft"), with_legal=False)["findings"]
    assert "seven_in_pack" in {item["code"] for item in found}


@pytest.mark.parametrize(
    ("slug", "card", "pack"), [("pandur", "H8", 24), ("cinq-cents", "H6", 32), ("zuger", "H2", 36)]
)
def test_a_card_of_another_pack_cannot_be_read(slug, card, pack):
    with pytest.raises(RecordError, match=f"pack of {pack}"):
        legal_answer({"mode": "H", "hand": [card], "trick": []}, *plays(slug))


LEGAL = [
    ("cinq-cents", ["HJ", "D9"], ["H9"], ["HJ"]),
    ("cinq-cents", ["DT", "DK", "H7"], ["DA"], ["DK", "DT", "H7"]),
    ("pandur", ["HJ", "D9"], ["H9"], ["D9", "HJ"]),
    ("schaggi-haas", ["H6", "C7"], ["D9"], ["C7", "H6"]),
]


@pytest.mark.parametrize(("slug", "hand", "trick", "legal"), LEGAL)
def test_a_card_may_be_played_as_the_game_has_it(slug, hand, trick, legal):
    found = legal_answer({"mode": "H", "hand": hand, "trick": trick}, *plays(slug))["legal"]
    assert sorted(found) == sorted(legal)


def test_four_nines_are_no_weis_in_a_cinq_cents_and_equal_ones_cancel():
    def told(*hands):
        seats = [{"hand": hand.split()} for hand in hands]
        return weis_answer({"mode": "H", "starter": 0, "seats": seats}, *plays("cinq-cents"))

    nines = told("D9 H9 S9 C9 D7 H7 S7 CK DA", "D8 H8 S8 CQ DQ HQ HT SA CA")
    assert [seat["points"] for seat in nines["seats"]] == [0, 0]
    level = told("D7 D8 D9 H7 HA SA CA CT SQ", "S7 S8 S9 H8 HT HQ DA DQ CK")
    assert level["sides"] == [0, 0]
    first = told("DT DJ DQ H7 HA SA CA CT SQ", "S7 S8 S9 H8 HT HQ DA DK CK")
    assert first["sides"] == [20, 0]


def test_sizes_hold_for_as_many_as_play():
    for game in ("bieter", "molotow"):
        for players, sizes in deal_of(game).sizes.items():
            assert all(a > b for a, b in pairwise(sizes))
            assert sizes[0] * players in (36, 35)
