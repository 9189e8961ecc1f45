"""A federation of 10,000 clubs with a million hands, today and at the tag 0.1.0 in the same run.

2,400 events of 30 seasons are drained by one worker, by two and by four; then 24 tables of one
season write 288 hands through one web instance and through two, with as many workers beside them.
Told are seconds, how often tables were counted, how long entries waited for locks of rows, and
the seconds of processor that a hand takes: of the web, of PostgreSQL and of the workers.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import psycopg

from tests.architecture.sources import ROOT
from tests.bench import Figure
from tests.bench._asking import Answer, Ask, all_at_once, entry
from tests.bench._serving import _end, _free_port, _wait_for, _web, storage

TAG = "v0.1.0"
CLUBS, SEASONS = 10_000, 100_000
HANDS, SMALL = 1_000_000, 100_000
BUSY, EVENTS = 30, 80
TABLES, NUMBERS = 24, 12
WORKERS = (1, 2, 4)
EVENINGS = ((1, 1), (2, 1), (2, 2), (2, 4))
"""Web instances and workers beside them."""
LAPS = 5
LINES = 8
SAMPLED = 0.004
"""Seconds between two looks at who waits for whom."""
KICKS = 8
LONGEST = 300.0
MOST_WAITED = 0.3
PARTS = ("web", "database", "worker")


@dataclass
class Side:
    """What was measured of one version."""

    drained: dict[int, float] = field(default_factory=dict)
    counted: dict[int, int] = field(default_factory=dict)
    waited: dict[tuple[int, int], float] = field(default_factory=dict)
    spent: dict[str, float] = field(default_factory=dict)


def measure(*, full: bool) -> Iterator[Figure]:
    """Both versions, each with a database of its own, one after the other; the processor of a hand
    in turns, so that whatever else the machine does meets both."""
    hands = HANDS if full else SMALL
    with _released() as before, ExitStack() as stack:
        trees = {"today": ROOT, TAG: before}
        programs = {name: stack.enter_context(_program(tree)) for name, tree in trees.items()}
        sides = {name: _measured(program, hands) for name, program in programs.items()}
        laps = [
            {name: _evening(program, 1, 1, watched=False)[1] for name, program in programs.items()}
            for _lap in range(LAPS)
        ]
    for name, side in sides.items():
        side.spent = {part: median(lap[name][part] for lap in laps) for part in PARTS}
        yield from _told(name, side, bars=name == "today")
    today, then = (sum(side.spent.values()) for side in sides.values())
    yield Figure(
        name=f"processor a hand, {today / then:.2f} of {TAG}", value=then / today,
        unit="times as cheap", floor=1 / 0.7,
    )  # fmt: skip


def _told(name: str, side: Side, *, bars: bool) -> Iterator[Figure]:
    one = side.drained[WORKERS[0]]
    for number, seconds in side.drained.items():
        least = {2: 1.3, 4: one / side.drained[2]}.get(number) if bars else None
        yield Figure(
            name=f"{name}: {BUSY * EVENTS:,} events, {number} workers, {seconds:.1f} s",
            value=one / seconds, unit="times one worker", floor=least and 0.95 * least,
        )  # fmt: skip
        yield Figure(
            name=f"{name}: seasons counted by {number} workers", value=-side.counted[number],
            unit=f"(of {BUSY})", floor=-BUSY if bars else None,
        )  # fmt: skip
    for (webs, number), seconds in side.waited.items():
        yield Figure(
            name=f"{name}: waited for rows, {TABLES * NUMBERS} hands, {webs} web, {number} workers",
            value=-seconds, unit="s", floor=-MOST_WAITED if bars else None,
        )  # fmt: skip
    for part in PARTS:
        share = 100 * side.spent[part] / sum(side.spent.values())
        yield Figure(
            name=f"{name}: processor of the {part}, {share:.0f} %",
            value=1000 * side.spent[part], unit="ms a hand",
        )  # fmt: skip


@contextmanager
def _released() -> Iterator[Path]:
    """The tag in a tree of its own, with these measurements in it."""
    tree = Path(tempfile.mkdtemp(prefix="jassclub-tag-", dir="/var/tmp")) / "tree"
    git = ["git", "-C", str(ROOT)]
    subprocess.run([*git, "worktree", "add", "--detach", str(tree), TAG], check=True)
    try:
        shutil.copy(ROOT / "tests/bench/_federation.py", tree / "tests/bench/_federation.py")
        yield tree
    finally:
        subprocess.run([*git, "worktree", "remove", "--force", str(tree)], check=True)
        tree.parent.rmdir()


@dataclass(frozen=True)
class _Program:
    """One version of the service on its database."""

    tree: Path
    environment: dict[str, str]

    def run(self, *words: object) -> dict[str, Any]:
        command = [sys.executable, "-m", "tests.bench._federation", *map(str, words)]
        done = subprocess.run(
            command,
            env=self.environment,
            cwd=self.tree,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"{words}: {done.stderr[-3000:]}")
        told: dict[str, Any] = json.loads(done.stdout)
        return told

    def asked(self) -> psycopg.Connection[Any]:
        home = self.environment["DATABASE_URL"].partition("@/")[2].removesuffix("/bench")
        return psycopg.connect(host=home, user="jassclub", dbname="bench", autocommit=True)

    @contextmanager
    def workers(self, number: int) -> Iterator[list[subprocess.Popen[bytes]]]:
        """So many processes that wait for work."""
        command = [sys.executable, "-m", "celery", "-q", "-A", "jassclub", "worker", "-P", "solo"]
        command += ["--without-gossip", "--without-mingle", "--loglevel", "ERROR"]
        with ExitStack() as stack:
            started = []
            for at in range(number):
                process = subprocess.Popen(
                    [*command, "-n", f"w{at}@bench"], env=self.environment, cwd=self.tree,
                    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                )  # fmt: skip
                stack.callback(_end, process)
                started.append(process)
            time.sleep(6.0)  # until all of them listen
            yield started


@contextmanager
def _program(tree: Path) -> Iterator[_Program]:
    with storage() as (database, environment):
        if database != "PostgreSQL" or not environment["REDIS_URL"]:
            raise RuntimeError("a federation needs PostgreSQL and Redis")
        yield _Program(tree, environment | {"PYTHONPATH": str(tree)})


def _measured(program: _Program, hands: int) -> Side:
    side = Side()
    busy = program.run("fill", CLUBS, SEASONS, hands, BUSY)["busy"]
    for number in WORKERS:
        side.drained[number], side.counted[number] = _drain(program, number, busy)
    for webs, number in EVENINGS:
        side.waited[webs, number] = _evening(program, webs, number, watched=True)[0]
    return side


def _drain(program: _Program, workers: int, busy: Sequence[str]) -> tuple[float, int]:
    """Seconds until every event is taken in, and how many tables of seasons were written."""
    with program.asked() as asked, program.workers(workers):
        before = _tables_written(asked)
        asked.execute(
            """
            INSERT INTO scoring_scoreevent (club_id, game_id, kind, created_at)
            SELECT g.club_id, g.id, 'entry', now() FROM scoring_game g
            WHERE g.season_id = ANY(%s) ORDER BY random()
            """,
            [list(busy)],
        )
        began = time.monotonic()
        program.run("kick", KICKS)
        _until_counted(asked)
        seconds = time.monotonic() - began
        asked.execute("SELECT pg_stat_force_next_flush()")
        time.sleep(2.0)
        # A season of the federation has two tables, of Schieber and of Differenzler.
        return seconds, (_tables_written(asked) - before) // 2


def _tables_written(asked: psycopg.Connection[Any]) -> int:
    row = asked.execute(
        "SELECT n_tup_ins + n_tup_upd FROM pg_stat_user_tables"
        " WHERE relname = 'tournaments_standingssnapshot'"
    ).fetchone()
    return int(row[0]) if row else 0


def _until_counted(asked: psycopg.Connection[Any]) -> None:
    until = time.monotonic() + LONGEST
    waiting = "SELECT EXISTS (SELECT FROM scoring_scoreevent WHERE counted_at IS NULL)"
    while (row := asked.execute(waiting).fetchone()) and row[0]:
        if time.monotonic() > until:
            raise RuntimeError("the events are not counted")
        time.sleep(0.02)


def _evening(
    program: _Program, webs: int, workers: int, *, watched: bool
) -> tuple[float, dict[str, float]]:
    """Seconds that entries waited for locks of rows, and seconds of processor a hand by part.

    To watch who waits costs the database time of its own.
    """
    told = program.run("tables", TABLES)["tables"]
    asks = [entry(table, number, 60 + number) for number in range(1, NUMBERS + 1) for table in told]
    with program.asked() as asked, program.workers(workers) as working, ExitStack() as stack:
        ports, serving = [], []
        for _instance in range(webs):
            port, counts = _free_port(), stack.enter_context(TemporaryDirectory())
            # The tag has one folder of counts for all instances of a machine.
            own = {**program.environment, "PROMETHEUS_MULTIPROC_DIR": f"{counts}/counts"}
            process = _web(port, own, program.tree)
            stack.callback(_end, process)
            _wait_for(port, process)
            ports.append(port)
            serving.append(process)
        whole = {
            "web": [process.pid for process in serving],
            "worker": [process.pid for process in working],
            "database": [_postmaster(asked)],
        }
        before = {part: _spent(pids) for part, pids in whole.items()}
        waited = stack.enter_context(_waiting(program)) if watched else [0.0]
        answers = _written(ports, asks)
        _until_counted(asked)
        after = {part: _spent(pids) for part, pids in whole.items()}
    if any(answer.status != 201 for answer in answers):
        raise AssertionError(sorted({answer.status for answer in answers}))
    return waited[0], {part: (after[part] - before[part]) / len(asks) for part in PARTS}


def _written(ports: Sequence[int], asks: Sequence[Ask]) -> list[Answer]:
    answers: list[Answer] = []

    def write(port: int, share: Sequence[Ask]) -> None:
        answers.extend(all_at_once(port, share, lines=LINES // len(ports))[0])

    threads = [
        threading.Thread(target=write, args=(port, asks[at :: len(ports)]))
        for at, port in enumerate(ports)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


@contextmanager
def _waiting(program: _Program) -> Iterator[list[float]]:
    """Adds up the seconds that statements wait for a row that another has locked."""
    waited, ended = [0.0], threading.Event()
    who = (
        "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        " AND wait_event IN ('transactionid', 'tuple')"
    )

    def look() -> None:
        with program.asked() as asked:
            last = time.monotonic()
            while not ended.wait(SAMPLED):
                row = asked.execute(who).fetchone()
                now = time.monotonic()
                waited[0] += (now - last) * (row[0] if row else 0)
                last = now

    looking = threading.Thread(target=look, daemon=True)
    looking.start()
    try:
        yield waited
    finally:
        ended.set()
        looking.join()


def _postmaster(asked: psycopg.Connection[Any]) -> int:
    row = asked.execute("SELECT pg_backend_pid()").fetchone()
    assert row is not None
    return int(Path(f"/proc/{row[0]}/stat").read_text().rsplit(")", 1)[1].split()[1])


def _spent(pids: Sequence[int]) -> float:
    """Seconds of processor of processes and of all below them, those that have ended included."""
    ticks, below = 0, dict[int, list[int]]()
    times = dict[int, int]()
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                told = (folder / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            below.setdefault(int(told[1]), []).append(int(folder.name))
            times[int(folder.name)] = sum(map(int, told[11:15]))
    waiting = [*pids]
    while waiting:
        pid = waiting.pop()
        ticks += times.get(pid, 0)
        waiting += below.get(pid, [])
    return ticks / os.sysconf("SC_CLK_TCK")
