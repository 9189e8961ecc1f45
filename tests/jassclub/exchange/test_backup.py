"""A backup comes back into an empty database, on whatever database it was made."""

import gzip
import json
from io import StringIO

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connections, models
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from jassclub.clubs.models import Club, Player
from jassclub.exchange.backup import (
    LEFT_OUT,
    Unusable,
    check_backup,
    restore_backup,
    tables,
    write_backup,
)
from scoring.claims.models import HandEntry
from scoring.core.models import Game, ScoreEvent
from tests.jassclub.exchange import moving as exchange
from tests.migrated import sqlite_copy
from tests.scoring.table import house
from tests.tournaments.standings.pure.played import played_hall
from tournaments.core.models import Tournament
from tournaments.results.models import PasseSheet


def lines_of(path):
    """The rows and the names of the tables; not the moment, and not the digest of all."""
    return gzip.decompress(path.read_bytes()).splitlines()[1:-1]


def emptied():
    call_command("flush", interactive=False, verbosity=0)


def told(name, *args) -> str:
    out = StringIO()
    call_command(name, *args, stdout=out)
    return out.getvalue()


@pytest.fixture
def elsewhere(transactional_db, tmp_path):
    """A second, empty database: SQLite in a file, whatever the first one is."""
    alias = "elsewhere"
    own = connections.databases["default"] if settings.SQLITE else {}
    connections.databases[alias] = connections.configure_settings(
        {
            alias: {
                "ENGINE": "django.db.backends.sqlite3",
                "NAME": str(tmp_path / "elsewhere.sqlite3"),
                "OPTIONS": own.get("OPTIONS", {}),
            },
            "default": {},
        }
    )[alias]
    sqlite_copy(tmp_path / "elsewhere.sqlite3")
    connections[alias].connect()
    yield alias
    connections[alias].close()
    del connections[alias]
    del connections.databases[alias]


@pytest.fixture
def written(db, tmp_path):
    """A small backup in a file."""
    house()
    path = tmp_path / "small.jsonl.gz"
    write_backup(path)
    return path


@pytest.mark.django_db(transaction=True)
def test_everything_comes_back_into_an_empty_database_and_the_ledger_holds(tmp_path) -> None:
    """Also the numbers: a row that is new afterwards gets one of its own."""
    table = exchange.eventful()
    played_hall()
    clubs, head = sorted(Club.objects.values_list("name")), exchange.heads(table.house.club)
    entries = list(HandEntry.objects.order_by("pk").values())
    Session.objects.create(session_key="x" * 32, expire_date=timezone.now())
    first, second = tmp_path / "first.gz", tmp_path / "second.gz"
    assert f"{first}: " in told("backup", str(first))

    emptied()
    assert not Club.objects.exists()
    said = told("restore", str(first))
    assert f"{Game.objects.count()} games, 0 findings" in said
    assert "1 tournaments, 0 findings" in said
    assert sorted(Club.objects.values_list("name")) == clubs
    assert exchange.heads(Club.objects.get(pk=table.house.club.pk)) == head
    assert list(HandEntry.objects.order_by("pk").values()) == entries
    assert PasseSheet.objects.exists()
    assert not Session.objects.exists()
    write_backup(second)
    assert lines_of(second) == lines_of(first)

    last = ScoreEvent.objects.latest("pk").pk
    assert ScoreEvent.objects.create(game=table.game, club=table.house.club, kind="entry").pk > last


@pytest.mark.once
@pytest.mark.django_db(transaction=True)
def test_it_moves_from_one_database_to_another_and_back(elsewhere, tmp_path) -> None:
    exchange.eventful()
    paths = [tmp_path / f"{number}.gz" for number in range(3)]
    write_backup(paths[0])
    restore_backup(paths[0], using=elsewhere)
    write_backup(paths[1], using=elsewhere)
    emptied()
    restore_backup(paths[1])
    write_backup(paths[2])
    assert check_backup(paths[1]).made_on == "sqlite"
    assert lines_of(paths[0]) == lines_of(paths[1]) == lines_of(paths[2])
    assert "0 findings" in told("verify_ledger")


