"""The tables on Weis, dealing and trump against a second writing of their articles, made from the
text and not from the tables, over the whole space of their facts or over random hands.
"""

import random
from itertools import pairwise, product
from typing import Any

import pytest

from referee.rules.profile import load_profile
from referee.rulings.decide import decide
from tests.tabled import tabled

SUITS, RANKS = ("EI", "RO", "SI", "SE"), "6789BUOKA"
RUNS = {3: 20, 4: 50, 5: 100, 6: 150, 7: 200, 8: 250, 9: 300}
FOURS = {"U": 200, "9": 150}
BOOK = load_profile("jassregeln")


def answer(article: str, profile: str = "jassregeln", **facts: object) -> dict[str, Any]:
    ruling = decide(article, facts, load_profile(profile))
    return {**ruling.decision.answer, "verdict": ruling.verdict}


# Weise of a hand, by looking at the cards one by one.


def runs_in(holding: set[str]) -> list[list[str]]:
    found: list[list[str]] = []
    for suit in SUITS:
        current: list[str] = []
        for rank in [*RANKS, None]:
            if rank and suit + rank in holding:
                current.append(suit + rank)
            else:
                found += [current] if len(current) > 2 else []
                current = []
    return found


def fours_in(holding: set[str]) -> list[list[str]]:
    every = ([suit + rank for suit in SUITS] for rank in RANKS)
    return [four for four in every if set(four) <= holding]


def points(cards: list[str]) -> int:
    if len({card[:2] for card in cards}) > 1:
        return FOURS.get(cards[0][2], 100)
    return RUNS[len(cards)]


def beats(one: list[str], other: list[str], mode: str) -> bool:
    """Whether the first is the better Weis; False where only the order of speaking decides."""
    if points(one) != points(other):
        return points(one) > points(other)
    if len(one) != len(other):
        return len(one) > len(other)
    if height(one, mode) != height(other, mode):
        return height(one, mode) > height(other, mode)
    return {card[:2] for card in one} == {mode}


def height(cards: list[str], mode: str) -> int:
    order = RANKS[::-1] if mode == "U" else RANKS
    return max(order.index(card[2]) for card in cards)


def dealt(chance: random.Random) -> list[set[str]]:
    pack = [suit + rank for suit in SUITS for rank in RANKS]
    if chance.random() < 0.5:
        chance.shuffle(pack)
    else:
        at = chance.randrange(36)
        pack = pack[at:] + pack[:at]
        for _ in range(chance.randrange(12)):
            one, other = chance.sample(range(36), 2)
            pack[one], pack[other] = pack[other], pack[one]
    return [set(pack[9 * seat : 9 * seat + 9]) for seat in range(4)]


def highest(weise: list[tuple[int, list[str]]], mode: str) -> tuple[int, list[str]]:
    best = weise[0]
    for later in weise[1:]:
        if beats(later[1], best[1], mode):
            best = later
    return best


@tabled("seed", range(150))
def test_the_highest_weis_is_found_as_by_hand(seed: int) -> None:
    chance = random.Random(seed)
    mode = chance.choice([*SUITS, "O", "U"])
    hands = dealt(chance)
    weise = [(s, cards) for s in range(4) for cards in runs_in(hands[s]) + fours_in(hands[s])]
    if not weise:
        return
    seat, _ = highest(weise, mode)
    melds = [{"seat": s, "cards": cards} for s, cards in weise]
    found = answer("weisregeln", matter="compare", mode=mode, melds=melds)
    assert found["winner_seat"] == seat
    assert found["points"] == sum(points(cards) for s, cards in weise if s % 2 == seat % 2)


@tabled("seed", range(60))
def test_what_a_holding_is_worth_is_found_as_by_hand(seed: int) -> None:
    holding = dealt(random.Random(1000 + seed))[0]
    worth = sum(map(points, runs_in(holding) + fours_in(holding)))
    assert answer("weisregeln", matter="value", cards=sorted(holding))["points"] == worth


def counted(announced: int, held: int, *, run: bool) -> int:
    """What may be written of a single Weis that was announced wrongly and not corrected."""
    if announced == held:
        return held
    shorter = [value for value in RUNS.values() if value < held] if run else []
    return announced if announced in shorter else 0


@pytest.mark.parametrize("announced", [20, 50, 100, 150, 200, 250, 300])
@tabled("length", RUNS)
def test_a_run_announced_wrongly_counts_as_by_hand(announced: int, length: int) -> None:
    held = [{"run": length, "top": "ROA"}]
    found = answer("weisregeln", matter="error", announced=announced, held=held, corrected="no")
    assert found["points"] == counted(announced, RUNS[length], run=True)


