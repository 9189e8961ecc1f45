"""An evening at many tables, written by phones over HTTP, and what must be true of it afterwards.

A phone does what outbox.js does: it keeps the key of each hand and sends until it is answered
for good; the next hand of its table waits.
"""

import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from http.client import HTTPException
from threading import Lock
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen
from uuid import UUID, uuid4

from scoring.claims.models import HandEntry
from scoring.claims.verification import verify_game, verify_others
from scoring.core.models import Game, ScoreEvent
from tests.faults.service import PATIENCE, until
from tests.scoring.table import House, house, open_table
from tournaments.seasons.models import StandingsSnapshot

PROFILE = "turnier-einzelschieber"
HANDS = 12
PAUSE = 0.1
"""Seconds until a phone sends again; outbox.js waits longer, which proves less."""


@dataclass(frozen=True)
class Answer:
    """What became of a request in the end."""

    status: int
    body: Any
    replayed: bool
    begun: float
    at: float
    tries: int
    refusals: Sequence[str]
    """The codes of what it was refused with before."""

    @property
    def waited(self) -> float:
        """Seconds from the first sending to the answer."""
        return self.at - self.begun


def send(address: str, token: str, path: str, body: Any, *, key: str) -> Answer:
    """POST until it is answered for good; meanwhile the service may be away, but not at fault."""
    tries, begun, refusals = 0, time.monotonic(), list[str]()
    while True:
        tries += 1
        assert time.monotonic() < begun + PATIENCE, f"no answer to {path} for {PATIENCE:.0f} s"
        found = _post(f"{address}/api/v1/{path}", token, body, key)
        if found is not None:
            status, told, replayed = found
            assert status != 500, told
            passing = status >= 500 or status == 429 or told.get("code") == "idempotency_running"
            if not passing:
                return Answer(status, told, replayed, begun, time.monotonic(), tries, refusals)
            assert told["detail"], "a refusal is a sentence"
            refusals.append(told["code"])
        time.sleep(PAUSE)


def _post(url: str, token: str, body: Any, key: str) -> tuple[int, Any, bool] | None:
    headers = {
        "Authorization": f"Bearer {token}",
        "Content-Type": "application/json",
        "Idempotency-Key": key,
    }
    request = Request(url, json.dumps(body).encode(), headers, method="POST")  # noqa: S310
    try:
        with urlopen(request, timeout=15) as answer:  # noqa: S310 (our own server)
            replayed = "Idempotent-Replayed" in answer.headers
            return answer.status, json.load(answer), replayed
    except HTTPError as refusal:
        return refusal.code, _json(refusal.read()), False
    except (URLError, HTTPException, OSError):
        return None


def _json(content: bytes) -> Any:
    try:
        return json.loads(content)
    except ValueError:
        return {}


@dataclass(frozen=True)
class Slip:
    """What a phone wants to have written, under one key for ever."""

    game: UUID
    number: int
    seat: int
    points: int
    token: str
    key: str = field(default_factory=lambda: uuid4().hex)

    @property
    def path(self) -> str:
        return f"games/{self.game}/hands"

    @property
    def body(self) -> dict[str, Any]:
        slip = {"contract": "RO", "declared_by": 0, "points": [self.points, None]}
        return {"number": self.number, "slip": slip}


@dataclass
class Audit:
    """What the books say about what the phones were told."""

    lost: int
    doubled: int
    wrong: list[str]


