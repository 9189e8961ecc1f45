"""Every address that can be read is read, and what it answers is what the document says."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.contract.everything import Everything, everything
from tests.contract.walking import Walk, asked, misfits, operations, unreadable, walk
from tests.jassclub.hostile import ROUTES, operation
from tests.lasting import lasting
from tests.rights.knocking import answer_to

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.usefixtures("unthrottled")]


@pytest.fixture(scope="module")
def all_of_it(django_db_setup: None, django_db_blocker: Any) -> Iterator[Everything]:
    """The world of these tests, made once."""
    with (
        pytest.MonkeyPatch.context() as patch,
        lasting(django_db_blocker, lambda: everything(patch)) as made,
    ):
        yield made


@pytest.mark.parametrize("many", [1, pytest.param(24, marks=pytest.mark.proof, id="all")])
def test_whatever_is_read_is_what_the_document_says(all_of_it, many):
    done = walk(all_of_it, many)
    assert not done.failures, "\n".join(done.failures.values())
    reached = {path for path, status in done.answers if status == 200}
    assert reached == {path for path, _found in operations("get")}
    assert done.answers.total() > 3 * len(reached)


def test_whatever_is_changed_is_answered_as_the_document_says(all_of_it):
    done, wrong = set(), []
    for address, method in filter(lambda route: operation(*route), ROUTES):
        path = "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", address)
        for role in ("admin", "phone"):
            answer = answer_to(all_of_it.rights, role, (method, address))
            if misfit := misfits(path, method, answer):
                wrong.append(f"{method} {path} {role}: {misfit}")
            if answer.status_code < 300:
                done.add((path, method))
    assert not wrong, "\n".join(wrong)
    assert len(done) > 60, "it changed next to nothing"


def test_a_question_that_cannot_be_read_is_refused_with_its_name(all_of_it):
    done, passed = Walk(all_of_it), []
    for path, found in operations("get"):
        place = done.first(path)
        for name, value in unreadable(found):
            answer = done.read(path, place, **{**asked(found), name: value})
            named = answer.status_code in (400, 422) and f"/{name}" in answer.content.decode()
            if not named:
                passed.append(f"{path}?{name}={value}: {answer.status_code}")
    assert not passed, "\n".join(passed)
    assert not done.failures, "\n".join(done.failures.values())
