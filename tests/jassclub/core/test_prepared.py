"""What is written as SQL once answers and adds like what it was made of."""

import threading

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import IntegrityError, connection, connections, transaction
from django.test.utils import CaptureQueriesContext

from jassclub.api.models import IdempotencyRecord
from jassclub.clubs.models import Season
from jassclub.core.rows import Param, PreparedInsert, PreparedQuery, PreparedUpdate, refuse_untried
from scoring.core.models import Hand

pytestmark = pytest.mark.django_db

SEASONS = PreparedQuery(
    lambda: (
        Season.objects.filter(club=Param("club", Season), name__in=["A", "B"])
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
    named = PreparedQuery(lambda: Season.objects.filter(name=Param("name", Season)))
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


ADD = PreparedInsert(IdempotencyRecord)
RECORD = {
    "actor": "user:1",
    "key": "k",
    "method": "POST",
    "path": "/x",
    "fingerprint": "0" * 64,
    "status": 201,
    "headers": {"Content-Type": "ä/'b'", "n": [1, None]},
    "body": "%s; DROP",
}


def test_a_row_is_added_as_it_is_saved():
    with CaptureQueriesContext(connection) as asked:
        added = ADD(IdempotencyRecord(**RECORD))
    assert len(asked) == 1
    saved = IdempotencyRecord.objects.create(**{**RECORD, "key": "l"})
    rows = {row.key: vars(row) for row in IdempotencyRecord.objects.all()}
    kept = [{name: rows[key][name] for name in RECORD if name != "key"} for key in ("k", "l")]
    assert kept[0] == kept[1] == {name: RECORD[name] for name in RECORD if name != "key"}
    assert rows["k"]["created_at"] == added.created_at
    assert (added._state.adding, added._state.db) == (saved._state.adding, saved._state.db)


def test_only_the_fields_that_are_named_are_written_and_only_in_that_row(seasons):
    one, other, *_rest = seasons
    one.name, one.rules, one.version = "neu", {"schieber": {"drop": 1}}, 9
    PreparedUpdate(Season, "name", "rules")(one)
    stored = Season.objects.get(pk=one.pk)
    assert (stored.name, stored.rules, stored.version) == ("neu", {"schieber": {"drop": 1}}, 1)
    assert Season.objects.get(pk=other.pk).name == other.name


def test_a_row_that_may_not_be_there_twice_is_refused():
    ADD(IdempotencyRecord(**RECORD))
    with pytest.raises(IntegrityError), transaction.atomic():
        ADD(IdempotencyRecord(**RECORD))


def test_a_model_whose_columns_the_database_fills_is_not_added_so():
    with pytest.raises(TypeError, match="Hand"):
        PreparedInsert(Hand)


def test_a_django_with_which_it_was_not_tried_is_refused_and_named():
    with pytest.raises(ImproperlyConfigured, match=r"tried with Django 5\.2, not with 6\.1"):
        refuse_untried((6, 1))


def test_another_database_is_asked_by_its_alias(club, seasons, monkeypatch):
    elsewhere = PreparedQuery(
        lambda: Season.objects.filter(name=Param("name", Season)), using="archive"
    )
    add = PreparedInsert(IdempotencyRecord, using="archive")
    with pytest.raises(connections.exception_class, match="archive"):
        elsewhere(name="A")
    with pytest.raises(connections.exception_class, match="archive"):
        add(IdempotencyRecord(**RECORD))
    monkeypatch.setitem(connections.settings, "archive", connections.settings["default"])
    connections["archive"] = connections["default"]
    try:
        (found,) = elsewhere(name="A")
        assert (found, found._state.db) == (seasons[1], "archive")
        assert add(IdempotencyRecord(**RECORD))._state.db == "archive"
    finally:
        del connections["archive"]
