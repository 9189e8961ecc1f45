"""The recording is the same twice, and tells when something is not."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.recording.compare import Rename, Renames, differences, digests, items_of

ROOT = Path(__file__).parents[2]
SHORT = ("evenings/freundeskreis", "days/nearest-2x8")

pytestmark = pytest.mark.once


def writing(folder: Path, *, seed: str, only: tuple[str, ...] = SHORT) -> subprocess.Popen[bytes]:
    chosen = [word for scenario in only for word in ("--only", scenario)]
    return subprocess.Popen(
        [sys.executable, "-m", "tests.recording", "write", str(folder), *chosen],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": seed},
        stdout=subprocess.DEVNULL,
    )


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("recording")
    both = [writing(folder / name, seed=seed) for name, seed in (("one", "1"), ("other", "2"))]
    assert [process.wait() for process in both] == [0, 0]
    return folder


def test_an_evening_and_a_day_recorded_twice_are_equal_to_the_byte(recorded):
    one, other = items_of(recorded / "one"), items_of(recorded / "other")
    assert len(one) > 100
    assert one == other


@pytest.mark.parametrize(
    ("old", "new"), [("Punkte", "Puncte"), ('"points"', '"point"'), ("157", "158")]
)
def test_a_word_a_key_and_a_number_that_changed_are_told_by_item(recorded, tmp_path, old, new):
    copy = tmp_path / "copy"
    shutil.copytree(recorded / "one", copy)
    path, text = next((path, text) for path, text in items_of(copy).items() if old in text)
    (copy / path).write_text(text.replace(old, new, 1))
    (told,) = differences(recorded / "one", copy, Renames())
    assert told.startswith(f"differs: {path}")
    assert old in told
    assert new in told


def test_items_that_are_gone_or_new_are_told(tmp_path):
    for folder, name in (("old", "a.txt"), ("new", "b.txt")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).write_text("same")
    told = differences(tmp_path / "old", tmp_path / "new", Renames())
    assert told == ["gone: a.txt", "new: b.txt"]


def test_a_rename_hides_what_it_says_and_must_fit_something(tmp_path):
    for folder, text in (("old", "der Trumpfbuur"), ("new", "der Bauer")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.txt").write_text(text)
    fits = Rename(old="Trumpfbuur", new="Bauer", why="one word")
    idle = Rename(old="Nell", new="Neun", why="one word")
    assert differences(tmp_path / "old", tmp_path / "new", Renames(texts=[fits])) == []
    told = differences(tmp_path / "old", tmp_path / "new", Renames(texts=[fits, idle]))
    assert told == ["a rename that fits nothing: 'Nell' -> 'Neun'"]


@pytest.mark.proof
def test_the_service_says_what_it_said_before_the_redesign(tmp_path):
    """All scenarios against the sums of the commit before."""
    assert writing(tmp_path, seed="3", only=()).wait() == 0
    told = digests(items_of(tmp_path)).splitlines()
    known = (ROOT / "tests" / "recording" / "digests.txt").read_text().splitlines()
    assert sorted(set(known) ^ set(told)) == []
