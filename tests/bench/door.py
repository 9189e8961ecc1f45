"""The door of a tournament of 402 on two web processes: two desks at once, as fast as they can.

Each desk sends what its page sends: somebody is here, then his fee, under keys of its own; every
fifth person comes twice, as after a lost answer. What stands in the database afterwards is counted:
nobody lost, no fee twice.
"""

from collections.abc import Iterator
from threading import Thread
from urllib.parse import urlencode

from tests.bench import Figure
from tests.bench._asking import Answer, Ask, all_at_once, percentile
from tests.bench._serving import service

PEOPLE = 402
P95 = 0.150
TOKEN = "t" * 32
AGAIN = 5


def measure(*, full: bool) -> Iterator[Figure]:
    """The 95th percentile of an act with two desks at once, and what is stored of all."""
    with service("door", PEOPLE) as found:
        desks = found.world["desks"]
        shares = [range(1 + at, PEOPLE + 1, len(desks)) for at in range(len(desks))]
        all_asks = [
            _acts(found.world["address"], desk, share)
            for desk, share in zip(desks, shares, strict=True)
        ]
        told: list[Answer] = []
        lines = [
            Thread(target=lambda asks=asks: told.extend(all_at_once(found.port, asks, lines=1)[0]))
            for asks in all_asks
        ]
        for line in lines:
            line.start()
        for line in lines:
            line.join()
        stored = found.counted()
        if wrong := {answer.status for answer in told if answer.status not in (200, 204)}:
            raise AssertionError(f"answered {wrong}")
        if (stored["here"], stored["fees"]) != (PEOPLE, PEOPLE):
            raise AssertionError(f"{PEOPLE} people came and paid, {stored}")
    slowest = percentile(told, 0.95)
    yield Figure(
        name=f"acts at the door, two desks, {found.database}", value=1 / slowest,
        unit="acts/s at p95", floor=1 / P95,
    )  # fmt: skip
    yield Figure(name="p95 of an act at the door", value=1000 * slowest, unit="ms")


def _acts(address: str, desk: dict[str, str], numbers: range) -> list[Ask]:
    headers = {
        "Cookie": f"sessionid={desk['session']}; csrftoken={TOKEN}",
        "X-CSRFToken": TOKEN,
        "Outbox": desk["actor"],
        "Content-Type": "application/x-www-form-urlencoded",
    }
    asks = []
    for number in numbers:
        for kind, more in (
            ("arrival", {}),
            ("fee", {"means": "cash", "rappen": "20.00", "handed": "50.00"}),
        ):
            fields = {"kind": kind, "number": str(number), "key": f"{kind}{number}", **more}
            ask = Ask("POST", address, headers, urlencode(fields).encode())
            asks += [ask] * (2 if number % AGAIN == 0 else 1)
    return asks
