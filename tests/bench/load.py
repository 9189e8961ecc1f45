"""A tournament of 100 tables on two web processes, with the whole hall looking on; loopback only.

Entries arrive at a steady pace while 400 readers ask for the board every five seconds; then the
network comes back and 500 queued hands arrive at once. Seconds are from the moment at which a
request was due. What was accepted is counted in the database afterwards, and every chain checked.
Floors are requests a second at the pace of the slowest one in twenty.
"""

import random
import threading
from collections.abc import Iterator, Sequence
from time import perf_counter

from tests.bench import Figure
from tests.bench._asking import Answer, Ask, all_at_once, entry, on_time, percentile, readers
from tests.bench._serving import THREADS, WORKERS, Service, service

SEED = 20_261_121
TABLES = 100
HANDS = 12
PACE = 20.0
READERS = 400
EVERY = 5.0
WARM = 80
BURST = 500
BURST_LINES = 50
ENTRY_P95 = 0.150
BOARD_P95 = 0.050
NO_MORE = 30
"""Seconds of the steady part with --full: 80 + 600 + 500 entries fit 12 hands a table."""


def measure(*, full: bool) -> Iterator[Figure]:
    """The steady part, then the burst, then the count."""
    seconds = NO_MORE if full else 12
    with service("hall", TABLES) as found:
        waiting = _entries(found.world["tables"])
        board = f"/api/v1/tournaments/{found.world['tournament']}/board"
        _warm(found, [next(waiting) for _ in range(WARM)], board)
        written, seen = _steady(found, board, [next(waiting) for _ in range(int(PACE * seconds))])
        burst, took = all_at_once(
            found.port, [next(waiting) for _ in range(BURST)], lines=BURST_LINES
        )
        yield from _told("entries at 20/s", written, ENTRY_P95, (201,))
        yield from _told("board, 400 readers", seen, BOARD_P95, (200, 304))
        told = found.counted()
    accepted = WARM + sum(answer.status == 201 for answer in [*written, *burst])
    yield Figure(
        name="queued hands accepted, 50 connections", value=BURST / took, unit="hands/s",
        floor=PACE,
    )  # fmt: skip
    yield Figure(name="slowest of the queued hands", value=1000 * percentile(burst, 1.0), unit="ms")
    yield Figure(
        name="hands in the database of those sent", value=100 * told["entries"] / _sent(written),
        unit="%", floor=100,
    )  # fmt: skip
    yield Figure(
        name="sent hands that were answered 201", value=100 * accepted / _sent(written), unit="%",
        floor=100,
    )  # fmt: skip
    yield Figure(name="unbroken chains after it", value=TABLES - told["broken"], unit="games",
        floor=TABLES)  # fmt: skip


def _sent(written: Sequence[Answer]) -> int:
    return WARM + len(written) + BURST


def _warm(found: Service, entries: Sequence[Ask], board: str) -> None:
    """Every process and thread has answered: a hall does not begin with the service starting."""
    looks = [Ask("GET", board, {}) for _ in entries]
    for asks, status in ((entries, 201), (looks, 200)):
        answers, _took = all_at_once(found.port, asks, lines=THREADS * WORKERS)
        if any(answer.status != status for answer in answers):
            raise AssertionError(sorted({answer.status for answer in answers}))


def _entries(tables: Sequence[dict[str, str]]) -> Iterator[Ask]:
    """Hand after hand, all tables in turn."""
    chance = random.Random(SEED)
    for number in range(1, HANDS + 1):
        for table in tables:
            yield entry(table, number, chance.randint(20, 137))


def _steady(found: Service, board: str, asks: Sequence[Ask]) -> tuple[list[Answer], list[Answer]]:
    """Entries at their pace and readers at theirs, both for the same seconds."""
    paced = [
        Ask(ask.method, ask.path, ask.headers, ask.body, at / PACE) for at, ask in enumerate(asks)
    ]
    seconds, begun = len(asks) / PACE, perf_counter() + 0.5
    seen: list[Answer] = []

    def look_on() -> None:
        seen.extend(
            readers(found.port, board, number=READERS, every=EVERY, seconds=seconds, begun=begun)
        )

    hall = threading.Thread(target=look_on)
    hall.start()
    written = on_time(found.port, paced, lines=16, begun=begun)
    hall.join()
    return written, seen


def _told(
    name: str, answers: Sequence[Answer], limit: float, good: tuple[int, ...]
) -> Iterator[Figure]:
    """The median for the reader, the slowest in twenty for the promise."""
    if not answers or any(answer.status not in good for answer in answers):
        raise AssertionError(f"{name}: {sorted({answer.status for answer in answers})}")
    yield Figure(name=f"{name}, half under", value=1000 * percentile(answers, 0.5), unit="ms")
    slow = percentile(answers, 0.95)
    yield Figure(
        name=f"{name}, 95 in 100 under {1000 * slow:.1f} ms", value=1 / slow, unit="a second",
        floor=1 / limit,
    )  # fmt: skip
