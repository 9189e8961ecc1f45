"""The sums of a tournament and of contracts, against their plainest writing and by hand."""

from collections.abc import Mapping
from itertools import product

import pytest

from referee.rules.profile import load_profile
from referee.rulings.decide import decide
from referee.rulings.ruling import Ruling

POINTS = {1: 25, 2: 18, 3: 15, 4: 12, 5: 10, 6: 8, 7: 6, 8: 4, 9: 2}


def ruled(article: str, facts: Mapping[str, object], profile: str = "jassregeln") -> Ruling:
    return decide(article, facts, load_profile(profile))


def naive_season(ranks: list[int], final: int) -> int:
    points = [POINTS.get(rank, 1) for rank in ranks]
    points.remove(min(points))
    return sum(points) + POINTS.get(final, 1) * 2


def test_a_season_drops_the_worst_of_four_rounds_and_counts_the_final_twice() -> None:
    for *ranks, final in product((1, 2, 9, 10, 11, 40), repeat=5):
        told = {"matter": "season", "regulations": "staecherei", "ranks": ranks}
        ruling = ruled("turnier.jahreswertung", {**told, "final_rank": final})
        assert ruling.decision.answer["points"] == naive_season(ranks, final), (ranks, final)


@pytest.mark.parametrize(("profile", "bonus"), [("turnier-einzelschieber", 0), ("jassderby", 50)])
def test_a_control_sum_is_157_a_hand_twice_over_four_accounts_and_the_bonus_of_each_matsch(
    profile: str, bonus: int
) -> None:
    for hands, matches, accounts in product((1, 8, 12), (0, 1, 3), ("sides", "players")):
        told = {"hands": hands, "matches": matches, "matsch": matches > 0, "accounts": accounts}
        ruling = ruled("turnier.kontrollsumme", {**told, "matter": "sum"}, profile)
        times = 2 if accounts == "players" else 1
        due = (157 * hands + bonus * matches) * times
        assert ruling.decision.answer["control_sum"] == due
        for found in (due, due - 10):
            counted = {**told, "matter": "difference", "found": found}
            said = ruled("turnier.kontrollsumme", counted, profile)
            assert (said.decision.answer.get("right") is True) is (found == due)


def test_a_sidi_hand_gives_157_and_the_bid_as_often_as_it_was_doubled() -> None:
    for bid, made, doubled in product(
        (50, 100, 157), (0, 99, 100, 157), ("single", "double", "redouble")
    ):
        told = {"matter": "settle", "bid": bid, "made": made, "doubled": doubled}
        answer = ruled("jassverzeichnis.sidi-barrani", told).decision.answer
        times = {"single": 1, "double": 2, "redouble": 4}[doubled]
        assert answer["bidder"] + answer["others"] == 157 + bid * times  # type: ignore[operator]
        assert (answer["bidder"] == made) is (made < bid)


@pytest.mark.parametrize(
    ("first", "second", "fewest", "ahead"),
    [
        ([1169, 1001], [1169, 1000], False, "first"),
        ([900, 1000], [950, 950], False, "first"),
        ([30, 10], [20, 20], True, "first"),
        ([20, 20], [30, 10], True, "second"),
        ([20, 20], [30, 10], False, "second"),
    ],
)
def test_a_tie_goes_to_the_best_passe_then_to_the_second_best(
    first: list[int], second: list[int], fewest: bool, ahead: str
) -> None:
    told = {"rule": "best", "first_passes": first, "second_passes": second, "fewest": fewest}
    ruling = ruled("turnier.gleichstand", told)
    assert ruling.decision.answer["ahead"] == ahead


def test_whether_more_or_less_is_better_is_not_guessed() -> None:
    told = {"rule": "best", "first_passes": [30, 10], "second_passes": [20, 20]}
    assert ruled("turnier.gleichstand", told).question is not None


def test_passen_of_different_number_are_not_compared_beyond_the_shorter() -> None:
    told = {"rule": "best", "first_passes": [900], "second_passes": [900, 800], "fewest": False}
    assert ruled("turnier.gleichstand", told).question is not None
