"""A tournament day of 120 people over HTTP, with everything that goes wrong on such a day."""

import time
from collections.abc import Callable
from functools import partial
from itertools import combinations, pairwise
from random import Random
from typing import Any

import pytest

from tests.at_once import at_once
from tests.cast import Caller
from tests.journeys.tournament_office import (
    ROUNDS,
    Office,
    Stutterer,
    hired,
    swapped,
    turned,
)
from tournaments.core.models import Tournament
from tournaments.core.selectors import GATHERING, verify
from tournaments.draw.pure import Round, commitment, make_plan

pytestmark = pytest.mark.django_db(transaction=True)

FORMAT = {
    "rounds": ROUNDS,
    "double_entry": True,
    "control": "reject",
    "odd": "stand_in",
    "fee": 2500,
    "ranking": {"count": "drop:1", "ties": ["best", "second", "shared"]},
    "prizes": [
        {"kind": "rank", "first": 1, "last": 1, "rappen": 30_000, "text": "Wanderpreis"},
        {"kind": "rank", "first": 2, "last": 3, "rappen": 15_000},
        {"kind": "last", "text": "Trostpreis"},
    ],
}
FIRST = (
    "Anna",
    "Beat",
    "Chlöe",
    "Dario",
    "Elena",
    "Fritz",
    "Gian",
    "Heidi",
    "Ivo",
    "Jürg",
    "Käthi",
)
LAST = (
    "Ammann",
    "Bösch",
    "Caduff",
    "Dörig",
    "Egli",
    "Furrer",
    "Gämperli",
    "Hürlimann",
    "Inauen",
    "Jost",
)
PEOPLE = [f"{first} {last}" for last in LAST for first in FIRST]
"""110 people."""


@pytest.fixture
def office(evening: Any) -> Office:
    """An open tournament with its director and two typists."""
    director = Stutterer(token=evening.admin.headers["Authorization"].removeprefix("Bearer "))
    body = {
        "club": evening.club["id"], "preset": "einzelschieber-4x8", "name": "Herbst-Jass",
        "slug": "herbst-jass", "played_on": "2026-11-21", "public": True, "format": FORMAT,
    }  # fmt: skip
    made = director.post("tournaments", body)
    assert made.status_code == 201, made.content
    typists = (hired(evening, "tom", "scribe"), hired(evening, "tina", "scribe"))
    office = Office(evening, director, typists, f"tournaments/{made.json()['id']}")
    office.do("opening")
    return office


@pytest.mark.once
@pytest.mark.usefixtures("unhurried")
def test_a_day_of_120_people_ends_in_the_right_ranking(office, worker, eventually):
    promised = office.director.get(office.path).json()["commitment"]
    sign_up(office)
    first_round(office)
    eventually(lambda: office.told_ranking() == office.ranking(through=1))
    second_round(office, worker)
    eventually(lambda: office.told_ranking() == office.ranking(through=2))
    third_round(office)
    corrected(office)
    last_round(office, eventually)
    eventually(lambda: office.told_ranking() == office.ranking())
    ended(office, promised)
    assert min(caller.repeated for caller in (office.director, *office.typists)) >= 3


def sign_up(office: Office) -> None:
    """Four by themselves, one of them takes it back; a list of 78; the others at the desk."""
    phone = Caller()
    signed = [phone.post(f"{office.path}/sign-ups", {"people": [{"name": n}]}) for n in PEOPLE[:4]]
    assert {answer.status_code for answer in signed} == {201}
    double = phone.post(f"{office.path}/sign-ups", {"people": [{"name": PEOPLE[0]}]})
    assert double.json()["errors"][0]["code"] == "name_entered"
    gone = phone.post("sign-ups/withdrawal", {"secret": signed[0].json()["secret"]})
    assert gone.json()["state"] == "withdrawn"
    listed = "Name;Notiz\n" + "".join(f"{name};Liste\n" for name in PEOPLE[4:82])
    taken = office.director.client.post(
        f"/api/v1/{office.path}/entries/import",
        listed.encode("cp1252"),
        content_type="text/csv",
        headers={**office.director.headers, "Idempotency-Key": "list"},
    )
    assert len(taken.json()["results"]) == 78, taken.content
    office.enter([PEOPLE[0], *PEOPLE[82:]], present=False)
    office.enter(["Ersatz Rosa", "Ersatz Karl"], kind="stand_in")
    check_in(office)


