"""What stands above a ruling as chips: what was told, and what was taken as given."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from jassclub.core.languages import SOURCE
from referee.rulebook.articles import article
from referee.rulebook.lookup.search import JASSE, named_jasse
from referee.rules.profile import BASE, difference, load_profile
from referee.rulings.decide import can_be, decide
from referee.rulings.facts import Fact
from referee.telling import PROFILE
from referee.web.asked import CaseQuery, Tap
from referee.web.nearest import typed_words

OTHER = "other"
ALONE = ("mode", "suit")
"""Answers of these kinds are understood without their question."""


@dataclass(frozen=True)
class Chip:
    """What holds in a case, above what follows from it: the question, its answer, and the ways to
    take it back or to turn it. `wrong`: it stands in the way of the rest. `alike`: other answers by
    which nothing changes."""

    question: str
    answer: str
    taps: list[Tap]
    plain: bool = False
    wrong: bool = False
    alike: str = ""


def told(asked: CaseQuery, wrong: Sequence[str] = ()) -> list[Chip]:
    """What was told so far, in words, each with the way back."""
    facts = asked.table.facts
    return [
        Chip(
            asked.question(facts[name]),
            asked.words(facts[name], value),
            [Tap("", asked.without(name))],
            plain=_tells(facts[name]),
            wrong=name in wrong,
        )
        for name, value in asked.told.items()
        if name in facts
    ]


def assumed(asked: CaseQuery, said: Mapping[str, Any]) -> list[Chip]:
    """What was taken as given because nobody said otherwise and would turn the ruling, each with
    the other answers."""
    facts = asked.table.facts
    return [
        Chip(
            asked.question(facts[item["fact"]]),
            item["label"],
            [
                Tap(label, asked.address(**{item["fact"]: value}))
                for other in item["otherwise"]
                for value, label in zip(other["if"], other["labels"], strict=True)
                if asked.allows(facts[item["fact"]], value)
            ],
            plain=_tells(facts[item["fact"]]),
        )
        if item["fact"] != "game"
        else _games(asked, item)
        for item in turning(asked, said)
    ]


def _games(asked: CaseQuery, item: Mapping[str, Any]) -> Chip:
    """The games by which it is ruled otherwise, those that their own rules rule otherwise among
    them; where others are ruled by none, those that have an article of their own."""
    fact = asked.table.facts["game"]
    turned = [value for other in item["otherwise"] for value in other["if"]]
    others = (it for it in fact.domain if it not in (*turned, item["value"]))
    rest = [it for it in others if asked.allows(fact, it)]
    own = {value: rules for value in rest if (rules := _own_rules(asked, str(value)))}
    taps = [
        Tap(asked.words(fact, it), asked.address(game=it, **own.get(it, {})))
        for it in (*(it for it in turned if it != OTHER and asked.allows(fact, it)), *own)
    ]
    if OTHER in turned:
        taps += [
            Tap(article(jass.own).title[asked.lang], asked.elsewhere(jass.own, {}))
            for jass in JASSE
            if jass.game == OTHER and jass.own
        ]
        taps.append(Tap(asked.words(fact, OTHER), asked.address(game=OTHER)))
    same = [asked.words(fact, it) for it in rest if it not in own]
    return Chip(
        asked.question(fact),
        item["label"],
        taps,
        plain=_tells(fact),
        alike=", ".join(same),
    )


def _own_rules(asked: CaseQuery, game: str) -> dict[str, str]:
    """The rules of a game by which the case is ruled otherwise, as the address names them."""
    for rules in (jass.profile or jass.by for jass in JASSE if jass.game == game):
        if not rules or not _judges_otherwise(rules):
            continue
        told, others = {**asked.facts, "game": game}, load_profile(rules)
        if not can_be(asked.table, told, others):
            continue
        rulings = [decide(asked.table.article, told, it) for it in (asked.profile, others)]
        if len({str(ruling.decision.to_json(SOURCE)) for ruling in rulings}) > 1:
            return {PROFILE: rules}
    return {}


@cache
def _judges_otherwise(rules: str) -> bool:
    """Whether a referee has other numbers by these rules than by the main book."""
    changed = difference(load_profile(BASE), load_profile(rules))
    return any(item.path.startswith("referee.") for item in changed)


def turning(asked: CaseQuery, said: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What was taken as given and would turn the ruling."""
    return [
        item
        for item in said["assumed"]
        if item["otherwise"]
        and item["fact"] not in asked.settled
        # What follows from the game is turned with the game.
        and item["from"] != "game"
        # Who names a Jass plays no other.
        and not (item["fact"] == "game" and named_jasse(typed_words(asked)))
        # What has no words of its own is turned with the rules that are played.
        if asked.table.facts[item["fact"]].ask
    ]


def _tells(fact: Fact) -> bool:
    """Whether an answer is understood without its question."""
    return fact.kind in ALONE or fact.name == "game"
