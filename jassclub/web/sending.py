"""Addresses that forms are sent to. Who only visits one is led to the page that has the form.

That happens after a log-in or a change of the looks on a page that came back with errors, and
with bookmarks of it.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from jassclub.web.refusals import View


def sent_from(name: str, *arguments: str) -> Callable[[View], View]:
    """A view for POST alone; anything else goes to the page `name` with those arguments."""

    def decorate(view: View) -> View:
        @wraps(view)
        def answered(request: HttpRequest, **kwargs: object) -> HttpResponseBase:
            if request.method != "POST":
                where: dict[str, Any] = {key: kwargs[key] for key in arguments}
                answer: HttpResponseBase = redirect(name, **where)
                return answer
            return view(request, **kwargs)

        return require_http_methods(["GET", "HEAD", "POST"])(answered)

    return decorate
