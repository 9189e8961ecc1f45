"""What lies in the cache is data: whoever can write to Redis runs nothing in the web process."""

from __future__ import annotations

import pickle
from uuid import UUID

import pytest
from django.conf import settings
from django.core.cache import cache

from jassclub.cache import Json, kept
from jassclub.celery import app

pytestmark = pytest.mark.django_db


class Code:
    def __reduce__(self):
        return (print, ("run",))


@pytest.mark.parametrize("value", [3, 1.5, "a", [1.5, 2.5], {"a": [1, None, True]}, True])
def test_what_is_kept_comes_back(value):
    written = Json().dumps(value)
    assert Json().loads(str(written).encode() if isinstance(written, int) else written) == value


def test_a_pickle_is_no_value(capsys):
    with pytest.raises(UnicodeDecodeError):
        Json().loads(pickle.dumps(Code()))
    assert capsys.readouterr().out == ""


def test_nothing_but_data_is_kept():
    with pytest.raises(TypeError):
        Json().dumps(Code())


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
