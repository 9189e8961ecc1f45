"""Rulings and look-ups: the slowest one in twenty, told as questions a second at that pace. And how
interviews end for who answers only what is asked, after how many questions.

The cases are the examples of all tables, the questions those that the look-up knows, with a
letter left out of each, so that none is found by its very words.
"""

from collections.abc import Callable, Iterator, Sequence
from statistics import quantiles
from time import process_time
from typing import Any

from referee.rulebook.lookup.learning import questions
from referee.rulebook.lookup.search import lookup
from referee.rules.profile import load_profile
from referee.rulings.decide import decide
from referee.rulings.reading import table_of, table_slugs
from tests.bench import Figure
from tests.referee.rulings.test_interviews import interviews

RULING_FLOOR = 200.0
"""A ruling takes 5 ms at most, nineteen times in twenty."""
LOOKUP_FLOOR = 1000 / 30
"""A look-up 30 ms: people see it while they type."""


def measure(*, full: bool) -> Iterator[Figure]:
    """All examples of all tables, and all questions; `full` three times over."""
    times = 3 if full else 1
    yield from _interviews()
    yield Figure(
        name="rulings with trace and neighbours, slowest in 20",
        value=1 / _slowest_in_twenty(_rule, _cases() * times),
        unit="rulings/s",
        floor=RULING_FLOOR,
    )
    yield Figure(
        name="look-ups in five languages, slowest in 20",
        value=1 / _slowest_in_twenty(_look_up, _questions() * times),
        unit="questions/s",
        floor=LOOKUP_FLOOR,
    )


def _interviews() -> Iterator[Figure]:
    """Of all stories of all articles; fewer questions are better, so they are told as negative."""
    found = [one for slug in table_slugs() for one in interviews(slug)]
    alike = sum(same for same, _count in found) / len(found)
    counts = quantiles([count for _same, count in found], n=20)
    yield Figure(
        name=f"{len(found)} interviews, as if all were told", value=alike, unit="of 1", floor=0.98
    )
    for name, place, most in (("half", 9, 2), ("19 of 20", 18, 4)):
        asked = f"questions of {name} interviews at most"
        yield Figure(name=asked, value=-counts[place], unit="", floor=-most)


def _slowest_in_twenty(work: Callable[[Any], None], items: Sequence[Any]) -> float:
    """Seconds that all but one in twenty stay under."""
    work(items[0])
    times = []
    for item in items:
        start = process_time()
        work(item)
        times.append(process_time() - start)
    return sorted(times)[len(times) * 95 // 100]


def _cases() -> list[Any]:
    return [
        (slug, example["facts"], load_profile(str(example.get("profile", "jassregeln"))))
        for slug in table_slugs()
        for example in table_of(slug).examples
    ]


def _rule(case: Any) -> None:
    slug, facts, profile = case
    decide(slug, facts, profile).to_json("de")


def _questions() -> list[str]:
    every = [
        text for by_lang in questions().values() for texts in by_lang.values() for text in texts
    ]
    return [text[: len(text) // 2] + text[len(text) // 2 + 1 :] for text in every]


def _look_up(text: str) -> None:
    lookup(text)
