"""Every address that can be read is read, and what it answers is what the document says."""

import math
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.contract.everything import Everything, everything
from tests.contract.walking import Walk, asked, misfits, operations, unreadable, walk
from tests.jassclub.hostile import ROUTES, operation
from tests.lasting import lasting
from tests.rights.knocking import answer_to
from tests.sampling import some_today

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.usefixtures("unthrottled")]


@pytest.fixture(scope="module")
def all_of_it(
    django_db_setup: None, django_db_blocker: Any, pytestconfig: pytest.Config
) -> Iterator[Everything]:
    """The world of these tests, made once."""
    whole = pytestconfig.option.markexpr == "proof"
    with (
        pytest.MonkeyPatch.context() as patch,
        lasting(django_db_blocker, lambda: everything(patch, whole=whole)) as made,
    ):
        yield made


SHARES = [3, pytest.param(1, marks=pytest.mark.proof, id="all")]
"""Of all addresses a third is tried, another one each day."""


def today(every, share, at):
    listed = sorted(every, key=str)
    return some_today(listed, math.ceil(len(listed) / share), at=at)


@pytest.mark.parametrize("share", SHARES)
def test_whatever_is_read_is_what_the_document_says(all_of_it, share):
    tried = dict(today(operations("get"), share, "read"))
    done = walk(all_of_it, tried, many=24 if share == 1 else 1)
    assert not done.failures, "\n".join(done.failures.values())
    reached = {path for path, status in done.answers if status == 200}
    assert reached == {*tried}
    assert done.answers.total() > 3 * len(reached)


@pytest.mark.parametrize("share", SHARES)
def test_whatever_is_changed_is_answered_as_the_document_says(all_of_it, share):
    done, wrong = set(), []
    for address, method in today((r for r in ROUTES if operation(*r)), share, "changed"):
        path = "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", address)
        for role in ("admin", "phone"):
            answer = answer_to(all_of_it.rights, role, (method, address))
            if misfit := misfits(path, method, answer):
                wrong.append(f"{method} {path} {role}: {misfit}")
            if answer.status_code < 300:
                done.add((path, method))
    assert not wrong, "\n".join(wrong)
    assert len(done) > 60 // share**2, "it changed next to nothing"


@pytest.mark.parametrize("share", SHARES)
def test_a_question_that_cannot_be_read_is_refused_with_its_name(all_of_it, share):
    done, passed = Walk(all_of_it), []
    for path, found in today(operations("get"), share, "asked"):
        place = done.first(path)
        for name, value in unreadable(found):
            answer = done.read(path, place, **{**asked(found), name: value})
            named = answer.status_code in (400, 422) and f"/{name}" in answer.content.decode()
            if not named:
                passed.append(f"{path}?{name}={value}: {answer.status_code}")
    assert not passed, "\n".join(passed)
    assert not done.failures, "\n".join(done.failures.values())
