"""What people notice while the service is reloaded, updated, or started anew: nothing."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from jassclub.serve import Address, answers
from tests.deploy.composed import free_ports
from tests.migrated import ROOT, sqlite_copy

pytestmark = [pytest.mark.once, pytest.mark.proof]

PATIENCE = 60.0
CALLERS = 4
RULING = b'{"article": "fragen", "facts": {"act": "answer", "offender": 1}}'
WEB = "jassclub.wsgi -c python:jassclub.gunicorn --workers 2 --threads 4 --no-control-socket"


STARTED: list[int] = []
"""Groups of processes; a parent that follows on USR2 stays in that of the first."""


@pytest.fixture(autouse=True)
def _nothing_is_left() -> Iterator[None]:
    yield
    while STARTED:
        with suppress(ProcessLookupError):
            os.killpg(STARTED.pop(), signal.SIGKILL)


class Callers:
    """Some who ask without end, each time on a new connection, as the proxy does."""

    def __init__(self, address: Address, *, bodies: bool) -> None:
        self.address, self.over, self.bodies = address, Event(), bodies
        self.waits: list[float] = []
        self.failed: list[str] = []

    def go_on(self) -> None:
        for number in count():
            if self.over.is_set():
                return
            begun = time.monotonic()
            try:
                status = self._ask(number)
                if status != 200:
                    self.failed.append(str(status))
            except OSError as fault:
                self.failed.append(repr(fault))
            self.waits.append(time.monotonic() - begun)

    def _ask(self, number: int) -> int:
        client = HTTPConnection(self.address.host, self.address.port, timeout=PATIENCE)
        try:
            if number % 2 or not self.bodies:
                client.request("GET", "/readyz")
            else:
                kind = {"Content-Type": "application/json"}
                client.request("POST", "/api/v1/rulings", RULING, kind)
            return client.getresponse().status
        finally:
            client.close()


@contextmanager
def callers(address: Address, *, bodies: bool = True) -> Iterator[Callers]:
    """They ask as long as the block lasts, and a second longer."""
    asking = Callers(address, bodies=bodies)
    with ThreadPoolExecutor(CALLERS) as pool:
        for _ in range(CALLERS):
            pool.submit(asking.go_on)
        try:
            yield asking
            time.sleep(1)
        finally:
            asking.over.set()


class Web:
    """gunicorn as it is shipped, on a database of its own."""

    def __init__(self, folder: Path, *options: str) -> None:
        sqlite_copy(folder / "jassclub.sqlite3")
        shared = ("DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL", "CACHE_URL")
        self.environment = {k: v for k, v in os.environ.items() if k not in shared}
        self.environment |= {"JASSCLUB_VAR": str(folder), "THROTTLE_ENTRIES": "1000000/min"}
        gunicorn = Path(sys.executable).with_name("gunicorn")
        self.command = f"exec {gunicorn} {WEB} {' '.join(options)}"
        self.folder = folder

    def start(self, before: str = "", **options: Any) -> "subprocess.Popen[bytes]":
        with (self.folder / "log").open("ab") as log:
            process: subprocess.Popen[bytes] = subprocess.Popen(
                ["bash", "-c", before + self.command], cwd=ROOT, env=self.environment,
                stdout=log, stderr=log, start_new_session=True, **options,
            )  # fmt: skip
        STARTED.append(process.pid)
        return process

    def children_of(self, pid: int) -> set[int]:
        return set(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()))


def until(condition: Callable[[], object], what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, f"waited in vain for {what}"
        time.sleep(0.1)


def report(what: str, asking: Callers) -> None:
    print(  # noqa: T201 (the figures of the page on operating)
        f"\n{what}: {len(asking.waits)} requests, {len(asking.failed)} failed, "
        f"longest wait {max(asking.waits):.2f} s"
    )
    assert Counter(asking.failed) == {}
    assert len(asking.waits) > 4 * CALLERS


def test_reloading_keeps_nobody_waiting_for_an_answer(tmp_path) -> None:
    """HUP: new processes, the old ones end what they began."""
    (port,) = free_ports(1)
    address, web = Address("127.0.0.1", port), Web(tmp_path, "--bind", f"127.0.0.1:{port}")
    parent = web.start()
    try:
        until(lambda: answers(address), "the web")
        with callers(address) as asking:
            for _ in range(3):
                before = web.children_of(parent.pid)
                time.sleep(0.5)
                parent.send_signal(signal.SIGHUP)
                until(lambda: not before & web.children_of(parent.pid), "the old processes to end")  # noqa: B023
        report("three reloads (HUP)", asking)
    finally:
        parent.terminate()
        assert parent.wait(PATIENCE) == 0


def test_an_update_keeps_nobody_waiting_for_an_answer(tmp_path) -> None:
    """USR2: a second parent with the code of now, then the first one ends."""
    (port,) = free_ports(1)
    pid = tmp_path / "web.pid"
    options = ("--bind", f"127.0.0.1:{port}", "--pid", str(pid))
    address, web = Address("127.0.0.1", port), Web(tmp_path, *options)
    parent = web.start()
    try:
        until(lambda: answers(address), "the web")
        with callers(address) as asking:
            parent.send_signal(signal.SIGUSR2)
            second = Path(f"{pid}.2")
            until(second.exists, "the second parent")
            following = int(second.read_text())
            until(lambda: len(web.children_of(following)) == 2, "its processes")
            parent.terminate()
            assert parent.wait(PATIENCE) == 0
        report("update (USR2, then TERM to the first)", asking)
        os.kill(following, signal.SIGTERM)
        until(lambda: not answers(address), "the end")
    finally:
        parent.kill()


def test_starting_anew_behind_a_socket_of_systemd_loses_no_request(tmp_path) -> None:
    """The socket is systemd's and stays open; who comes meanwhile waits in it."""
    with socket.create_server(("127.0.0.1", 0), backlog=2048) as held:
        address = Address("127.0.0.1", held.getsockname()[1])
        web = Web(tmp_path)
        handed_over = {"pass_fds": (held.fileno(),)}
        given = f"exec 3<&{held.fileno()}; export LISTEN_FDS=1 LISTEN_PID=$$; "
        first = web.start(given, **handed_over)
        until(lambda: answers(address), "the web")
        with callers(address) as asking:
            time.sleep(0.5)
            first.terminate()
            assert first.wait(PATIENCE) == 0
            second = web.start(given, **handed_over)
            time.sleep(3)
        report("restart behind a socket of systemd", asking)
        second.terminate()
        assert second.wait(PATIENCE) == 0


