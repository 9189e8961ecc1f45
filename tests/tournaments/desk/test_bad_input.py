"""What is typed wrong at a tournament: a clear message at the right place, the old state intact."""

from typing import Any

import pytest

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import User
from jassclub.core.errors import Conflict, Invalid
from tests.cast import Caller, pointers, problem
from tests.tournaments.events import Event, event
from tests.tournaments.playing import play, sheet, the_round
from tournaments.core.selectors import verify
from tournaments.desk import rounds, seating
from tournaments.draw import services as draw
from tournaments.entries import services as entries
from tournaments.results import services as results
from tournaments.results.models import PasseSheet
from tournaments.standings.models import Ranking

pytestmark = [pytest.mark.django_db, pytest.mark.once]

HANDS = 4
SUM = HANDS * 157


def api(actor: Actor) -> Caller:
    assert actor.user_id is not None
    return Caller(user=User.objects.get(pk=actor.user_id))


def running(count: int = 8, **settings: Any) -> Event:
    day = event(hands=HANDS, **settings)
    day.enter(count)
    day.call()
    return day


def told(day: Event) -> tuple[int, int, int]:
    """What must not move when something is refused."""
    row = day.fresh()
    return row.log_seq, row.results_version, PasseSheet.objects.count()


def at_table(day: Event, what: str, table: int = 1, number: int = 1) -> str:
    return f"tournaments/{day.tournament.pk}/rounds/{number}/tables/{table}/{what}"


# ---- 137 typed for 13:7


def test_a_number_that_cannot_be_is_refused_where_it_stands() -> None:
    day = running(control="reject")
    before = told(day)
    cases: list[tuple[tuple[Any, int], str, str]] = [
        ((137, 7), "sum_wrong", "/sheet/lines"),
        ((3007, 321), "out_of_range", "/sheet/lines/0/points"),
        ((-7, SUM + 7), "out_of_range", "/sheet/lines/0/points"),
        (("13:7", 321), "wrong_type", "/sheet/lines/0/points"),
        ((None, 321), "points_missing", "/sheet/lines/0/points"),
        ((307.0, 321), "wrong_type", "/sheet/lines/0/points"),
        ((True, SUM - 1), "wrong_type", "/sheet/lines/0/points"),
    ]
    for points, code, pointer in cases:
        answer = api(day.scribe).post(at_table(day, "sheets"), {"sheet": sheet(points)})
        refusal = problem(answer, 422, "invalid")
        assert (pointer, code) in {(e["pointer"], e["code"]) for e in refusal["errors"]}
        assert told(day) == before


def test_the_refusal_of_a_wrong_sum_names_the_sum_and_the_likeliest_slip() -> None:
    day = running(control="reject")
    answer = api(day.scribe).post(at_table(day, "sheets"), {"sheet": sheet((370, 321))})
    (error,) = problem(answer, 422, "invalid")["errors"]
    assert all(part in error["detail"] for part in ("691", "628", "307")), error["detail"]


@pytest.mark.parametrize("points", [(137, 7), (373, 255)])
def test_a_correction_under_pressure_is_checked_like_the_first_typing(points) -> None:
    """17:7 instead of 13:7: the director may let a sum stand, and everybody sees the doubt."""
    day = running()
    for table in (1, 2):
        typed = api(day.scribe).post(at_table(day, "sheets", table), {"sheet": sheet((307, 321))})
        assert typed.status_code == 201
    rounds.close_round(**day.ids, number=1)
    director = api(day.director)
    far = {"sheet": sheet((137_000, 7)), "reason": "schnell"}
    assert "/sheet/lines/0/points" in pointers(
        problem(director.post(at_table(day, "correction"), far), 422, "invalid")
    )
    near = director.post(
        at_table(day, "correction"), {"sheet": sheet(points), "reason": "Zettel angesehen"}
    )
    right = sum(points) == SUM
    assert near.status_code == 201
    assert [one["code"] for one in near.json()["warnings"]] == ([] if right else ["sum_wrong"])
    kept = Ranking.objects.filter(after_round=1).latest("revision")
    assert [one["code"] for one in kept.findings] == ([] if right else ["table_sum_wrong"])
    first = the_round(day, 1).passen.get(table__number=1).sheets.get(number=1)
    assert first.counted["points"] == [307, 321], "what stood there before stays readable"


# ---- tables and people that do not exist