@pytest.mark.parametrize("announced", [20, 50, 100, 150, 200])
@tabled("rank", RANKS)
def test_four_alike_announced_wrongly_count_as_by_hand(announced: int, rank: str) -> None:
    held = [{"four": rank}]
    found = answer("weisregeln", matter="error", announced=announced, held=held, corrected="no")
    assert found["points"] == counted(announced, FOURS.get(rank, 100), run=False)


def test_a_weis_is_needless_exactly_when_nobody_of_the_side_can_still_beat_the_opponents() -> None:
    for length in (1, 2, 3, 4):
        for values in product((0, 20, 50, 100), repeat=length):
            if not values[-1]:
                continue
            mine = length - 1
            own = max(v for s, v in enumerate(values) if s % 2 == mine % 2)
            theirs = max([v for s, v in enumerate(values) if s % 2 != mine % 2], default=0)
            partner_spoke = mine >= 2
            spoken = [{"seat": seat, "points": value} for seat, value in enumerate(values)]
            found = answer("weisregeln", matter="needless", spoken=spoken)
            assert found["offence"] == (partner_spoke and theirs > own), values


def weis_counts(when: str, *, last: bool) -> bool:
    if when == "with_card":
        return True
    return last and when == "covered"


def test_a_weis_is_in_time_until_the_card_is_covered_or_for_the_last_until_the_turn() -> None:
    for when, last in product(("with_card", "covered", "turned"), (True, False)):
        found = answer("weisregeln", matter="timing", announced_when=when, last_player=last)
        assert found["valid"] == weis_counts(when, last=last)


# Dealing.

STAGES = ("before_cut", "before_deal", "before_own_card", "own_card_played", "first_trick_turned")
BY_ITSELF = ("unequal_round", "exposed_card", "wrong_total")
ON_OBJECTION = ("wrong_packets", "wrong_order", "not_from_top", "wrong_dealer")
CUTS = ("no_cut", "cut_too_small")


def redealt(fault: str, stage: str, *, objected: bool) -> object:
    """Whether the cards are dealt again; "open" where the article does not say."""
    if fault in ("none", "poor_shuffle") or stage == "first_trick_turned":
        return False
    if fault in CUTS and stage in ("before_cut", "before_deal"):
        return False
    if stage == "own_card_played":
        return fault == "wrong_total" or ("open" if fault in BY_ITSELF else False)
    return True if fault in BY_ITSELF else objected


@pytest.mark.parametrize("fault", ["none", "poor_shuffle", *BY_ITSELF, *ON_OBJECTION, *CUTS])
def test_a_deal_stands_or_falls_as_by_hand(fault: str) -> None:
    for stage, objected in product(STAGES, (True, False)):
        found = answer("spiel-geben", fault=fault, stage=stage, objected=objected)
        wanted = redealt(fault, stage, objected=objected)
        if wanted == "open":
            assert found["verdict"] == "interpretation"
        else:
            read_twice = fault == "unequal_round" and stage == "first_trick_turned"
            verdict = "interpretation" if read_twice else "determined"
            assert (found["verdict"], found["redeal"]) == (verdict, wanted), (stage, objected)


PACKETS = {12: ["444", "3333"], 10: ["55"], 9: ["333"], 8: ["44"], 7: ["43", "34"]}


@pytest.mark.parametrize("each", PACKETS)
def test_packets_are_regular_only_as_the_article_lists_them(each: int) -> None:
    for cuts in product((True, False), repeat=each - 1):
        edges = [0, *(at + 1 for at, cut in enumerate(cuts) if cut), each]
        packets = [high - low for low, high in pairwise(edges)]
        found = answer("spiel-geben", packets=packets, cards_each=each)
        assert found["regular"] == ("".join(map(str, packets)) in PACKETS[each]), packets


@tabled("cut", range(37))
def test_three_cards_at_least_are_cut(cut: int) -> None:
    found = answer("spiel-geben", cut_cards=cut, stage="before_deal")
    assert found.get("cut_again", False) == (cut < 3 or cut == 36)


# Naming trump.


def test_a_silent_lead_makes_its_suit_trump_whatever_the_card() -> None:
    told = {"matter": "lead", "forehand_said": "nothing", "word": "none"}
    for suit, rank in product(SUITS, RANKS):
        assert answer("trumpf-ansagen", card=suit + rank, **told)["trump"] == suit


def test_only_a_partner_who_speaks_before_forehand_has_the_hand_annulled() -> None:
    for said, spoke, who in product(
        ("nothing", "pushed", "named"), ("named", "pushed"), ("partner", "opponent")
    ):
        facts = {"matter": "speaker", "forehand_said": said, "spoke": spoke, "who": who}
        found = answer("trumpf-ansagen", offender=2, first_trick_turned=False, **facts)
        assert found["annul"] == (who == "partner" and said == "nothing")
        if found["annul"]:
            assert (found["dealer"], found["next_trump"]) == (0, "1+3")