@dataclass
class Evening:
    """A club with open tables; `slips` by table, in the order of the hands."""

    address: str
    house: House
    slips: list[list[Slip]]
    answers: dict[str, Answer] = field(default_factory=dict)
    requests: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    struck: float = 0.0
    """When the blow fell."""
    lock: Lock = field(default_factory=Lock)

    # --- Playing
    def write(self, slip: Slip) -> Answer:
        """One hand, sent until it is answered."""
        answer = send(self.address, slip.token, slip.path, slip.body, key=slip.key)
        with self.lock:
            self.requests += answer.tries
            self.refused.update(answer.refusals)
            self.answers.setdefault(slip.key, answer)
        return answer

    def burst(self, blow: Callable[[], float], *, after: int) -> float:
        """All tables write at once; the blow falls when `after` hands are stored.

        From when on all could be right again: what fell is back (the blow says when), and the last
        hand is stored.
        """
        with ThreadPoolExecutor(len(self.slips)) as pool:
            tables = [pool.submit(self._table, slips) for slips in self.slips]
            until(lambda: len(self.answers) >= after or _failed(tables), "the first hands")
            self.struck = time.monotonic()
            back = blow()
            for table in tables:
                table.result()
        return max(back, *(answer.at for answer in self.answers.values()))

    def _table(self, slips: Iterable[Slip]) -> None:
        for slip in slips:
            assert self.write(slip).status == 201

    def all_counted(self, sweep: Callable[[], None]) -> float:
        """Wait until all is counted; when it was. `sweep` is the timetable's part."""
        waiting = ScoreEvent.objects.filter(game__season=self.house.season)
        due = time.monotonic()

        def done() -> bool:
            nonlocal due
            if time.monotonic() > due:
                sweep()
                due = time.monotonic() + 1
            return not waiting.filter(counted_at=None).exists()

        until(done, "the standings")
        return time.monotonic()

    @property
    def longest_wait(self) -> float:
        """Seconds that the most patient phone needed, since the blow, until its hand was stored."""
        since = [answer for answer in self.answers.values() if answer.at > self.struck]
        return max(answer.waited for answer in since)

    # --- Looking
    def audit(self) -> Audit:
        """Each acknowledged hand once, standings as counted by hand, ledgers whole."""
        written = Counter(
            (entry.hand.game_id, entry.hand.number, entry.slip["points"][0], entry.seat)
            for entry in self._entries()
        )
        wished = {slip.key: self._place(slip) for slips in self.slips for slip in slips}
        stored = {wished[key] for key, told in self.answers.items() if told.status in (201, 409)}
        lost = sum(written[place] == 0 for place in stored)
        doubled = sum(written.values()) - len(set(written) & set(wished.values()))
        return Audit(lost, doubled, [*self._standings(), *self._ledgers()])

    def _place(self, slip: Slip) -> tuple[UUID, int, int, int]:
        return slip.game, slip.number, slip.points, slip.seat

    def _entries(self) -> Iterable[HandEntry]:
        found = HandEntry.objects.filter(hand__game__season=self.house.season)
        return found.select_related("hand")

    def _standings(self) -> list[str]:
        """Where the stored table differs from adding up every confirmed hand."""
        seats: dict[UUID, list[UUID]] = {}
        for game in Game.objects.filter(season=self.house.season):
            seats[game.pk] = list(game.seats.order_by("index").values_list("player_id", flat=True))
        points: Counter[str] = Counter()
        hands: Counter[str] = Counter()
        for entry in self._entries():
            if entry.state == HandEntry.State.CONFIRMED:
                for seat, player in enumerate(seats[entry.hand.game_id]):
                    points[str(player)] += entry.slip["points"][seat % 2]
                    hands[str(player)] += 1
        rows = StandingsSnapshot.objects.get(season=self.house.season).rows
        told = {row["player"]: (row["points"], row["hands"]) for row in rows if row["hands"]}
        right = {player: (points[player], hands[player]) for player in hands}
        return [] if told == right else [f"standings say {told}, the sheets {right}"]

    def _ledgers(self) -> list[str]:
        games = Game.objects.filter(season=self.house.season)
        found = [finding.text for game in games for finding in verify_game(game)]
        return found + [text for _count, texts in verify_others().values() for text in texts]


def _failed(tables: Sequence[Future[None]]) -> bool:
    return any(table.done() and table.exception() for table in tables)


def evening(address: str, *, tables: int, hands: int = HANDS) -> Evening:
    """So many open tables; the phones of both sides write in turn."""
    from jassclub.clubs.actors import digest, new_token
    from jassclub.clubs.models import Device

    own = house()
    slips = []
    for place in range(tables):
        game = open_table(own, PROFILE)
        tokens = []
        for phone in game.phones[:2]:
            tokens.append(new_token("jcd_"))
            Device.objects.filter(pk=str(phone.device_id)).update(token_hash=digest(tokens[-1]))
        slips.append([
            Slip(game.game.pk, n, n % 2, 20 + (11 * n + 7 * place) % 117, tokens[n % 2])
            for n in range(1, hands + 1)
        ])  # fmt: skip
    return Evening(address, own, slips)
