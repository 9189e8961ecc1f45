"""Disputes of Differenzler and HAE as they are told, and their tables against other writings."""

import json
import random
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from referee.rules.hae_replay import JOKER_ON_FOREHEAD, Round
from referee.rules.profile import load_profile
from referee.rulings.decide import decide
from referee.rulings.ruling import Ruling
from tests.referee.rulings.plain import plain
from tests.tabled import tabled

CASES = {
    case["id"]: case
    for case in json.loads((Path(__file__).parents[2] / "cases" / "rulings.json").read_text())
}
OPEN, HAE = load_profile("differenzler-offen"), load_profile("hae")

TOLD: dict[str, tuple[str, dict[str, Any]]] = {
    "C161": ("differenzler.geberanreiz", {"per": "two", "predicted": 130}),
    "C164": ("differenzler.abrechnung", {"matter": "balance", "totals": [100, 120, 80, 140]}),
    "C173": ("hae.chueekampf", {"ranks": [14, 14, 9], "stake": 2, "cards_left": True}),
    "C174": ("hae.geben", {"matter": "first", "players": 6}),
}
"""Article and facts of each case of these books."""


def differenzler(article: str, **facts: object) -> Mapping[str, Any]:
    answer: Mapping[str, Any] = plain(decide(f"differenzler.{article}", facts, OPEN))["answer"]
    return answer


def hae(article: str, **facts: object) -> Ruling:
    return decide(f"hae.{article}", facts, HAE)


@pytest.mark.parametrize("name", TOLD)
def test_a_dispute_of_these_books_comes_out_as_told(name: str) -> None:
    article, facts = TOLD[name]
    case = CASES[name]
    ruling = decide(article, facts, load_profile(case["profile"]))
    answer = plain(ruling)["answer"]
    expected = {key: value for key, value in case["expected"].items() if key != "ruling"}
    assert ruling.verdict == "determined"
    assert {key: answer[key] for key in expected} == expected


def test_no_dispute_of_these_books_is_left_out() -> None:
    assert {name for name in CASES if CASES[name]["article"] in ("differenzler", "hae")} == set(
        TOLD
    )


@tabled("total", range(0, 629, 7))
def test_the_dealer_deducts_one_for_each_full_step(total: int) -> None:
    for per, step in (("two", 2), ("five", 5)):
        points, left = 0, abs(157 - total)
        while left >= step:
            points, left = points + 1, left - step
        answer = differenzler("geberanreiz", per=per, predicted=total, dealer_difference=3)
        assert answer["dealer_deduction"] == points
        assert answer["dealer_score"] == 3 - points


@pytest.mark.parametrize(
    ("prediction", "made", "tricks"),
    [(0, 0, 0), (0, 0, 1), (0, 4, 1), (60, 60, 3), (60, 59, 3), (157, 157, 9), (157, 0, 0)],
)
def test_the_bonus_follows_the_told_rule(prediction: int, made: int, tricks: int) -> None:
    exact = prediction == made
    rewarded = exact and (prediction > 0 or tricks > 0)
    answer = differenzler("praemie", bonus=True, prediction=prediction, made=made, tricks=tricks)
    assert answer["points"] == (-10 if rewarded else abs(prediction - made))
    without = differenzler("praemie", bonus=False, prediction=prediction, made=made, tricks=tricks)
    assert without["points"] == abs(prediction - made)


@pytest.mark.parametrize(
    ("agreed", "one_hand", "when", "sign"),
    list(
        product(
            (True, False),
            (True, False),
            ("in_time", "first_card", "late", "never"),
            ("plus", "minus"),
        )
    ),
)
def test_stoeck_move_the_points_only_when_declared_in_time(
    agreed: bool, one_hand: bool, when: str, sign: str
) -> None:
    facts = {"stoeck_counts": agreed, "one_hand": one_hand, "declared": when, "sign": sign}
    answer = differenzler("stoecke", prediction=50, made=10, **facts)
    counts = agreed and one_hand and when == "in_time"
    assert answer["points"] == ({"plus": 20, "minus": -20}[sign] if counts else 0)
    if counts:
        assert answer["made"] == 10 + answer["points"]
        assert answer["difference"] == abs(50 - answer["made"])
        assert answer["control_sum"] == 157


def test_what_players_win_and_pay_against_the_average_cancels_out() -> None:
    chance = random.Random(157)
    for players in (3, 4):
        totals = [12 * chance.randrange(40) for _ in range(players)]
        balance = differenzler("abrechnung", matter="balance", totals=totals)["balance"]
        assert sum(balance) == 0
        assert sorted(balance, reverse=True) == [
            balance[at] for at in sorted(range(players), key=totals.__getitem__)
        ]


@pytest.mark.parametrize(
    ("players", "cards", "total"), [(3, 12, 157), (4, 9, 157), (6, 12, 309), (8, 9, 309)]
)
def test_all_cards_dealt_make_up_the_control_sum(players: int, cards: int, total: int) -> None:
    answer = differenzler("spieler", matter="players", players=players)
    packs = players * cards // 36
    assert answer == {"allowed": True, "cards": cards, "control_sum": total}
    assert total == packs * 152 + 5


