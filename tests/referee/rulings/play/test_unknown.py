"""Cards, hands and seats told at random: no ruling crashes, and none turns round when one more
of the facts becomes known.
"""

import random
from typing import Any

import pytest

from referee.rules.profile import load_profile
from referee.rulings.case import FactsError
from referee.rulings.decide import decide
from referee.rulings.facts import UNKNOWN, Fact, Verdict
from referee.rulings.reading import table_of
from referee.rulings.ruling import Ruling
from tests.referee import naive

ARTICLES = (
    "falsch-gespielte-karte",
    "fehlende-karten",
    "karte-zu-frueh-bereitgehalten",
    "nichtangeben",
    "rest-verlangen",
    "stich-gestochen",
    "trumpfbauer",
    "untertrumpfen",
    "vorspielen",
    "wer-spielt-aus",
    "zwei-karten-gespielt",
)
PROFILES = ("jassregeln", "differenzler-offen", "jasswiki-streng", "handjass", "kzjv", "jassonkel")
MODES = ("D", "H", "O", "U", "MISERE_D", "SLALOM_O")
CASES = 250


def value(fact: Fact, chance: random.Random, pack: list[str]) -> object:
    """A value of the fact; places of cards do not overlap."""
    size = chance.randint(1, 2)
    kinds: dict[str, Any] = {
        "seat": chance.randrange(4),
        "card": pack[0],
        "mode": chance.choice(MODES),
        "trick": pack[1 : 1 + chance.randrange(5)],
        "holding": [pack[0], *pack[5 : 5 + chance.randint(0, 6)]],
        "cards": pack[12 : 12 + chance.randint(0, 3)],
        "hands": {str(s): pack[20 + s * size :][:size] for s in range(4) if chance.random() < 0.8},
    }
    return chance.choice(fact.domain) if fact.domain else kinds[fact.kind]


def told(article: str, chance: random.Random) -> dict[str, object]:
    pack = list(naive.PACK)
    chance.shuffle(pack)
    facts = [fact for fact in table_of(article).facts.values() if not fact.profile]
    return {fact.name: value(fact, chance, pack) for fact in facts if chance.random() < 0.6}


def ruling(article: str, facts: dict[str, object], profile: str) -> Ruling | None:
    try:
        return decide(article, facts, load_profile(profile))
    except FactsError:
        return None


def decided(article: str, found: Ruling) -> set[str]:
    return {row.outcome.law for row in table_of(article).rows if row.id in found.rows}


@pytest.mark.parametrize("article", ARTICLES)
def test_a_ruling_stands_when_one_more_fact_is_known(article: str) -> None:
    chance = random.Random(article)
    for _ in range(CASES):
        facts = told(article, chance)
        profile = chance.choice(PROFILES)
        hidden = [name for name in facts if chance.random() < 0.4]
        less = {**facts, **dict.fromkeys(hidden, UNKNOWN)}
        before = ruling(article, less, profile)
        if before is None or before.verdict == Verdict.NEED_FACTS:
            continue
        for name in hidden:
            after = ruling(article, {**less, name: facts[name]}, profile)
            # A game that has no use for the article turns what holds by its table.
            if after is not None and (name != "game" or decided(article, after)):
                assert decided(article, after) == decided(article, before), (less, name)
                assert after.verdict == before.verdict
