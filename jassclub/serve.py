"""What `make run` keeps alive: one web server and one Celery worker, both or neither.

The supervisor starts the two as processes of their own sessions, so that Ctrl-C reaches
only the supervisor, which then ends both in order. When one dies, the other is ended too.
"""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from types import FrameType
from urllib.error import URLError
from urllib.request import urlopen

GRACE = 15.0
WORKER_CLASS = "jassclub.patient.Worker"
CONNECTIONS = 400
"""Of one web process: each may need a second file for what it sends, and 1,024 are usual."""
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 (the hall mode binds there on purpose)


@dataclass(frozen=True, slots=True)
class Address:
    """Where the service listens."""

    host: str
    port: int

    @property
    def hall(self) -> bool:
        """True where others in the network can reach it: the hall mode."""
        try:
            return not ip_address(self.host).is_loopback
        except ValueError:
            return self.host != "localhost"

    @property
    def bind(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    def is_free(self) -> bool:
        """Whether nobody else listens there; OSError for a host that is not this machine's."""
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((self.host, self.port))
            except PermissionError:
                return False
            except OSError as problem:
                if problem.errno in (48, 98):  # EADDRINUSE on macOS and Linux
                    return False
                raise
        return True

    def names(self) -> list[str]:
        """The hosts under which it is reached, the best first."""
        if self.host not in EVERYWHERE:
            return [self.host]
        return [*addresses_of_this_machine(), "127.0.0.1"]

    def links(self) -> list[str]:
        return [f"http://{Address(name, self.port).bind}/" for name in self.names()]


def addresses_of_this_machine() -> list[str]:
    """The addresses in the local network; asks the routing table, sends nothing."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("10.255.255.255", 1))
        found.append(str(probe.getsockname()[0]))
    with suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None)]
    usable = [a for a in found if "%" not in a and not ip_address(a).is_loopback]
    return list(dict.fromkeys(usable))


def environment_for(address: Address) -> dict[str, str]:
    """The variables of the children: the hall mode, and the hosts they may answer to."""
    environment = dict(os.environ)
    # Celery warns about root because of pickled messages; here messages are JSON only.
    environment.setdefault("PYTHONWARNINGS", "ignore:You're running the worker with superuser")
    if address.hall:
        machine = socket.gethostname()
        hosts = [*address.names(), "localhost", machine, f"{machine}.local"]
        environment["JASSCLUB_HALL_MODE"] = "1"
        environment.setdefault(
            "ALLOWED_HOSTS", ",".join(f"[{h}]" if ":" in h else h for h in hosts)
        )
    return environment


def web_command(address: Address) -> list[str]:
    """One process with eight threads: the in-process cache and SQLite want no second one."""
    options = ["--workers", "1", "--worker-class", WORKER_CLASS, "--threads", "8"]
    options += ["--worker-connections", str(CONNECTIONS)]
    options += ["--log-level", "warning", "--no-control-socket", "--graceful-timeout", "5"]
    return [sys.executable, "-m", "gunicorn", "jassclub.wsgi", "--bind", address.bind, *options]


def worker_command(var: Path) -> list[str]:
    """The worker, with the timetable inside (`-B`): embedded, there is exactly one."""
    options = ["-B", "-s", str(var / "beat.db"), "-P", "threads", "-c", "2"]
    options += ["--without-gossip", "--without-mingle", "--loglevel", "WARNING"]
    return [sys.executable, "-m", "celery", "-q", "-A", "jassclub", "worker", *options]


@dataclass
class Supervisor:
    """Runs named commands until one ends or a signal comes, then ends all of them."""

    commands: dict[str, list[str]]
    environment: dict[str, str]
    processes: dict[str, "subprocess.Popen[bytes]"] = field(default_factory=dict)
    stopping: bool = False

    def run(self, on_start: Callable[[], None], *, ready: Callable[[], bool]) -> str:
        """Block until the end; the name of the command that died, '' after a signal."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._stop)
        try:
            for name, command in self.commands.items():
                self.processes[name] = subprocess.Popen(  # noqa: S603 (our own commands)
                    command, env=self.environment, start_new_session=True, stdin=subprocess.DEVNULL
                )
            dead = self._watch(until=ready)
            if not dead and not self.stopping:
                on_start()
                dead = self._watch(until=lambda: False)
        finally:
            self._end_all()
        return dead

    def _watch(self, *, until: Callable[[], bool]) -> str:
        while not self.stopping and not until():
            for name, process in self.processes.items():
                if process.poll() is not None and not self.stopping:
                    return name
            time.sleep(0.2)
        return ""

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.stopping = True

    def _end_all(self) -> None:
        for process in self.processes.values():
            if process.poll() is None:
                process.terminate()
        deadline = time.monotonic() + GRACE
        for process in self.processes.values():
            try:
                process.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def answers(address: Address) -> bool:
    """Whether the web server answers its health question."""
    host = "127.0.0.1" if address.host in EVERYWHERE else address.host
    try:
        with urlopen(f"http://{Address(host, address.port).bind}/healthz", timeout=10) as reply:
            return bool(reply.status == 200)
    except (URLError, OSError):
        return False
