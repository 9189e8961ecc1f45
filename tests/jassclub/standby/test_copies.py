"""A copy leaves the first machine sealed and whole, the second one keeps only what it can use."""

import io
import json
import sqlite3
import tarfile
from typing import Any
from urllib.error import HTTPError

import pytest
from django.conf import LazySettings, settings
from django.core.management import call_command
from django.test import Client

from jassclub.core import second_machine
from jassclub.home.management.commands import rehearse
from jassclub.standby import copies, views
from jassclub.standby.copies import DATABASE, Unfit
from jassclub.standby.keeping import Keeper, Refused
from jassclub.standby.sealing import Broken, kept_token, opened, pass_of, sealed
from tests.migrated import sqlite_copy
from tests.tabled import tabled

TOKEN = "k7m2p-x9r4t-b3n8w-d6h5j"


@pytest.fixture
def first(tmp_path: Any, settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A machine of its own: its folder, with a database of one migration."""
    settings.VAR, settings.SQLITE, settings.PRODUCTION = tmp_path / "first", True, False
    settings.VAR.mkdir()
    (settings.VAR / copies.TOKEN).write_text(TOKEN)
    database = settings.VAR / DATABASE
    sqlite_copy(database)
    monkeypatch.setattr(views, "_database", lambda: database)
    copies._kept.clear()
    return settings.VAR


class Wired(Keeper):
    """Asks the service of the test."""

    def _ask(self, path: str) -> bytes:
        headers = {views.PASS: pass_of(self.token), views.PORT: "8000"}
        answer = Client().get(path, headers=headers)
        if answer.status_code != 200:
            raise HTTPError(path, answer.status_code, "", {}, io.BytesIO(answer.content))  # type: ignore[arg-type]
        return answer.content


def keeper(folder: Any, **more: Any) -> Wired:
    return Wired("http://192.168.1.5:8000", TOKEN, folder / "second", 8000, **more)


@pytest.mark.django_db
def test_a_copy_becomes_the_database_of_the_second_machine(first: Any, tmp_path: Any) -> None:
    with sqlite3.connect(first / DATABASE) as writing:
        writing.execute("CREATE TABLE said (words TEXT)")
        writing.execute("INSERT INTO said VALUES ('Stöck, Wys, Stich')")
    kept = keeper(tmp_path)
    manifest = kept.fetch()
    assert second_machine.fetched(first) is not None
    taken = kept.take_over()
    assert abs(taken.copied_at - manifest.moment) <= 1
    assert second_machine.taken_over(kept.folder) == taken
    with sqlite3.connect(kept.folder / DATABASE) as reading:
        assert reading.execute("SELECT words FROM said").fetchone() == ("Stöck, Wys, Stich",)
    told = kept.environment()
    assert told["SECRET_KEY"] == settings.SECRET_KEY
    assert {file.stat().st_mode & 0o077 for file in kept.folder.glob("*key*")} == {0}


@pytest.mark.django_db
def test_nobody_without_the_token_learns_that_there_is_something(
    first: Any, settings: LazySettings
) -> None:
    right = {views.PASS: pass_of(TOKEN)}
    assert Client().get("/standby/news", headers=right).status_code == 200
    for path in ("/standby/copy", "/standby/news"):
        assert Client().get(path).status_code == 404
        assert Client().get(path, headers={views.PASS: pass_of("another")}).status_code == 404
        settings.PRODUCTION = True
        assert Client().get(path, headers=right).status_code == 404
        settings.PRODUCTION = False


@pytest.mark.django_db
def test_a_machine_that_lost_its_data_gives_no_copy_and_the_one_before_stays(
    first: Any, tmp_path: Any
) -> None:
    kept = keeper(tmp_path)
    kept.fetch()
    database = first / DATABASE
    for damage in (database.unlink, database.touch, lambda: database.write_bytes(b"x" * 9000)):
        damage()
        copies._kept.clear()
        answer = Client().get("/standby/copy", headers={views.PASS: pass_of(TOKEN)})
        assert answer.status_code == 503
    assert kept.take_over().copied_at > 0


def test_the_newest_copy_that_is_whole_is_taken(first: Any, tmp_path: Any) -> None:
    kept = keeper(tmp_path)
    with pytest.raises(Unfit):
        kept.take_over()
    kept.folder.mkdir()
    sqlite_copy(kept.folder / f"1000.{DATABASE}")
    (kept.folder / f"2000.{DATABASE}").write_bytes(b"SQLite format 3\0 and then nothing")
    assert kept.take_over().copied_at == 1000


@pytest.mark.django_db
def test_a_copy_of_a_later_version_is_refused_at_once(first: Any, tmp_path: Any) -> None:
    with pytest.raises(Refused, match="later version"):
        keeper(tmp_path, known=frozenset({"clubs.0001_initial"})).fetch()
    assert not (tmp_path / "second").exists()


def _tar(**files: bytes) -> bytes:
    told = io.BytesIO()
    with tarfile.open(fileobj=told, mode="w:gz") as tar:
        for name, content in files.items():
            entry = tarfile.TarInfo(name.replace("_", "."))
            entry.size = len(content)
            tar.addfile(entry, io.BytesIO(content))
    return told.getvalue()


MANIFEST = json.dumps({"moment": 1.0, "migrations": ["a.b"], "environment": {}}).encode()


@tabled(
    "parcel",
    [
        b"",
        b"<html>the log-in of a hotel</html>",
        _tar(),
        _tar(manifest_json=MANIFEST),
        _tar(manifest_json=b"{}", jassclub_sqlite3=b"x"),
        _tar(manifest_json=b"[1]", jassclub_sqlite3=b"x"),
        _tar(manifest_json=MANIFEST, jassclub_sqlite3=b"x")[:60],
    ],
)
def test_what_is_no_copy_is_said_to_be_none(parcel: bytes) -> None:
    with pytest.raises(Unfit):
        copies.unpacked(parcel)


def test_a_parcel_opens_with_its_token_alone_however_it_was_typed() -> None:
    parcel = sealed(b"everything", TOKEN)
    assert b"everything" not in parcel
    for typed in (TOKEN, TOKEN.upper(), TOKEN.replace("-", " "), f" {TOKEN}\n"):
        assert opened(parcel, typed) == b"everything"
        assert pass_of(typed) == pass_of(TOKEN)
    wrong = bytes([parcel[-1] ^ 1])
    for parcel_, token in ((parcel, "abcde"), (parcel[:-1] + wrong, TOKEN), (b"", TOKEN)):
        with pytest.raises(Broken):
            opened(parcel_, token)


def test_a_token_is_made_once_and_is_its_owners(tmp_path: Any) -> None:
    token = kept_token(tmp_path / "token")
    assert kept_token(tmp_path / "token") == token
    assert (tmp_path / "token").stat().st_mode & 0o777 == 0o600
    assert [len(group) for group in token.split("-")] == [5, 5, 5, 5]


def test_a_rehearsal_works_on_a_copy_and_is_thrown_away(
    first: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: dict[str, Any] = {}

    def served(self: Any, folder: Any, host: str, port: int) -> None:
        told = rehearse._environment(folder)
        seen.update(
            told, port=port, tables=copies.migrations_of(sqlite3.connect(folder / DATABASE))
        )
        with sqlite3.connect(folder / DATABASE) as played:
            played.execute("CREATE TABLE played (words TEXT)")

    monkeypatch.setattr(rehearse.Command, "_serve", served)
    monkeypatch.setitem(settings.DATABASES["default"], "NAME", str(first / DATABASE))
    call_command("rehearse")
    assert "thrown away" in capsys.readouterr().out
    assert seen["tables"]
    assert (seen["JASSCLUB_REHEARSAL"], seen["MAIL_FROM"], seen["port"]) == ("1", "", 8100)
    assert not (first / "rehearsal").exists()
    with sqlite3.connect(first / DATABASE) as real:
        assert real.execute("SELECT 1 FROM sqlite_master WHERE name = 'played'").fetchone() is None
