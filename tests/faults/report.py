"""The lines of the table: fault, requests, lost, doubled, seconds."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.faults.evening import Audit

PROPERTY = "fault"
ROOT = Path(__file__).resolve().parents[2]
HEAD = """\
| fault | form | requests | lost | doubled | longest wait of a phone (s) | seconds to recovery |
|---|---|---:|---:|---:|---:|---:|"""


@dataclass(frozen=True)
class Line:
    """What one fault did.

    `waited`: the longest that a phone waited until its hand was stored, in seconds. `recovery`:
    seconds from when what fell was started again (or, if later, the last hand was stored) until
    everything was counted; None where nothing fell.
    """

    fault: str
    requests: int
    audit: Audit
    waited: float
    recovery: float | None = None

    def check(self) -> None:
        """Nothing lost, nothing doubled, everything right."""
        assert (self.audit.lost, self.audit.doubled, self.audit.wrong) == (0, 0, [])


def remember(item: pytest.Item, form: str, line: Line) -> None:
    """Keep a line with the report of its test (which travels from the workers of xdist)."""
    found = {
        "fault": line.fault,
        "form": form,
        "requests": line.requests,
        "lost": line.audit.lost,
        "doubled": line.audit.doubled,
        "waited": line.waited,
        "recovery": line.recovery,
    }
    item.user_properties.append((PROPERTY, found))
    line.check()


def told(reporter: pytest.TerminalReporter) -> str:
    """All lines as a Markdown table, "" without any; the long form also as var/faults.json."""
    lines = [
        value
        for reports in reporter.stats.values()
        for report in reports
        for name, value in getattr(report, "user_properties", ())
        if name == PROPERTY and report.when == "call"
    ]
    if any(line["form"] == "long" for line in lines):
        place = ROOT / "var"
        place.mkdir(exist_ok=True)
        (place / "faults.json").write_text(json.dumps(lines, ensure_ascii=False, indent=1) + "\n")
    return "\n".join([HEAD, *map(_row, lines)]) if lines else ""


def _row(line: dict[str, Any]) -> str:
    seconds = ["–" if line[at] is None else f"{line[at]:.2f}" for at in ("waited", "recovery")]
    counts = [str(line[at]) for at in ("fault", "form", "requests", "lost", "doubled")]
    return f"| {' | '.join(counts + seconds)} |"
