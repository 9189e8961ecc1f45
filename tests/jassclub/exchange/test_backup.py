"""A backup comes back into an empty database, on whatever database it was made."""

import gzip
import json
import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from jassclub.api.models import Upkeep
from jassclub.clubs.models import Club, Player
from jassclub.exchange.backups import backup, rehearsal, schema
from jassclub.exchange.backups.backup import (
    LEFT_OUT,
    Unusable,
    check_backup,
    restore_backup,
    rows_of,
    tables,
    write_backup,
)
from scoring.claims.models import HandEntry
from scoring.core.models import Game, ScoreEvent
from scoring.photos.models import SheetPhoto
from tests.jassclub.exchange import moving as exchange
from tests.jassclub.exchange.moving import told
from tests.migrated import ROOT, sqlite_copy
from tests.scoring.table import house
from tests.tournaments.standings.pure.played import played_hall
from tournaments.core.models import Tournament
from tournaments.results.models import PasseSheet


def lines_of(path):
    """The rows and the names of the tables; not the moment, and not the digest of all."""
    return gzip.decompress(path.read_bytes()).splitlines()[1:-1]


def emptied():
    call_command("flush", interactive=False, verbosity=0)


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
    paper = {"picture": bytes(range(256)), "width": 16, "height": 16}
    SheetPhoto.objects.create(club=table.house.club, game=table.game, **paper)
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
    assert bytes(SheetPhoto.objects.get().picture) == paper["picture"]
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
    monkeypatch.setattr(backup, "_fill", lambda *args: touched.append(args))
    for check in (["--check"], []):
        with pytest.raises(CommandError, match="Nothing was written"):
            told("restore", str(written), *check)
    assert touched == []


@pytest.mark.django_db
def test_a_file_of_a_newer_version_is_refused_by_name(written) -> None:
    rewritten(written, lambda head: head["migrations"].append(["scoring", "0002_tomorrow"]))
    with pytest.raises(Unusable, match=r"scoring 0002_tomorrow.*later one"):
        restore_backup(written)


@pytest.mark.django_db
def test_a_database_of_a_newer_version_is_left_alone(written) -> None:
    MigrationRecorder(connections["default"]).record_applied("scoring", "0002_tomorrow")
    with pytest.raises(Unusable, match=r"later version.*scoring 0002_tomorrow"):
        restore_backup(written)


@pytest.mark.django_db
def test_a_file_of_other_tables_under_the_same_names_is_refused(written) -> None:
    rewritten(written, lambda head: head.update(schema="0" * 64))
    with pytest.raises(Unusable, match="other columns than this version"):
        restore_backup(written)


def rewritten(path, change) -> None:
    """The file with another first line, under a digest that fits."""
    forged(path, lambda lines, _end: change(lines[0]))


def forged(path, change) -> None:
    """The file with other lines, under a digest that fits."""
    *lines, end = map(json.loads, gzip.decompress(path.read_bytes()).splitlines())
    change(lines, end)
    text = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    end["sha256"] = sha256(text).hexdigest()
    path.write_bytes(gzip.compress(text + json.dumps(end).encode()))


def row_of_a_player(lines):
    """Where the first one stands."""
    heads = [line.get("table") if isinstance(line, dict) else "" for line in lines]
    return heads.index("clubs_player") + 1


FORGERIES = {
    "a row that is too short": lambda lines, at, end: lines[at].pop(),
    "a row of other values": lambda lines, at, end: lines.__setitem__(at, [{}] * len(lines[at])),
    "a row that is there twice": lambda lines, at, end: lines.insert(at, lines[at]),
    "a line that is no row": lambda lines, at, end: lines.insert(at, None),
    "a table without a name": lambda lines, at, end: lines[at - 1].pop("table"),
    "migrations without a name": lambda lines, at, end: lines[0].update(migrations=["clubs"]),
    "no counts": lambda lines, at, end: end.update(rows=[1]),
}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_file_that_was_forged_under_a_digest_that_fits_is_refused_in_words(
    forgery, tmp_path
) -> None:
    house()
    path = tmp_path / "forged.gz"
    write_backup(path)
    forged(path, lambda lines, end: FORGERIES[forgery](lines, row_of_a_player(lines), end))
    emptied()
    with pytest.raises(CommandError, match="Nothing was written"):
        told("restore", str(path))
    assert not Club.objects.exists()


def test_the_tables_of_the_migrations_are_those_of_the_models() -> None:
    """Else a file of this version would not fit itself once a later one is there."""
    all_of_them = [[app, name] for app, name in MigrationLoader(None).disk_migrations]
    then = schema.models_at([made for made in all_of_them if made[0] not in LEFT_OUT])
    assert schema.fingerprint(tables(then)) == schema.fingerprint(tables())


