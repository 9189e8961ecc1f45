"""How good somebody is, as far as the cards let it be seen."""

import random
from decimal import Decimal
from fractions import Fraction
from math import sqrt
from statistics import correlation, fmean

import pytest
from hypothesis import given, strategies as st

from tournaments.standings.pure import Encounter, Scored, additive_ratings, ratings
from tournaments.standings.pure.rating import SKILL

SCORES = st.lists(
    st.tuples(st.sampled_from("ABCD"), st.integers(0, 157), st.sampled_from((1, 1, 2, 12))).map(
        lambda told: Scored(*told)
    ),
    max_size=20,
)


def by_player(rows):
    return {row.player: row for row in rows}


def test_nobody_has_no_rating():
    assert ratings([]) == []
    assert additive_ratings([]) == []


def test_one_score_each_tells_no_spread():
    rows = ratings([Scored("A", 90), Scored("B", 80)])
    assert [(r.rank, str(r.player), int(r.shrunk)) for r in rows] == [(1, "A", 90), (2, "B", 80)]
    assert all(row.margin is None for row in rows)


def test_a_few_lucky_hands_do_not_lead_over_many_good_ones():
    scores = [Scored("lucky", points) for points in (96, 88)]
    scores += [Scored("good", points) for points in [105, 75] * 100]
    scores += [Scored("poor", points) for points in [85, 55] * 100]
    found = by_player(ratings(scores))
    assert found["lucky"].mean > found["good"].mean
    assert found["lucky"].shrunk < found["good"].shrunk
    assert (found["lucky"].margin or 0) > (found["good"].margin or 0)
    assert ratings(scores, lower_wins=True)[0].player == "poor"


def test_players_who_differ_by_luck_alone_are_all_drawn_to_the_mean():
    scores = [Scored(player, points) for player in "ABC" for points in (60, 100)]
    rows = ratings([*scores, Scored("A", 81)])
    assert len({row.shrunk for row in rows}) == 1
    assert {row.rank for row in rows} == {1}
    assert all(row.margin and row.margin > 0 for row in rows)


def test_the_estimate_by_hand():
    scores = [Scored("A", p) for p in (10, 14)] + [Scored("B", p) for p in (0, 4)]
    # Within: (8 + 8) / 2 = 8. The means 12 and 2: 100 / 1, so between (100 - 8) / 2 = 46.
    first, second = ratings(scores)
    trust = Fraction(46, 46 + 4)
    assert (first.shrunk, second.shrunk) == (7 + 5 * trust, 7 - 5 * trust)
    doubt = float(trust) * 4 + float(1 - trust) ** 2 * (46 + 4) / 2
    assert first.margin == Decimal(str(round(1.96 * sqrt(doubt), 2)))


@given(SCORES, st.data())
def test_the_order_of_arrival_does_not_matter(scores, data):
    assert ratings(data.draw(st.permutations(scores))) == ratings(scores)


@given(SCORES)
def test_an_estimate_lies_between_the_own_mean_and_those_of_others(scores):
    rows = ratings(scores)
    means = [row.mean for row in rows]
    for row in rows:
        assert min(means) <= row.shrunk <= max(means)


@given(SCORES, st.integers(-50, 50))
def test_points_for_everybody_move_everybody_as_far(scores, extra):
    moved = [s._replace(points=s.points + extra * s.hands) for s in scores]
    before, after = by_player(ratings(scores)), by_player(ratings(moved))
    for player, row in before.items():
        assert after[player].shrunk == row.shrunk + extra
        assert after[player].margin == row.margin


def test_a_score_of_no_hand_is_refused():
    with pytest.raises(ValueError, match="no hand"):
        ratings([Scored("A", 5, 0)])


