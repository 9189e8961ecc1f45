"""What would be otherwise is ruled on by itself, and no ruling contradicts itself."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import chain
from typing import Any

import pytest

from jassclub.core.languages import LANGUAGES
from referee.rulebook.articles import INSTEAD
from referee.rules.profile import Profile, load_profile
from referee.rulings.case import FactsError
from referee.rulings.decide import decide
from referee.rulings.reading import rows_instead, table_of, table_slugs
from referee.rulings.ruling import Decision, Neighbour, Ruling
from tests.referee.crawl import told_by_two

Facts = Mapping[str, Any]
BOOK = load_profile("jassregeln")
SAMPLE = 30
"""Cases of two facts, beside all examples of a table."""
AMOUNT = re.compile(r"(?<![\w-])(\d+) Punkte?\b")


def cases(slug: str) -> Iterator[tuple[Facts, Profile]]:
    """The examples of an article and some of its cases of two facts."""
    for example in table_of(slug).examples:
        facts: Facts = example["facts"]  # type: ignore[assignment]
        yield facts, load_profile(str(example.get("profile", "jassregeln")))
    yield from ((facts, BOOK) for facts in told_by_two(slug, most=SAMPLE))


@cache
def rulings(slug: str) -> list[tuple[Facts, Profile, Ruling]]:
    """What is ruled on these cases; facts that cannot stand together are left out."""
    found = []
    for facts, profile in cases(slug):
        with suppress(FactsError):
            found.append((facts, profile, decide(slug, facts, profile)))
    return found


def decisions(facts: Facts, ruling: Ruling) -> Iterator[tuple[Facts, Decision]]:
    """Everything that a ruling decides, each with the facts on which it does."""
    yield from ((facts, decision) for decision in (ruling.decision, *ruling.readings))
    yield from ((other.facts, other.decision) for other in (*ruling.misses, *ruling.competing))


@pytest.mark.sampled(20)
@pytest.mark.parametrize("slug", table_slugs())
def test_what_another_answer_would_change_is_what_is_ruled_with_that_answer(slug: str) -> None:
    for _facts, profile, ruling in rulings(slug):
        for other in ruling.misses:
            for answer in other.answers:
                again = decide(slug, {**other.facts, other.fact.name: answer}, profile)
                assert (again.verdict, again.decision) == (other.verdict, other.decision)


@pytest.mark.sampled(20)
@pytest.mark.parametrize("slug", table_slugs())
def test_what_another_book_decides_is_what_is_ruled_by_that_switch(slug: str) -> None:
    for facts, profile, ruling in rulings(slug):
        for other in ruling.competing:
            switched = profile.with_switch(other.fact.profile or "", other.answers[0])
            again = decide(slug, facts, switched)
            cited = replace(again.decision, cites=other.decision.cites)
            assert (again.verdict, cited) == (other.verdict, other.decision)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", table_slugs())
def test_what_would_be_otherwise_names_its_question_and_its_answer(slug: str, lang: str) -> None:
    for _facts, _profile, ruling in rulings(slug):
        for other in ruling.misses:
            said = other.to_json(lang)
            assert said["question"] != other.fact.name
            assert len(said["labels"]) == len(other.answers)  # type: ignore[arg-type]
            assert "" not in said["labels"]  # type: ignore[operator]


@pytest.mark.sampled(20)
@pytest.mark.parametrize("slug", table_slugs())
def test_no_answer_contradicts_itself(slug: str) -> None:
    wrong = [
        (problem, facts, decision.answer)
        for told, _profile, ruling in rulings(slug)
        for facts, decision in decisions(told, ruling)
        for problem in contradictions(facts, decision)
    ]
    assert wrong == []


def contradictions(facts: Facts, decision: Decision) -> Iterator[str]:
    """What cannot both be so in one answer, its effects, its choices and its words."""
    answer, legal = decision.answer, decision.answer.get("legal_cards")
    if "legal" in answer and answer.get("allowed", answer["legal"]) != answer["legal"]:
        yield "allowed is not legal"
    if isinstance(legal, list) and isinstance(card := facts.get("card"), str):
        if "legal" in answer and (card in legal) != answer["legal"]:
            yield "the card and the legal cards"
        corrected = [effect for effect in decision.effects if effect["type"] == "correct_play"]
        if any(card in effect.get("cards", ()) for effect in corrected):  # type: ignore[operator]
            yield "what was wrong may be played"
    yield from _amounts(decision)
    yield from _deeds(decision)


def _amounts(decision: Decision) -> Iterator[str]:
    text, points = str(decision.to_json("de")["text"]), decision.answer.get("points")
    said = [int(number) for number in AMOUNT.findall(text)]
    whole = [effect for effect in decision.effects if "which" not in effect]
    written = [effect["points"] for effect in whole if "points" in effect]
    if decision.answer.get("allowed") is False and points and str(points) not in text:
        yield "points for what is not allowed"
    if isinstance(points, int) and written and points not in written:
        yield "the points of the answer and of the effects"
    if len(said) == len(written) == 1 and abs(int(str(written[0]))) not in (*said, 0):
        yield "the points of the words and of the effects"


def _deeds(decision: Decision) -> Iterator[str]:
    answer, types = decision.answer, {effect["type"] for effect in decision.effects}
    for deed, effect in (("redeal", "redeal"), ("annul", "annul_hand")):
        if answer.get(deed) is False and effect in types:
            yield f"{deed} and no {deed}"
    leaders = {effect.get("seat") for effect in decision.effects if effect["type"] == "next_leader"}
    for name in ("leader", "next_leader"):
        if isinstance(answer.get(name), int) and leaders and answer[name] not in leaders:
            yield "another leader in the answer than in the effects"
    for option in decision.options:
        if option.get("default") not in (None, *option["choices"]):  # type: ignore[misc]
            yield "the silent choice is none of the choices"


def test_contradictions_are_found() -> None:
    card = {"card": "SEA"}
    answer = {"legal": False, "allowed": True, "legal_cards": ["SEA"], "points": 120}
    lead = ({"type": "next_leader", "seat": 2},)
    assert list(contradictions(card, Decision(says={}, cites=(), answer=answer)))
    split = Decision(says={}, cites=(), answer={"next_leader": 1}, effects=lead)
    assert list(contradictions({}, split))
    says = {"de": "Vierblatt: 20 Punkte."}
    shown = ({"type": "weis_points", "points": 50},)
    assert list(contradictions({}, Decision(says=says, cites=(), effects=shown)))


def _named(found: tuple[Neighbour, ...], answer: object) -> Decision:
    return next(other.decision for other in found if answer in other.answers)


def test_a_run_of_four_is_worth_fifty_beside_a_run_of_three() -> None:
    ruling = decide("weisregeln", {"matter": "value", "weis_kind": "run3"}, BOOK)
    other = _named(ruling.misses, "run4")
    assert other.answer["points"] == 50
    assert other.to_json("de")["text"] == "Vierblatt: 50 Punkte."


def test_cards_that_were_told_are_forgotten_where_another_answer_denies_them() -> None:
    facts = {"mode": "SI", "trick": ["SE7", "SIO"], "holding": ["SI6", "ROA"], "card": "SI6"}
    ruling = decide("untertrumpfen", facts, BOOK)
    assert ruling.decision.answer["legal_cards"] == ["ROA"]
    assert dict(_named(ruling.misses, "over").answer) == {"legal": True, "allowed": True}


def test_another_book_names_the_cards_that_are_legal_there() -> None:
    facts = {"mode": "SI", "trick": ["SE7", "SIO"], "holding": ["SI6", "ROA"], "card": "SI6"}
    free = _named(decide("untertrumpfen", facts, BOOK).competing, "free")
    assert free.answer == {"legal": True, "allowed": True, "legal_cards": ["ROA", "SI6"]}


def test_where_the_bauer_must_be_given_no_other_card_is_legal() -> None:
    facts = {"mode": "SI", "trick": ["SI9"], "holding": ["SIU", "SEA"], "bauer_bound": True}
    ruling = decide("trumpfbauer", facts | {"card": "SEA"}, BOOK)
    assert ruling.decision.answer["legal_cards"] == ["SIU"]


@pytest.mark.parametrize(
    ("article", "facts", "who"),
    [
        (
            "falsch-gespielte-karte",
            {"matter": "dead_lead", "last_trick": False},
            "right_of_offender",
        ),
        ("differenzler.spiel", {"matter": "lead"}, "right_of_dealer"),
        ("hae.stich", {"matter": "first_lead"}, "right_of_dealer"),
    ],
)
def test_who_leads_is_named_as_in_the_words_where_no_seat_was_told(article, facts, who) -> None:
    effects = decide(article, facts, BOOK).decision.effects
    assert [effect.get("who") for effect in effects if effect["type"] == "next_leader"] == [who]


@pytest.mark.parametrize("slug", table_slugs())
def test_an_effect_that_names_nobody_is_the_offenders_own(slug: str) -> None:
    others = (row for game in INSTEAD for row in rows_instead(slug, game, told=False))
    rows = {row.id: row for row in chain(table_of(slug).rows, others)}
    for _facts, _profile, ruling in rulings(slug):
        decided = rows[ruling.rows[0]].outcome.effects if ruling.question is None else ()
        for template, effect in zip(decided, ruling.decision.effects, strict=True):
            if template.get("seat", "$offender") != "$offender":
                assert effect.keys() & {"seat", "side", "who"}, template
