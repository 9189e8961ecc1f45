"""`make run`: web server and worker live and die together."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from jassclub.serve import Address, Supervisor, environment_for, web_command, worker_command

ROOT = Path(__file__).resolve().parents[2]
SLEEP = [sys.executable, "-c", "import time; time.sleep(60)"]
DIE = [sys.executable, "-c", "raise SystemExit(3)"]


@pytest.fixture(autouse=True)
def _own_signals():
    kept = {n: signal.getsignal(n) for n in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    yield
    for number, handler in kept.items():
        signal.signal(number, handler)


def test_when_one_dies_the_other_is_ended_too() -> None:
    supervisor = Supervisor({"the web server": SLEEP, "the worker": DIE}, dict(os.environ))
    assert supervisor.run(lambda: None, ready=lambda: True) == "the worker"
    assert all(process.poll() is not None for process in supervisor.processes.values())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_both_without_blame(number) -> None:
    supervisor = Supervisor({"a": SLEEP, "b": SLEEP}, dict(os.environ))
    threading.Timer(0.5, os.kill, (os.getpid(), number)).start()
    assert supervisor.run(lambda: None, ready=lambda: True) == ""
    assert all(process.poll() is not None for process in supervisor.processes.values())


def test_one_that_ignores_the_request_to_end_is_killed(monkeypatch) -> None:
    monkeypatch.setattr("jassclub.serve.GRACE", 0.5)
    deaf = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)"
    supervisor = Supervisor({"deaf": [sys.executable, "-c", deaf]}, dict(os.environ))
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    begun = time.monotonic()
    supervisor.run(lambda: None, ready=lambda: True)
    assert time.monotonic() - begun < 10


def test_it_greets_when_the_web_server_answers_and_not_before() -> None:
    greeted: list[str] = []
    supervisor = Supervisor({"a": DIE}, dict(os.environ))
    supervisor.run(lambda: greeted.append("hello"), ready=lambda: False)
    assert greeted == []


@pytest.mark.parametrize(
    ("host", "hall"),
    [
        ("127.0.0.1", False),
        ("localhost", False),
        ("::1", False),
        ("0.0.0.0", True),
        ("192.168.1.20", True),
        ("::", True),
        ("hall.local", True),
    ],
)
def test_the_hall_mode_begins_where_others_can_reach_it(host, hall) -> None:
    assert Address(host, 8000).hall is hall


def test_the_hall_answers_to_its_own_addresses_only(monkeypatch) -> None:
    monkeypatch.delenv("ALLOWED_HOSTS", raising=False)
    monkeypatch.setattr("jassclub.serve.addresses_of_this_machine", lambda: ["10.0.0.7", "fd00::7"])
    environment = environment_for(Address("0.0.0.0", 8000))
    hosts = environment["ALLOWED_HOSTS"].split(",")
    assert environment["JASSCLUB_HALL_MODE"] == "1"
    assert {"10.0.0.7", "[fd00::7]", "localhost", "127.0.0.1"} <= set(hosts)
    assert "*" not in hosts


def test_hosts_that_were_named_are_kept(monkeypatch) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", "jass.lan")
    assert environment_for(Address("0.0.0.0", 8000))["ALLOWED_HOSTS"] == "jass.lan"


def test_at_home_there_is_no_hall(monkeypatch) -> None:
    monkeypatch.delenv("JASSCLUB_HALL_MODE", raising=False)
    assert "JASSCLUB_HALL_MODE" not in environment_for(Address("127.0.0.1", 8000))


def test_a_taken_port_is_noticed() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        assert Address("127.0.0.1", server.getsockname()[1]).is_free() is False


def test_an_address_of_another_machine_is_refused() -> None:
    with pytest.raises(OSError, match=r"."):
        Address("192.0.2.1", 8000).is_free()


def test_ipv6_addresses_are_written_in_brackets() -> None:
    assert Address("::1", 8000).links() == ["http://[::1]:8000/"]


def test_one_web_process_and_one_worker_with_the_timetable(tmp_path) -> None:
    web, worker = web_command(Address("127.0.0.1", 1)), worker_command(tmp_path)
    assert web[web.index("--workers") + 1] == "1"
    assert "-B" in worker


@pytest.mark.parametrize(
    ("before", "after", "host"),
    [
        ({}, [], "127.0.0.1"),
        ({"HOST": "0.0.0.0"}, [], "0.0.0.0"),
        ({"HOST": "::"}, [], "::"),
        ({"HOST": "x86_64-conda-linux-gnu"}, [], "127.0.0.1"),
        ({"HOST": "0.0.0.0"}, ["HOST=hall.local"], "hall.local"),
    ],
)
def test_make_run_serves_the_host_that_stands_before_or_after_it(before, after, host) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "HOST"} | before
    dry = ["make", "-n", "run", "PORT=8000", *after]
    done = subprocess.run(
        dry, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert f'serve --host "{host}" --port "8000"' in done.stdout