def on_a_database_of_its_own(folder, *commands) -> str:
    """What they print, one after the other, on an empty SQLite."""
    environment = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{folder}/own.sqlite3",
        "JASSCLUB_VAR": str(folder),
    }
    return "".join(
        subprocess.run(
            [sys.executable, "manage.py", *command],
            env=environment, cwd=ROOT, capture_output=True, text=True, check=True,
        ).stdout
        for command in commands
    )  # fmt: skip


OF_FIRST = ROOT / "tests" / "jassclub" / "exchange" / "made-by-v0.1.0.jsonl.gz"
"""The demo club, as version 0.1.0 wrote it: 47 games and two tournaments."""


@pytest.mark.proof
@pytest.mark.once
@pytest.mark.parametrize("before", [["migrate", "-v0"], ["check"]], ids=["migrated", "empty"])
def test_a_backup_of_version_0_1_0_comes_back_into_the_tables_of_today(tmp_path, before) -> None:
    again = str(tmp_path / "again.gz")
    said = on_a_database_of_its_own(
        tmp_path, before, ["restore", str(OF_FIRST)], ["backup", again],
        ["restore", again, "--rehearse"], ["migrate", "--check"],
    )  # fmt: skip
    assert said.count("47 games, 0 findings") == 2
    assert said.count("2 tournaments, 0 findings") == 2
    assert "The file can be restored" in said
    old, new = check_backup(OF_FIRST), check_backup(tmp_path / "again.gz")
    assert (old.schema, len(new.schema)) == ("", 64)
    assert {table: new.rows[table] for table in old.rows if table not in FILLED} == {
        table: rows for table, rows in old.rows.items() if table not in FILLED
    }


FILLED = {"django_content_type", "auth_permission"}


@pytest.mark.django_db(transaction=True)
def test_an_older_file_comes_back_on_this_database_too(tmp_path) -> None:
    """The tables are made anew for it, then migrated; here that is the end of the tables."""
    try:
        said = told("restore", str(OF_FIRST))
        assert "47 games, 0 findings" in said
        assert "2 tournaments, 0 findings" in said
        then = {name: n for name, n in check_backup(OF_FIRST).rows.items() if name not in FILLED}
        assert rows_of(then) == then
        assert Club.objects.count() == 1
        assert Club.objects.create(name="Neu", slug="neu").pk
        assert not Upkeep.objects.exists()
    finally:
        emptied()


@pytest.mark.django_db(transaction=True)
def test_a_rehearsal_tells_whether_a_file_can_be_restored_and_leaves_nothing(tmp_path) -> None:
    exchange.eventful()
    path = tmp_path / "good.gz"
    told("backup", str(path))
    own, games = connections["default"].settings_dict["NAME"], Game.objects.count()
    Player.objects.create(club=Club.objects.get(), name="Nachher")
    said = told("restore", str(path), "--rehearse")
    assert f"{games} games, 0 findings" in said
    assert "The file can be restored" in said
    assert connections["default"].settings_dict["NAME"] == own
    assert Player.objects.filter(name="Nachher").exists()
    assert there_is_no_rehearsal_left(own)


def there_is_no_rehearsal_left(own) -> bool:
    if settings.SQLITE:
        return not Path(f"{own}_rehearsal").exists()
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [f"{own}_rehearsal"])
        return cursor.fetchone() is None


def test_a_rehearsal_in_a_file_stays_in_the_folder_of_its_own(monkeypatch, tmp_path) -> None:
    own = str(tmp_path / ("tief" * 20) / "jassclub.sqlite3")
    spoken = SimpleNamespace(vendor="sqlite", settings_dict={"NAME": own}, close=lambda: None)
    monkeypatch.setattr(rehearsal, "connection", spoken)
    with rehearsal.scratch():
        assert spoken.settings_dict["NAME"] == f"{own}_rehearsal"
    assert spoken.settings_dict["NAME"] == own


@pytest.mark.django_db(transaction=True)
def test_a_rehearsal_finds_what_the_ledger_finds_and_leaves_nothing(tmp_path) -> None:
    table = exchange.eventful()
    HandEntry.objects.filter(hand__game=table.game, version=1).update(slip={"points": [0, 157]})
    path = tmp_path / "doubtful.gz"
    write_backup(path)
    with pytest.raises(SystemExit):
        told("restore", str(path), "--rehearse")
    assert there_is_no_rehearsal_left(connections["default"].settings_dict["NAME"])
    assert HandEntry.objects.exists()


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

    monkeypatch.setattr(backup, "_write", full)
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
