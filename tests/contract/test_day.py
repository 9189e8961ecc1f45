"""Each command of a tournament does what it says, and is answered as the document says."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.contract.walking import misfits, phone_at, told
from tests.tournaments.draw.test_duplicate_event import duplicate
from tests.tournaments.events import Event, event, opened
from tests.tournaments.test_attacks_roles import caller
from tournaments.desk import rounds
from tournaments.rounds.hall import make_cards

pytestmark = [pytest.mark.django_db, pytest.mark.once]
DAY = "tournaments/{tournament_id}/"
PATH = f"/api/v1/{DAY}"
WHY = {"reason": "Grund"}
SHEET = {"sheet": {"lines": [{"points": 300}, {"points": 4 * 157 - 300}]}}
ROUND = "rounds/{number}/"
TABLE = ROUND + "tables/{table}/"
COMMANDS: list[tuple[str, dict[str, int], Any]] = [
    ("check-outs", {}, {"numbers": [9]}),
    ("plan", {}, {}),
    ("plan/exchanges", {}, {"round": 1, "one": 1, "other": 2, **WHY}),
    ("rounds", {}, None),
    (ROUND + "withdrawal", {"number": 1}, WHY),
    ("rounds", {}, None),
    (TABLE + "seating", {"number": 1, "table": 1}, lambda at: {"order": at[1][::-1], **WHY}),
    (ROUND + "exchanges", {"number": 1}, lambda at: {"one": at[1][0], "other": at[2][0], **WHY}),
    (ROUND + "start", {"number": 1}, None),
    (ROUND + "pause", {"number": 1}, None),
    (ROUND + "resumption", {"number": 1}, None),
    (ROUND + "extra-time", {"number": 1}, {"minutes": 5}),
    ("check-ins", {}, {"numbers": [9]}),
    (ROUND + "substitutions", {"number": 1}, {"entry": 1, "substitute": 9, **WHY}),
    (TABLE + "sheets", {"number": 1, "table": 1}, SHEET),
    (TABLE + "sheets", {"number": 1, "table": 2}, SHEET),
    (ROUND + "closure", {"number": 1}, WHY),
    (ROUND + "reopening", {"number": 1}, WHY),
    (ROUND + "closure", {"number": 1}, WHY),
    (TABLE + "correction", {"number": 1, "table": 1}, {**SHEET, **WHY}),
    ("payments", {}, {"number": 1, "kind": "fee", "rappen": 2000}),
    ("disclosure", {}, None),
    ("drawn-number", {}, {"number": 5}),
    ("completion", {}, WHY),
    ("resumption", {}, WHY),
]


def seats(day: Event) -> dict[int, list[int]]:
    """Table -> who sits there in the round that runs, by seat."""
    passen = day.tournament.rounds.last().passen.all()
    return {
        passe.table.number: [one.entry.number for one in passe.sittings.order_by("index")]
        for passe in passen
    }


def refused(day: Event, commands: Any) -> Iterator[str]:
    """What is refused, or answered in another form."""
    api = caller(day, "director")
    for path, place, data in commands:
        whole = (PATH + path).format(tournament_id=day.tournament.pk, **place)
        answer = api.post(whole, data(seats(day)) if callable(data) else data)
        if answer.status_code >= 300:
            yield f"{path}: {answer.content.decode()}"
        elif misfit := misfits(PATH + path, "post", answer):
            yield f"{path}: {misfit}"


def test_a_whole_day() -> None:
    day = event(rounds=2, hands=4, minutes=40, fee=2000)
    day.enter(9)
    wrong = list(refused(day, COMMANDS))
    assert not wrong, "\n".join(wrong)


def test_a_day_that_does_not_come() -> None:
    wrong = list(refused(event(rounds=2, hands=4), [("cancellation", {}, WHY)]))
    assert not wrong, "\n".join(wrong)


def test_a_pair_is_made_and_dissolved_and_a_draft_has_another_name() -> None:
    day = event("pairs-knockout")
    day.enter(4)
    api, at = caller(day, "director"), {"tournament_id": day.tournament.pk}
    pair = {"name": "Die Unentwegten", "numbers": [1, 2]}
    team = told(api, "post", DAY + "teams", pair, **at)
    gone = DAY + "teams/{number}/dissolution"
    told(api, "post", gone, WHY, **at, number=team["number"])
    path = PATH.removesuffix("/")
    name = {"name": "Winterturnier"}
    changed = api.patch(path.format(**at), name, version=day.fresh().version)
    assert not misfits(path, "patch", changed)
    assert changed.json()["name"] == "Winterturnier"


def test_one_who_came_through_two_doors_is_one() -> None:
    day = event(rounds=1, hands=4, fee=2000)
    api, at = caller(day, "scribe"), {"tournament_id": day.tournament.pk}
    for key, name in (("left", "Hans Lüthi"), ("right", "Luethi Hans")):
        act = {"kind": "arrival", "key": key, "name": name}
        told(api, "post", DAY + "door/acts", act, **at)
    decision = DAY + "door/doubts/{number}/decision"
    told(api, "post", decision, {"same": True}, **at, number=2)
    assert [entry.name for entry in day.tournament.entries.filter(state="present")] == [
        "Hans Lüthi"
    ]


def test_boards_are_dealt_sorted_and_dealt_again() -> None:
    day = duplicate(6, rounds=3)
    day.draw()
    api, at = caller(day, "director"), {"tournament_id": day.tournament.pk}
    told(api, "post", DAY + "boards/dealing", **at)
    told(api, "post", DAY + "boards/{number}/sorting", **at, number=1)
    again = {"numbers": [1], "reason": "Karte lag offen"}
    told(api, "post", DAY + "boards/redealing", again, **at)


def test_what_a_phone_typed_is_agreed_to_or_doubted_by_the_other_side() -> None:
    day = opened(event(rounds=1, hands=4))
    day.enter(8)
    rounds.start_round(**day.ids, number=day.call().number)
    for table, word in ((1, "confirmation"), (2, "contest")):
        (card,) = make_cards(**day.ids, numbers=[table])
        phones = [phone_at(card.token, seat) for seat in (0, 1)]
        at = {"tournament_id": day.tournament.pk, "number": 1, "table": table}
        typed = told(phones[0], "post", DAY + TABLE + "sheets", SHEET, **at)
        place = {**at, "sheet": typed["number"]}
        told(phones[1], "post", DAY + TABLE + f"sheets/{{sheet}}/{word}", **place)