def test_a_result_for_a_table_that_does_not_exist_is_nobodys() -> None:
    day = running()
    before = told(day)
    result = sheet((307, 321))
    bodies: dict[str, dict[str, Any]] = {
        "sheets": {"sheet": result},
        "seating": {"order": [1, 2, 3, 4], "reason": "falsch gesetzt"},
        "withdrawal": {"reason": "falsch"},
    }
    for table in [0, 3, 99, 10**6]:
        for what in ["sheets", "decision", "correction", "withdrawal", "seating"]:
            body = bodies.get(what, {"sheet": result, "reason": "falsch"})
            answer = api(day.director).post(at_table(day, what, table), body)
            assert answer.status_code in (404, 422)
            assert answer.json()["code"] in ("no_such_table", "invalid")
            assert told(day) == before


@pytest.mark.parametrize("number", [0, 2, 77])
def test_a_result_for_a_round_that_was_not_called_is_refused(number) -> None:
    day = running()
    before = told(day)
    answer = api(day.scribe).post(
        at_table(day, "sheets", number=number), {"sheet": sheet((307, 321))}
    )
    problem(answer, 404, "round_not_found")
    assert told(day) == before


def test_nobody_changes_places_with_himself_or_with_nobody() -> None:
    day = running()
    before = told(day)
    for one, other in ((1, 1), (98, 99), (1, 99)):
        with pytest.raises(Invalid):
            seating.exchange_seats(**day.ids, number=1, one=one, other=other, reason="Irrtum")
        with pytest.raises(Invalid):
            draw.exchange_in_plan(**day.ids, number=2, one=one, other=other, reason="Irrtum")
    assert told(day) == before


# ---- odd numbers


@pytest.mark.parametrize("count", [9, 10, 11])
def test_with_odd_numbers_everybody_plays_or_is_named_as_sitting_out(count) -> None:
    day = running(count)
    board = api(day.director).get(f"tournaments/{day.tournament.pk}/board")
    seated = {number for _name, number, _table, _seat in board.json()["seating"]}
    waiting = {row["number"] for row in board.json()["sitting_out"]}
    assert (len(seated), len(waiting)) == (8, count - 8)
    assert seated | waiting == set(range(1, count + 1))


def test_a_joker_gets_what_the_regulation_says_and_no_table_plays_for_it() -> None:
    day = event(hands=HANDS, odd="joker", ranking={"joker": {"points": 1000, "hands": 12}})
    day.enter(9)
    play(day)
    kept = Ranking.objects.get(after_round=1)
    waited = the_round(day, 1).sitting_out.get().entry.number
    points = {row["number"]: row["points"] for row in kept.rows}
    assert points.pop(waited) == "1000/3"
    assert sum(points.values()) == 2 * 2 * SUM


@pytest.mark.parametrize(("preset", "count"), [("differenzler-4x4", 5), ("einzelschieber-4x8", 3)])
def test_too_few_for_any_plan_are_told_so_in_words(preset, count) -> None:
    day = event(preset)
    day.enter(count)
    answer = api(day.director).post(f"tournaments/{day.tournament.pk}/plan", {})
    refusal = problem(answer, 422, "invalid")
    assert str(count) in refusal["detail"]
    assert not day.tournament.draws.exists()


# ---- a drop-out in mid-round


def test_who_leaves_in_mid_round_keeps_his_seat_until_somebody_steps_in() -> None:
    """The round goes on; what follows is drawn anew; what he played stays his."""
    day = running(9)
    helper = the_round(day).sitting_out.get().entry.number
    leaves = the_round(day).passen.get(table__number=1).sittings.get(index=0).entry.number
    entries.drop_out(**day.ids, number=leaves, reason="Zahnweh")
    seating.step_in(**day.ids, number=1, entry=leaves, substitute=helper)
    for table in (1, 2):
        results.type_sheet(
            actor=day.scribe,
            passe_id=the_round(day).passen.get(table__number=table).pk,
            data=sheet((400, 228)),
        )
    rounds.close_round(**day.ids, number=1)
    kept = Ranking.objects.get(after_round=1).rows
    assert {row["number"]: row["points"] for row in kept}[leaves] == 400
    with pytest.raises(Conflict) as refused:
        rounds.call_round(**day.ids)
    assert refused.value.code == "field_changed"
    drawn = day.draw()
    assert drawn.rounds[0] == day.tournament.draws.get(number=1).rounds[0]
    assert all(leaves not in table for later in drawn.rounds[1:] for table in later["tables"])
    play(day)
    assert Ranking.objects.get(after_round=1, revision=1).rows == kept
    assert list(verify(day.fresh())) == []