def test_two_players_have_no_control_sum_and_five_need_to_know_what_stayed_out() -> None:
    assert "control_sum" not in differenzler("spieler", matter="players", players=2)
    assert "control_sum" not in differenzler("spieler", matter="players", players=5)
    known = differenzler("spieler", matter="players", players=5, left_out=14)
    assert known["control_sum"] == 309 - 14


def test_own_tricks_may_be_looked_at_and_nothing_loses_its_power_in_differenzler() -> None:
    looked = decide("nachschauen", {"offender": 0, "owner": "own"}, OPEN)
    wrong = decide("falsch-gespielte-karte", {"matter": "wrong_card", "noticed": "later"}, OPEN)
    assert plain(looked)["answer"]["allowed"] is True
    assert all(effect["type"] != "dead_cards" for effect in wrong.decision.effects)


@pytest.mark.parametrize("seed", range(60))
def test_hae_tricks_fall_as_the_round_of_the_sheet_has_them(seed: int) -> None:
    """Each trick of a random round, ruled on alone, against the round as it is played."""
    chance = random.Random(seed)
    players, cards = chance.randint(2, 6), chance.randint(2, 6)
    played = Round(players=players, cards=cards, forehand=0, options=HAE.hae)
    while not played.over:
        lead, fighting, stake = played.lead, played.fighting, played.stake
        ranks = [chance.randint(9, 12) for _ in range(players)]
        trick = played.play(ranks)
        facts: dict[str, object] = {
            "matter": "duel" if stake > 1 else "winner",
            "ranks": ranks,
            "seats": [(lead + step) % players for step in range(players)],
            "duelists": list(fighting),
            "cards_left": not played.over,
        }
        if stake > 1:
            facts["stake"] = stake
        answer = hae("chueekampf" if stake > 1 else "stich", **facts).decision.answer
        if trick.winner is None:
            assert answer["duel"] == list(trick.highest)
            assert answer["pending"] == stake + 1
        else:
            assert (answer["winner"], answer["tricks"]) == (trick.winner, stake)


def test_a_duel_whose_stake_nobody_told_counts_no_tricks() -> None:
    answer = hae("chueekampf", matter="duel", stands="one").decision.answer
    assert "tricks" not in answer
    assert hae("chueekampf", matter="duel", stands="one", stake=3).decision.answer["tricks"] == 3


@pytest.mark.parametrize("seed", range(20))
def test_the_forehead_card_played_last_wins_among_equals(seed: int) -> None:
    chance = random.Random(seed)
    ranks = [chance.choice([12, 13, 14, JOKER_ON_FOREHEAD]) for _ in range(4)]
    if ranks.count(JOKER_ON_FOREHEAD) > 2:
        ranks[0] = ranks[1] = 12
    answer = hae("stirnkarte", matter="winner", ranks=ranks).decision.answer
    assert answer["winner"] == 3 - ranks[::-1].index(max(ranks))


@pytest.mark.parametrize(("tricks", "others"), list(product((2, 5, 10), ([0, 1], [2, 3], [5, 6]))))
def test_only_the_number_that_makes_the_bids_fit_is_forbidden(
    tricks: int, others: list[int]
) -> None:
    barred = [bid for bid in range(tricks + 1) if not _may_say(tricks, [*others, bid])]
    answer = hae("ansage", matter="forbidden", tricks=tricks, others=others).decision.answer
    assert answer["forbidden"] == (barred[0] if barred else "none")
    assert len(barred) <= 1


def _may_say(tricks: int, bids: list[int]) -> object:
    return hae("ansage", matter="sum", tricks=tricks, bids=bids).decision.answer["allowed"]


def test_in_the_last_round_the_bids_may_fit() -> None:
    assert _may_say(1, [0, 1, 0]) is True
    assert _may_say(1, [1, 1, 0]) is True
    assert _may_say(2, [1, 1, 0]) is False


@pytest.mark.parametrize("players", range(2, 13))
def test_hae_rounds_use_no_more_than_the_pack_and_end_with_one_card(players: int) -> None:
    first = hae("geben", matter="first", players=players).decision.answer["cards"]
    assert isinstance(first, int)
    assert first <= 10
    assert first * players <= 54 < (first + 1) * players or first == 10
    last = hae("geben", matter="later", players=players, round=first)
    assert last.decision.answer == {"cards": 1}
    over = hae("geben", matter="later", players=players, round=first + 1)
    assert over.decision.answer == {"allowed": False}


@pytest.mark.parametrize("slug", ["differenzler.spiel", "differenzler.untertrumpfen"])
@pytest.mark.parametrize("profile", ["differenzler-offen", "coiffeur-11"])
def test_a_card_not_yet_played_is_asked_for(slug: str, profile: str) -> None:
    """These articles judge a card that lies; who asks what he may play has the Jassregeln."""
    told = {"mode": "EI", "trick": ["ROA", "EI9"], "holding": ["SE8"]}
    assert decide(slug, told, load_profile(profile)).verdict == "need_facts"
