"""Settings and addresses as they must not go wrong."""

from contextlib import nullcontext
from typing import Any

import pytest

from jassclub.clubs.models import User
from jassclub.core.errors import DomainError, Invalid
from tests.cast import Caller, problem
from tests.tournaments.events import Event, event
from tests.tournaments.playing import play
from tournaments.core.models import Tournament
from tournaments.desk import rounds, services as desk
from tournaments.entries import services as entries
from tournaments.entries.models import Entry

pytestmark = pytest.mark.django_db


def director(day: Event) -> Caller:
    assert day.director.user_id is not None
    return Caller(user=User.objects.get(pk=day.director.user_id))


def deep(levels: int) -> Any:
    return {"x": deep(levels - 1)} if levels else 1


def test_settings_that_make_no_sense_are_refused_and_change_nothing() -> None:
    day = event()
    before = Tournament.objects.values().get()
    for sent in [
        {"capacity": -1},
        {"capacity": 10**9},
        {"capacity": 3},
        {"slug": "a b"},
        {"slug": "x" * 61},
        {"slug": ""},
        {"name": " "},
        {"name": "x" * 121},
        {"played_on": "31.10.2026"},
        {"begins_at": "25:00"},
        {"sign_up_until": "gestern"},
        {"sign_up_until": "0001-01-01T00:00:00+14:00"},
        {"public": "vielleicht"},
        {"format": {"rounds": -1}},
        {"format": {"rounds": 10**12}},
        {"format": {"rounds": True}},
        {"format": {"hands": 1.5}},
        {"format": {"gibtesnicht": 1}},
        {"format": {"ranking": deep(20)}},
        {"format": {"prizes": "x" * 9000}},
        {"format": []},
        {"reason": "x" * 10_000},
        {"state": "finished"},
        {"seed": "0"},
        {"season": "00000000-0000-0000-0000-000000000000"},
    ]:
        answer = director(day).patch(f"tournaments/{day.tournament.pk}", sent, version=1)
        members = problem(answer, answer.status_code, answer.json()["code"])
        assert answer.status_code in (400, 422)
        assert members["errors"]
        assert Tournament.objects.values().get() == before


@pytest.mark.parametrize(
    ("sent", "told"),
    {
        "2026-10-31T18:00:00+01:00": "2026-10-31T17:00:00Z",
        "2026-10-31T18:00:00.5-03:00": "2026-10-31T21:00:00.500000Z",
        "2026-07-31T18:00": "2026-07-31T16:00:00Z",
        "0525-01-01T00:00:00": "0524-12-31T23:25:52Z",
    }.items(),
)
def test_a_moment_is_told_in_utc_wherever_its_clock_stood(sent: str, told: str) -> None:
    day = event()
    path = f"tournaments/{day.tournament.pk}"
    answer = director(day).patch(path, {"sign_up_until": sent}, version=1).json()
    assert answer["sign_up_until"] == told == director(day).get(path).json()["sign_up_until"]
    log = director(day).get(f"{path}/log").json()["results"]
    assert [one["facts"]["sign_up_until"] for one in log if "sign_up_until" in one["facts"]] == [
        told
    ]


def test_a_moment_before_all_moments_is_refused() -> None:
    day = event()
    sent = {"sign_up_until": "0001-01-01T00:00:00"}
    answer = director(day).patch(f"tournaments/{day.tournament.pk}", sent, version=1)
    problem(answer, 422, "out_of_range")


def test_a_preset_that_nobody_knows_is_refused() -> None:
    day = event()
    sent = {
        "club": str(day.house.club.pk), "preset": "gibtesnicht", "name": "X", "slug": "x",
        "played_on": "2026-10-31",
    }  # fmt: skip
    refused = problem(director(day).post("tournaments", sent), 422, "invalid")
    assert refused["errors"][0]["code"] == "unknown_preset"
    sent |= {"preset": "einzelschieber-4x12", "slug": "herbst"}
    problem(director(day).post("tournaments", sent), 409, "slug_taken")


@pytest.mark.parametrize("settings", [{"rounds": 1}, {"hands": 8}, {"seating": "pairs"}])
def test_what_was_called_binds_the_settings(settings: dict[str, Any]) -> None:
    day = event(rounds=3, hands=4)
    day.enter(8)
    play(day)
    day.call()
    before = day.fresh().format
    with pytest.raises(Invalid):
        desk.change_tournament(
            **day.ids, version=day.tournament.version, values={}, settings=settings
        )
    assert day.fresh().format == before


@pytest.mark.parametrize("rounds_set", [3, 5])
def test_rounds_change_in_play_only_where_the_final_stays_the_final(rounds_set: int) -> None:
    day = event(rounds=4, hands=4, final={"rounds": 1, "places": 4, "carried": "all"})
    day.enter(8)
    for _number in range(3):
        play(day)
    with pytest.raises(DomainError) if rounds_set == 3 else nullcontext():
        desk.change_tournament(
            **day.ids, version=day.fresh().version, values={}, settings={"rounds": rounds_set}
        )


def test_stand_ins_fill_the_tables_of_the_final_too() -> None:
    day = event(
        rounds=2, hands=4, odd="stand_in", final={"rounds": 1, "places": 8, "carried": "all"}
    )
    day.enter(16)
    day.enter(3, kind=Entry.Kind.STAND_IN, name="Ersatz")
    play(day)
    for number in range(1, 10):
        entries.drop_out(**day.ids, number=number)
    drawn = day.draw()
    assert drawn.rounds[1]["sitting_out"] == []
    assert len(drawn.rounds[1]["tables"]) == 2
    rounds.call_round(**day.ids)
