"""Who answers only what is asked gets the ruling of who tells everything, and is asked little.

The stories are the examples of the tables and the disputes that were written blind. Each is
forgotten in part, and what the law then asks is answered by chance, usual or not, so that it is
whole.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from statistics import quantiles

import pytest

from referee.rulebook.articles import home
from referee.rules.profile import Profile, load_profile, profile_slugs
from referee.rulings.answers import CONTEXT, Answer, locate
from referee.rulings.case import FactsError, read_case
from referee.rulings.decide import decide
from referee.rulings.facts import UNKNOWN, Fact, Verdict
from referee.rulings.reading import table_of, table_slugs
from referee.rulings.ruling import Question, Ruling
from referee.rulings.tables import Table
from tests.tabled import tabled

Facts = Mapping[str, object]
STORIES = 1900
"""At least so many can be told; those that an article refuses are none."""
MOST = 8
"""Questions after which an interview has gone astray."""
BLIND = json.loads((Path(__file__).parent / "blind_cases.json").read_text())


def stories(slug: str, profile: str = "") -> Iterator[tuple[Facts, Profile]]:
    """Those of an article, by their own profile or by another."""
    found = [(one["facts"], str(one.get("profile", home(slug)))) for one in table_of(slug).examples]
    blind = [one for one in BLIND if one["article"] == slug]
    found += [({**one["facts"], **one.get("asked", {})}, home(slug)) for one in blind]
    for facts, own in found:
        yield dict(facts), load_profile(profile or own)  # type: ignore[call-overload]


def asked(table: Table, facts: Facts, profile: Profile) -> Mapping[str, Answer]:
    """What a case answers on each axis."""
    case, _unread = read_case(table, facts, profile)
    return {answer.axis.name: answer for answer in locate(table, case).answers}


def whole(slug: str, facts: Facts, profile: Profile, chance: Random) -> tuple[Facts, Ruling]:
    """A story with what it leaves open told by chance, and its ruling."""
    story = dict(facts)
    ruling = decide(slug, story, profile)
    while (question := ruling.question) is not None:
        story[question.fact], _words = chance.choice(question.answers)
        ruling = decide(slug, story, profile)
    return story, ruling


def agreed_on(table: Table, story: Facts, profile: Profile) -> dict[str, object]:
    """What stands above every ruling to be turned: it is told where it is otherwise."""
    blank, told = asked(table, {}, profile), asked(table, story, profile)
    shown = {name for name, answer in blank.items() if answer.source != "unknown"}
    given = {name for name in shown if _stands_above(table.facts[name])}
    turned = {name: told[name].value for name in given if told[name].value != blank[name].value}
    return turned | {name: story[name] for name in story if name in shown - given}


def _stands_above(fact: Fact) -> bool:
    """Whether it holds by the name of the article, or of any dispute by the game."""
    return fact.given is not None or fact.name in CONTEXT


def interviewed(slug: str, story: Facts, profile: Profile) -> tuple[Facts, Ruling, int]:
    """What who answers what he is asked has told, the ruling, and how often he was asked."""
    table = table_of(slug)
    known = asked(table, story, profile)
    facts = agreed_on(table, story, profile)
    for count in range(MOST + 1):
        ruling = decide(slug, facts, profile)
        if ruling.question is None:
            return facts, ruling, count
        facts[ruling.question.fact] = answer_to(ruling.question, known)
    raise AssertionError(f"{slug}: {story} is asked without end")


def answer_to(question: Question, known: Mapping[str, Answer]) -> object:
    answer = known[question.fact]
    offered = [value for value, _words in question.answers]
    return next((value for value in (answer.value, *answer.among) if value in offered), UNKNOWN)


def law(slug: str, ruling: Ruling) -> set[str]:
    return {row.outcome.law for row in table_of(slug).rows if row.id in ruling.rows}


@cache
def interviews(
    slug: str, profile: str = "", kept: float = 1, seed: int = 0
) -> tuple[tuple[bool, int], ...]:
    """Of each story whether it comes out alike, and how many questions it took; of the facts that
    it tells so many are kept."""
    found, chance = [], Random(f"{slug} {profile} {seed}")
    for facts, own in stories(slug, profile):
        left = {name: value for name, value in facts.items() if chance.random() < kept}
        try:
            story, told = whole(slug, left, own, chance)
            _facts, ruling, count = interviewed(slug, story, own)
        except FactsError:
            continue
        found.append((law(slug, ruling) == law(slug, told), count))
    return tuple(found)


@tabled("slug", table_slugs())
def test_of_no_article_more_than_one_interview_in_ten_ends_otherwise(slug: str) -> None:
    alike = [same for same, _count in interviews(slug)]
    assert alike
    assert alike.count(False) <= 0.1 * len(alike)


def test_interviews_end_in_the_ruling_of_who_tells_everything_after_few_questions() -> None:
    found = [one for slug in table_slugs() for one in interviews(slug)]
    assert len(found) > STORIES
    otherwise = sum(not same for same, _count in found) / len(found)
    counts = quantiles([count for _same, count in found], n=20)
    assert otherwise <= 0.02
    assert counts[9] <= 2
    assert counts[18] <= 4


MANY = [pytest.param(seed, marks=pytest.mark.proof) for seed in range(2, 12)]


@pytest.mark.parametrize("seed", [1, *MANY])
def test_so_it_is_for_stories_that_are_half_forgotten(seed: int) -> None:
    found = [one for slug in table_slugs() for one in interviews(slug, "", 0.5, seed)]
    otherwise = sum(not same for same, _count in found) / len(found)
    assert otherwise <= 0.01


@pytest.mark.proof
@pytest.mark.parametrize("profile", profile_slugs())
def test_so_it_is_by_every_profile(profile: str) -> None:
    found = [one for slug in table_slugs() for one in interviews(slug, profile)]
    assert len(found) > STORIES // 2, "of other games most can be told"
    otherwise = sum(not same for same, _count in found) / len(found)
    assert otherwise <= 0.02


def unasked(slug: str, profile: str, every: int) -> Iterator[bool]:
    """Of each answer to what was not asked, whether it turns a ruling that did not say so."""
    chance = Random(slug)
    for facts, own in list(stories(slug, profile))[::every]:
        with suppress(FactsError):
            story, _told = whole(slug, facts, own, chance)
            told, ruling, _count = interviewed(slug, story, own)
            if ruling.verdict != Verdict.NEED_FACTS:
                yield from _turned(slug, told, ruling, own)


def _turned(slug: str, told: Facts, ruling: Ruling, profile: Profile) -> Iterator[bool]:
    said = {
        (item.fact.name, answer)
        for item in ruling.assumed
        for other in item.otherwise
        for answer in other.answers
    }
    untold = (axis for axis in table_of(slug).axes if not axis.profile and axis.name not in told)
    for name, answer in ((axis.name, answer) for axis in untold for answer in axis.domain):
        with suppress(FactsError):
            after = decide(slug, {**told, name: answer}, profile)
            yield law(slug, after) != law(slug, ruling) and (name, answer) not in said


ALL_TOLD = [pytest.param(name, 8, marks=pytest.mark.proof) for name in profile_slugs()]


@pytest.mark.parametrize(("profile", "every"), [("", 12), *ALL_TOLD])
def test_what_turns_a_ruling_was_asked_or_stands_above_it(profile: str, every: int) -> None:
    turned = [turn for slug in table_slugs() for turn in unasked(slug, profile, every)]
    assert len(turned) > STORIES
    assert sum(turned) <= 0.01 * len(turned)


@tabled("slug", table_slugs())
def test_who_knows_nothing_is_told_what_it_depends_on(slug: str) -> None:
    facts: dict[str, object] = {}
    ruling = decide(slug, facts, load_profile(home(slug)))
    while ruling.question is not None:
        assert ruling.question.fact not in facts
        facts[ruling.question.fact] = UNKNOWN
        ruling = decide(slug, facts, load_profile(home(slug)))
    assert bool(ruling.branches) == (ruling.verdict == Verdict.NEED_FACTS)
    assert len({branch.answers for branch in ruling.branches}) == len(ruling.branches)
