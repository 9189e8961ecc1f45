"""The same pages and entries while the database grows from a thousand hands to a hundred thousand
(a million with --full): seconds, statements, and the exponent of the growth.

The club that is looked at has its ten seasons from 10,000 hands on; what is added later belongs
to other clubs. So from there on every answer has the same content, and its time has to stay. An
exponent of 0 is constant, 1 linear. Between 1,000 and 10,000 hands the club itself grows tenfold:
only the page of a player, who has played ten times as much, may follow, at most in proportion.
How fast the machine was meanwhile is measured with an answer that no size changes, and taken out.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from math import log
from typing import Any

from tests.bench import Figure
from tests.bench._serving import storage

SIZES = (1_000, 10_000, 100_000)
MILLION = 1_000_000
CONSTANT = 0.15
"""An exponent below is noise: a factor of 1.4 in the time for ten times the hands."""
LINEAR = 1.1
OWN_GROWS = ("player page", "club page")
"""What has more to tell when the own club has played more seasons."""
MOST_TIMES = 2.0
"""They may take so many times as long as the page of one game."""


def measure(*, full: bool) -> Iterator[Figure]:
    """Milliseconds at the largest size and both exponents, operation by operation."""
    lines: list[dict[str, Any]] = []
    with storage() as (database, environment):
        for line in _lines((*SIZES, MILLION) if full else SIZES, environment):
            if line["broken"]:
                raise AssertionError(f"a chain is broken at {line['hands']} hands")
            lines.append(line)
    first, own, last = lines[0], lines[1], lines[-1]
    for name in last["seconds"]:
        at = f"{name}, {last['hands']:,} hands"
        yield Figure(name=at, value=1000 * last["seconds"][name], unit=f"ms {database}")
        yield _growth(name, "the club grows", first, own, LINEAR if name in OWN_GROWS else CONSTANT)
        yield _growth(name, "others grow", own, last, CONSTANT)
        yield Figure(
            name=f"{name}, statements",
            value=-last["statements"][name],
            unit=f"(first {-first['statements'][name]})",
            floor=-first["statements"][name],
        )
    for name in OWN_GROWS:
        page, game = (last["seconds"][at] / last["yardsticks"][at] for at in (name, "game page"))
        times = page / game
        yield Figure(
            name=f"{name}: {times:.2f} times the game page", value=1 / times,
            unit="times as fast", floor=1 / MOST_TIMES,
        )  # fmt: skip


def _lines(sizes: tuple[int, ...], environment: dict[str, str]) -> Iterator[dict[str, Any]]:
    words = [sys.executable, "-m", "tests.bench._growing", *map(str, sizes)]
    program = subprocess.Popen(
        words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert program.stdout is not None and program.stderr is not None  # noqa: PT018
    for line in program.stdout:
        yield json.loads(line)
    errors = program.stderr.read()
    if program.wait():
        raise RuntimeError(errors[-2000:])


def _growth(
    name: str, what: str, one: dict[str, Any], other: dict[str, Any], most: float
) -> Figure:
    """The exponent, told so that more is better: one minus it, with the floor for `most`."""
    longer, slower = (other[key][name] / one[key][name] for key in ("seconds", "yardsticks"))
    times = longer / slower
    exponent = log(times) / log(other["hands"] / one["hands"])
    return Figure(
        name=f"{name}, {what}: exponent {exponent:.2f}",
        value=1 / max(times, 1e-9),
        unit="times as fast",
        floor=(one["hands"] / other["hands"]) ** most,
    )
