"""A question that is written once answers like the query that it was made of."""

import threading

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from jassclub.clubs.models import Season
from jassclub.questions import Blank, Question

pytestmark = pytest.mark.django_db

SEASONS = Question(
    lambda: (
        Season.objects.filter(club=Blank("club", Season), name__in=["A", "B"])
        .select_related("club")
        .order_by("name")
    )
)


@pytest.fixture
def seasons(club):
    return [
        Season.objects.create(club=club, name=name, starts=f"{year}-01-01", ends=f"{year}-12-31")
        for name, year in (("B", 2031), ("A", 2032), ("C", 2033))
    ]


def test_it_answers_like_its_query(club, seasons):
    plain = Season.objects.filter(club=club, name__in=["A", "B"]).order_by("name")
    found = SEASONS(club=club.pk)
    assert found == list(plain) == [seasons[1], seasons[0]]
    loaded = [{name: vars(row)[name] for name in vars(row) if name[0] != "_"} for row in found]
    assert loaded == [{n: vars(row)[n] for n in vars(row) if n[0] != "_"} for row in plain]


def test_each_asking_is_one_statement_with_its_own_value(club, other_club, seasons):
    with CaptureQueriesContext(connection) as asked:
        assert [row.club for row in SEASONS(club=club.pk)] == [club, club]
        assert SEASONS(club=other_club.pk) == []
        assert SEASONS.first(club=other_club.pk) is None
    assert len(asked) == 3


def test_what_was_written_since_is_seen(club, seasons):
    assert SEASONS.first(club=club.pk) == seasons[1]
    seasons[1].delete()
    assert SEASONS.first(club=club.pk) == seasons[0]


def test_a_blank_without_a_value_is_an_error(seasons):
    with pytest.raises(KeyError, match="club"):
        SEASONS(game=1)


def test_a_value_is_never_part_of_the_sql(club, seasons):
    named = Question(lambda: Season.objects.filter(name=Blank("name", Season)))
    assert named(name="A' OR '1'='1") == []
    assert named(name="A") == [seasons[1]]


@pytest.mark.django_db(transaction=True)
def test_threads_ask_on_their_own_connections(club, seasons):
    SEASONS(club=club.pk)
    told: list[object] = []

    def ask() -> None:
        told.extend((SEASONS(club=club.pk), connection))
        connection.close()

    other = threading.Thread(target=ask)
    other.start()
    other.join()
    assert told[0] == [seasons[1], seasons[0]]
