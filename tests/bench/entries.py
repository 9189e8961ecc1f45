"""Entries a second of the real endpoint, beside a plain view of the framework that writes one row.

Both in the same two web processes, on the same database, with the same log-in of a phone and in
one transaction. Ours checks the rights, the key, the slip against the rules and the sheet, and
writes hand, version, record of the chain, event and kept answer. What of its time goes where is
measured in a process without a server: exclusive shares of a profile of the same requests.
"""

import cProfile
import pstats
import random
from collections.abc import Iterator, Mapping
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.bench import Figure, entering
from tests.bench._asking import Ask, all_at_once, entry, post
from tests.bench._serving import service

SEED = 157
LINES = 8
"""Connections at once: as many as the two web processes have threads."""
GOAL = 0.5
PROFILED = 4
"""Games whose entries are profiled."""

SHARES: Mapping[str, tuple[str, ...]] = {
    "rules of the game": ("/referee/", "/scoring/games/", "/scoring/core/rules.py"),
    "database": ("/django/db/", "/psycopg", "sqlite3", "SQLiteCursor", "/jassclub/core/rows.py"),
    "JSON, key and chain": ("/json/", "_json", "hashlib", "/preconditions.py", "/ledger.py"),
    "framework and log-in": ("/rest_framework/", "/django/", "authentication", "/whitenoise/"),
}
"""Where a line of the profile belongs, the first that fits; the rest is our services and views."""


def measure(*, full: bool) -> Iterator[Figure]:
    """The ratio through the server, the queries, and the shares of the time."""
    yield from _through_the_server(rounds=6, tables=300 if full else 75)
    yield from _in_this_process()


def _through_the_server(*, rounds: int, tables: int) -> Iterator[Figure]:
    """In turns, so that whatever else the machine does meets both; the medians are compared."""
    chance = random.Random(SEED)
    ours, plain = [], []
    with service("club", tables) as found:
        phones = found.world["tables"]
        hands = entering.HANDS // rounds
        _rate(found.port, [_plain(table) for table in phones], 201)
        for lap in range(rounds):
            numbers = range(lap * hands + 1, (lap + 1) * hands + 1)
            entries = [
                entry(table, number, chance.randint(20, 137))
                for number in numbers
                for table in phones
            ]
            rows = [_plain(table) for _ in numbers for table in phones]
            plain.append(_rate(found.port, rows, 201))
            ours.append(_rate(found.port, entries, 201))
        told, sent = found.counted(), rounds * hands * tables
    if (told["entries"], told["broken"]) != (sent, 0):
        raise AssertionError(f"{sent} sent, {told}")
    yield Figure(
        name=f"entries through two web workers, {found.database}",
        value=_median(ours), unit="entries/s", peer="a plain row of DRF",
        peer_value=_median(plain), goal=GOAL,
    )  # fmt: skip


def _plain(table: dict[str, str]) -> Ask:
    return post("/bench/plain", table, {"game": table["game"], "kind": "entry"})


def _rate(port: int, asks: list[Ask], status: int) -> float:
    answers, seconds = all_at_once(port, asks, lines=LINES)
    if wrong := [answer.status for answer in answers if answer.status != status]:
        raise AssertionError(f"{len(wrong)} of {len(asks)} answered {set(wrong)}")
    return len(answers) / seconds


def _median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


def _in_this_process() -> Iterator[Figure]:
    with entering._database():
        client, tables = Client(), entering._set_up(PROFILED + 2)
        entering._play(client, tables[:1])
        with CaptureQueriesContext(connection) as statements:
            entering._play(client, tables[1:2])
        yield Figure(
            name="statements an entry, transaction included",
            value=len(statements) / entering.HANDS, unit="statements",
        )  # fmt: skip
        profile = cProfile.Profile()
        profile.enable()
        entering._play(client, tables[2:])
        profile.disable()
    for name, share in _shares(pstats.Stats(profile)).items():
        yield Figure(name=f"of an entry: {name}", value=100 * share, unit="% of time")


def _shares(stats: pstats.Stats) -> dict[str, float]:
    """The own time of every function, by where it belongs; built-ins go where they were called."""
    spent = dict.fromkeys([*SHARES, "services, views and texts"], 0.0)
    rows: dict[tuple[str, int, str], Any] = vars(stats)["stats"]
    for (file, _line, name), (_cc, _nc, own, _cumulative, callers) in rows.items():
        if file != "~" or _named(file + name) or not callers:
            spent[_kind(file + name)] += own
            continue
        for (caller, _at, named), (_calls, _primitive, part, _all) in callers.items():
            spent[_kind(caller + named)] += part
    total = sum(spent.values())
    return {name: seconds / total for name, seconds in spent.items()}


def _named(place: str) -> bool:
    return any(part in place for parts in SHARES.values() for part in parts)


def _kind(place: str) -> str:
    for name, parts in SHARES.items():
        if any(part in place for part in parts):
            return name
    return "services, views and texts"