def check_in(office: Office) -> None:
    """Everybody but one, whom nobody ever saw."""
    rows = office.all("entries")
    expected = [entry["number"] for entry in rows if entry["state"] == "signed_up"]
    assert len(expected) == 110
    absent = expected.pop(57)
    office.do("check-ins", {"numbers": expected})
    office.do("drop-outs", {"number": absent, "reason": "nicht erschienen"})
    late = office.enter(["Regula Lang"])
    for number in (*expected[:3], *late):
        office.do("payments", {"number": number, "kind": "fee", "rappen": 2500})
    office.refused("payments", {"number": late[0], "kind": "fee", "rappen": 2500}, "too_much")


def first_round(office: Office) -> None:
    """Two directors draw at once. Somebody leaves in mid-round, a helper steps in."""
    second = hired(office.evening, "leni", "director")
    answers = at_once(
        [partial(who.post, f"{office.path}/plan", {}) for who in (office.director, second)]
    )
    assert sorted(answer.status_code for answer in answers) == [200, 201]
    assert {answer.json()["number"] for answer in answers} == {1}
    called = office.call()
    assert (len(called["passen"]), called["sitting_out"]) == (28, [])
    leaves = called["passen"][6]["sittings"][1]["entry"]
    office.do("drop-outs", {"number": leaves, "reason": "Zahnweh"})
    helper = office.enter(["Springer Paul"], kind="stand_in")[0]
    office.do("rounds/1/substitutions", {"entry": leaves, "substitute": helper})
    refused = office.refused(
        "rounds/1/substitutions", {"entry": 2, "substitute": helper}, "not_free"
    )
    assert refused["errors"][0]["pointer"] == "/substitute"

    nonsense = office.write(office.typists[0], 1, 99, (600, 656))
    assert (nonsense.status_code, nonsense.json()["code"]) == (404, "no_such_table")
    slips = {(0, 3): swapped, (1, 4): lambda _right: (137, 7), (0, 5): turned, (1, 20): turned}
    one, other = office.type_all(1, slips=slips)
    assert one["invalid"] + other["invalid"] == 2, "a wrong sum goes back to the typist"
    assert one["sheet_contested"] + other["sheet_contested"] == 2
    told = office.refused("rounds/1/closure", {}, "results_outstanding")
    assert [error["pointer"] for error in told["errors"]] == ["/tables/5", "/tables/20"]
    assert office.decide_all(1) == 2
    office.do("rounds/1/closure")
    assert office.told_ranking(after=1) == office.ranking(through=1)


def second_round(office: Office, worker: Any) -> None:
    """Five come late; the worker dies while two type, and comes back."""
    office.do("plan")
    before = office.get("plan")
    office.enter([f"Spät {n}" for n in range(1, 6)])
    office.refused("rounds", {}, "field_changed")
    drawn = office.do("plan")
    assert drawn["rounds"][0] == before["rounds"][0]
    office.call()
    office.type_all(2, slips={(1, 8): turned}, meanwhile=[worker.kill])
    assert office.decide_all(2) == 1
    office.do("rounds/2/closure")
    assert office.told_ranking(after=2) == office.ranking(through=2), "closing needs no worker"
    worker.start()


def third_round(office: Office) -> None:
    """Three more come late, one goes; one table writes by its own phones; a penalty."""
    office.enter([f"Spät {n}" for n in range(6, 9)])
    goes = next(entry["number"] for entry in office.all("entries") if entry["name"] == "Spät 2")
    office.do("drop-outs", {"number": goes})
    office.do("plan")
    called = office.call()
    by_phone(office, called["passen"][0])
    office.type_all(3, slips={(0, 11): swapped}, besides=[1])
    punished = called["passen"][2]["sittings"][0]["entry"]
    fine = {"number": punished, "points": 50, "round": 3, "reason": "Karten nachgeschaut"}
    office.do("penalties", fine)
    office.fines[punished] += 50
    wrong = office.do("penalties", {**fine, "number": goes})
    cancelled = office.director.post(
        f"{office.path}/penalties/{wrong['id']}/cancellation", {"reason": "der Falsche"}
    )
    assert cancelled.status_code == 201
    office.do("rounds/3/closure")
    assert office.told_ranking(after=3) == office.ranking(through=3)


