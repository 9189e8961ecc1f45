"""Adds what operations refuse with while tests run to `jassclub/api/refusals.toml`.

`pytest -n0 -p tests.contract.refusals tests/...` does it; what is new fails that once.
"""

import tomllib
from json import dumps

import pytest

from tests.architecture.sources import ROOT

FILE = ROOT / "jassclub" / "api" / "refusals.toml"


def pytest_unconfigure(config: pytest.Config) -> None:
    """Write the file anew, its head as it was."""
    from tests import promises

    text = FILE.read_text()
    known = tomllib.loads(text)
    for operation, status, code in promises.unnamed:
        known.setdefault(operation, {}).setdefault(status, []).append(code)
    lines = [text.partition("\n\n")[0], ""]
    for operation, refusals in sorted(known.items()):
        told = (f"{status} = {dumps(sorted(refusals[status]))}" for status in sorted(refusals))
        lines += [f"[{dumps(operation)}]", *told, ""]
    FILE.write_text("\n".join(lines))
