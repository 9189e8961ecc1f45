"""The recording is the same twice, and tells when something is not."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.migrated import sqlite_copy
from tests.recording.compare import (
    FORMS,
    Reform,
    Rename,
    Renames,
    differences,
    items_of,
)
from tests.recording.told import as_json
from tests.sampling import some_today

ROOT = Path(__file__).parents[2]
SHORT = ("evenings/freundeskreis", "days/nearest-2x8")

pytestmark = [pytest.mark.once, pytest.mark.proof]


def writing(folder: Path, *, seed: str, only: Sequence[str] = ()) -> subprocess.Popen[bytes]:
    """A recording that begins with migrated tables."""
    chosen = [word for scenario in only for word in ("--only", scenario)]
    tables = folder.with_name(f"{folder.name}-{seed}.sqlite3")
    sqlite_copy(tables)
    command = [sys.executable, "-m", "tests.recording", "write", str(folder)]
    return subprocess.Popen(
        [*command, "--tables", str(tables), *chosen],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": seed},
        stdout=subprocess.DEVNULL,
    )


def twice(folder: Path, only: Sequence[str]) -> Path:
    both = [
        writing(folder / name, seed=seed, only=only)
        for name, seed in (("one", "1"), ("other", "2"))
    ]
    assert [process.wait() for process in both] == [0, 0]
    return folder


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One scenario twice; the long form takes both."""
    return twice(tmp_path_factory.mktemp("recording"), some_today(SHORT, 1, at="recording"))


def assert_equal_to_the_byte(folder: Path) -> None:
    one, other = items_of(folder / "one"), items_of(folder / "other")
    assert len(one) > 100
    assert one == other


def test_what_is_recorded_twice_is_equal_to_the_byte(recorded):
    assert_equal_to_the_byte(recorded)


def test_an_evening_and_a_day_recorded_twice_are_equal_to_the_byte(tmp_path):
    assert_equal_to_the_byte(twice(tmp_path, SHORT))


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


FORMED = {
    "moments in UTC": (
        '{"at": "2026-11-19T20:15:00.5+01:00", "day": "2026-11-19"}',
        '{"at": "2026-11-19T19:15:00.500000Z", "day": "2026-11-19"}',
    ),
    "lists in pages": ({"results": [1]}, {"next": None, "previous": None, "results": [1]}),
    "means with their count": (
        {"results": [{"hands": 4, "mean": "8.75", "bias": None}, {"mean": "x"}]},
        {
            "results": [
                {
                    "hands": 4,
                    "average": {"mean": "8.75", "count": 4},
                    "bias": {"mean": None, "count": 4},
                },
                {"mean": "x"},
            ]
        },
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_form_that_changed_is_declared_and_must_fit_something(form, tmp_path):
    old, new = (it if isinstance(it, str) else as_json(it) for it in FORMED[form])
    for folder, body in (("old", old), ("new", new)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.txt").write_text(f"GET /a\n\n200\n\n{body}")
    both = tmp_path / "old", tmp_path / "new"
    assert differences(*both, Renames(forms=[Reform(form, why="one form")])) == []
    elsewhere = Renames(forms=[Reform(form, why="one form", where="b*")])
    assert differences(*both, elsewhere)[1:] == [f"a rename that fits nothing: {form}"]
