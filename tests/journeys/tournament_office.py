"""The office of a tournament that knows the service only over HTTP, and counts for itself."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any
from uuid import uuid4

from tests.at_once import at_once
from tests.cast import PASSWORD, Caller
from tests.journeys.conftest import Evening

HANDS = 8
SUM = HANDS * 157
ROUNDS = 4
EVERY = 10
NOTHING = 1
"""Stands behind every result, turned round, of who has played more."""

Points = tuple[int, int]
Slip = Callable[[Points], Points]


class Stutterer(Caller):
    """Sends every tenth request twice under the same key, as on a bad line."""

    sent = repeated = 0

    def post(self, path: str, data: Any = None, *, key: str | None = None) -> Any:
        """The first answer; the second one must be the same."""
        key = str(uuid4()) if key is None else key
        answer = super().post(path, data, key=key)
        self.sent += 1
        if self.sent % EVERY == 0:
            self.repeated += 1
            again = super().post(path, data, key=key)
            assert again.status_code == answer.status_code, again.content
            assert _told(again) == _told(answer)
        return answer


def _told(answer: Any) -> Any:
    """What an answer says; a secret is shown once, a refusal is made anew."""
    body = answer.json()
    return body if answer.status_code < 300 and "secret" not in body else answer.status_code


def hired(evening: Evening, name: str, role: str) -> Stutterer:
    """Somebody invited into the office, logged in."""
    token = evening.admin.post(f"clubs/{evening.club['id']}/invitations", {"role": role}).json()[
        "token"
    ]
    account = {"username": name, "password": PASSWORD}
    accepted = Caller().post("invitations/acceptance", {"token": token, **account})
    assert accepted.status_code in (200, 201), accepted.content
    login = Caller().post("auth/login", {**account, "token_label": "Büro"})
    return Stutterer(token=login.json()["token"])


@dataclass
class Office:
    """A tournament; `truth` is what stands on the paper of each table, by round and table."""

    evening: Evening
    director: Stutterer
    typists: tuple[Stutterer, Stutterer]
    path: str
    truth: dict[tuple[int, int], Points] = field(default_factory=dict)
    fines: Counter[int] = field(default_factory=Counter)
    stand_ins: set[int] = field(default_factory=set)
    chance: Random = field(default_factory=lambda: Random(20_261_121))

    def get(self, path: str, **params: Any) -> Any:
        """What the direction reads."""
        answer = self.director.get(f"{self.path}/{path}", **params)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def all(self, path: str) -> list[dict[str, Any]]:
        """A long list, page after page."""
        page = self.get(path, limit=200)
        rows: list[dict[str, Any]] = page["results"]
        while page["next"]:
            page = self.director.client.get(page["next"], headers=self.director.headers).json()
            rows += page["results"]
        return rows

    def do(self, path: str, data: Any = None, *, status: int = 201) -> Any:
        """What the direction commands."""
        answer = self.director.post(f"{self.path}/{path}", data or {})
        assert answer.status_code == status, answer.content
        return answer.json()

    def refused(self, path: str, data: Any, code: str) -> dict[str, Any]:
        """What the direction is refused, in words."""
        answer = self.director.post(f"{self.path}/{path}", data)
        told: dict[str, Any] = answer.json()
        assert (400 <= answer.status_code < 500, told["code"]) == (True, code), told
        assert told["detail"]
        return told

    def enter(
        self, names: Iterable[str], *, kind: str = "player", present: bool = True
    ) -> list[int]:
        """People entered at the desk; their numbers."""
        people = [{"name": name, "kind": kind} for name in names]
        entered = self.do("entries", {"people": people, "present": present})["results"]
        numbers = [entry["number"] for entry in entered]
        if kind == "stand_in":
            self.stand_ins.update(numbers)
        return numbers

    def call(self) -> dict[str, Any]:
        """The next round, called and started."""
        called: dict[str, Any] = self.do("rounds")
        self.do(f"rounds/{called['number']}/start")
        for passe in called["passen"]:
            first = self.chance.randint(SUM // 2 - 180, SUM // 2 + 180)
            self.truth[called["number"], passe["table"]] = (first, SUM - first)
        return called

    def sheet(self, number: int, table: int) -> str:
        return f"rounds/{number}/tables/{table}"

    def type_all(
        self,
        number: int,
        *,
        slips: dict[tuple[int, int], Slip],
        meanwhile: Iterable[Callable[[], Any]] = (),
        besides: Iterable[int] = (),
    ) -> list[Counter[str]]:
        """Both typists type all tables at once, one from the front and one from behind.

        `slips` by typist and table is how a paper is misread; `besides` are tables that somebody
        else writes. What each of them was answered.
        """
        tables = [t for n, t in sorted(self.truth) if n == number and t not in set(besides)]
        orders = (tables, tables[::-1])
        typing = [partial(self._types, at, number, orders[at], slips) for at in (0, 1)]
        answers: list[Counter[str]] = at_once([*typing, *meanwhile])[:2]
        return answers

    def _types(
        self, at: int, number: int, tables: list[int], slips: dict[tuple[int, int], Slip]
    ) -> Counter[str]:
        told: Counter[str] = Counter()
        for table in tables:
            right = self.truth[number, table]
            read = slips.get((at, table), lambda points: points)(right)
            answer = self.write(self.typists[at], number, table, read)
            told[answer.json().get("outcome") or answer.json()["code"]] += 1
            if answer.status_code == 422:
                answer = self.write(self.typists[at], number, table, right)
                told[answer.json()["outcome"]] += 1
        return told

    def write(self, who: Caller, number: int, table: int, points: Points, **more: Any) -> Any:
        """A sheet with these points."""
        data = {"sheet": {"lines": [{"points": value} for value in points]}, **more}
        return who.post(f"{self.path}/{self.sheet(number, table)}/sheets", data)

    def decide_all(self, number: int) -> int:
        """The director looks at the paper of each contested table and lets the right one count."""
        passen = self.get(f"rounds/{number}")["passen"]
        contested = [passe["table"] for passe in passen if passe["state"] == "contested"]
        for table in contested:
            at = self.sheet(number, table)
            written = self.get(f"{at}/sheets")["results"]
            right = [s["number"] for s in written if said(s["sheet"]) == self.truth[number, table]]
            self.do(f"{at}/decision", {"number": right[0], "reason": "Zettel angesehen"})
        return len(contested)

    # ---- counted for itself

    def seats(self) -> list[tuple[int, int, list[dict[str, Any]]]]:
        """Round, table and the seats in playing order, as they were played."""
        return [
            (called["number"], passe["table"], passe["sittings"])
            for called in self.get("rounds")["results"]
            for passe in called["passen"]
        ]

    def scores(self, *, through: int = ROUNDS) -> dict[int, list[int]]:
        """Everybody's points by round, from the papers."""
        found: dict[int, list[int]] = {}
        for number, table, sittings in self.seats():
            for sitting in sittings:
                who = sitting["entry"] if sitting["credited"] == "entry" else sitting["substitute"]
                if number <= through and (number, table) in self.truth:
                    points = self.truth[number, table][sitting["seat"] % 2]
                    found.setdefault(who, []).append(points)
        return found

    def ranking(self, *, through: int = ROUNDS, fines: bool = True) -> list[tuple[int, int, int]]:
        """Rank, number and value: the worst of the rounds dropped, a missed one being the worst."""
        keys: dict[int, list[int]] = {}
        for number, points in self.scores(through=through).items():
            if number not in self.stand_ins:
                dropped = min(points) if len(points) == through and through > 1 else 0
                value = sum(points) - dropped - fines * self.fines[number]
                best_first = sorted(-p for p in points)
                keys[number] = [-value, *best_first, *[NOTHING] * (ROUNDS - len(points))]
        best = sorted(keys.values())
        rows = ((best.index(key) + 1, number, -key[0]) for number, key in keys.items())
        return sorted(rows)

    def told_ranking(self, **params: Any) -> list[tuple[int, int, int]]:
        """The same as the service gives it."""
        rows = self.get("standings", **params)["rows"]
        return [(row["rank"], row["number"], row["value"]) for row in rows if row["rank"]]


def said(sheet: dict[str, Any]) -> Points:
    """The points of a stored sheet."""
    one, other = (line["points"] for line in sheet["lines"])
    return one, other


def swapped(points: Points) -> Points:
    """Two digits of the first number in each other's place."""
    text = str(points[0])
    return int(text[0] + text[2] + text[1]), points[1]


def turned(points: Points) -> Points:
    """The two sides in each other's place: no sum finds that."""
    return points[::-1]
