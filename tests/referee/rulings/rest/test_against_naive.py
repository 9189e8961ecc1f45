"""The closed form and the searches beside every course of play, written a second time."""

from dataclasses import asdict, replace

import pytest

from referee.rules.cards import indices_of, mask_at
from referee.rules.legality import FollowRule
from referee.rules.modes import all_modes
from referee.rulings.rest.derive import judge_rest
from tests.referee.positions import CARD_TEXTS, seeded
from tests.referee.rulings.rest.claims import position, texts
from tests.referee.rulings.rest.naive import beaten_by, first_takers, parts

TURNING = [mode for mode in all_modes() if mode.pattern and not mode.misere]
FOES = {0: {1, 3}, 1: {0, 2}, 2: {1, 3}, 3: {0, 2}}
SHORT, LONG = 500, 10_000


def takers_of(found, keepers=None, rule=None):
    claim = found.claim
    dead = frozenset(texts(indices_of(claim.dead)))
    options = None if rule is None else asdict(rule)
    keepers = keepers or {claim.claimer}
    return first_takers(found.naive(), keepers, dead=dead, rule=options)


def expected_on_lead(found):
    """As the text has it: no card may beat a claimed one that is led."""
    hands, _, _, modes = found.naive()
    mine = hands[found.claim.claimer]
    if beaten_by(mine, found.others(foes=True), modes[0]):
        return "falls"
    return "partner_only" if beaten_by(mine, found.others(foes=False), modes[0]) else "stands"


def size_of(rng):
    return rng.choice((1, 1, 2, 2, 2, 2, 2, 3))


def on_lead_agrees(count, seed):
    rng, stood = seeded(seed), 0
    for _ in range(count):
        found = position(rng, size_of(rng))
        result = judge_rest(found.claim).result
        takers = takers_of(found)
        assert result == expected_on_lead(found), found
        assert (result == "stands") == (not takers), found
        assert result == "falls" or not takers & FOES[found.claim.claimer], found
        stood += result == "stands"
    assert stood > count / 10


def test_a_claim_stands_on_lead_exactly_when_no_course_of_play_breaks_it():
    on_lead_agrees(SHORT, 40_01)


@pytest.mark.proof
def test_ten_thousand_claims_stand_on_lead_exactly_when_no_course_breaks_them():
    on_lead_agrees(LONG, 40_02)


def in_trick_agrees(count, seed):
    rng, stood = seeded(seed), 0
    for _ in range(count):
        found = position(rng, size_of(rng), lying=rng.choice((1, 2, 3)))
        verdict, takers = judge_rest(found.claim), takers_of(found)
        assert (verdict.result == "stands") == (not takers), found
        if takers & FOES[found.claim.claimer]:
            assert verdict.result == "falls", found
        stood += verdict.result == "stands"
    assert stood > count / 20


def test_a_claim_in_an_open_trick_stands_exactly_when_no_course_of_play_breaks_it():
    in_trick_agrees(SHORT, 40_03)


@pytest.mark.proof
def test_ten_thousand_claims_in_a_trick_stand_exactly_when_no_course_breaks_them():
    in_trick_agrees(LONG, 40_04)


@pytest.mark.parametrize("lying", [0, 1, 2, 3])
def test_dead_cards_change_a_claim_as_they_change_the_play(lying):
    rng = seeded(40_05 + lying)
    for _ in range(300):
        found = position(rng, size_of(rng), lying=lying, dead=0.1)
        verdict, takers = judge_rest(found.claim), takers_of(found)
        if found.claim.holding & found.claim.dead:
            assert (verdict.result, verdict.why) == ("falls", "dead_card")
        else:
            assert (verdict.result == "stands") == (not takers), found


@pytest.mark.parametrize("lying", [0, 1, 2, 3])
def test_where_the_direction_turns_the_search_says_what_every_course_says(lying):
    rng = seeded(40_10 + lying)
    for _ in range(250):
        found = position(rng, size_of(rng), lying=lying, modes=TURNING)
        verdict, takers = judge_rest(found.claim), takers_of(found)
        assert (verdict.result == "stands") == (not takers), found
        assert verdict.result == "falls" or not takers & FOES[found.claim.claimer], found


def test_where_ruffing_is_restricted_the_search_says_what_every_course_says():
    rng, rule = seeded(40_20), FollowRule(strict_follow=True)
    for _ in range(400):
        found = position(rng, size_of(rng), lying=rng.randrange(4), rule=rule)
        takers = takers_of(found, rule=rule)
        assert (judge_rest(found.claim).result == "stands") == (not takers), found


def deals_of(found):
    """The open claim for every way in which the hidden cards may be dealt."""
    claim = found.claim
    hidden = [seat for seat in range(4) if seat != claim.claimer]
    cards = texts(indices_of(found.hidden.unseen))
    for dealt in parts(set(cards), [claim.size_of(seat) for seat in hidden]):
        hands: list[int | None] = [None] * 4
        for seat, hand in zip(hidden, dealt, strict=True):
            hands[seat] = mask_at(CARD_TEXTS.index(card) for card in hand)
        yield replace(claim, hands=tuple(hands))


def hidden_agrees(count, seed, lying):
    rng, results = seeded(seed + lying), set()
    for _ in range(count):
        found = position(rng, rng.choice((1, 2)), lying=lying, dead=rng.choice((0, 0, 0.1)))
        verdict = judge_rest(found.hidden)
        every = {judge_rest(claim).result for claim in deals_of(found)}
        results.add(verdict.result)
        assert (verdict.result == "stands") == (every == {"stands"}), found
        if verdict.result != "undecided":
            assert every == {verdict.result}, found
        else:
            assert verdict.ask, found
            assert lying or len(every) > 1, found
    assert {"stands", "falls"} <= results


@pytest.mark.parametrize("lying", [0, 1, 2, 3])
def test_with_hidden_hands_the_verdict_is_that_of_every_deal_or_it_asks(lying):
    hidden_agrees(100, 40_40, lying)


@pytest.mark.proof
@pytest.mark.parametrize("lying", [0, 1, 2, 3])
def test_two_thousand_verdicts_with_hidden_hands_are_those_of_every_deal(lying):
    hidden_agrees(2_000, 40_60, lying)


@pytest.mark.parametrize("lying", [0, 1, 2, 3])
def test_where_the_direction_turns_a_verdict_on_hidden_hands_is_that_of_every_deal(lying):
    rng, results = seeded(40_70 + lying), set()
    for _ in range(150):
        found = position(rng, rng.choice((1, 2)), lying=lying, modes=TURNING)
        verdict = judge_rest(found.hidden)
        results.add(verdict.result)
        if verdict.result != "undecided":
            assert {judge_rest(claim).result for claim in deals_of(found)} == {verdict.result}
    assert {"stands", "falls", "undecided"} <= results


def test_asking_who_holds_the_cards_named_settles_a_claim_on_lead():
    rng, asked = seeded(40_50), 0
    for _ in range(400):
        found = position(rng, size_of(rng))
        verdict = judge_rest(found.hidden)
        if verdict.result == "undecided":
            asked += 1
            partner = found.hands[(found.claim.claimer + 2) % 4]
            held = verdict.ask & partner
            settled = judge_rest(found.claim).result
            assert settled == ("partner_only" if held == verdict.ask else "falls")
    assert asked > 50
