"""The one way of a form: run its command once, and say on the same page why it was refused."""

from collections.abc import Callable, Collection
from typing import TypeVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect

from jassclub.core.errors import DomainError
from jassclub.web.idempotent import nothing_to_ask, run_idempotent

T = TypeVar("T")

HIDDEN = (403, 404)
"""Refusals after which there is no form to show again: they become pages of their own."""


def submit(
    request: HttpRequest,
    actor: object,
    command: Callable[[], T],
    *,
    then: Callable[[T], HttpResponse],
    redraw: Callable[[DomainError], HttpResponseBase],
    passing: Collection[int] = (),
    asks: Callable[[], str] = nothing_to_ask,
) -> HttpResponseBase:
    """Run the command of a form once, then answer with what it has returned.

    A refusal goes to `redraw`, which shows the form as it was typed with every finding at its
    field (`FormState.refuse`); one whose status is `passing` goes on to the page of refusals.
    `actor` and `asks` are those of `run_idempotent`.
    """
    try:
        return run_idempotent(request, actor, lambda: then(command()), asks=asks)
    except DomainError as refusal:
        if refusal.status in passing:
            raise
        return redraw(refusal)


def done(request: HttpRequest, words: str, to: str, *arguments: object) -> HttpResponse:
    """On to the page `to`, which says once what was done."""
    messages.info(request, words)
    return redirect(to, *arguments)
