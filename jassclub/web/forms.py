"""The one way of a form: run its command once, and say on the same page why it was refused."""

from collections.abc import Callable, Collection
from typing import Protocol, TypeVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect

from jassclub.core.errors import DomainError
from jassclub.web.idempotent import nothing_to_ask, run_idempotent

T = TypeVar("T")

MISSING = (404,)
HIDDEN = (403, 404)
"""Refusals after which there is no form to show again: they become pages of their own."""


class Form(Protocol):
    """What was typed, as a `FormState` or a class of the page around one."""

    def refuse(self, refusal: DomainError) -> object:
        """Say what is wrong at its field."""


def attempt(
    request: HttpRequest,
    answer: Callable[[], HttpResponseBase],
    *,
    form: Form,
    show: Callable[[], HttpResponseBase],
    passing: Collection[int] = HIDDEN,
) -> HttpResponseBase:
    """The page of a form for a visitor, and the answer for a form that was sent.

    A refusal is put at the fields of the form, and `show` draws its page again as it was typed;
    a refusal whose status is `passing` goes on to the page of refusals.
    """
    if request.method != "POST":
        return show()
    try:
        return answer()
    except DomainError as refusal:
        if refusal.status in passing:
            raise
        form.refuse(refusal)
        return show()


def submit(
    request: HttpRequest,
    actor: object,
    command: Callable[[], T],
    *,
    then: Callable[[T], HttpResponse],
    form: Form,
    show: Callable[[], HttpResponseBase],
    passing: Collection[int] = HIDDEN,
    asks: Callable[[], str] = nothing_to_ask,
) -> HttpResponseBase:
    """The same for a command that runs once however often its form is sent; `then` says where to
    go with what it has returned. `actor` and `asks` are those of `run_idempotent`.
    """
    return attempt(
        request,
        lambda: run_idempotent(request, actor, lambda: then(command()), asks=asks),
        form=form,
        show=show,
        passing=passing,
    )


def show_once(
    request: HttpRequest,
    actor: object,
    command: Callable[[], T],
    *,
    secret: Callable[[T], HttpResponse],
    then: Callable[[T], HttpResponse],
    again: str,
) -> HttpResponseBase:
    """Run the command of a form once and show the secret that it made, this one time.

    What is kept of the answer is the way `then`, so that no secret is stored; who sends the form
    again is led there and reads the words `again`.
    """
    made: list[T] = []

    def run() -> HttpResponse:
        made.append(command())
        return then(made[0])

    way = run_idempotent(request, actor, run)
    if made:
        return secret(made[0])
    messages.info(request, again)
    return way


def done(request: HttpRequest, words: str, to: str, *arguments: object) -> HttpResponse:
    """On to the page `to`, which says once what was done."""
    messages.info(request, words)
    return redirect(to, *arguments)
