"""The outermost layer of every request: gives it an id, times it, and says how it ended."""

import logging
from collections.abc import Callable
from time import perf_counter
from typing import Any, cast

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.functional import LazyObject, empty

from jassclub import logs, metrics
from jassclub.clubs.models import Device

log = logging.getLogger("jassclub.requests")

QUIET = frozenset({"healthz", "readyz", "metrics"})
"""Asked every few seconds by monitors."""


class RequestLogMiddleware:
    """The middleware; files of the page itself pass by."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path.startswith(settings.STATIC_URL):
            return self.get_response(request)
        ident = logs.good_or_new(request.headers.get(logs.REQUEST_HEADER))
        cast(Any, request).request_id = ident
        with logs.within(ident):
            begun = perf_counter()
            response = self.get_response(request)
            response[logs.REQUEST_HEADER] = ident
            _tell(request, response.status_code, perf_counter() - begun)
            return response


def _tell(request: HttpRequest, status: int, seconds: float) -> None:
    route = logs.route_of(request)
    metrics.count_request(request.method or "", route, status, seconds)
    if route in QUIET or not log.isEnabledFor(logging.INFO):
        return
    told = {
        "method": request.method,
        "route": route,
        **logs.ids_of(request),
        "status": status,
        "ms": round(seconds * 1000, 1),
        "actor": actor_of(request),
    }
    log.info("%s %s: %s", request.method, route, status, extra={"told": told})


def actor_of(request: HttpRequest) -> str:
    """`user:7`, `device:<id>` or `-`: whoever the answer had to know anyway; asks no database."""
    asked = cast(Any, request)
    phone = getattr(asked, "auth", None)
    if getattr(asked, "at_table", False):
        phone = asked.phone_by_cookie
    if isinstance(phone, Device):
        return f"device:{phone.pk}"
    user: Any = getattr(asked, "user", None)
    if isinstance(user, LazyObject) and user.__dict__.get("_wrapped") is empty:
        return "-"
    pk = getattr(user, "pk", None)
    return f"user:{pk}" if pk else "-"
