"""The package as whoever installs it gets it: built from what git keeps, run elsewhere."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator, Mapping
from email.parser import Parser
from pathlib import Path

import pytest

from jassclub.serve import Address, answers
from referee.rulebook.lookup import learning
from tests.deploy.composed import PATIENCE, free_ports
from tests.migrated import ROOT

pytestmark = [pytest.mark.once, pytest.mark.xdist_group("package")]

SLIP = {"state": "complete", "contract": "RO", "declared_by": 0, "points": [97, None]}
FILES = {
    "HAND": json.dumps({"told": SLIP}),
    "RESULTS": json.dumps([{"player": "Anna", "results": [120, 98]}]),
}
"""What commands read that want a file."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the source package of what git keeps or would keep."""
    folder = tmp_path_factory.mktemp("package")
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, names.split("\0")):
        if not name.startswith("tests/") and (ROOT / name).is_file():
            place = folder / "source" / name
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, place)
    learning.prepared()
    shutil.copy(learning._KEPT, folder / "source" / learning._KEPT.relative_to(ROOT))
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder / "dist")]
    subprocess.run([*command, str(folder / "source")], check=True, capture_output=True)
    return folder / "dist"


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (found,) = built.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """Where the wheel is unpacked beside the locked libraries, and nothing of the sources."""
    folder = tmp_path_factory.mktemp("installed")
    zipfile.ZipFile(wheel).extractall(folder / "site")
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    data = str(folder / "data")
    return {**kept, "PYTHONPATH": str(folder / "site"), "XDG_DATA_HOME": data, "LANG": "C.UTF-8"}


def jassclub(environment: Mapping[str, str], *told: str) -> "subprocess.CompletedProcess[str]":
    code = "import sys; from jassclub.console import main; sys.exit(main())"
    return subprocess.run(
        [sys.executable, "-c", code, *told],
        cwd=environment["PYTHONPATH"], env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_the_wheel_says_what_it_is_and_under_which_licence(wheel):
    with zipfile.ZipFile(wheel) as packed:
        (metadata,) = (n for n in packed.namelist() if n.endswith(".dist-info/METADATA"))
        said = Parser().parsestr(packed.read(metadata).decode())
    assert said["License-Expression"] == "MIT"
    assert any(one.startswith("Django") for one in said.get_all("Requires-Dist", []))
    assert "make run" in said.get_payload()


def test_the_wheel_holds_what_the_service_reads_and_nothing_of_this_machine(wheel):
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
    parts = {
        "jassclub/locale/fr/LC_MESSAGES/django.mo",
        "jassclub/web/static/jassclub/jassclub.css",
        "referee/rulebook/books.toml",
        "referee/rulebook/lookup/learning.index",
        "tournaments/papers/pdf/fonts/DejaVuSansCondensed.ttf",
    }
    assert parts <= {*names}
    assert not [n for n in names if n.startswith("tests/") or n.endswith(".pyc")]


def test_the_source_package_builds_from_itself(built):
    (packed,) = built.glob("*.tar.gz")
    shutil.unpack_archive(packed, built / "unpacked", filter="data")
    (source,) = (built / "unpacked").iterdir()
    assert (source / "LICENSE").is_file()
    assert (source / "requirements" / "run.in").is_file()


@pytest.mark.parametrize(
    ("told", "found"),
    [
        (("lookup", "Partner hat die Farbe nicht angegeben", "--json"), "nichtangeben"),
        (("rule", '{"article": "letzter-stich", "facts": {}}'), "need_facts"),
        (("plan", "--players", "8", "--rounds", "2", "--seed", "1", "--json"), "certificate"),
        (("sheet", "HAND", "--profile", "schieber-1000"), "cells"),
        (("standings", "RESULTS"), "decided_by"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_the_installed_command_answers_without_a_server(environment, told, found, tmp_path):
    for name, content in FILES.items():
        (tmp_path / name).write_text(content)
    done = jassclub(environment, *(str(tmp_path / w) if w in FILES else w for w in told))
    assert done.returncode == 0, done.stderr
    assert found in done.stdout


def test_an_unusable_call_is_told_what_there_is_and_no_more(environment):
    for told in ((), ("migrate",), ("standby",), ("rehearse",)):
        done = jassclub(environment, *told)
        assert done.returncode == 2, told
        listed = re.findall(r"^  (\w+)", done.stderr, re.M)
        assert listed == ["serve", "rule", "lookup", "plan", "sheet", "standings"]


@pytest.mark.parametrize("name", ["standby", "rehearse", "backup"])
def test_all_other_commands_are_those_of_the_module(environment, name):
    done = subprocess.run(
        [sys.executable, "-m", "jassclub", name, "--help"],
        cwd=environment["PYTHONPATH"], env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.startswith(f"usage: jassclub {name}")


@pytest.fixture
def served(environment: Mapping[str, str]) -> Iterator[Address]:
    address = Address("127.0.0.1", free_ports(1)[0])
    code = "import sys; from jassclub.console import main; sys.exit(main())"
    process = subprocess.Popen(
        [sys.executable, "-c", code, "serve", "--port", str(address.port)],
        cwd=environment["PYTHONPATH"], env=environment, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    yield address
    process.send_signal(signal.SIGTERM)
    process.wait(PATIENCE)


@pytest.mark.proof
def test_the_installed_command_serves_a_club_and_keeps_its_data_with_its_user(served, environment):
    deadline = time.monotonic() + 4 * PATIENCE
    while not answers(served):
        assert time.monotonic() < deadline, "it never answered"
        time.sleep(0.5)
    assert (Path(environment["XDG_DATA_HOME"]) / "jassclub").is_dir()
