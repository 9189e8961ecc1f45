"""A throw-away service to measure: PostgreSQL and Redis where the machine or the test wheels have
them (as production sets them: every commit reaches the disk), and two web processes on loopback.

Where there is no PostgreSQL it is SQLite and the embedded broker, and the figures say so.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from jassclub.serve import Address

WORKERS = 2
THREADS = 4
PATIENCE = 60.0
DURABLE = ("fsync=on", "synchronous_commit=on", "full_page_writes=on")


@dataclass(frozen=True)
class Service:
    """A running service: where it listens, what stands in it, and what it stands on."""

    port: int
    world: dict[str, Any]
    database: str
    environment: dict[str, str]

    def counted(self) -> dict[str, Any]:
        """What is in the database now."""
        return _world(["count"], self.environment)


@contextmanager
def service(kind: str, tables: int) -> Iterator[Service]:
    """A service with its world, gone afterwards."""
    with storage() as (database, environment), ExitStack() as stack:
        port = _free_port()
        world = _world([kind, str(tables)], environment)
        web = _web(port, environment)
        stack.callback(_end, web)
        _wait_for(port, web)
        yield Service(port, world, database, environment)


@contextmanager
def storage() -> Iterator[tuple[str, dict[str, str]]]:
    """An empty database: its kind, and the environment of programs that use it."""
    with ExitStack() as stack:
        home = Path(tempfile.mkdtemp(prefix="jassclub-bench-", dir="/var/tmp"))
        home.chmod(0o711)
        stack.callback(shutil.rmtree, home, ignore_errors=True)
        database, addresses = _database(stack, home)
        yield database, _environment(home, addresses)


def _database(stack: ExitStack, home: Path) -> tuple[str, dict[str, str]]:
    try:
        from tests import servers

        uid = servers.UNPRIVILEGED if os.geteuid() == 0 else None
        programs = servers._postgres_folder(home, uid)
    except (ImportError, RuntimeError):
        return "SQLite", {"DATABASE_URL": f"sqlite:///{home}/bench.sqlite3", "REDIS_URL": ""}
    data = home / "postgres"
    data.mkdir()
    for folder in (home, data) if uid is not None else ():
        os.chown(folder, uid or 0, uid or 0)
    servers._initdb(programs, data, uid)
    durable = [part for option in DURABLE for part in ("-c", option)]
    commands = [[*servers._postgres_command(programs, home, data), *durable]]
    redis = servers.REDIS_PROGRAM
    if redis:
        commands.append(servers._redis_command(redis, home, uid))
    for command in commands:
        stack.callback(_end, _started(command, uid))
    servers._wait_until(lambda: servers._postgres_answers(home), "PostgreSQL")
    _created(home)
    found = {"DATABASE_URL": f"postgres://jassclub@/{home}/bench", "REDIS_URL": ""}
    if redis:
        servers._wait_until(lambda: servers._redis_answers(home), "Redis")
        socket = home / "redis.sock"
        found["REDIS_URL"] = f"unix://{socket}?db=1"
        found["CELERY_BROKER_URL"] = f"redis+socket://{socket}?virtual_host=0"
    return "PostgreSQL", found


def _created(home: Path) -> None:
    import psycopg

    with psycopg.connect(
        host=str(home), user="jassclub", dbname="postgres", autocommit=True
    ) as asked:
        asked.execute("CREATE DATABASE bench")


def _environment(home: Path, addresses: dict[str, str]) -> dict[str, str]:
    (home / "var").mkdir()
    own = {
        "DJANGO_SETTINGS_MODULE": "tests.bench._settings",
        "JASSCLUB_DOTENV": "",
        "JASSCLUB_PRODUCTION": "0",
        "JASSCLUB_DEBUG": "0",
        "JASSCLUB_HALL_MODE": "0",
        "JASSCLUB_VAR": str(home / "var"),
        "THROTTLE_ANON": "1000000/min",
    }
    return {**os.environ, **own, **addresses}


def _world(arguments: list[str], environment: dict[str, str]) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.bench._world", *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(arguments)}: {done.stderr[-2000:]}")
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def _web(
    port: int, environment: dict[str, str], tree: Path | None = None
) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "gunicorn", "jassclub.wsgi", "-c", "python:jassclub.gunicorn"]
    command += ["--bind", Address("127.0.0.1", port).bind, "--workers", str(WORKERS)]
    command += ["--threads", str(THREADS), "--keep-alive", "30"]
    command += ["--no-control-socket", "--log-level", "warning", "--backlog", "2048"]
    return _started(command, None, environment, tree)


def _started(
    command: list[str],
    uid: int | None,
    environment: dict[str, str] | None = None,
    tree: Path | None = None,
) -> subprocess.Popen[bytes]:
    identity: dict[str, Any] = {}
    if uid is not None:
        identity = {"user": uid, "group": uid, "extra_groups": []}
    return subprocess.Popen(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, cwd=tree if uid is None else "/", **identity,
    )  # fmt: skip


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _free_port() -> int:
    return next(port for port in range(18_700, 18_800) if Address("127.0.0.1", port).is_free())


def _wait_for(port: int, web: subprocess.Popen[bytes]) -> None:
    """Until both web processes have answered something."""
    deadline = time.monotonic() + PATIENCE
    answered = 0
    while answered < 10 * WORKERS:
        if web.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError("the web processes do not answer")
        asked = HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            asked.request("GET", "/readyz")
            answered += asked.getresponse().status == 200
        except OSError:
            time.sleep(0.1)
        finally:
            asked.close()
