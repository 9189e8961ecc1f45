"""Each command of a tournament does what it says, and is answered as the document says."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.contract.walking import misfits
from tests.tournaments.events import Event, event
from tests.tournaments.test_attacks_roles import caller

pytestmark = [pytest.mark.django_db, pytest.mark.once]
PATH = "/api/v1/tournaments/{tournament_id}/"
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
