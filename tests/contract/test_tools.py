"""Programs of others read the OpenAPI document without a complaint."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT

DOCUMENT = ROOT / "jassclub" / "docs" / "openapi.yaml"
TOOLS = Path(__file__).parent / "tools"
CONFIG = TOOLS / "python-client.yaml"

pytestmark = pytest.mark.proof
needs_npm = pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")


def said_by(*command: object, cwd: Path) -> str:
    """What a program prints; it may end as it likes."""
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, capture_output=True, text=True, check=False, timeout=600
    )
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def npm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the pinned tools."""
    folder = tmp_path_factory.mktemp("tools")
    for name in ("package.json", "package-lock.json", "spectral.yaml"):
        shutil.copy(TOOLS / name, folder)
    said = said_by("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", cwd=folder)
    assert (folder / "node_modules" / ".bin" / "redocly").exists(), said
    return folder


@needs_npm
def test_redocly_finds_nothing(npm, capsys):
    command = ("node_modules/.bin/redocly", "lint", "--extends=recommended", "--format=json")
    said = said_by(*command, DOCUMENT, cwd=npm)
    found = json.loads(said[said.index("{") : said.rindex("}") + 1])["totals"]
    _print(capsys, f"redocly (recommended): {found}")
    assert found == {"errors": 0, "warnings": 0, "ignored": 0}


@needs_npm
def test_spectral_finds_nothing(npm, capsys):
    said = said_by("node_modules/.bin/spectral", "lint", "-r", "spectral.yaml", DOCUMENT, cwd=npm)
    _print(capsys, f"spectral (oas): {said.strip()}")
    assert said.startswith("No results with a severity of")


@needs_npm
def test_typescript_knows_every_type(npm, capsys):
    said_by("node_modules/.bin/openapi-typescript", DOCUMENT, "-o", "api.ts", cwd=npm)
    said = said_by("node_modules/.bin/tsc", "--strict", "--noEmit", "api.ts", cwd=npm)
    assert said == ""
    written = (npm / "api.ts").read_text()
    # Free JSON is an object of anything, and so are the headers that a client may read besides.
    free = re.compile(r"\[(?:key|name): string\]: unknown")
    unknown = re.findall(r".*\bunknown\b\S*;$", free.sub("", written), re.M)
    _print(capsys, f"openapi-typescript: {len(unknown)} unknown outside of free JSON")
    assert unknown == []


def test_the_generator_of_python_clients_warns_of_nothing(tmp_path, capsys):
    client = ("-m", "openapi_python_client", "generate", "--meta", "none")
    places = ("--path", DOCUMENT, "--config", CONFIG, "--output-path", tmp_path / "client")
    said = said_by(sys.executable, *client, *places, cwd=tmp_path)
    _print(capsys, f"openapi-python-client: {said.lower().count('warning')} warnings")
    assert said.strip() == f"Generating {tmp_path / 'client'}"


def _print(capsys: pytest.CaptureFixture[str], figure: str) -> None:
    with capsys.disabled():
        print(f"\n{figure}")  # noqa: T201 - the figure of the proof
