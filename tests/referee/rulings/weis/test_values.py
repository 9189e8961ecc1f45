"""What a Weis is worth comes from the table's own book, and the sentence cited says that number."""

import re
from itertools import combinations
from typing import Any

import pytest

from referee.rulebook.articles import cited
from referee.rules.profile import Profile, load_profile, profile_slugs
from referee.rulings.case import FactsError, most_cards
from referee.rulings.decide import decide
from referee.rulings.facts import Verdict
from referee.rulings.ruling import Ruling
from tests.tabled import tabled

SUITS = ("EI", "RO", "SI", "SE")
RANKS = "6789BUOKA"
RUNS = {f"run{length}": [f"RO{rank}" for rank in RANKS[:length]] for length in range(3, 10)}
FOURS = {rank: [suit + rank for suit in SUITS] for rank in RANKS}
KINDS = {"U": "four_under", "9": "four_nine"}
GROUPS = {"A": "ass", "K": "high", "O": "high", "B": "high", "8": "low", "7": "low", "6": "low"}

SWISS = dict(zip(RUNS, (20, 50, 100, 150, 200, 250, 300), strict=True)) | dict.fromkeys(RANKS, 100)
SWISS |= {"U": 200, "9": 150}
WHAT_IS_JASS = dict(zip(RUNS, (20, 50, 100, 100, 100, 120, 150), strict=True))
WHAT_IS_JASS |= dict.fromkeys(RANKS, 0) | {"U": 200, "9": 150, "A": 100}
SMALL = SWISS | dict.fromkeys(("run6", "run7", "run8", "run9"), 100)
VORARLBERG = SWISS | {"run6": 120, "run7": 140, "run8": 160, "run9": 180}
VORARLBERG |= dict.fromkeys("876", 0)

TABLES = {"swiss": SWISS, "what-is-jass": WHAT_IS_JASS, "simple": SMALL, "vorarlberg": VORARLBERG}
BOOKS = {
    "swiss": ("weisregeln",),
    "what-is-jass": ("what-is-jass.weis",),
    "simple": ("weisregeln", "turnier.weis-einfacher"),
    "vorarlberg": ("weisregeln", "turnier.weis-vorarlberg"),
}
"""The books a table of values is written in."""


PROFILES = [
    profile
    for profile in map(load_profile, profile_slugs())
    if profile.weis and profile.game != "cinq-cents"
]
"""Cinq Cents has a table of its own: `tests/referee/test_deals.py`."""


def by_kind(weis: str, profile: Profile) -> Ruling:
    facts: dict[str, object] = {"matter": "value", "weis_kind": weis}
    if weis in RANKS:
        facts["weis_kind"] = KINDS.get(weis, "four")
        if weis in GROUPS:
            facts["four_rank"] = GROUPS[weis]
    return decide("weisregeln", facts, profile)


def by_cards(weis: str, profile: Profile) -> Ruling:
    cards = RUNS.get(weis) or FOURS[weis]
    return decide("weisregeln", {"matter": "value", "cards": cards}, profile)


def says(cites: tuple[str, ...], points: int) -> bool:
    """Whether the points, or several that make them, stand in the first sentence cited."""
    numbers = [int(found) for found in re.findall(r"\d+", cited(cites[0]).text["de"])]
    return any(sum(some) == points for size in (1, 2) for some in combinations(numbers, size))


def unnamed(weis: str, profile: Profile) -> bool:
    """Whether the table's book stops before a run as long as this."""
    return profile.weis_table == "what-is-jass" and weis in ("run6", "run7", "run8", "run9")


@pytest.mark.sampled(10)
@pytest.mark.parametrize("ask", [by_kind, by_cards])
@pytest.mark.parametrize("weis", list(SWISS))
@tabled("profile", PROFILES)
def test_each_weis_is_worth_what_the_tables_own_book_says(weis, ask, profile):
    if ask is by_cards and len(RUNS.get(weis, ())) > most_cards(profile, other_game=False):
        with pytest.raises(FactsError):
            ask(weis, profile)
        return
    ruling = ask(weis, profile)
    points = TABLES[profile.weis_table][weis]
    if unnamed(weis, profile):
        told = [reading.answer["points"] for reading in ruling.readings]
        assert told == [points, TABLES["swiss"][weis]]
        return
    assert ruling.verdict is Verdict.DETERMINED
    assert ruling.decision.answer["points"] == points
    assert ruling.decision.answer["valid"] is (points > 0)
    assert {cite.partition("#")[0] for cite in ruling.decision.cites} <= {
        *BOOKS[profile.weis_table]
    }
    assert points == 0 or says(ruling.decision.cites, points)
    assert points == 0 or str(points) in ruling.to_json("de")["text"]


@pytest.mark.parametrize("weis", list(RUNS))
@tabled("profile", PROFILES)
def test_a_run_that_is_told_among_others_counts_what_it_counts_alone(weis, profile):
    length = int(weis.removeprefix("run"))
    told = {"seat": 0, "run": length, "top": RUNS[weis][-1]}
    for one in (told, {"seat": 0, "cards": RUNS[weis]}):
        facts = {"matter": "compare", "melds": [one]}
        answer: Any = decide("weisregeln", facts, profile).decision.answer
        points = answer["points"] if "points" in answer else answer["side_points"][0]
        assert points == TABLES[profile.weis_table][weis]


def test_every_table_of_values_has_a_profile_that_plays_it():
    assert {profile.weis_table for profile in PROFILES} == TABLES.keys()


def test_the_rank_of_four_alike_is_asked_only_where_it_decides():
    four = {"matter": "value", "weis_kind": "four"}
    assert decide("weisregeln", four, load_profile("jassregeln")).question is None
    question = decide("weisregeln", four, load_profile("what-is-jass")).question
    assert question is not None
    assert question.fact == "four_rank"


def test_what_other_books_give_for_a_long_run_is_their_own_number():
    facts = {"matter": "value", "weis_kind": "run6"}
    others = decide("weisregeln", facts, load_profile("jassregeln")).competing
    found = {other.answers: other.decision.answer.get("points") for other in others}
    assert found == {("simple",): 100, ("what-is-jass",): None, ("vorarlberg",): 120}
