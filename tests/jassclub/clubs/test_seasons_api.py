"""`/seasons`: the spans over which a club counts."""

import pytest

from jassclub.clubs.models import Change, Season
from tests.cast import pointers, problem

pytestmark = pytest.mark.django_db

SPAN = {"name": "2027", "starts": "2027-01-01", "ends": "2027-12-31"}


def test_the_director_adds_a_season(chloe, club):
    rules = {"schieber": {"minimum_hands": 48}}
    response = chloe.api.post("seasons", {"club": club.pk, **SPAN, "rules": rules})
    assert response.status_code == 201
    made = response.json()
    assert (made["starts"], made["ends"], made["rules"]) == ("2027-01-01", "2027-12-31", rules)


def test_a_scribe_adds_no_season(anna, club):
    problem(anna.api.post("seasons", {"club": club.pk, **SPAN}), 403, "role_missing")


def test_a_season_of_one_day_is_one(chloe, club):
    data = {"club": club.pk, **SPAN, "ends": SPAN["starts"]}
    assert chloe.api.post("seasons", data).status_code == 201


def test_a_season_does_not_end_before_it_starts(chloe, club, season):
    data = {"club": club.pk, **SPAN, "ends": "2026-12-31"}
    members = problem(chloe.api.post("seasons", data), 422, "invalid")
    assert pointers(members) == {"/ends"}
    changed = chloe.api.patch(f"seasons/{season.pk}", {"ends": "2025-12-31"}, version=1)
    problem(changed, 422, "invalid")


@pytest.mark.parametrize("day", ["2027-02-30", "morgen", 20270101, None])
def test_a_day_is_a_day(chloe, club, day):
    data = {"club": club.pk, **SPAN, "starts": day}
    assert pointers(problem(chloe.api.post("seasons", data), 400, "malformed")) == {"/starts"}


def test_a_club_has_one_season_of_a_name(chloe, club, season):
    data = {"club": club.pk, **SPAN, "name": season.name}
    problem(chloe.api.post("seasons", data), 409, "name_taken")


def test_seasons_are_picked_by_a_day(beat, chloe, club, season):
    chloe.api.post("seasons", {"club": club.pk, **SPAN})
    assert [row["name"] for row in beat.api.get("seasons").json()["results"]] == ["2027", "2026"]
    running = beat.api.get("seasons", on="2026-12-31", club=club.pk).json()["results"]
    assert [row["name"] for row in running] == ["2026"]
    assert beat.api.get("seasons", on="2028-01-01").json()["results"] == []


def test_another_clubs_seasons_are_invisible(fritz, season):
    assert fritz.api.get("seasons").json()["results"] == []
    path = f"seasons/{season.pk}"
    problem(fritz.api.get(path), 404, "not_found")
    problem(fritz.api.patch(path, {"name": "x"}, version=1), 404, "not_found")
    problem(fritz.api.delete(path, version=1), 404, "not_found")


def test_a_season_is_changed_against_a_version(chloe, season):
    path = f"seasons/{season.pk}"
    changed = chloe.api.patch(path, {"starts": "2026-02-01", "name": "2026b"}, version=1)
    assert (changed.json()["starts"], changed["ETag"]) == ("2026-02-01", '"v2"')
    problem(chloe.api.patch(path, {"name": "c"}, version=1), 412, "stale")
    problem(chloe.api.patch(path, {"name": "c"}), 428, "if_match_missing")
    diff = Change.objects.get(object_id=season.pk, version=2).diff
    assert diff == {"starts": ["2026-01-01", "2026-02-01"], "name": ["2026", "2026b"]}


def test_an_empty_season_can_be_deleted_and_its_history_stays(chloe, season):
    path = f"seasons/{season.pk}"
    problem(chloe.api.delete(path), 428, "if_match_missing")
    assert chloe.api.delete(path, version=1).status_code == 204
    assert not Season.objects.exists()
    assert Change.objects.get(object_id=season.pk, version=2).diff["name"] == ["2026", None]


def test_a_scribe_deletes_no_season(anna, season):
    problem(anna.api.delete(f"seasons/{season.pk}", version=1), 403, "role_missing")
