"""The whole service on servers of its own, so that each part can be ended while people play.

PostgreSQL (durable, unlike that of the run, and on a disk of its own where that may be mounted),
Redis, two processes of gunicorn and a worker. Each part has a guard, and the folder lies in that of
the run, so nothing outlives it.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO
from urllib.error import URLError
from urllib.request import urlopen

import redis
from celery import Celery
from django.db import connections

from jassclub.celery import TIMETABLE, app
from tests import servers
from tests.faults.volume import Volume

PATIENCE = 120.0
NAME = "jassclub"
CELERY = [sys.executable, "-m", "celery", "-q", "-A", "jassclub"]
WORKER = ["worker", "-P", "threads", "-c", "2", "--without-gossip", "--without-mingle"]
WEB = ["-c", "python:jassclub.gunicorn", "--workers", "2", "--threads", "4", "--no-control-socket"]
DISK = 400 << 20
LITTLE_LOG = ["-c", "min_wal_size=32MB", "-c", "max_wal_size=96MB"]
SWEEPS = ("tournaments.tasks.count", "tournaments.tasks.rank")


def until(condition: Callable[[], object], what: str) -> float:
    """Wait for it; how many seconds."""
    begun = time.monotonic()
    while not condition():
        assert time.monotonic() < begun + PATIENCE, f"waited {PATIENCE:.0f} s in vain for {what}"
        time.sleep(0.02)
    return time.monotonic() - begun


def family(pid: int) -> list[int]:
    """A process and all that descend from it, the youngest first."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [*(one for child in children for one in family(int(child))), pid]


class Part:
    """One process: ended by a signal, started again. What it is started with may be changed."""

    def __init__(
        self,
        command: list[str],
        *,
        ending: signal.Signals,
        alive: Callable[[], bool],
        env: dict[str, str] | None = None,
        uid: int | None = None,
    ) -> None:
        self.command, self.env = command, env
        self._ending, self._alive, self._uid = ending, alive, uid
        self._guard: subprocess.Popen[bytes] | None = None

    def launch(self) -> None:
        """Begin to start it."""
        self._guard = servers._guard(
            [self.command],
            stdin=subprocess.PIPE,
            number=self._ending,
            env=self.env,
            uid=self._uid,
        )

    def wait(self) -> None:
        """Until it answers."""
        until(self._alive, " ".join(self.command[:4]))

    def start(self) -> None:
        """Start it and wait until it answers."""
        self.launch()
        self.wait()

    def send(self, number: signal.Signals) -> None:
        """A signal to it and to all its processes."""
        if self._guard is not None:
            for pid in family(self._guard.pid)[:-1]:
                with suppress(ProcessLookupError):
                    os.kill(pid, number)

    def end(self) -> None:
        """Send its signal, and wait until it is gone."""
        if self._guard is not None:
            lifeline: IO[bytes] | None = self._guard.stdin
            assert lifeline is not None
            lifeline.close()
            self._guard.wait(PATIENCE)
        self._guard = None


