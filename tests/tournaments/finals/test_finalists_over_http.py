"""`/tournaments/{id}/finalists`: who reads it, who invites, what is refused."""

from typing import Any
from uuid import uuid4

import pytest

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import User
from tests.cast import Caller, problem
from tests.scoring.table import house
from tests.tournaments.events import Event
from tests.tournaments.finals.qualifying import by_squares, end, final_of, qualifying
from tests.tournaments.playing import live, play, ranks
from tournaments.core.models import Tournament
from tournaments.desk import rounds

pytestmark = pytest.mark.django_db


def caller(actor: Actor) -> Caller:
    assert actor.user_id is not None
    return Caller(user=User.objects.get(pk=actor.user_id))


def address(day: Event) -> str:
    return f"tournaments/{day.tournament.pk}/finalists"


def into(final: Event, **told: Any) -> dict[str, Any]:
    return {"to": str(final.tournament.pk), **told}


def test_who_goes_on_is_everybodys_to_read_and_the_director_invites_them() -> None:
    day = end(qualifying(carried="all"))
    Tournament.objects.update(public=True)
    order = [number for _rank, number in ranks(live(day).rows)]
    rows = Caller().get(address(day)).json()["results"]
    assert [(row["number"], row["rank"], row["way"]) for row in rows] == [
        (number, place, "rank") for place, number in enumerate(order[:4], start=1)
    ]
    assert all(row["name"] for row in rows)
    final, key = final_of(day), str(uuid4())
    sent = into(final, absent=[order[0]], seeded=[order[-1]])
    made = caller(day.director).post(address(day), sent, key=key)
    assert made.status_code == 201
    entered = made.json()["results"]
    assert len(entered) == 5
    assert [row["carried"] for row in entered[1:]] == [
        str(row["value"]) for row in live(day).rows[1:5]
    ]
    again = caller(day.director).post(address(day), sent, key=key)
    assert again.json() == made.json()
    assert final.tournament.entries.count() == 5
    rows = Caller().get(address(day)).json()["results"]
    assert [(row["number"], row["way"]) for row in rows] == [
        (order[-1], "seeded"), *((n, "rank") for n in order[1:4]), (order[4], "moved_up"),
    ]  # fmt: skip


def test_while_ranks_are_hidden_only_the_desk_knows_who_goes_on() -> None:
    day = qualifying(ranking={"hidden_from": 2})
    Tournament.objects.update(public=True)
    play(day, by_squares)
    assert len(Caller().get(address(day)).json()["results"]) == 4
    play(day, by_squares)
    assert Caller().get(address(day)).json()["results"] == []
    assert len(caller(day.scribe).get(address(day)).json()["results"]) == 4


def test_what_is_not_ones_own_or_comes_at_the_wrong_time_is_refused() -> None:
    day = qualifying()
    final = final_of(day)
    director = caller(day.director)
    problem(director.post(address(day), into(final)), 409, "not_finished")
    end(day)
    foreign = caller(house("Anderer Club").official("director"))
    problem(foreign.get(address(day)), 404, "tournament_not_found")
    problem(foreign.post(address(day), into(final)), 404, "tournament_not_found")
    problem(caller(day.scribe).post(address(day), into(final)), 403, "role_missing")
    problem(director.post(address(day), {"to": str(uuid4())}), 404, "final_not_found")
    Tournament.objects.filter(pk=day.tournament.pk).update(slug="vorher")
    other = qualifying()
    problem(director.post(address(day), into(other)), 404, "final_not_found")
    final.enter(4)
    final.draw()
    rounds.call_round(**final.ids)
    problem(director.post(address(day), into(final)), 409, "final_has_begun")
