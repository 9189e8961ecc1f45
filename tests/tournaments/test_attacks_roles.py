"""Every route of a tournament, asked by everybody: who may, who may not, who finds nothing."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from jassclub.clubs.actors import Actor
from jassclub.clubs.models import User
from tests.cast import Caller
from tests.scoring.table import house
from tests.tournaments.events import Event, event
from tests.tournaments.playing import play
from tournaments.core.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.once]

WHO = ("anonymous", "foreign admin", "member", "scribe", "director")
HIDDEN = 404
DESK = (401, 404, 403, None, None)
"""What each of `WHO` gets of a tournament that is not public; None: it is let through."""

GETS = (
    "", "/entries", "/teams", "/regulation", "/log", "/plan", "/plan/history", "/rounds",
    "/rounds/1", "/board", "/standings", "/penalties", "/corrections",
    "/finalists",
)  # fmt: skip
DESK_GETS = ("/wishes", "/payments")
WHY: dict[str, Any] = {"reason": "Grund"}
DESK_POSTS: dict[str, dict[str, Any]] = {
    "/entries": {"people": [{"name": "Neu"}]},
    "/check-ins": {"numbers": [1]},
    "/check-outs": {"numbers": [1]},
    "/drop-outs": {"number": 1},
    "/teams": {"numbers": [1, 2]},
    "/teams/1/dissolution": WHY,
    "/wishes": {"kind": "apart", "entry": 1, "other": 2},
    "/payments": {"number": 1, "kind": "fee", "rappen": 100},
}
DIRECTION_POSTS: dict[str, dict[str, Any] | None] = {
    "/finalists": {"to": "00000000-0000-0000-0000-000000000000"},
    "/opening": None,
    "/cancellation": WHY,
    "/completion": WHY,
    "/resumption": WHY,
    "/disclosure": None,
    "/drawn-number": {"number": 5},
    "/plan": WHY,
    "/plan/exchanges": {"round": 2, "one": 1, "other": 2, **WHY},
    "/rounds": None,
    "/rounds/1/start": None,
    "/rounds/1/extra-time": {"minutes": 5},
    "/rounds/1/pause": None,
    "/rounds/1/resumption": None,
    "/rounds/1/closure": WHY,
    "/rounds/1/reopening": WHY,
    "/rounds/1/withdrawal": WHY,
    "/rounds/1/exchanges": {"one": 1, "other": 2, **WHY},
    "/rounds/1/substitutions": {"entry": 1, "substitute": None},
    "/rounds/1/tables/1/seating": {"order": [1, 2, 3, 4], **WHY},
    "/rounds/1/tables/1/lateness": {"late": True, **WHY},
    "/penalties": {"number": 1, "points": 5, **WHY},
}


def running() -> Event:
    day = event(rounds=3, hands=4)
    day.enter(9)
    day.call()
    return day


def caller(day: Event, who: str) -> Caller:
    actor: Actor | None = None
    if who == "foreign admin":
        actor = house("Anderer Club").official("admin")
    elif who != "anonymous":
        actor = day.house.official(who)
    if actor is None:
        return Caller()
    assert actor.user_id is not None
    return Caller(user=User.objects.get(pk=actor.user_id))


def state(day: Event) -> tuple[int, int]:
    row = day.fresh()
    return row.log_seq, row.version


def address(day: Event, path: str) -> str:
    return f"tournaments/{day.tournament.pk}{path}"


def expect(answer: Any, status: int | None) -> None:
    """The refusal, in the form that all refusals have; without one anything but a fault."""
    if status is None:
        assert answer.status_code not in (401, 403, 404, 500), answer.content
        return
    assert answer.status_code == status, answer.content
    if status >= 400:
        assert answer["Content-Type"] == "application/problem+json"
        assert answer.json()["code"]
        assert answer.json()["detail"]


def test_who_reads_what_is_not_public_and_everybody_what_is() -> None:
    day = running()
    everybody = [caller(day, who) for who in WHO]
    for at, asking in enumerate(everybody):
        for path in GETS:
            expect(asking.get(address(day, path)), HIDDEN if at < 2 else 200)
        for path in DESK_GETS:
            expect(asking.get(address(day, path)), DESK[at])
    Tournament.objects.update(public=True)
    for asking in everybody:
        for path in GETS:
            expect(asking.get(address(day, path)), 200)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("public", [False, True])
@pytest.mark.parametrize("who", WHO[:4])
def test_who_may_not_write_changes_nothing(who: str, public: bool) -> None:
    day = running()
    Tournament.objects.update(public=public)
    asking, before = caller(day, who), state(day)
    refused = {**DIRECTION_POSTS, **({} if who == "scribe" else DESK_POSTS)}
    for path, sent in refused.items():
        answer = asking.post(address(day, path), sent)
        assert answer.status_code in ((401, 403) if public else (401, 403, 404)), path
        assert answer["Content-Type"] == "application/problem+json"
    change = asking.patch(address(day, ""), {"name": "Anders"}, version=day.fresh().version)
    assert change.status_code in (401, 403, 404)
    assert state(day) == before


@pytest.mark.sampled(12)
@pytest.mark.parametrize("path", [*DESK_POSTS, *DIRECTION_POSTS])
def test_who_works_there_is_let_through_and_never_meets_a_fault(path: str) -> None:
    day = running()
    asking = caller(day, "scribe" if path in DESK_POSTS else "director")
    answer = asking.post(address(day, path), {**DIRECTION_POSTS, **DESK_POSTS}[path])
    assert answer.status_code in (200, 201, 204, 404, 409, 422)
    if answer.status_code >= 400:
        assert answer["Content-Type"] == "application/problem+json"
        assert answer.json()["code"] not in ("tournament_not_found", "invalid_input")


def test_every_post_wants_its_key_and_every_change_its_version() -> None:
    day = running()
    asking = caller(day, "director")
    before = state(day)
    for path, sent in {**DESK_POSTS, **DIRECTION_POSTS}.items():
        answer = asking.post(address(day, path), sent, key="")
        assert (answer.status_code, answer.json()["code"]) == (400, "idempotency_key_missing"), path
    entry = day.tournament.entries.get(number=1)
    for path in (address(day, ""), address(day, f"/entries/{entry.pk}")):
        assert asking.patch(path, {"name": "Anders"}).status_code == 428
        assert asking.patch(path, {"name": "Anders"}, version=77).status_code == 412
    assert state(day) == before


def test_what_belongs_to_another_tournament_is_not_found_by_its_id() -> None:
    day = running()
    entry = day.tournament.entries.get(number=1)
    made = caller(day, "scribe").post(address(day, "/wishes"), DESK_POSTS["/wishes"])
    wish = made.json()["id"]
    for who in ("anonymous", "foreign admin"):
        asking = caller(day, who)
        path = address(day, f"/entries/{entry.pk}")
        assert asking.get(path).status_code == 404
        change = asking.patch(path, {"name": "X"}, version=1)
        assert change.status_code in (401, 404)
        assert asking.post(address(day, f"/wishes/{wish}/withdrawal")).status_code in (401, 404)
    assert day.tournament.wishes.count() == 1


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "path",
    ["/rounds", "/rounds/1", "/entries", "/standings", "/board", "/plan", "/plan/history", "/log"],
)
def test_reading_costs_the_same_for_every_size_of_the_field(path: str) -> None:
    counts = []
    for size in (8, 24):
        day = event(rounds=2, hands=4)
        day.enter(size)
        play(day)
        Tournament.objects.update(public=True)
        asking = caller(day, "anonymous")
        asking.get(address(day, path))
        with CaptureQueriesContext(connection) as found:
            assert asking.get(address(day, path)).status_code == 200
        counts.append(len(found))
        Tournament.objects.filter(pk=day.tournament.pk).update(slug=f"andere-{size}")
    assert counts[0] == counts[1]
    assert counts[0] <= 25
