"""The tables of the finish against the arithmetic of the rules, and against plain retellings."""

import random
from collections.abc import Mapping
from dataclasses import replace
from itertools import product

from referee.rules.finish import (
    AusmachTrick,
    FinishRule,
    Judgement,
    Order,
    Standing,
    Thanks,
    judge_schneider,
    judge_thanks,
)
from referee.rules.profile import load_profile
from referee.rulings.decide import decide
from referee.rulings.reading import table_of
from referee.rulings.ruling import Ruling
from referee.rulings.tables import Table

A, B = "0+2", "1+3"
TARGET = 1000
ORDERS: tuple[Order, ...] = ("stoeck-weis-stich", "stoeck-stich-weis")
READINGS: tuple[AusmachTrick, ...] = ("first_of_hand", "first_both_reach")
PROFILES = {"first_of_hand": "ausmachen-erster-stich", "first_both_reach": "jassregeln"}
CASES = 1500
"""How many made-up cases each table is put to."""


def ruled(article: str, facts: Mapping[str, object], profile: str = "jassregeln") -> Ruling:
    return decide(article, facts, load_profile(profile))


def winners(ruling: Ruling) -> list[object]:
    """Who wins: by the ruling, or by each of its readings."""
    return [found.answer["winner"] for found in ruling.readings or (ruling.decision,)]


# Thanking


def told_of(standing: Standing, wrong_card: int) -> dict[str, object]:
    return {
        "first": A,
        "target": TARGET,
        "written": standing.written,
        "turned": standing.turned,
        "complete_open": standing.trick,
        "incomplete": standing.incomplete,
        "weis": standing.weis,
        "stoeck": standing.stoeck,
        "wrong_card": wrong_card,
    }


def a_claim(chance: random.Random) -> tuple[Standing, int]:
    """Points close to the target, and how many of them a wrong card of the opponents brought."""
    standing = Standing(
        written=chance.randint(900, 1000),
        turned=chance.choice([0, 20, 45]),
        trick=chance.choice([0, 14, 25]),
        incomplete=chance.choice([0, 0, 10, 30]),
        weis=chance.choice([0, 0, 20]),
        stoeck=chance.choice([0, 20]),
    )
    return standing, chance.choice([0, 0, min(14, standing.turned + standing.trick)])


def test_thanks_are_judged_as_the_points_add_up() -> None:
    for seed in range(CASES):
        standing, wrong_card = a_claim(random.Random(seed))
        enough = standing.total - wrong_card >= TARGET
        lapses = not enough and standing.total >= TARGET
        ruling = ruled("bedanken", told_of(standing, wrong_card))
        if lapses:
            assert ruling.rows == ("lapses",)
        else:
            assert winners(ruling) == [A if enough else B]


def test_thanks_agree_with_the_arithmetic_of_the_finish() -> None:
    for seed in range(300):
        standing, _ = a_claim(random.Random(seed))
        judged = judge_thanks(Thanks(first=0, sides=(standing, Standing()), target=TARGET))
        assert winners(ruled("bedanken", told_of(standing, 0))) == [A if judged.winner == 0 else B]


# The order at the finish


def by_the_rules(claimant: Standing, other: Standing, rule: FinishRule, tricks: int) -> Judgement:
    """The other side said thanks first, and the claimant comes back to the order in time."""
    return judge_thanks(
        Thanks(
            first=1,
            sides=(claimant, other),
            target=TARGET,
            tricks=tricks,
            other_claims=True,
        ),
        rule,
    )


def an_end(chance: random.Random) -> tuple[Standing, Standing]:
    """Both sides near the target; Stöck, Weis and trick belong to one of them each."""
    owners = [chance.randint(0, 1) for _ in range(3)]
    worth = {"stoeck": 20, "weis": chance.choice([20, 50]), "trick": chance.choice([5, 12, 25])}
    present = [chance.random() < 0.8 for _ in range(3)]
    sides = []
    for side in (0, 1):
        credits = {
            name: worth[name]
            for name, owner, there in zip(worth, owners, present, strict=True)
            if owner == side and there
        }
        sides.append(Standing(written=TARGET - chance.randint(-5, 80), **credits))
    return sides[0], sides[1]


