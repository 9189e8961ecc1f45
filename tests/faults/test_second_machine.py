"""The hall's machine dies in the third round of 402: the second one goes on, and nothing is lost.

Two real services on SQLite, one after the other on one address; phones that keep what was stored,
as `outbox.js` does, and send it again when an answer says of which moment the copy is.
"""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, Request, build_opener
from uuid import uuid4

import pytest

from tests.faults.service import until
from tests.migrated import ROOT

pytestmark = pytest.mark.proof
SLACK = 5
"""Seconds, as in `outbox.js`."""
ALL_OF_A_TABLE = 157 * 8


class _NoWayOn(HTTPRedirectHandler):
    def redirect_request(self, *args: Any) -> None:
        """An answer that leads elsewhere is an answer."""


@dataclass
class Phone:
    """A phone at a table: keeps what it wrote until a copy must have it."""

    address: str
    table: int
    path: str = ""
    who: str = ""
    passe: str = ""
    kept: dict[str, dict[str, Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.cookies = CookieJar()
        self.opener = build_opener(HTTPCookieProcessor(self.cookies), _NoWayOn())

    def ask(self, path: str, fields: dict[str, Any] | None = None, **headers: str) -> Any:
        """Status, headers, text; None where nothing is heard."""
        token = next((one.value for one in self.cookies if one.name == "csrftoken"), "")
        told = {"X-CSRFToken": token or "", **headers}
        data = urlencode(fields).encode() if fields is not None else None
        asked = Request(self.address + path, data, told)  # noqa: S310 (http, on this machine)
        try:
            with self.opener.open(asked, timeout=20) as answer:
                return answer.status, answer.headers, answer.read().decode()
        except HTTPError as problem:
            return problem.code, problem.headers, problem.read().decode(errors="replace")
        except (URLError, OSError):
            return None

    def sits_down(self, token: str) -> None:
        """Read the code on the table, take the first seat."""
        self.ask("/healthz")
        self.ask(f"/t/{token}")
        status, headers, _text = self.ask(f"/t/{token}", {})
        assert status == 302, status
        self.path = headers["Location"]
        _status, _headers, page = self.ask(self.path)
        self.passe = re.findall(r'name="passe"\s+value="([^"]+)"', page)[0]
        assert self.ask(f"{self.path}seat/", {"passe": self.passe, "seat": 0})[0] == 302
        _status, _headers, page = self.ask(self.path)
        self.who = re.findall(r'data-who="([^"]*)"', page)[0]

    def write(self, points: int) -> None:
        """It waits on the phone, whatever comes."""
        fields = {"passe": self.passe, "points_0": points, "points_1": ALL_OF_A_TABLE - points}
        key = uuid4().hex
        self.kept[key] = {"fields": {**fields, "key": key}, "sent": None}

    def send(self) -> int:
        """Send what waits; how much still does."""
        for item in self.kept.values():
            if item["sent"] is None:
                heard = self.ask(f"{self.path}totals/", item["fields"], Outbox=self.who)
                if heard and heard[0] == 200:
                    item["sent"] = json.loads(heard[2])["at"]
        return sum(item["sent"] is None for item in self.kept.values())

    def looks(self) -> None:
        """Which machine answers? What is younger than its copy waits again."""
        heard = self.ask("/healthz")
        if heard and (moment := heard[1].get("Copied-At")):
            for item in self.kept.values():
                if item["sent"] is not None and item["sent"] >= int(moment) - SLACK:
                    item["sent"] = None


@contextmanager
def process(command: list[str], env: dict[str, str], log: Path) -> Iterator[Any]:
    """A process of a session of its own; all of it is gone afterwards."""
    with log.open("wb") as out:
        started = subprocess.Popen(
            command, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=out,
            start_new_session=True,
        )  # fmt: skip
        try:
            yield started
        finally:
            _kill(started.pid)
            started.wait(30)


def _kill(pid: int) -> None:
    for one in _family(pid):
        with suppress(ProcessLookupError):
            os.kill(one, signal.SIGKILL)


def _family(pid: int) -> list[int]:
    with suppress(FileNotFoundError, ProcessLookupError):
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [*(one for child in children for one in _family(int(child))), pid]
    return []


def _environment(var: Path) -> dict[str, str]:
    var.mkdir()
    return {
        **os.environ,
        "JASSCLUB_DOTENV": "", "JASSCLUB_VAR": str(var), "REDIS_URL": "",
        "DATABASE_URL": f"sqlite:///{var}/jassclub.sqlite3", "CELERY_BROKER_URL": "",
        "DJANGO_SETTINGS_MODULE": "jassclub.settings", "THROTTLE_ANON": "100000/min",
        "THROTTLE_ENTRIES": "100000/min", "THROTTLE_GUESSES": "100000/min",
    }  # fmt: skip


def _run(env: dict[str, str], *words: str) -> Any:
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=env, capture_output=True, check=True, text=True
    )
    return json.loads(done.stdout or "null")


def test_the_folder_is_deleted_in_round_three_of_402_and_the_second_machine_goes_on(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address, first = f"http://127.0.0.1:{port}", _environment(tmp_path / "first")
    second = _environment(tmp_path / "second")
    _run(first, "-m", "tests.migrated", "migrate", "-v0")
    world = _run(first, "-m", "tests.faults.hall_of_402", "made")
    serve = [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", str(port)]
    token = "k7m2p-x9r4t-b3n8w-d6h5j"
    (tmp_path / "first" / "standby_token").write_text(token)
    keep = [sys.executable, "manage.py", "standby", address, "--token", token]
    keep += ["--host", "127.0.0.1", "--every", "600", "--poll", "1", "--after", "5"]
    heard, told = tmp_path / "first.log", tmp_path / "second.log"
    with process(serve, first, heard) as running:
        phones = [Phone(address, table) for table, _token in world["tables"]]
        until(lambda: phones[0].ask("/healthz"), "the first machine")
        for phone, (_table, code) in zip(phones, world["tables"], strict=True):
            phone.sits_down(code)
        for phone in phones[:40]:
            phone.write(500 + phone.table)
            assert phone.send() == 0
        with process(keep, second, told):
            until(lambda: b"copy of" in told.read_bytes(), "the first copy")
            time.sleep(SLACK + 2)
            for phone in phones[40:60]:
                phone.write(500 + phone.table)
                assert phone.send() == 0, "acknowledged, after the last copy"
            shutil.rmtree(tmp_path / "first")
            died = time.monotonic()
            for phone in phones[60:80]:
                phone.write(500 + phone.table)
                assert phone.send() == 1, "the machine that died has not said yes"
            _kill(running.pid)
            until(lambda: _has_taken_over(phones[0]), "the second machine")
            silent = time.monotonic() - died
            for phone in phones:
                phone.looks()
                assert phone.send() == 0
            database = tmp_path / "second" / "standby" / "jassclub.sqlite3"
            stored = _run(
                {**second, "DATABASE_URL": f"sqlite:///{database}"},
                "-m", "tests.faults.hall_of_402", "written",
            )  # fmt: skip
            director = Phone(address, 0)
            desk = director.ask(world["desk"], Cookie=f"sessionid={world['session']}")
    wanted = {
        str(table): [[500 + table, ALL_OF_A_TABLE - 500 - table]]
        for table, _token in world["tables"][:80]
    }
    assert stored == wanted, "each sheet once, with its numbers, and no other"
    assert desk[0] == 200
    assert "Dieser Rechner hat übernommen" in desk[2], "who was logged in still is"
    assert silent < 180


def _has_taken_over(phone: Phone) -> bool:
    heard = phone.ask("/healthz")
    return bool(heard and "Copied-At" in heard[1])