@pytest.mark.skipif(shutil.which("caddy") is None, reason="there is no caddy here")
def test_the_proxy_waits_while_the_service_is_replaced(tmp_path) -> None:
    """As compose does it: the old one ends, then the new one starts.

    Only requests without a body: the Caddy 2.6 of Debian answers others 502 at its second try
    (https://github.com/caddyserver/caddy/issues/5454), and a phone sends them again.
    """
    front, port, admin = free_ports(3)
    text = (ROOT / "Caddyfile").read_text().replace(
        "{\n", f"{{\n\tadmin 127.0.0.1:{admin}\n\tauto_https off\n", 1
    )  # fmt: skip
    own = tmp_path / "Caddyfile"
    own.write_text(
        text.replace("\t\trequest_buffers 12MB", "\t\tbuffer_requests\n\t\tmax_buffer_size 12MB")
    )
    told = {"JASS_HOST": f"http://127.0.0.1:{front}", "JASS_BEHIND": f"127.0.0.1:{port}"}
    proxy = subprocess.Popen(
        ["caddy", "run", "--config", str(own), "--adapter", "caddyfile"],
        env={**os.environ, **told, "HOME": str(tmp_path)},
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    web = Web(tmp_path, "--bind", f"127.0.0.1:{port}")
    first = web.start()
    try:
        address = Address("127.0.0.1", front)
        until(lambda: answers(address), "the web behind its proxy")
        with callers(address, bodies=False) as asking:
            time.sleep(0.5)
            first.terminate()
            assert first.wait(PATIENCE) == 0
            second = web.start()
            time.sleep(3)
        report("stopped and started behind the proxy", asking)
        second.terminate()
        assert second.wait(PATIENCE) == 0
    finally:
        proxy.terminate()
        assert proxy.wait(PATIENCE) == 0