def told_of_end(claimant: Standing, other: Standing, order: Order, trick: int) -> dict[str, object]:
    sides = {"claimant": claimant, "other": other}
    points = {
        f"{who}_{name}": getattr(standing, name)
        for who, standing in sides.items()
        for name in ("stoeck", "weis", "trick")
    }
    needs = {f"{who}_needs": TARGET - standing.written for who, standing in sides.items()}
    far = {"trick_complete": True, "played_next": "nobody"}
    return {"claimant": A, "order": order, "trick_number": trick, **far, **points, **needs}


def test_the_order_is_kept_as_the_arithmetic_of_the_finish_has_it() -> None:
    for seed in range(CASES):
        chance = random.Random(seed)
        claimant, other = an_end(chance)
        order, reading, trick = (
            chance.choice(ORDERS),
            chance.choice(READINGS),
            chance.choice([1, 7]),
        )
        judged = by_the_rules(claimant, other, FinishRule(order, reading), trick)
        ruling = ruled(
            "ausmachregel", told_of_end(claimant, other, order, trick), PROFILES[reading]
        )
        expected: set[object] = {item.winner for item in judged.readings} or {judged.winner}
        assert {{A: 0, B: 1}[str(name)] for name in winners(ruling)} == expected, seed


def test_a_later_trick_is_decided_and_names_those_who_keep_the_order_to_the_first() -> None:
    for by, against in (("stoeck", "stich"), ("weis", "stich")):
        facts = {"claimant": A, "trick": "later", "claimant_by": by, "other_by": against}
        facts |= {"standing": "both", "window": "nobody"}
        ruling = ruled("ausmachregel", facts)
        assert (ruling.verdict, winners(ruling)) == ("determined", [A])
        (other,) = (item for item in ruling.competing if item.fact.name == "which_trick")
        assert other.decision.answer["winner"] == B
        assert "ausmachen-erster-stich" in other.profiles


def test_who_was_at_the_target_before_and_slept_loses_to_the_first_thanks() -> None:
    for facts in (
        {"reached": "both", "out_before": "claimant"},
        {"claimant_needs": 0, "other_needs": 9},
    ):
        told = {"claimant": A, "other_trick": 20, "trick_number": 4, **facts}
        told |= {"played_next": "nobody"}
        ruling = ruled("ausmachregel", told)
        assert (ruling.verdict, winners(ruling)) == ("determined", [B])
        assert "bedanken#s4" in ruling.decision.cites


def test_too_late_is_too_late_whatever_the_points() -> None:
    for by in ("stoeck", "weis", "stich", "all_three"):
        facts = {"claimant": A, "claimant_by": by, "played_next": "claimant", "standing": "both"}
        assert winners(ruled("ausmachregel", facts)) == [B]


# The Schneider


def test_the_schneider_is_judged_as_the_rules_count_it() -> None:
    for seed in range(CASES):
        chance = random.Random(seed)
        loser = Standing(
            written=chance.randint(400, 510),
            turned=chance.choice([0, 20]),
            trick=chance.choice([0, 0, 15]),
            weis=chance.choice([0, 0, 20]),
            stoeck=chance.choice([0, 20]),
        )
        order = chance.choice(ORDERS)
        by = chance.choice(["before", "stoeck", "weis", "stich"])
        if by == "weis":
            loser = replace(loser, weis=0)
        credit = {} if by == "before" else {"trick" if by == "stich" else by: 20}
        winner = Standing(written=TARGET if by == "before" else TARGET - 20, **credit)
        judged = judge_schneider(loser, target=TARGET, winner=winner, rule=FinishRule(order))
        facts = told_of(loser, 0) | {"loser": B, "order": order, "winner_by": by}
        facts.pop("first")
        ruling = ruled("schneider", facts)
        assert ruling.verdict == judged.verdict
        found = (ruling.readings[0] if ruling.readings else ruling.decision).answer["schneider"]
        assert found == judged.schneider


