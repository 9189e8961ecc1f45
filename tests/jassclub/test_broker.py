"""A broker or cache that is away costs no more than a moment. Each in its own process."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MOST = 0.2
"""Seconds that may be added to a request."""

PROGRAM = """
import time
import django
django.setup()
from django.core.cache import cache
from jassclub.core.cache import _PatientClient
from jassclub.celery import app

def ask():
    _PatientClient._silent_until = 0.0
    begun = time.perf_counter()
    cache.set("x", cache.get("x", 0), 60)
    try:
        app.send_task("nobody.listens")
        raise SystemExit("a broker answered")
    except Exception:
        return time.perf_counter() - begun

ask()  # the first call of a process loads modules
print(max(ask() for _ in range(3)))
"""


@pytest.fixture
def hanging_port():
    """A server that accepts and never says a word."""
    with socket.create_server(("127.0.0.1", 0), backlog=50) as server:
        yield server.getsockname()[1]


@pytest.fixture
def closed_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def longest_wait(port: int, tmp_path: Path) -> float:
    """Seconds of the worst of three calls in a warm process, each as if it were the first to
    notice. The best of up to three tries: a busy machine adds waits of its own."""
    tries = 3
    waited = _longest_wait_once(port, tmp_path)
    while waited >= MOST and tries > 1:
        waited, tries = _longest_wait_once(port, tmp_path), tries - 1
    return waited


def _longest_wait_once(port: int, tmp_path: Path) -> float:
    environment = {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "jassclub.settings",
        "JASSCLUB_DOTENV": "",
        "JASSCLUB_VAR": str(tmp_path),
        "REDIS_URL": f"redis://127.0.0.1:{port}/0",
    }
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return float(done.stdout)


def test_a_redis_that_hangs_adds_less_than_two_tenths(hanging_port, tmp_path) -> None:
    assert longest_wait(hanging_port, tmp_path) < MOST


def test_a_redis_that_is_down_adds_less_than_two_tenths(closed_port, tmp_path) -> None:
    assert longest_wait(closed_port, tmp_path) < MOST
