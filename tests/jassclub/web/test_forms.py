"""A form runs its command once; where it is refused its page is shown again."""

import pytest
from django.contrib.messages import get_messages
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpResponse
from django.test import RequestFactory

from jassclub.core.errors import Finding, Invalid, NotAllowed
from jassclub.web.form_state import Fields, FormState
from jassclub.web.forms import HIDDEN, done, submit

pytestmark = pytest.mark.django_db


@pytest.fixture
def sent():
    request = RequestFactory().post("/somewhere/", {"key": "k1", "name": "x"})
    vars(request)["_messages"] = CookieStorage(request)
    return request


def test_the_command_runs_once_and_its_result_says_where_to_go(sent) -> None:
    runs: list[str] = []

    def command() -> str:
        runs.append("run")
        return "Ada"

    def answer():
        return submit(
            sent,
            "user:1",
            command,
            then=lambda name: done(sent, f"{name} spielt mit.", "club", "frohsinn"),
            form=FormState(),
            show=lambda: pytest.fail("it was not refused"),
        )

    first, second = answer(), answer()
    assert runs == ["run"]
    assert first["Location"] == second["Location"] == "/clubs/frohsinn/"
    assert [str(message) for message in get_messages(sent)] == ["Ada spielt mit."]


def test_a_refusal_shows_the_form_as_typed_with_every_finding(sent) -> None:
    form = Fields("name").read(sent.POST)

    def command() -> None:
        raise Invalid.of([Finding("taken", "/name", "Den Namen gibt es schon.")], "So nicht.")

    answer = submit(
        sent,
        "user:1",
        command,
        then=lambda _nothing: pytest.fail("it was refused"),
        form=form,
        show=lambda: HttpResponse(str(form.errors), status=form.status),
    )
    assert (answer.status_code, form.values) == (422, {"name": "x"})
    assert form.errors == {"name": ["Den Namen gibt es schon."]}


def test_who_may_not_see_the_form_gets_no_form_back(sent) -> None:
    def command() -> None:
        raise NotAllowed("no_role", "Dafür braucht es eine andere Rolle.")

    with pytest.raises(NotAllowed):
        submit(
            sent,
            "user:1",
            command,
            then=lambda _nothing: pytest.fail("it was refused"),
            form=FormState(),
            show=lambda: pytest.fail("there is no form"),
            passing=HIDDEN,
        )