class Service:
    """All parts; `folder` is theirs. With `beat` the timetable runs, else the test sweeps."""

    def __init__(self, folder: Path, *, beat: bool) -> None:
        self.folder = folder
        self.uid = servers.UNPRIVILEGED if os.geteuid() == 0 else None
        bind = f"127.0.0.1:{_free_port()}"
        self.address = f"http://{bind}"
        self.broker = f"redis+socket://{folder}/redis.sock?virtual_host=0"
        self.celery = Celery("faults", set_as_current=False)
        # These two, since CELERY_BROKER_URL of the run goes before an address given otherwise.
        self.celery.conf.update(
            broker_read_url=self.broker,
            broker_write_url=self.broker,
            task_queues=app.conf.task_queues,
            task_routes=app.conf.task_routes,
        )
        env = self._environment()
        self.postgres = self._postgres()
        self.redis = self._redis()
        web = [sys.executable, "-m", "gunicorn", "jassclub.wsgi", "--bind", bind, *WEB]
        self.web = Part(web, ending=signal.SIGTERM, alive=self._web_answers, env=env)
        self.worker = Part(
            [*CELERY, *WORKER], ending=signal.SIGKILL, alive=self._worker_answers, env=env
        )
        beating = [*CELERY, "beat", "-s", str(folder / "beat")]
        self.beat = Part(beating, ending=signal.SIGKILL, alive=lambda: True, env=env)
        self._with_beat = beat
        self._parts = (self.beat, self.worker, self.web, self.redis, self.postgres)

    def start(self, *, like: str) -> None:
        """Everything up, with the schema of the database `like` of the run."""
        self.postgres.start()
        self._copy_schema(like)
        os.sync()
        self._start_the_rest()

    def end(self) -> None:
        """Everything down, the folder gone."""
        for part in self._parts:
            part.end()
        self.disk.unmount()
        shutil.rmtree(self.folder, ignore_errors=True)

    def cut(self) -> None:
        """The power is gone, for everything at once."""
        self.disk.cut()
        for part in self._parts:
            part.send(signal.SIGKILL)
        for part in self._parts:
            part.end()

    def power(self) -> None:
        """It is back."""
        self.disk.power()
        self.postgres.start()
        self._start_the_rest()

    def _start_the_rest(self) -> None:
        self.redis.start()
        self.web.launch()
        if self._with_beat:
            self.beat.launch()
        self.worker.start()
        self.web.wait()

    def sweep(self) -> None:
        """Where no timetable runs: what it would send next, which fails where Redis is away."""
        if self._with_beat:
            return
        for task in SWEEPS:
            self.celery.send_task(task, expires=60, retry=False)

    @contextmanager
    def database(self) -> Iterator[None]:
        """Within, the tests' own queries go to the database of this service."""
        place = connections["default"].settings_dict
        kept = {name: place[name] for name in ("HOST", "NAME")}
        connections["default"].close()
        place.update(HOST=str(self.folder), NAME=NAME)
        try:
            yield
        finally:
            connections["default"].close()
            place.update(kept)

    # --- Its parts
    def _environment(self) -> dict[str, str]:
        var = self.folder / "var"
        var.mkdir()
        return {
            **os.environ,
            "DATABASE_URL": f"postgres://jassclub@/{self.folder}/{NAME}",
            "REDIS_URL": f"unix://{self.folder}/redis.sock?db=1",
            "CELERY_BROKER_URL": self.broker,
            "JASSCLUB_VAR": str(var),
            "BROKER_PATIENCE": "0.08",
            "HOOK_NETWORKS": "127.0.0.0/8",
        }

    def _postgres(self) -> Part:
        binaries = servers._postgres_folder(self.folder, self.uid)
        self.disk = Volume.of_a_file(self.folder / "disk", DISK)
        data = self.disk.folder / "postgres"
        data.mkdir()
        if self.uid is not None:
            for path in (self.folder, data):
                os.chown(path, self.uid, self.uid)
        servers._initdb(binaries, data, self.uid)
        self.binaries = binaries
        command = [str(binaries / "postgres"), "-D", str(data), "-c", "listen_addresses="]
        command += ["-c", f"unix_socket_directories={self.folder}", *LITTLE_LOG]
        # SIGQUIT: at once and without a checkpoint, as if it had crashed.
        return Part(
            command,
            ending=signal.SIGQUIT,
            uid=self.uid,
            alive=lambda: servers._postgres_answers(self.folder),
        )

    def _redis(self) -> Part:
        assert servers.REDIS_PROGRAM is not None
        command = servers._redis_command(servers.REDIS_PROGRAM, self.folder, self.uid)
        return Part(
            command,
            ending=signal.SIGKILL,
            uid=self.uid,
            alive=lambda: _redis_answers(self.folder),
        )

    def _copy_schema(self, like: str) -> None:
        def run(program: str, host: str, *more: str, text: bytes = b"") -> bytes:
            command = [str(self.binaries / program), "-h", host, "-U", "jassclub", *more]
            done = subprocess.run(command, input=text, capture_output=True, check=False)
            assert done.returncode == 0, done.stderr.decode()
            return done.stdout

        here = str(self.folder)
        run("createdb", here, NAME)
        dumped = run("pg_dump", os.environ[servers.HOME_VARIABLE], like)
        run("psql", here, "-q", "-v", "ON_ERROR_STOP=1", NAME, text=dumped)

    def _web_answers(self) -> bool:
        try:
            with urlopen(f"{self.address}/healthz", timeout=2) as answer:  # noqa: S310
                return bool(answer.status == 200)
        except (URLError, OSError):
            return False

    def _worker_answers(self) -> bool:
        # Not over a connection of before: Redis may have been away since.
        with self.celery.connection_for_write() as fresh:
            return bool(self.celery.control.ping(timeout=0.5, limit=1, connection=fresh))


def _redis_answers(folder: Path) -> bool:
    try:
        return bool(redis.Redis(unix_socket_path=str(folder / "redis.sock")).ping())
    except redis.RedisError:
        return False


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


assert set(SWEEPS) <= {entry["task"] for entry in TIMETABLE.values()}
