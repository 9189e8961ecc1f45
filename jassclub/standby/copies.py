"""A copy of everything that a second machine needs to go on: the database, the keys of the house.

A parcel is one gzipped tar of `manifest.json` (Manifest), files of keys, and `jassclub.sqlite3`; it
is of one moment, made while everybody writes.
"""

import io
import json
import sqlite3
import tarfile
import tempfile
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Lock
from time import time
from typing import Any

DATABASE, MANIFEST = "jassclub.sqlite3", "manifest.json"
KEY, TOKEN, PUSH = "secret_key", "standby_token", "push.pem"
SAME_FOR = 5.0
"""Seconds for which one copy serves everybody who asks."""
LIGHT = 1
"""Gzip: a database shrinks to a fifth in a twentieth of a second a megabyte."""


class Unfit(Exception):
    """There is nothing that could be copied, or what came is no copy; says why."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a copy says of itself. `moment` is by the clock of the first machine."""

    moment: float
    migrations: list[str]
    environment: dict[str, str]


@dataclass(frozen=True, slots=True)
class Copy:
    """A parcel that was opened."""

    manifest: Manifest
    files: dict[str, bytes]


_kept: dict[Path, tuple[float, bytes]] = {}
_turn = Lock()


def packed(
    var: Path, *, database: Path, secrets: dict[str, str], environment: dict[str, str]
) -> bytes:
    """The parcel of this moment, open; Unfit where the database is gone. `secrets` are files by
    their names, `environment` is what the first machine was told in variables.

    Whoever asks while one is made gets the same: a hall has one processor to spare.
    """
    with _turn:
        made, parcel = _kept.get(var, (0.0, b""))
        if time() - made > SAME_FOR:
            moment = time()
            parcel = _packed(var, database, Manifest(moment, [], environment), secrets)
            _kept[var] = moment, parcel
        return parcel


def made_at(var: Path) -> float:
    """Of which moment the last copy is."""
    return _kept[var][0]


def _packed(var: Path, database: Path, manifest: Manifest, secrets: dict[str, str]) -> bytes:
    with tempfile.TemporaryDirectory(dir=var) as folder:
        place = Path(folder) / DATABASE
        migrations = snapshot(database, place)
        told = json.dumps({**asdict(manifest), "migrations": migrations}).encode()
        keys = {name: text.encode() for name, text in secrets.items()}
        parcel = io.BytesIO()
        with tarfile.open(fileobj=parcel, mode="w:gz", compresslevel=LIGHT) as tar:
            for name, content in {MANIFEST: told, **keys, DATABASE: place.read_bytes()}.items():
                entry = tarfile.TarInfo(name)
                entry.size, entry.mode = len(content), 0o600
                tar.addfile(entry, io.BytesIO(content))
        return parcel.getvalue()


def snapshot(database: Path, place: Path) -> list[str]:
    """The database as it is at this moment, in a file of its own; the migrations that made it.

    Never makes a database: where the file was deleted, or is empty, it says Unfit.
    """
    try:
        with _opened(database) as source, closing(sqlite3.connect(place)) as target:
            # All pages in one reading: writers go on beside it, as WAL lets them.
            source.backup(target, pages=-1)
            return migrations_of(target)
    except sqlite3.Error as problem:
        raise Unfit(f"{database} cannot be copied: {problem}") from problem


def _opened(database: Path) -> closing[sqlite3.Connection]:
    """A database that is there, to be read only."""
    address = f"{database.absolute().as_uri()}?mode=ro"
    return closing(sqlite3.connect(address, uri=True, timeout=20))


def migrations_of(database: sqlite3.Connection) -> list[str]:
    """What was applied, as `app.name`; sqlite3.Error where this is no database of the service."""
    rows = database.execute("SELECT app, name FROM django_migrations ORDER BY app, name")
    return [f"{app}.{name}" for app, name in rows]


def unpacked(parcel: bytes) -> Copy:
    """What is in a parcel; Unfit unless all of it is there and the database is whole."""
    try:
        with tarfile.open(fileobj=io.BytesIO(parcel), mode="r:gz") as tar:
            files: dict[str, Any] = {
                name: member.read()
                for name in (MANIFEST, KEY, TOKEN, PUSH, DATABASE)
                if name in tar.getnames() and (member := tar.extractfile(name)) is not None
            }
        manifest = Manifest(**json.loads(files.pop(MANIFEST)))
    except (tarfile.TarError, OSError, EOFError, KeyError, ValueError, TypeError) as problem:
        raise Unfit(f"what came is no copy: {problem}") from problem
    if DATABASE not in files or not manifest.migrations:
        raise Unfit("what came has no database in it")
    return Copy(manifest, files)


def check(database: Path) -> None:
    """Unfit unless every page of the database can be read."""
    try:
        with _opened(database) as opened:
            (word,) = opened.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as problem:
        raise Unfit(f"the copy cannot be read: {problem}") from problem
    if word != "ok":
        raise Unfit(f"the copy is broken: {word}")
