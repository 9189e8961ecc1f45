"""Somebody who is called: a real server, told beforehand what to answer."""

from __future__ import annotations

import json
import ssl
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from jassclub.clubs import events
from jassclub.webhooks import sending

Answer = tuple[int, Mapping[str, str], bytes]


@dataclass(frozen=True)
class Call:
    """One request as it arrived."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body, read."""
        return json.loads(self.body)


@dataclass
class Receiver:
    """`answers` are given in turn, then 204; `before` runs first, such as a long thought."""

    port: int = 0
    calls: list[Call] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    before: Callable[[], object] = lambda: None

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}/hook?club=1"

    def refuse(self, *codes: int, body: bytes = b"", **headers: str) -> None:
        """Give these codes in turn."""
        self.answers += [(code, headers, body) for code in codes]

    @classmethod
    @contextmanager
    def listening(cls, *, secured: ssl.SSLContext | None = None) -> Iterator[Receiver]:
        """On a free port of this machine, perhaps with TLS."""
        receiver = cls()
        server = _Server(("127.0.0.1", 0), _handler(receiver))
        if secured is not None:
            server.socket = secured.wrap_socket(server.socket, server_side=True)
        receiver.port = server.server_port
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield receiver
        server.shutdown()
        server.server_close()
        thread.join()


class _Server(ThreadingHTTPServer):
    def handle_error(self, *args: Any) -> None:
        """Callers that hang up are what is tried here."""


def _handler(receiver: Receiver) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            receiver.calls.append(Call(self.path, headers, body))
            receiver.before()
            code, more, said = receiver.answers.pop(0) if receiver.answers else (204, {}, b"")
            self.send_response(code)
            for name, value in more.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

        def log_message(self, *args: Any) -> None:
            """Quiet."""

    return Handler


class Clock:
    """A clock for the worker that only moves when it is told to."""

    def __init__(self) -> None:
        self.now = timezone.now()

    def __call__(self) -> datetime:
        return self.now

    def move(self, **span: float) -> None:
        """Forward."""
        self.now += timedelta(**span)

    def work(self) -> int:
        """Send what is due now; how many tries."""
        self.now = max(self.now, timezone.now())
        return sending.send_due(clock=self)


def draw(club: Any, **facts: Any) -> None:
    """Something happens in the club."""
    with transaction.atomic():
        events.announce("tournament.draw", club_id=club.pk, subject_id=uuid4(), facts=facts)
