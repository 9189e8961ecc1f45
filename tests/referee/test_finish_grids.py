"""The finish over whole grids, against a second writing that shares nothing with the first."""

from collections.abc import Iterator
from itertools import product

import pytest

from referee.rules.finish import (
    SIDES,
    FinishRule,
    Standing,
    Thanks,
    first_out,
    half_of,
    judge_berg,
    judge_thanks,
    place,
)
from tests.referee.naive_finish import ending

TARGET = 1000
ORDERS = ("stoeck-weis-stich", "stoeck-stich-weis")
WEISE = (0, 20, 50, 100)
TRICKS = (0, 5, 15, 30, 56)
Credits = dict[str, int]


def shares() -> Iterator[tuple[Credits, Credits]]:
    """Every way in which one trick parts Stöck, Weis and card points between two sides."""
    for stoeck, weis, trick in product((0, 20), WEISE, TRICKS):
        for owners in product(SIDES, repeat=3):
            sides: tuple[Credits, Credits] = ({}, {})
            for name, value, owner in zip(
                ("stoeck", "weis", "trick"), (stoeck, weis, trick), owners, strict=True
            ):
                sides[owner][name] = value
                sides[1 - owner][name] = 0
            yield sides


def needs(credits: Credits) -> list[int]:
    """One need of every kind: what is enough changes only where some credits add up to it."""
    sums = {sum(chosen) for chosen in product(*((0, value) for value in credits.values()))}
    return sorted({edge for total in sums for edge in (total, total + 1)})


def standing(credits: Credits, need: int) -> Standing:
    return Standing(written=TARGET - need, **credits)


def table_of(credits: Credits, need: int) -> dict[str, int]:
    return {"slate": TARGET - need, **credits}


def said(judged) -> str:
    if judged.verdict == "interpretation":
        return "?"
    return judged.outcome if judged.winner is None else f"{judged.winner} wins"


def disagreements(cases, order: str) -> tuple[int, list[object]]:
    count, wrong = 0, list[object]()
    rule = FinishRule(order=order)  # type: ignore[arg-type]
    for sides, pair, claim in cases:
        count += 1
        facts = Thanks(
            sides=(standing(sides[0], pair[0]), standing(sides[1], pair[1])),
            target=TARGET,
            **claim,
        )
        tables = [table_of(side, need) for side, need in zip(sides, pair, strict=True)]
        expected = ending(claim, tables, TARGET, order)
        if said(judge_thanks(facts, rule)) != expected:
            wrong.append((sides, pair, claim, expected))
    return count, wrong


CLAIMS = [{"first": first, "other_claims": claims} for first in SIDES for claims in (False, True)]


def cases(claims) -> Iterator[tuple[tuple[Credits, Credits], tuple[int, int], dict[str, object]]]:
    for sides in shares():
        for pair in product(needs(sides[0]), needs(sides[1])):
            for claim in claims:
                yield sides, pair, claim


@pytest.mark.parametrize("order", ORDERS)
def test_every_kind_of_need_ends_as_in_the_second_writing(order):
    count, wrong = disagreements(cases(CLAIMS), order)
    assert wrong[:5] == []
    assert count > 20_000


@pytest.mark.parametrize("order", ORDERS)
def test_windows_and_wrong_cards_end_as_in_the_second_writing(order):
    claims = [
        {"first": 0, "other_claims": True, "other_played_on": True},
        {"first": None},
        *({"first": 1, "wrong_card": points} for points in (0, 4, 30)),
    ]
    _, wrong = disagreements(cases(claims), order)
    assert wrong[:5] == []


@pytest.mark.proof
@pytest.mark.parametrize("order", ORDERS)
def test_every_pair_of_needs_ends_as_in_the_second_writing(order):
    whole = (
        (sides, pair, {"first": 0, "other_claims": True})
        for sides in shares()
        for pair in product(range(-1, 178), repeat=2)
    )
    count, wrong = disagreements(whole, order)
    assert wrong[:5] == []
    assert count > 10_000_000


@pytest.mark.parametrize("order", ORDERS)
def test_two_sides_that_both_reach_it_in_the_trick_are_never_out_at_the_same_place(order):
    met = 0
    for sides in shares():
        for pair in product(needs(sides[0]), needs(sides[1])):
            both = [standing(side, need) for side, need in zip(sides, pair, strict=True)]
            if min(pair) > 0 and all(item.total >= TARGET for item in both):
                met += 1
                assert first_out(both, TARGET, order) in SIDES
                assert {place(item, TARGET, order) for item in both} <= {1, 2, 3}
    assert met > 500


@pytest.mark.parametrize("order", ORDERS)
def test_a_side_has_a_place_exactly_when_its_points_are_enough(order):
    for sides in shares():
        for need in needs(sides[0]):
            side = standing(sides[0], need)
            assert (place(side, TARGET, order) is not None) is (side.total >= TARGET)
            assert (place(side, TARGET, order) == 0) is (need <= 0)


WORTH = {"won": 2, "lapses": 1, "nothing": 1, "lost": 0}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("tricks", [0, 1, 5])
@pytest.mark.parametrize("ausmach_trick", ["first_of_hand", "first_both_reach"])
def test_more_points_never_make_a_claim_worse(order, tricks, ausmach_trick):
    rule = FinishRule(order=order, ausmach_trick=ausmach_trick)
    for sides in shares():
        for pair in product(needs(sides[0])[::2], needs(sides[1])[::2]):
            worth = [
                WORTH[judge_thanks(claim, rule).outcome] for claim in improving(sides, pair, tricks)
            ]
            assert min(worth) == worth[0], (sides, pair)


def improving(sides, pair, tricks) -> Iterator[Thanks]:
    """The claim of side 0, and the same with more points from each source in turn."""
    mine, theirs = standing(sides[0], pair[0]), standing(sides[1], pair[1])
    fields = ("written", "turned", "trick", "weis", "stoeck")
    bare = {name: getattr(mine, name) for name in fields}
    for name, more in (("written", 0), *product(fields, (1, 20, 100))):
        better = Standing(**(bare | {name: bare[name] + more}))
        yield Thanks(
            first=0, sides=(better, theirs), target=TARGET, tricks=tricks, other_claims=True
        )


def test_the_berg_is_a_thank_you_at_half_the_target_over_the_whole_grid():
    for sides in shares():
        for pair in product(needs(sides[0]), needs(sides[1])):
            facts = Thanks(
                first=0,
                sides=(standing(sides[0], pair[0]), standing(sides[1], pair[1])),
                target=2 * TARGET,
                other_claims=True,
            )
            berg = judge_berg(facts)
            mine, theirs = facts.sides
            if mine.total < TARGET:
                assert (berg.winner, berg.outcome) == (1, "lost")
            elif theirs.total < TARGET:
                assert (berg.winner, berg.outcome) == (0, "won")
            else:
                assert berg.winner is not None


@pytest.mark.parametrize(("target", "half"), [(2500, 1250), (1000, 500), (1001, 501), (1, 1)])
def test_half_of_an_odd_target_is_rounded_up(target, half):
    assert half_of(target) == half
    assert 2 * half >= target > 2 * (half - 1)
