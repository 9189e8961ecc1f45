"""What lies in the cache is data that this service has written: nothing else is believed."""

import pickle
from typing import Any, cast
from uuid import UUID

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client

from jassclub.celery import app
from jassclub.clubs.models import User
from jassclub.core.cache import Sealed, kept
from tests.jassclub.home.test_pages_player import played
from tests.scoring.table import house

pytestmark = pytest.mark.django_db

FOREIGN = [b"{}", b"[]", b"7", b"true", b"null", b'{"a": {"b": [1]}}', b"", b"\x80", b"x" * 40]


def redis_itself() -> Any:
    return cast("Any", cache)._cache.get_client(write=True)


class Code:
    def __reduce__(self):
        return (print, ("run",))


@pytest.mark.parametrize("value", [3, 1.5, "a", [1.5, 2.5], {"a": [1, None, True]}, True])
def test_what_is_kept_comes_back(value):
    assert Sealed().loads(Sealed().dumps(value)) == value


@pytest.mark.parametrize("foreign", [pickle.dumps(Code()), *FOREIGN])
def test_what_this_service_has_not_written_is_no_value(foreign, capsys):
    with pytest.raises(ValueError, match="not sealed"):
        Sealed().loads(foreign)
    assert capsys.readouterr().out == ""


def test_another_key_of_the_service_opens_nothing(settings):
    written = Sealed().dumps([1])
    settings.SECRET_KEY = "another"
    with pytest.raises(ValueError, match="not sealed"):
        Sealed().loads(written)


def test_nothing_but_data_is_kept():
    with pytest.raises(TypeError):
        Sealed().dumps(Code())


@pytest.mark.redis
def test_a_value_that_others_wrote_or_moved_is_a_miss():
    there = redis_itself()
    cache.set("a", [1])
    cache.set("b", [2])
    moved = there.get(cache.make_key("a"))
    for foreign in [*FOREIGN, moved, moved[:-1], moved + b" "]:
        there.set(cache.make_key("b"), foreign)
        assert cache.get("b", "miss") == "miss"
    assert cache.get("a") == [1]


@pytest.mark.redis
@pytest.mark.parametrize("foreign", [b'{"x": "y"}', b"[[1]]", b'"x"', b"7"])
def test_pages_are_built_anew_where_others_wrote_into_the_cache(foreign):
    own = house()
    played(own, (0, 1, 2, 3), [90] * 3)
    there, reader = redis_itself(), Client()
    reader.force_login(User.objects.get(pk=own.official("member").ident))
    person, season = own.people[0].pk, own.season.pk
    pages = [f"/players/{person}/", f"/clubs/{own.club.slug}/", f"/seasons/{season}/"]
    built = [reader.get(page).content for page in pages]
    keys = there.keys("jassclub:*")
    assert keys
    for key in keys:
        there.set(key, foreign)
    for page, before in zip(pages, built, strict=True):
        answer = reader.get(page)
        assert answer.status_code == 200
        assert len(answer.content) == len(before)


def test_an_answer_is_the_same_built_and_kept():
    cache.clear()
    built = {"id": UUID(int=1), "pair": (1, 2)}
    first = kept("k", lambda: built, seconds=60)
    assert first == kept("k", lambda: None, seconds=60)
    assert first == {"id": str(UUID(int=1)), "pair": [1, 2]}


def test_tasks_and_sessions_are_json_too():
    assert set(app.conf.accept_content) == {"json"}
    assert app.conf.task_serializer == "json"
    assert settings.SESSION_SERIALIZER.endswith("JSONSerializer")
