"""Every night a backup is made, brought to another house, and old ones go."""

import os
import time
from datetime import datetime
from io import StringIO
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command

from jassclub.api.models import Upkeep
from jassclub.exchange.backups.backup import NAME, check_backup
from jassclub.home.management.commands import backup
from tests.jassclub.exchange.moving import told


@pytest.mark.django_db
def test_the_operators_command_gets_the_file_and_its_failure_is_told(tmp_path, settings) -> None:
    away = tmp_path / "another house"
    away.mkdir()
    settings.BACKUP_HOOK = f'cp "$1" "{away}"'
    told("backup", str(tmp_path / "first.gz"))
    assert check_backup(away / "first.gz").rows == check_backup(tmp_path / "first.gz").rows
    made = Upkeep.objects.get(pk=NAME)
    settings.BACKUP_HOOK = "exit 7"
    with pytest.raises(CommandError, match=r"second\.gz is here, but BACKUP_HOOK ended with 7"):
        told("backup", str(tmp_path / "second.gz"))
    assert Upkeep.objects.get(pk=NAME).at == made.at, "an alarm is what is wanted then"
    assert not Upkeep.objects.filter(pk=backup.FAILED).exists(), "whoever named the file reads it"


@pytest.mark.django_db
def test_old_files_go_when_a_new_one_is_there(tmp_path, settings) -> None:
    settings.VAR = tmp_path
    folder = tmp_path / "backups"
    folder.mkdir()
    for days in (1, 29, 31, 400):
        file = folder / f"jassclub-{days}.jsonl.gz"
        file.touch()
        os.utime(file, times=(time.time() - days * 86_400,) * 2)
    (folder / "letter.txt").touch()
    told("backup")
    assert len(list(folder.iterdir())) == 6
    settings.BACKUP_DAYS = 30
    time.sleep(1.1)  # the next second has another name
    told("backup")
    kept = sorted(path.name for path in folder.iterdir() if "-2" in path.name or "-1." in path.name)
    assert not (folder / "jassclub-31.jsonl.gz").exists()
    assert len(kept) == 4
    assert (folder / "letter.txt").exists()


@pytest.mark.django_db
def test_a_night_that_fails_is_told_and_the_next_one_comes(tmp_path, settings, monkeypatch) -> None:
    """The first hook fails, the second does not; then somebody ends it."""
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        settings.BACKUP_HOOK = ("exit 1", "", "")[len(slept) - 1]
        monkeypatch.setattr(backup, "_new_file", lambda: tmp_path / f"{len(slept)}.gz")
        if len(slept) == 3:
            raise KeyboardInterrupt

    # Its own clock: the threads of others go on sleeping as ever.
    monkeypatch.setattr(backup, "time", SimpleNamespace(sleep=sleep, time=time.time))
    said = StringIO()
    with pytest.raises(KeyboardInterrupt):
        call_command("backup", "--every-night", "02:15", stdout=StringIO(), stderr=said)
    assert "1.gz is here, but BACKUP_HOOK ended with 1" in said.getvalue()
    assert Upkeep.objects.get(pk=NAME).times == 1
    assert Upkeep.objects.get(pk=backup.FAILED).times == 1, "an alarm, and a line for the operator"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1.gz", "2.gz"]
    assert all(0 < seconds <= 25 * 3_600 for seconds in slept)


@pytest.mark.once
@pytest.mark.parametrize(("now", "hours"), [("02:00", 0.25), ("02:15", 24), ("23:15", 3)])
def test_the_next_night_is_awaited(now, hours) -> None:
    moment = datetime.fromisoformat(f"2026-11-22T{now}:00+01:00")
    assert backup._seconds_until(backup._moment("02:15"), moment) == hours * 3_600


@pytest.mark.django_db
def test_what_lay_in_its_way_opens_it_to_nobody(tmp_path) -> None:
    other = tmp_path / "other"
    other.write_text("of somebody else")
    other.chmod(0o644)
    (tmp_path / "new.gz.part").symlink_to(other)
    told("backup", str(tmp_path / "new.gz"))
    assert (tmp_path / "new.gz").stat().st_mode & 0o077 == 0
    assert other.read_text() == "of somebody else"
