"""Where what a POST made can be read."""

import pytest

from jassclub.api.views import location_of
from tests.cast import Caller, Person
from tests.jassclub.hostile import document

A, B = "3f2b8c6a-9d41-4e7f-a1b0-5c6d7e8f9a01", "7c9e6679-7425-40de-944b-e07fc1f90ae7"
PLACES = {
    # a thing of its own
    ("/clubs", A): f"/clubs/{A}",
    (f"/clubs/{A}/spreadsheets", B): f"/clubs/{A}/spreadsheets/{B}",
    # a row of a list
    (f"/games/{A}/penalties", B): f"/games/{A}/penalties",
    (f"/games/{A}/penalties/{B}/cancellation", B): f"/games/{A}/penalties",
    # what happened to a thing
    (f"/games/{A}/closure", A): f"/games/{A}",
    (f"/webhooks/{A}/deliveries/{B}/redelivery", B): f"/webhooks/{A}/deliveries",
    (f"/tournaments/{A}/rounds/1/tables/2/decision", B): f"/tournaments/{A}/rounds/1",
}
ENDED = {
    f"/tournaments/{A}/rounds/1/withdrawal": f"/tournaments/{A}/rounds",
    f"/tournaments/{A}/teams/1/dissolution": f"/tournaments/{A}/teams",
    f"/tournaments/{A}/wishes/{B}/withdrawal": f"/tournaments/{A}/wishes",
}


@pytest.mark.parametrize(("path", "made"), PLACES)
def test_what_was_made_is_read_below_at_or_before_its_address(path: str, made: str) -> None:
    expected = "/api/v1" + PLACES[path, made]
    assert location_of(f"/api/v1{path}", {"id": made}) == expected


@pytest.mark.parametrize("path", ENDED)
def test_of_what_has_come_to_its_end_the_collection_is_left(path: str) -> None:
    assert location_of(f"/api/v1{path}", None) == "/api/v1" + ENDED[path]


def test_a_round_is_found_by_its_number() -> None:
    path = f"/api/v1/tournaments/{A}/rounds"
    assert location_of(path, {"number": 3, "state": "called"}) == f"{path}/3"


@pytest.mark.django_db
def test_who_sends_again_is_led_to_the_same_place(chloe: Person) -> None:
    data = {"club": str(chloe.player.club_id), "name": "X", "starts": "2027-01-01"}
    sent = {**data, "ends": "2027-02-01"}
    first, again = (chloe.api.post("seasons", sent, key="once") for _ in range(2))
    assert first["Location"] == again["Location"] == f"/api/v1/seasons/{first.json()['id']}"
    assert chloe.api.get(first["Location"]).json() == first.json()


@pytest.mark.django_db
def test_a_question_makes_nothing() -> None:
    asked = Caller().post("standings/check", {"rows": []}, key="")
    assert (asked.status_code, "Location" in asked) == (200, False)


def test_the_document_says_so_of_everything_that_is_made() -> None:
    made = [
        answer
        for methods in document()["paths"].values()
        for operation in methods.values()
        for status, answer in operation["responses"].items()
        if status in ("201", "202")
    ]
    assert len(made) > 90
    assert all("Location" in answer["headers"] for answer in made)