def by_phone(office: Office, passe: dict[str, Any]) -> None:
    """Two phones scan the code of the table; what one side writes the other must write, too."""
    link = office.director.post(
        "table-links",
        {
            "club": office.evening.club["id"], "label": "Tisch 1", "scope_kind": "table",
            "scope_id": passe["table_id"],
        },
    )  # fmt: skip
    phones = []
    for _phone in range(2):
        opened = Caller().post("devices", {"token": link.json()["token"]})
        phones.append(Caller(token=opened.json()["token"]))
    right = office.truth[3, 1]
    said = [office.write(phones[0], 3, 1, right, seat=seat).json()["outcome"] for seat in (0, 2)]
    assert said == ["typed", "merged"], "the partner proves nothing"
    assert office.write(phones[1], 3, 1, right, seat=1).json()["outcome"] == "confirmed"
    elsewhere = office.write(phones[0], 3, 2, right, seat=0)
    assert elsewhere.status_code == 404


def corrected(office: Office) -> None:
    """A table finds its slip after the closing: the ranking gets a revision, the old one stays."""
    before = office.get("standings", after=2)
    table = 9
    one, other = office.truth[2, table]
    correction = {"sheet": {"lines": [{"points": one + 100}, {"points": other - 100}]}}
    office.refused(f"rounds/2/tables/{table}/sheets", correction, "round_closed")
    at = f"rounds/2/tables/{table}/correction"
    reason = "Matsch doppelt gezählt"
    office.refused(at, {**correction, "reason": " "}, "malformed")
    office.do(at, {**correction, "reason": reason})
    office.truth[2, table] = (one + 100, other - 100)
    assert office.get("standings", after=2, revision=before["revision"]) == before
    after = office.get("standings", after=2)
    assert (after["revision"], after["reason"]) == (before["revision"] + 1, reason)
    assert office.told_ranking(after=2) == office.ranking(through=2, fines=False)
    board = Caller().get(f"{office.path}/board").json()
    assert [(c["round"], c["table"], c["reason"]) for c in board["corrections"]] == [
        (2, table, reason)
    ]


def _rests(hall: Caller, path: str) -> bool:
    """Whether the board stayed as it is for a moment: longer than changes are gathered."""
    etag = hall.get(path)["ETag"]
    time.sleep(2 * GATHERING)
    return bool(hall.get(path, etag=etag).status_code == 304)


def last_round(office: Office, eventually: Callable[[Callable[[], object]], None]) -> None:
    """The hall looks at the board, which answers with 304 until something happens.

    The worker still counts the call, so the board may change a few times before it rests.
    """
    office.do("plan", status=200)
    called = office.call()
    assert len(called["passen"]) == 29
    hall = Caller()
    eventually(lambda: _rests(hall, f"{office.path}/board"))
    board = hall.get(f"{office.path}/board")
    for _phone in range(5):
        again = hall.get(f"{office.path}/board", etag=board["ETag"])
        assert (again.status_code, again.content) == (304, b"")
    assert len(board.json()["seating"]) == 4 * 29
    office.type_all(4, slips={})
    assert hall.get(f"{office.path}/board", etag=board["ETag"]).status_code == 200
    office.do("rounds/4/closure")
    office.refused("rounds", {}, "all_played")


def ended(office: Office, promised: str) -> None:
    """The seed is shown and makes every plan again; nobody had a partner twice; prizes."""
    assert office.director.get(office.path).json()["seed"] is None
    seed = office.do("completion", {"reason": ""})["seed"]
    assert commitment(seed) == promised
    plans = office.get("plan/history")["results"]
    for plan in plans:
        frozen = [as_round(r) for r in plan["rounds"][: plan["played"]]]
        again = make_plan(
            plan["asked"]["people"], ROUNDS, seed=f"{seed}:{plan['number']}", frozen=frozen
        )
        assert list(again.rounds) == [as_round(r) for r in plan["rounds"]]
    nobody_twice(office)
    ranking = office.ranking()
    assert office.told_ranking(after=ROUNDS) == ranking
    assert len(ranking) == 118
    prizes(office, ranking)
    assert list(verify(Tournament.objects.get())) == []
    records = office.all("log")
    assert all(one["hash"] == following["previous"] for one, following in pairwise(records))


