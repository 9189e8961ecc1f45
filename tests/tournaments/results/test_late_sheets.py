"""A sheet that came too late: said by the direction, and worth what the regulation says."""

from typing import Any

import pytest

from jassclub.clubs.models import User
from jassclub.core.errors import Conflict, Invalid
from tests.cast import Caller
from tests.tournaments.events import Event, event
from tests.tournaments.playing import play, row_of, seated, the_round
from tournaments.results.lateness import mark_late

pytestmark = pytest.mark.django_db
PENALISED = {"late": "penalised", "late_penalty": 50}


def day_of(**ranking: Any) -> Event:
    day = event(rounds=2, hands=4, ranking=ranking)
    day.enter(8)
    return day


def mark(day: Event, table: int, *, late: bool = True, reason: str = "Zehn Minuten.") -> Any:
    passe = the_round(day, 1).passen.get(table__number=table)
    return mark_late(actor=day.director, passe_id=passe.pk, late=late, reason=reason)


def at_table(day: Event, table: int) -> list[int]:
    return seated(the_round(day, 1).passen.get(table__number=table))


def test_being_late_costs_what_the_regulation_says_and_is_taken_back() -> None:
    day = day_of(**PENALISED)
    play(day)
    here, there = at_table(day, 1)[0], at_table(day, 2)[0]
    before = {number: row_of(day, number)["value"] for number in (here, there)}
    mark(day, 1)
    assert row_of(day, here)["value"] == before[here] - 50
    assert row_of(day, there)["value"] == before[there]
    kept = day.tournament.rankings.filter(after_round=1).order_by("revision")
    assert [ranking.reason for ranking in kept] == ["", "Zehn Minuten."]
    mark(day, 1)
    assert day.kinds().count("late") == 1
    mark(day, 1, late=False)
    assert row_of(day, here)["value"] == before[here]


def test_a_late_sheet_can_count_as_missing() -> None:
    day = day_of(late="missing", missing="zero")
    play(day)
    here = at_table(day, 1)[0]
    mark(day, 1)
    assert row_of(day, here)["points"] == 0


def test_where_it_costs_nothing_nothing_is_marked() -> None:
    day = day_of()
    play(day)
    with pytest.raises(Conflict) as refused:
        mark(day, 1)
    assert refused.value.code == "late_counts"


def test_without_a_reason_nothing_is_marked() -> None:
    day = day_of(**PENALISED)
    play(day)
    with pytest.raises(Invalid):
        mark(day, 1, reason=" ")


def test_programs_mark_it_too() -> None:
    day = day_of(**PENALISED)
    play(day)
    assert day.director.user_id is not None
    asking = Caller(user=User.objects.get(pk=day.director.user_id))
    at = f"tournaments/{day.tournament.pk}/rounds/1/tables/1/lateness"
    answer = asking.post(at, {"reason": "Zehn Minuten."})
    assert answer.status_code in {200, 201}
    assert answer.json() == {"round": 1, "table": 1, "late": True}