# Plain retellings of articles, over all that can be told


def every_case(table: Table, axes: Mapping[str, tuple[object, ...]]) -> list[dict[str, object]]:
    """All combinations of answers on some axes, the others as they stand by default."""
    assert all(name in table.facts for name in axes)
    return [dict(zip(axes, values, strict=True)) for values in product(*axes.values())]


def naive_nachschauen(case: Mapping[str, object]) -> object:
    """What a look into a trick costs by article nachschauen, in points."""
    if not case["turned"] or case["game"] == "differenzler":
        return 0
    return 14 if case["owner"] == "own" else 0


def test_looking_at_tricks_costs_what_the_article_says() -> None:
    axes = {
        "turned": (True, False),
        "game": ("schieber", "bieter", "differenzler", "pandur"),
        "owner": ("own", "opponents"),
        "trick": ("first", "last", "other"),
    }
    for case in every_case(table_of("nachschauen"), axes):
        ruling = ruled("nachschauen", {**case, "offender": 0, "points": 14})
        assert ruling.decision.answer["transfer"] == naive_nachschauen(case), case


def naive_schreiben(case: Mapping[str, object]) -> object:
    """Whether something may still be put right by article schreibregeln; None where it is open."""
    if case["noticed"] == "before_window":
        return True
    if case["what"] == "weis_missing" and case["game"] != "zuger":
        return False
    if case["noticed"] == "after_following":
        return False
    alone = case["scribes"] == "one" or case["what"] == "weis_missing"
    return True if alone and case["what"] != "result_missing" else None


def test_the_slate_is_put_right_within_the_time_of_the_article() -> None:
    axes = {
        "what": ("result_wrong", "result_missing", "weis_wrong", "weis_missing"),
        "noticed": ("before_window", "during_following", "after_following"),
        "scribes": ("one", "two"),
        "game": ("schieber", "zuger"),
    }
    for case in every_case(table_of("schreibregeln"), axes):
        ruling = ruled("schreibregeln", case)
        assert ruling.decision.answer.get("allowed") == naive_schreiben(case), case


def naive_stoecke(case: Mapping[str, object]) -> object:
    """The points of the Stöck by article stoecke; None where the article leaves it open."""
    if not case["has_trump"] or not case["in_one_hand"]:
        return 0
    if case["game"] == "bieter" and case["declined"]:
        return 0 if case["holder_is"] == "bidder" else None
    return 20


def test_the_stoeck_count_as_the_article_says() -> None:
    axes = {
        "has_trump": (True, False),
        "in_one_hand": (True, False),
        "game": ("schieber", "bieter", "kreuzjass"),
        "declined": (True, False),
        "holder_is": ("bidder", "opponent"),
        "taken": ("some", "no_trick", "matsch"),
    }
    for case in every_case(table_of("stoecke"), axes):
        ruling = ruled("stoecke", case)
        assert ruling.decision.answer.get("points") == naive_stoecke(case), case


def stepwise(claimant: Standing, other: Standing, order: Order) -> str | None:
    """Who is at the target first when credit after credit is added; None if nobody is alone."""
    had = [claimant.written, other.written]
    for name in order.split("-"):
        credit = "trick" if name == "stich" else name
        had = [had[0] + getattr(claimant, credit), had[1] + getattr(other, credit)]
        there = [side for side, points in zip((A, B), had, strict=True) if points >= TARGET]
        if there:
            return there[0] if len(there) == 1 else None
    return None


def test_counted_step_by_step_the_first_at_the_target_wins() -> None:
    decided = 0
    for seed in range(CASES):
        chance = random.Random(seed)
        claimant, other = an_end(chance)
        order = chance.choice(ORDERS)
        both = min(claimant.total, other.total) >= TARGET > max(claimant.written, other.written)
        first = stepwise(claimant, other, order)
        if both and first:
            facts = told_of_end(claimant, other, order, 1)
            assert winners(ruled("ausmachregel", facts, "swisslos")) == [first], seed
            decided += 1
    assert decided > CASES // 20