def simulated(seed, *, spread, players=40, passen=40):
    """True skill, and passen with it: 12 hands, partners by lot, 70 of luck on a margin."""
    chance = random.Random(seed)
    skill = {n: chance.gauss(0, spread) for n in range(players)}
    scores, encounters = [], []
    for _ in range(passen):
        seats = chance.sample(range(players), players)
        for first in range(0, players, 4):
            a, b, c, d = seats[first : first + 4]
            edge = skill[a] + skill[c] - skill[b] - skill[d]
            margin = 12 * edge + chance.gauss(0, 70 * sqrt(12))
            encounters.append(Encounter((a, c), (b, d), margin, 12))
            scores += [Scored(p, round(942 + margin / 2), 12) for p in (a, c)]
            scores += [Scored(p, round(942 - margin / 2), 12) for p in (b, d)]
    return skill, scores, encounters


@pytest.mark.parametrize("spread", [0.5, 4])
def test_intervals_hold_the_truth_about_as_often_as_they_say(spread):
    plain = []
    for seed in range(6):
        skill, scores, _encounters = simulated(seed, spread=spread)
        # Of a margin, half is the side's; what all have in common shows in no average.
        worth = {n: 78.5 + (s - fmean(skill.values())) / 2 for n, s in skill.items()}
        plain += [
            abs(float(r.shrunk) - worth[r.player]) <= float(r.margin or 0) for r in ratings(scores)
        ]
    assert 0.9 < fmean(plain) <= 1


def test_the_additive_intervals_hold_the_truth_about_as_often_as_they_say():
    held = []
    for seed in range(6):
        skill, _scores, encounters = simulated(seed, spread=SKILL)
        held += [abs(r.skill - skill[r.player]) <= r.margin for r in additive_ratings(encounters)]
    assert 0.9 < fmean(held) < 1


def test_both_ratings_find_skill_in_a_simulation():
    skill, scores, encounters = simulated(1, spread=4)
    plain = {row.player: float(row.shrunk) for row in ratings(scores)}
    additive = {row.player: row.skill for row in additive_ratings(encounters)}
    truth = [skill[n] for n in sorted(skill)]
    assert correlation(truth, [plain[n] for n in sorted(skill)]) > 0.75
    assert correlation(truth, [additive[n] for n in sorted(skill)]) > 0.75


def test_the_additive_posterior_of_one_passe_by_hand():
    rows = additive_ratings([Encounter(("A", "B"), ("C", "D"), 120, 12)])
    gain = 4 / (4 * 4 + 4900 / 12)
    assert [row.player for row in rows] == ["A", "B", "C", "D"]
    assert [row.skill for row in rows] == pytest.approx([gain * 10] * 2 + [-gain * 10] * 2)
    assert rows[0].margin == pytest.approx(1.96 * sqrt(4 - gain * 4))
    assert rows[0].hands == 12


def test_who_always_plays_together_cannot_be_told_apart():
    passen = [Encounter(("A", "B"), ("C", "D"), 500, 12)] * 50
    found = by_player(additive_ratings(passen))
    assert found["A"].skill == pytest.approx(found["B"].skill)
    apart = [Encounter(("A",), ("C",), 500, 12)] * 50
    assert found["A"].margin > by_player(additive_ratings(apart))["A"].margin


@given(st.permutations(range(8)))
def test_the_order_of_passen_does_not_matter(order):
    passen = [Encounter(("A", "B"), ("C", "D"), 10 * n, 12) for n in range(4)]
    passen += [Encounter(("A", "C"), ("B", "E"), -7 * n, 8) for n in range(4)]
    assert additive_ratings([passen[n] for n in order]) == additive_ratings(passen)


@pytest.mark.parametrize(
    "encounter",
    [
        Encounter(("A",), ("A",), 1, 12),
        Encounter(("A", "A"), ("B",), 1, 1),
        Encounter(("A",), ("B",), 1, 0),
    ],
)
def test_a_passe_that_cannot_be_is_refused(encounter):
    with pytest.raises(ValueError, match="two sides"):
        additive_ratings([encounter])


@given(SCORES)
def test_scores_told_together_by_their_sums_are_rated_alike(scores):
    together = []
    for player in sorted({score.player for score in scores}):
        own = [score for score in scores if score.player == player]
        hands, points = sum(one.hands for one in own), sum(one.points for one in own)
        squares = sum(Fraction(one.points**2, one.hands) for one in own)
        together.append(Scored(player, points, hands, len(own), squares))
    assert by_player(ratings(together)) == by_player(ratings(scores))
