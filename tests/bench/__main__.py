"""`python -m tests.bench [--full] [--only NAME]`: all benchmarks, a table, and var/bench.json."""

import json
import logging
import os
import platform
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import django
from django.conf import settings

from tests import bench
from tests.bench import Figure


def main() -> None:
    """Run what is asked for; the exit code says whether every goal was reached."""
    parser = ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--full", action="store_true", help="the millions; takes long")
    parser.add_argument("--only", default="", help="the benchmarks of one module")
    options = parser.parse_args()
    figures = []
    with _quiet():
        for figure in _measured(options.only, full=options.full):
            print(_line(figure), flush=True)
            figures.append(figure)
    if not figures:
        sys.exit("There is nothing to measure.")
    path = settings.VAR / "bench.json"
    path.write_text(json.dumps(_report(figures), indent=2))
    missed = [figure.name for figure in figures if not figure.reached]
    if missed:
        sys.exit(f"Missed: {', '.join(missed)}")


@contextmanager
def _quiet() -> Iterator[None]:
    """No log lines: a peer that logs every card must not be charged for writing them."""
    logging.disable(logging.INFO)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


def _measured(only: str, *, full: bool) -> Iterator[Figure]:
    for module in iter_modules(bench.__path__):
        if only in ("", module.name) and not module.name.startswith("_"):
            yield from import_module(f"{bench.__name__}.{module.name}").measure(full=full)


def _line(figure: Figure) -> str:
    line = f"{figure.name:<44}{figure.value:>16,.1f} {figure.unit:<14}"
    if figure.ratio is not None:
        line += f"{figure.ratio:>8.2f} x {figure.peer} ({figure.peer_value:,.1f})"
    return line + _verdict(figure)


def _verdict(figure: Figure) -> str:
    goals = []
    if figure.goal is not None:
        goals.append(f"{figure.goal:g} x")
    if figure.floor is not None:
        goals.append(f"{figure.floor:,.0f} {figure.unit}")
    if not goals:
        return ""
    return f"  {'reached' if figure.reached else 'MISSED'}: at least {', '.join(goals)}"


def _report(figures: list[Figure]) -> dict[str, Any]:
    return {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "machine": platform.machine(),
        "figures": [
            {**asdict(figure), "ratio": figure.ratio, "reached": figure.reached}
            for figure in figures
        ],
    }


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "jassclub.settings")
    django.setup()
    main()
