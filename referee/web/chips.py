"""What stands above a ruling as chips: what was told, and what was taken as given."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.rulings.facts import Fact
from referee.web.asked import CaseQuery, Tap

LONG = 16
"""Shorter answers say little without the question."""


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
            plain=_tells(facts[name], asked.words(facts[name], value)),
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
            plain=_tells(facts[item["fact"]], item["label"]),
            alike=_alike(asked, item) if item["fact"] == "game" else "",
        )
        for item in turning(asked, said)
    ]


def _alike(asked: CaseQuery, item: Mapping[str, Any]) -> str:
    """The answers by which it is ruled as it is, in words."""
    fact = asked.table.facts[item["fact"]]
    others = {value for other in item["otherwise"] for value in other["if"]}
    same = [value for value in fact.domain if value not in (others | {item["value"]})]
    return ", ".join(asked.words(fact, value) for value in same if asked.allows(fact, value))


def turning(asked: CaseQuery, said: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What was taken as given and would turn the ruling."""
    return [
        item
        for item in said["assumed"]
        if item["otherwise"]
        and item["fact"] not in asked.settled
        # What follows from the game is turned with the game.
        and item["from"] != "game"
        # What has no words of its own is turned with the rules that are played.
        if asked.table.facts[item["fact"]].ask
    ]


def _tells(fact: Fact, answer: str) -> bool:
    """Whether an answer is understood without its question."""
    itself = fact.kind in ("mode", "suit") or fact.name == "game"
    return itself or (fact.kind == "choice" and len(answer) > LONG)
