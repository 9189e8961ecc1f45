"""Which cases of a long table the short suite tries: a few a day, others every day.

`@pytest.mark.sampled(3)` keeps three cases of a parametrised test in `make test`; `make proof`
tries all of them. The draw follows from the day, or from JASSCLUB_TEST_DAY, which the head of
every run names: with it a draw is repeated. Cases that are named one by one are always tried.

Of the folders in `IN_TURNS` a run of everything tries one test in some, the others on the next
days; whoever names a folder or a file tries all of it, `make proof` all of all.
"""

import os
import zlib
from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest

T = TypeVar("T")
# The workers of a run take over the day of the first process: else two of them draw otherwise
# around midnight.
DAY = os.environ.setdefault("JASSCLUB_TEST_DAY", str(datetime.now(UTC).toordinal()))


IN_TURNS = {
    "browser": 6,
    "jassclub/clubs": 4,
    "jassclub/exchange": 6,
    "jassclub/home": 4,
    "jassclub/webhooks": 2,
    "scoring/claims": 4,
    "scoring/disputes": 4,
    "scoring/tables": 6,
    "tournaments": 4,
    "tournaments/desk": 6,
}
"""Folders of pages, files and services whose tests make a club or an event each, three quarters of
the suite's time; after how many days each of their tests comes again."""
TESTS = Path(__file__).parent
WHOLE = "JASSCLUB_TEST_WHOLE"
"""Whether nothing was named on the command line; the workers of a run take it over."""


def some_today(things: Iterable[T], many: int, *, at: object) -> list[T]:
    """So many of them in their order, others at each place and on each day."""
    listed = list(things)
    drawn = Random(f"{DAY} {at}").sample(range(len(listed)), min(many, len(listed)))
    return [listed[place] for place in sorted(drawn)]


def pytest_configure(config: pytest.Config) -> None:
    named = config.args_source is not pytest.Config.ArgsSource.TESTPATHS
    os.environ.setdefault(WHOLE, "" if named else "yes")


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
    for item in items if os.environ[WHOLE] else ():
        turns = _turns(item.path)
        if turns > 1 and (everything or not _has_its_turn(item.nodeid, turns)):
            item.add_marker(pytest.mark.proof)


@cache
def _turns(path: Path) -> int:
    return max(
        (n for place, n in IN_TURNS.items() if path.is_relative_to(TESTS / place)), default=1
    )


def _has_its_turn(name: str, turns: int) -> bool:
    """By the name, which is the same in each process."""
    return (zlib.crc32(name.encode()) + int(DAY)) % turns == 0


def _sampled(items: list[pytest.Item]) -> dict[tuple[str, int], list[pytest.Item]]:
    found: dict[tuple[str, int], list[pytest.Item]] = defaultdict(list)
    for item in items:
        if (mark := item.get_closest_marker("sampled")) and not item.get_closest_marker("proof"):
            found[item.nodeid.partition("[")[0], mark.args[0]].append(item)
    return found
