"""Phones and readers: requests over kept connections, from threads, to loopback."""

import json
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from queue import Empty, SimpleQueue
from time import perf_counter, sleep
from typing import Any
from uuid import uuid4

PATIENCE = 60.0


@dataclass(frozen=True)
class Ask:
    """One request; `at` is the second after the start at which it is due."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes | None = None
    at: float = 0.0


@dataclass(frozen=True)
class Answer:
    """What came back, and how long after it was due."""

    status: int
    seconds: float
    etag: str = ""


class Phone:
    """One connection that is opened again when the server closed it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._line: HTTPConnection | None = None

    def ask(self, ask: Ask) -> tuple[int, str]:
        """Status and ETag; a connection that had ended is tried once more, as a browser does."""
        for chance in (1, 2):
            try:
                if self._line is None:
                    self._line = HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)
                self._line.request(ask.method, ask.path, body=ask.body, headers=ask.headers)
                answer = self._line.getresponse()
                answer.read()
            except (OSError, HTTPException):
                self.close()
                if chance == 2:
                    raise
            else:
                return answer.status, answer.headers.get("ETag", "")
        raise AssertionError("unreachable")

    def close(self) -> None:
        """Hang up."""
        if self._line is not None:
            self._line.close()
            self._line = None


def entry(table: dict[str, str], number: int, points: int, *, at: float = 0.0) -> Ask:
    """A hand from the phone of a table."""
    slip = {"contract": "RO", "declared_by": 0, "points": [points, None]}
    return post(f"/api/v1/games/{table['game']}/hands", table, {"number": number, "slip": slip}, at)


def post(path: str, table: dict[str, str], body: dict[str, Any], at: float = 0.0) -> Ask:
    """A POST with the log-in of a table's phone and a fresh key."""
    headers = {
        "Authorization": table["login"],
        "Content-Type": "application/json",
        "Idempotency-Key": uuid4().hex,
    }
    return Ask("POST", path, headers, json.dumps(body).encode(), at)


def all_at_once(port: int, asks: Iterable[Ask], *, lines: int) -> tuple[list[Answer], float]:
    """Everything as fast as `lines` connections take it; the answers and the seconds in all."""
    waiting: SimpleQueue[Ask] = SimpleQueue()
    for ask in asks:
        waiting.put(ask)
    begun = perf_counter()

    def work(phone: Phone, told: list[Answer]) -> None:
        while True:
            try:
                ask = waiting.get_nowait()
            except Empty:
                return
            start = perf_counter()
            status, etag = phone.ask(ask)
            told.append(Answer(status, perf_counter() - start, etag))

    answers = _threads(port, [work] * lines)
    return answers, perf_counter() - begun


def on_time(port: int, asks: Sequence[Ask], *, lines: int, begun: float) -> list[Answer]:
    """Each request when it is due; one that had to wait for a free line has waited."""
    shares = [asks[at::lines] for at in range(lines)]

    def worker(share: Sequence[Ask]) -> Callable[[Phone, list[Answer]], None]:
        def work(phone: Phone, told: list[Answer]) -> None:
            for ask in share:
                sleep(max(0.0, begun + ask.at - perf_counter()))
                status, etag = phone.ask(ask)
                told.append(Answer(status, perf_counter() - begun - ask.at, etag))

        return work

    return _threads(port, [worker(share) for share in shares])


def readers(
    port: int, path: str, *, number: int, every: float, seconds: float, begun: float
) -> list[Answer]:
    """So many readers that look every few seconds, each with the ETag that it saw last.

    A handful of threads holds all of them: what is measured is the server.
    """
    lines = 8
    seen = [""] * number

    def worker(mine: range) -> Callable[[Phone, list[Answer]], None]:
        times = sorted(
            (every * reader / number + lap * every, reader)
            for reader in mine
            for lap in range(int(seconds / every) + 1)
        )

        def work(phone: Phone, told: list[Answer]) -> None:
            for at, reader in times:
                if at > seconds:
                    return
                sleep(max(0.0, begun + at - perf_counter()))
                headers = {"If-None-Match": seen[reader]} if seen[reader] else {}
                status, seen[reader] = phone.ask(Ask("GET", path, headers))
                told.append(Answer(status, perf_counter() - begun - at))

        return work

    return _threads(port, [worker(range(at, number, lines)) for at in range(lines)])


def _threads(port: int, works: Sequence[Callable[[Phone, list[Answer]], None]]) -> list[Answer]:
    """Each work in a thread with a phone of its own; the first error of any is raised."""
    told: list[Answer] = []
    errors: list[BaseException] = []

    def run(work: Callable[[Phone, list[Answer]], None]) -> None:
        phone = Phone(port)
        try:
            work(phone, told)
        except BaseException as error:
            errors.append(error)
        finally:
            phone.close()

    threads = [threading.Thread(target=run, args=(work,), daemon=True) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return told


def percentile(answers: Sequence[Answer], share: float) -> float:
    """The seconds that this share of the answers stay under."""
    times = sorted(answer.seconds for answer in answers)
    return times[min(len(times) - 1, int(len(times) * share))]