@pytest.mark.django_db(transaction=True)
def test_what_the_ledger_finds_after_coming_back_is_told(tmp_path) -> None:
    table = exchange.eventful()
    HandEntry.objects.filter(hand__game=table.game, version=1).update(slip={"points": [0, 157]})
    path = tmp_path / "doubtful.gz"
    write_backup(path)
    emptied()
    with pytest.raises(SystemExit):
        told("restore", str(path))
    assert Game.objects.filter(pk=table.game.pk).exists()


@pytest.mark.django_db
def test_a_database_with_rows_is_never_filled(written) -> None:
    rows = Player.objects.count()
    with pytest.raises(CommandError, match="not empty"):
        told("restore", str(written))
    assert Player.objects.count() == rows


@pytest.mark.django_db
@pytest.mark.parametrize("harm", ["shortened", "flipped", "changed", "no_end", "text", "empty"])
def test_a_broken_file_is_refused_before_anything_is_written(written, harm, monkeypatch) -> None:
    whole = written.read_bytes()
    text = gzip.decompress(whole)
    harmed = {
        "shortened": whole[: len(whole) // 2],
        "flipped": whole[:200] + bytes([whole[200] ^ 1]) + whole[201:],
        "changed": gzip.compress(text.replace(b"Frohsinn", b"Trabsinn", 1)),
        "no_end": gzip.compress(b"".join(text.splitlines(keepends=True)[:-1])),
        "text": gzip.compress(b"a letter to the club\n"),
        "empty": b"",
    }
    written.write_bytes(harmed[harm])
    touched = []
    monkeypatch.setattr("jassclub.exchange.backup._fill", lambda *args: touched.append(args))
    for check in (["--check"], []):
        with pytest.raises(CommandError, match="Nothing was written"):
            told("restore", str(written), *check)
    assert touched == []


@pytest.mark.django_db
def test_a_file_of_a_newer_version_is_refused_by_name(written, monkeypatch) -> None:
    monkeypatch.setattr("jassclub.exchange.backup.migrations", lambda using: [["api", "0001_x"]])
    with pytest.raises(Unusable, match=r"scoring 0001_initial.*later one"):
        restore_backup(written)


@pytest.mark.django_db
def test_a_file_of_an_older_version_is_refused_by_name(written) -> None:
    MigrationRecorder(connections["default"]).record_applied("scoring", "0002_tomorrow")
    with pytest.raises(Unusable, match=r"older.*scoring 0002_tomorrow"):
        restore_backup(written)


@pytest.mark.django_db
def test_a_file_is_for_its_owner_only_and_overwrites_none(written, tmp_path) -> None:
    assert written.stat().st_mode & 0o077 == 0
    with pytest.raises(CommandError, match="not written"):
        told("backup", str(written))
    assert [path.name for path in tmp_path.glob("*.part")] == []
    assert check_backup(written).rows["clubs_club"] == 1


@pytest.mark.django_db
def test_a_backup_that_fails_leaves_no_file(tmp_path, monkeypatch) -> None:
    def full(*args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("jassclub.exchange.backup._write", full)
    with pytest.raises(CommandError, match="No space left"):
        told("backup", str(tmp_path / "none.gz"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.django_db
def test_a_file_can_be_read_without_restoring_it(written) -> None:
    said = told("restore", str(written), "--check")
    assert "6 clubs_player" in said
    assert "ledger" not in said
    first = json.loads(gzip.decompress(written.read_bytes()).splitlines()[0])
    assert first["backup"] == 1


@pytest.mark.once
def test_every_table_is_kept_or_named_as_left_out() -> None:
    known = set(apps.get_models(include_auto_created=True))
    left = known - set(tables())
    told = {name for model in left for name in (model._meta.app_label, model._meta.label)}
    assert all({model._meta.app_label, model._meta.label} & LEFT_OUT for model in left)
    assert told >= LEFT_OUT
    assert Tournament in tables()


@pytest.mark.once
def test_no_column_is_filled_by_saving() -> None:
    """Else a restore would change it: `bulk_create` asks such fields for their value."""
    filled = [
        field
        for model in tables()
        for field in model._meta.local_concrete_fields
        if getattr(field, "auto_now", False) or getattr(field, "auto_now_add", False)
    ]
    assert filled == []
    assert not any(isinstance(f, models.BinaryField) for t in tables() for f in t._meta.fields)
