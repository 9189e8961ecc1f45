"""Long lists come in pages that stay right."""

from base64 import b64encode

import pytest

from jassclub.clubs.models import Club, User
from tests.cast import Caller, pointers, problem

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.jassclub.probes")]

USERS, CLUBS = "/api/probes/users", "/api/probes/newest-clubs"
WORDS = "/api/probes/words"


@pytest.fixture
def api() -> Caller:
    return Caller()


@pytest.fixture
def crowd() -> list[str]:
    names = [f"jasser{number:03}" for number in range(210)]
    User.objects.bulk_create(User(username=name) for name in names)
    return names


def walk(api: Caller, link: str | None, way: str) -> list[list[str]]:
    pages = []
    while link:
        page = api.client.get(link).json()
        assert set(page) == {"next", "previous", "results"}
        pages.append([row["username"] for row in page["results"]])
        link = page[way]
    return pages


def test_the_pages_together_are_the_list(api, crowd):
    pages = walk(api, USERS, "next")
    assert [name for page in pages for name in page] == crowd
    assert {len(page) for page in pages} == {50, 10}


def test_the_pages_can_be_walked_back(api, crowd):
    pages = walk(api, f"{USERS}?limit=100", "next")
    second = api.get(USERS, limit=100).json()["next"]
    third = api.client.get(second).json()["next"]
    assert walk(api, third, "previous") == pages[::-1]


@pytest.mark.parametrize(("limit", "size"), [("7", 7), ("200", 200), ("", 50)])
def test_a_page_has_at_most_200_rows(api, crowd, limit, size):
    assert len(api.get(USERS, limit=limit).json()["results"]) == size


def test_a_limit_that_is_no_number_of_rows_is_refused(api, crowd):
    for limit in ["0", "201", "9999", "-1", "x", "abc", "1.5", "²"]:
        assert pointers(problem(api.get(USERS, limit=limit), 400, "malformed")) == {"/limit"}


def words_of(api: Caller, link: str | None, way: str) -> list[list[str]]:
    pages = []
    while link:
        page = api.client.get(link).json()
        pages.append([row["word"] for row in page["results"]])
        link = page[way]
    return pages


def test_a_list_that_is_no_query_comes_in_the_same_pages(api):
    pages = words_of(api, f"{WORDS}?limit=100", "next")
    assert [word for page in pages for word in page] == [f"wort{n:03}" for n in range(230)]
    assert [len(page) for page in pages] == [100, 100, 30]
    second = api.get(WORDS, limit=100).json()["next"]
    third = api.client.get(second).json()["next"]
    assert words_of(api, third, "previous") == pages[::-1]
    assert pointers(problem(api.get(WORDS, limit=201), 400, "malformed")) == {"/limit"}


@pytest.mark.parametrize("path", [USERS, WORDS, CLUBS])
def test_a_question_that_nobody_knows_is_refused_by_name(api, path):
    refused = problem(api.get(path, colour="rot", size="1"), 400, "malformed")
    assert pointers(refused) == {"/colour", "/size"}
    assert {error["code"] for error in refused["errors"]} == {"unknown_field"}


def test_rows_added_meanwhile_neither_repeat_nor_hide_others(api, crowd):
    first = api.get(USERS, limit=100).json()
    User.objects.create(username="aaron")
    rest = walk(api, first["next"], "next")
    assert [name for page in rest for name in page] == crowd[100:]


def cursor(text: str) -> str:
    return b64encode(text.encode()).decode()


def test_a_forged_cursor_is_refused(api):
    Club.objects.create(name="Rosenau", slug="rosenau")
    for value in [
        "x",
        cursor("p=%00"),
        cursor("p=gestern"),
        cursor("o=-1&p=x"),
        cursor("o=x"),
        "é" * 9,
    ]:
        problem(api.get(CLUBS, cursor=value), 400, "invalid_cursor")


@pytest.mark.parametrize("value", ["x", cursor("o=-1"), cursor("o=x"), "é" * 9])
def test_a_forged_place_is_refused(api, value):
    problem(api.get(WORDS, cursor=value), 400, "invalid_cursor")


def test_an_empty_list_is_a_page_too(api):
    assert api.get(USERS).json() == {"next": None, "previous": None, "results": []}
