"""A ruling given while facts are unknown never changes when one of them becomes known."""

import random
from collections.abc import Iterator, Mapping
from itertools import product
from math import prod

import pytest

from referee.rules.profile import Profile, load_profile
from referee.rulings.case import FactsError
from referee.rulings.decide import decide
from referee.rulings.facts import UNKNOWN, Verdict
from referee.rulings.reading import table_of, table_slugs
from referee.rulings.ruling import Ruling
from referee.rulings.tables import Table

BOOK = load_profile("jassregeln")
SHORT, LONG = 100, 3_000
"""How many cases of a table are looked at, with every answer to every unknown fact of each."""


def _told(table: Table) -> list[tuple[str, tuple[object, ...]]]:
    return [
        (axis.name, (*axis.domain, UNKNOWN))
        for axis in table.axes
        if not axis.profile and axis.derived is None
    ]


def cases_of(table: Table, most: int) -> Iterator[dict[str, object]]:
    """All cases of a table where they are not too many, else that many by a seeded lot."""
    axes = _told(table)
    names = [name for name, _ in axes]
    if prod(len(answers) for _, answers in axes) <= most:
        yield from (dict(zip(names, case, strict=True)) for case in product(*(a for _, a in axes)))
        return
    chance = random.Random(table.article)
    for _ in range(most):
        yield {name: chance.choice(answers) for name, answers in axes}


def _ruling(slug: str, facts: Mapping[str, object], profile: Profile) -> Ruling | None:
    try:
        return decide(slug, facts, profile)
    except FactsError:
        return None


def _law(ruling: Ruling, table: Table) -> set[str]:
    return {row.outcome.law for row in table.rows if row.id in ruling.rows}


@pytest.mark.sampled(16)
@pytest.mark.parametrize("slug", table_slugs())
def test_what_was_ruled_with_unknown_facts_stands_when_they_are_filled_in(slug: str) -> None:
    _stands_when_filled_in(slug, SHORT)


@pytest.mark.proof
@pytest.mark.parametrize("slug", table_slugs())
def test_it_stands_in_thousands_ofcases_of(slug: str) -> None:
    _stands_when_filled_in(slug, LONG)


def _stands_when_filled_in(slug: str, most: int) -> None:
    table = table_of(slug)
    for facts in cases_of(table, most):
        before = _ruling(slug, facts, BOOK)
        if before is None:
            continue
        for name, answer in _fillings(table, facts):
            after = _ruling(slug, {**facts, name: answer}, BOOK)
            if after is not None:
                assert _law(after, table) <= _law(before, table), (facts, name, answer)
                # Of two readings an answer may leave one; a game that is named may have a rule
                # where the others have none.
                settled = before.verdict not in (Verdict.NEED_FACTS, Verdict.INTERPRETATION)
                settled &= name != "game" or before.verdict != Verdict.NOT_REGULATED
                assert not settled or after.verdict == before.verdict


def _fillings(table: Table, facts: Mapping[str, object]) -> list[tuple[str, object]]:
    return [
        (name, answer)
        for name, value in facts.items()
        if value == UNKNOWN
        for answer in table.facts[name].domain
    ]


@pytest.mark.parametrize(
    ("slug", "facts", "says"),
    [
        ("spielrichtung", {"way": "clockwise", "matter": "deal"}, "Gespielt und verteilt wird"),
        ("nachschauen", {"turned": True}, "Nicht erlaubt: Wer gekehrte Stiche"),
        ("nachschauen", {"turned": True, "game": "differenzler"}, ""),
        ("rest-verlangen", {"matter": "claim", "boss": "opponent_beats"}, "Der Rest gilt nicht"),
        ("rest-verlangen", {"matter": "claim"}, ""),
        ("rest-verlangen", {"matter": "bid_reached"}, "Das Zeigen ist erlaubt"),
        ("falsch-gespielte-karte", {"game": "misere", "matter": "wrong_card"}, "Keine Karte"),
        ("falsch-gespielte-karte", {"matter": "wrong_card"}, ""),
        ("nichtangeben", {"game": "misere", "gave": "side_withheld"}, "Keine Karte"),
        ("nichtangeben", {"gave": "trump_withheld", "claim": "stands"}, "Wird weitergespielt"),
        ("nichtangeben", {"gave": "trump_withheld"}, ""),
        ("letzter-stich", {"matter": "finish"}, "Die Punkte für den letzten Stich"),
        ("kartenpunkte-nicht-gezaehlt", {}, "Es gibt kein neues Spiel"),
        ("stich-gestochen", {"led_by": "partner"}, "Nur wer den Stich gemacht hat"),
        (
            "liegengelassene-stiche",
            {"noticed": "after_next", "same_side": False, "last": False},
            "Der Stich gehört mit dem nächsten der anderen",
        ),
    ],
)
def test_what_all_answers_agree_on_is_said_before_they_are_given(slug, facts, says) -> None:
    ruling = decide(slug, facts, BOOK)
    assert ruling.verdict == Verdict.NEED_FACTS
    assert bool(ruling.sure) == bool(says)
    assert says in (ruling.sure.says["de"] if ruling.sure else "")


def test_what_may_be_either_is_not_told_as_one() -> None:
    """Two answers to which the same question follows are one only if all that follows is alike."""
    facts = {"game": "misere", "matter": "wrong_card"} | dict.fromkeys(
        ("noticed", "held", "claim"), UNKNOWN
    )
    branches = decide("falsch-gespielte-karte", facts, BOOK).branches
    assert [branch.answers for branch in branches] == [("open",), ("later",)]


def test_who_does_not_know_what_it_is_about_is_asked_no_more() -> None:
    ruling = decide("falsch-gespielte-karte", {"matter": UNKNOWN}, BOOK)
    assert ruling.question is None
    assert {branch.fact.name for branch in ruling.branches} == {"matter"}


@pytest.mark.sampled(16)
@pytest.mark.parametrize("slug", table_slugs())
def test_a_question_is_answered_in_six_steps_at_most(slug: str) -> None:
    table = table_of(slug)
    chance = random.Random(slug)
    for _ in range(60):
        facts: dict[str, object] = {}
        for asked in range(7):
            ruling = decide(slug, facts, BOOK)
            if ruling.question is None:
                break
            assert asked < 6, facts
            facts[ruling.question.fact] = chance.choice(ruling.question.answers)[0]
        assert table.facts
