"""Databases with every table: migrated once, and then copied.

To migrate takes a second of a processor, to copy none. What comes of it hangs on the migrations
and on what is installed alone: the SQLite file is kept from run to run under their digest. The one
on PostgreSQL is made for each run, since its server is.

`python -m tests.migrated migrate -v0` is `manage.py migrate -v0`, four times as fast.
"""

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / ".pytest_cache" / "migrated"
APPS = ("jassclub", "referee", "scoring", "tournaments")
INSTALLED = ("requirements/run.txt", "jassclub/migrations.py")
PATTERN = "migrated"
"""The database on PostgreSQL that others are copies of."""


def render_what_is_new() -> None:
    """No step of a migration draws anew what it leaves as it was.

    Django makes the classes of a model and of all that hang together with it again for each new
    model, constraint or index. A new model needs its own class alone, and a constraint or an index
    is told to the class that is there.
    """
    from django.db.migrations.state import ProjectState

    state: Any = ProjectState
    state.add_model = _add_model
    state._append_option = _append_option


def _add_model(state: Any, added: Any) -> None:
    key = added.app_label, added.name_lower
    state.models[key] = added
    if state._relations is not None:
        state.resolve_model_relations(key)
    if "apps" in vars(state):
        state.apps.render_multiple([added])


def _append_option(state: Any, app: str, model: str, option: str, added: Any) -> None:
    options = state.models[app, model].options
    options[option] = [*options[option], added]
    if "apps" in vars(state):
        setattr(state.apps.get_model(app, model)._meta, option, options[option])


def sqlite_copy(path: Path) -> None:
    """Put an SQLite database with every table there."""
    shutil.copyfile(_sqlite_file(), path)


def postgres_pattern(home: Path) -> str:
    """The name of the PostgreSQL database with every table; nobody stays connected to it."""
    # The processes of a run come here at the same moment: one migrates, the others wait.
    with _alone(home / f"{PATTERN}.lock"):
        ready = home / f"{PATTERN}.ready"
        if not ready.exists():
            _migrate_on_postgres()
            ready.touch()
    return PATTERN


def _sqlite_file() -> Path:
    KEPT.mkdir(parents=True, exist_ok=True)
    file = KEPT / f"{_digest()}.sqlite3"
    # Two processes that find no file would both make one, and one would copy it half written.
    with _alone(KEPT / "lock"):
        if not file.exists():
            for old in KEPT.glob("*.sqlite3*"):
                old.unlink()
            _migrate_on_sqlite(file)
    return file


def _digest() -> str:
    """Of the migrations, and of what is installed."""
    digest = sha256()
    found = [file for app in APPS for file in ROOT.glob(f"{app}/**/migrations/*.py")]
    for file in sorted([*found, *(ROOT / name for name in INSTALLED)]):
        digest.update(f"{file.relative_to(ROOT)} {file.stat().st_size}\n".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:20]


def _migrate_on_sqlite(file: Path) -> None:
    """In a process of its own, with its settings: the one here may be on another database."""
    making = file.with_suffix(".sqlite3-making")
    address = {"DATABASE_URL": f"sqlite:///{making}", "JASSCLUB_DOTENV": ""}
    subprocess.run(
        [sys.executable, "-m", "tests.migrated", "migrate", "-v0"],
        cwd=ROOT,
        env={**os.environ, **address},
        check=True,
    )
    making.rename(file)


def _migrate_on_postgres() -> None:
    from django.core.management import call_command
    from django.db import connection

    with connection._nodb_cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {PATTERN}")
    # Under the name of the default one: some migrations ask for no other.
    name, connection.settings_dict["NAME"] = connection.settings_dict["NAME"], PATTERN
    try:
        call_command("migrate", verbosity=0)
    finally:
        connection.close()
        connection.settings_dict["NAME"] = name


@contextmanager
def _alone(path: Path) -> Iterator[Any]:
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield lock


if __name__ == "__main__":
    from django.core.management import execute_from_command_line

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "jassclub.settings")
    render_what_is_new()
    execute_from_command_line(sys.argv)
