"""Which cases of a long table the short suite tries: a few a day, others every day.

`@pytest.mark.sampled(3)` keeps three cases of a parametrised test in `make test`; `make proof`
tries all of them. The draw follows from the day, or from JASSCLUB_TEST_DAY, which the head of
every run names: with it a draw is repeated. Cases that are named one by one are always tried.
"""

import os
from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime
from random import Random
from typing import TypeVar

import pytest

T = TypeVar("T")
# The workers of a run take over the day of the first process: else two of them draw otherwise
# around midnight.
DAY = os.environ.setdefault("JASSCLUB_TEST_DAY", str(datetime.now(UTC).toordinal()))


def some_today(things: Iterable[T], many: int, *, at: object) -> list[T]:
    """So many of them in their order, others at each place and on each day."""
    listed = list(things)
    drawn = Random(f"{DAY} {at}").sample(range(len(listed)), min(many, len(listed)))
    return [listed[place] for place in sorted(drawn)]


def pytest_report_header() -> str:
    return f"jassclub: cases drawn with JASSCLUB_TEST_DAY={DAY}"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is not drawn is a proof; in the long run all of it is, and every property too."""
    everything = config.option.markexpr == "proof"
    for item in items if everything else ():
        if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker(pytest.mark.proof)
    for (name, many), cases in _sampled(items).items():
        kept = () if everything else some_today(cases, many, at=name)
        for case in set(cases) - set(kept):
            case.add_marker(pytest.mark.proof)


def _sampled(items: list[pytest.Item]) -> dict[tuple[str, int], list[pytest.Item]]:
    found: dict[tuple[str, int], list[pytest.Item]] = defaultdict(list)
    for item in items:
        if (mark := item.get_closest_marker("sampled")) and not item.get_closest_marker("proof"):
            found[item.nodeid.partition("[")[0], mark.args[0]].append(item)
    return found
