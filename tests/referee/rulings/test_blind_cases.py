"""Disputes told in words, what their writer expected, and how they come out.

Those marked `blind` were written from the text of the book before any table was read; the others
came from trying the tables. `first_expected`: the blind expectation where it was restated after
the ruling was seen, in the ruling's words or because the story or the book left it open.
"""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from referee.rules.profile import load_profile
from referee.rulings.case import FactsError
from referee.rulings.decide import decide
from tests.referee.rulings.plain import plain
from tests.tabled import tabled

Ruling = Mapping[str, Any]

ALL = json.loads((Path(__file__).parent / "blind_cases.json").read_text())
CASES = {case["id"]: case for case in ALL if case["agrees"]}
"""The disputes on which tables and writer agree; the others say in `note` what is open. `facts` are
what was told blind; `asked`, added later, answers what the law asks beyond that, as is usual."""


def ruled(case: Mapping[str, Any]) -> Ruling:
    """The ruling as JSON; "refused" as its verdict where the facts cannot stand together."""
    facts = {**case["facts"], **case.get("asked", {})}
    try:
        return plain(decide(case["article"], facts, load_profile("jassregeln")))
    except FactsError:
        return {"verdict": "refused", "effects": [], "options": [], "answer": {}}


def answers(ruling: Ruling) -> dict[str, object]:
    found = ruling["answer"].items()
    return {key: sorted(value) if isinstance(value, list) else value for key, value in found}


def choices(ruling: Ruling) -> list[str]:
    return sorted({choice for option in ruling["options"] for choice in option["choices"]})


def dead(ruling: Ruling) -> list[str]:
    """The cards that lose their taking power, by the effects or by the plain answer."""
    effects = [effect for effect in ruling["effects"] if effect["type"] == "dead_cards"]
    cards = {card for effect in effects for card in effect.get("cards") or ()}
    return sorted(cards | set(ruling["answer"].get("devalued") or ()))


def next_seats(ruling: Ruling) -> set[object]:
    """The seats that play or lead next."""
    seats = {effect.get("seat") for effect in ruling["effects"] if effect["type"] == "next_leader"}
    return seats | {ruling["answer"].get("next_seat")}


def names_a_side(ruling: Ruling) -> bool:
    told = json.dumps([ruling[part] for part in ("effects", "options", "answer")])
    return "0+2" in told or "1+3" in told


def names(ruling: Ruling, which: str) -> bool:
    return which in {effect.get("which") for effect in ruling["effects"]}


PARTS: dict[str, Callable[[Ruling, Any], bool]] = {
    "verdict": lambda ruling, wanted: ruling["verdict"] in wanted,
    "answer": lambda ruling, wanted: wanted.items() <= answers(ruling).items(),
    "answer_not": lambda ruling, wanted: not wanted.items() & answers(ruling).items(),
    "absent": lambda ruling, wanted: not set(wanted) & set(ruling["answer"]),
    "choices": lambda ruling, wanted: choices(ruling) == wanted,
    "by": lambda ruling, wanted: [option["by"] for option in ruling["options"]] == [wanted],
    "dead": lambda ruling, wanted: dead(ruling) == wanted,
    "dead_includes": lambda ruling, wanted: set(wanted) <= set(dead(ruling)),
    "alive": lambda ruling, wanted: not set(wanted) & set(dead(ruling)),
    "effects": lambda ruling, wanted: set(wanted) <= {item["type"] for item in ruling["effects"]},
    "next_seat": lambda ruling, wanted: wanted in next_seats(ruling),
    "whole": lambda ruling, wanted: ruling["verdict"] == "need_facts" or names(ruling, wanted),
    "names_no_side": lambda ruling, wanted: names_a_side(ruling) is not wanted,
}
"""The parts of what a writer expected -> whether a ruling has them."""


@tabled("name", CASES)
def test_a_dispute_comes_out_as_its_writer_read_the_book(name: str) -> None:
    case = CASES[name]
    ruling = ruled(case)
    wanted = {part: value for part, value in case["expected"].items() if part != "ruling"}
    asked = ruling["verdict"] == "need_facts"
    assert not asked or "need_facts" in wanted.get("verdict", ())
    assert [part for part, value in wanted.items() if not PARTS[part](ruling, value)] == []


def test_every_dispute_expects_something_that_can_fail() -> None:
    assert all(set(case["expected"]) & set(PARTS) for case in ALL)


def test_every_article_of_the_book_has_at_least_three_disputes() -> None:
    counted = Counter(case["article"] for case in ALL)
    assert len(counted) == 33
    assert [article for article, count in counted.items() if count < 3] == []
