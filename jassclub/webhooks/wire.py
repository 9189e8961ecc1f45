"""One POST to one judged address: short of time, short of patience, following nobody."""

import socket
import ssl
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from http.client import HTTPConnection, HTTPException
from typing import Any

from jassclub.webhooks.guard import Address, Fault, Networks, Refused, Target, addresses, read_url

CONNECT_SECONDS = 5.0
READ_SECONDS = 10.0
"""Between two pieces of an answer."""
WHOLE_SECONDS = 15.0
"""For the whole exchange, however many pieces the answer comes in."""
LONGEST_ANSWER = 500
_BYTES_OF_ANSWER = 4 * LONGEST_ANSWER


@dataclass(frozen=True)
class Outcome:
    """What became of one try; `code` is None where no answer came, `fault` "" if it was taken."""

    code: int | None = None
    fault: str = ""
    answer: str = ""
    milliseconds: int = 0

    @property
    def accepted(self) -> bool:
        """True if the receiver said 2xx."""
        return not self.fault


def post(
    url: str, *, body: bytes, headers: Mapping[str, str], networks: Networks, **places: Any
) -> Outcome:
    """Send a body; never raises for what a receiver, its name or the network does.

    `places` are handed to `guard.addresses` (`resolve`).
    """
    started = time.monotonic()
    try:
        target = read_url(url)
        outcome = _first_answer(
            target, addresses(target, networks=networks, **places), body, headers
        )
    except Refused as refusal:
        outcome = Outcome(fault=refusal.fault)
    spent = int((time.monotonic() - started) * 1000)
    return Outcome(outcome.code, outcome.fault, outcome.answer, spent)


def _first_answer(
    target: Target, found: list[Address], body: bytes, headers: Mapping[str, str]
) -> Outcome:
    """From the first address that lets itself be connected to."""
    for address in found:
        try:
            sock = socket.create_connection((str(address), target.port), timeout=CONNECT_SECONDS)
        except OSError:
            continue
        with _hurried(sock) as late:
            outcome = _exchange(target, sock, body, headers)
        return Outcome(fault=Fault.TIMEOUT) if late.is_set() else outcome
    return Outcome(fault=Fault.NO_CONNECTION)


@contextmanager
def _hurried(sock: socket.socket) -> Iterator[threading.Event]:
    """End the talk after `WHOLE_SECONDS`, in whatever it is stuck; the event says so."""
    late = threading.Event()
    line = sock.dup()  # wrapping in TLS takes the first one over

    def hang_up() -> None:
        late.set()
        try:
            line.shutdown(socket.SHUT_RDWR)
        except OSError:
            return  # the other side was quicker

    timer = threading.Timer(WHOLE_SECONDS, hang_up)
    timer.daemon = True
    timer.start()
    try:
        yield late
    finally:
        timer.cancel()
        line.close()
        sock.close()


def _exchange(
    target: Target, sock: socket.socket, body: bytes, headers: Mapping[str, str]
) -> Outcome:
    connection = HTTPConnection(target.host, target.port)
    try:
        sock.settimeout(READ_SECONDS)
        connection.sock = _secured(sock, target)
        connection.request("POST", target.path, body, {**headers, "Host": target.authority})
        return _read(connection)
    except TimeoutError:
        return Outcome(fault=Fault.TIMEOUT)
    except ssl.SSLError:
        return Outcome(fault=Fault.TLS)
    except (HTTPException, ValueError):
        return Outcome(fault=Fault.BAD_ANSWER)
    except OSError:
        return Outcome(fault=Fault.NO_CONNECTION)
    finally:
        connection.close()


def _secured(sock: socket.socket, target: Target) -> socket.socket:
    """The certificate has to be for the name in the URL, whatever address answers."""
    if target.scheme != "https":
        return sock
    return _trust().wrap_socket(sock, server_hostname=target.host)


@cache
def _trust() -> ssl.SSLContext:
    return ssl.create_default_context()


def _read(connection: HTTPConnection) -> Outcome:
    answer = connection.getresponse()
    code = answer.status
    if 200 <= code < 300:
        return Outcome(code)
    fault = Fault.REDIRECT if 300 <= code < 400 else Fault.STATUS
    return Outcome(code, fault, _said(answer.read(_BYTES_OF_ANSWER)))


def _said(raw: bytes) -> str:
    printable = "".join(
        sign if sign.isprintable() else " " for sign in raw.decode(errors="replace")
    )
    return printable.strip()[:LONGEST_ANSWER]