def as_round(planned: dict[str, Any]) -> Round:
    return Round(tuple(map(tuple, planned["tables"])), tuple(planned["sitting_out"]))


def nobody_twice(office: Office) -> None:
    """Of all who were drawn together nobody was so twice, and nobody sat at two tables."""
    partners = []
    for _number, _table, seats in office.seats():
        drawn = [seat["entry"] for seat in sorted(seats, key=lambda seat: seat["seat"])]
        partners += [frozenset(drawn[0::2]), frozenset(drawn[1::2])]
    assert len(set(partners)) == len(partners) == 2 * (28 + 29 + 29 + 29)
    met = [
        frozenset(pair)
        for _n, _t, s in office.seats()
        for pair in combinations([x["entry"] for x in s], 2)
    ]
    assert len(set(met)) == len(met), "nobody met anybody twice either"


def prizes(office: Office, ranking: list[tuple[int, int, int]]) -> None:
    """What the ranking is worth in money, paid once."""
    by_place = [number for _rank, number, _value in ranking]
    awards = {
        (award["number"], award["rappen"], *award["texts"])
        for award in office.get("payments")["awards"]
    }
    assert awards == {
        (by_place[0], 30_000, "Wanderpreis"),
        (by_place[1], 15_000),
        (by_place[2], 15_000),
        (by_place[-1], 0, "Trostpreis"),
    }
    paid = {"number": by_place[0], "kind": "prize", "rappen": 30_000}
    office.do("payments", paid)
    office.refused("payments", paid, "too_much")
    assert office.get("payments")["till"] == 4 * 2500 - 30_000


def test_a_small_tournament_whose_tables_record_their_hands(evening, worker, eventually):
    """Eight people, one round of two hands each, written by the phones of the tables."""
    director = evening.admin
    body = {
        "club": evening.club["id"], "preset": "einzelschieber-4x8", "name": "Stubete",
        "slug": "stubete", "played_on": "2026-11-21",
        "format": {"rounds": 1, "hands": 2, "writing": "hands"},
    }  # fmt: skip
    path = f"tournaments/{director.post('tournaments', body).json()['id']}"
    people = [{"name": f"Gast {n}"} for n in range(1, 9)]
    director.post(f"{path}/entries", {"people": people, "present": True})
    assert director.post(f"{path}/plan", {}).status_code == 201
    called = director.post(f"{path}/rounds", {}).json()
    chance, points = Random(7), {}
    for passe in called["passen"]:
        made = [chance.randint(0, 156) for _hand in range(2)]
        recorded(evening, passe, made)
        for sitting in passe["sittings"]:
            sides = (sum(made), 2 * 157 - sum(made))
            points[sitting["entry"]] = sides[sitting["seat"] % 2]
    eventually(lambda: not director.get(f"{path}/rounds/1").json()["outstanding"])
    typed = director.post(
        f"{path}/rounds/1/tables/1/sheets", {"sheet": {"lines": [{"points": 1}, {"points": 313}]}}
    )
    assert typed.json()["code"] == "hands_recorded"
    assert director.post(f"{path}/rounds/1/closure", {}).status_code == 201
    rows = director.get(f"{path}/standings", after=1).json()["rows"]
    assert {row["number"]: row["points"] for row in rows} == points


def recorded(evening: Any, passe: dict[str, Any], made: list[int]) -> None:
    """The phones of a table take their seats, write the hands and sign."""
    link = {
        "club": evening.club["id"], "label": "Tisch", "scope_kind": "table",
        "scope_id": passe["table_id"],
    }  # fmt: skip
    token = evening.admin.post("table-links", link).json()["token"]
    phones = [evening.phone(token, seat) for seat in range(4)]
    opened = phones[0].post(f"passen/{passe['id']}/game", {})
    assert opened.status_code == 201, opened.content
    game = opened.json()["game"]
    for number, first in enumerate(made, start=1):
        slip = {"contract": "RO", "declared_by": number % 4, "points": [first, None]}
        written = phones[0].post(f"games/{game}/hands", {"number": number, "slip": slip})
        assert written.status_code == 201, written.content
    for phone in phones[:2]:
        assert phone.post(f"games/{game}/sign-offs", {}).status_code == 201
